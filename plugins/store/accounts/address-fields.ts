import type { HookApi, PluginScope } from 'plinth';
import type { AddressField, AddressGroup, FormError, OrderAddress } from '../contract/index.js';
import type { StoredMeta } from '../orders/order-record.js';
import { countryOptions, DEFAULT_COUNTRY, isEuCountry } from '../orders/countries.js';

/** Fields needed only to ship something. */
const POSTAL_FIELDS = ['address_1', 'address_2', 'postcode', 'city', 'phone'];
/**
 * Patterns for client-side validation; the server validates more precisely, and inserts the hyphen of a Polish postcode.
 */
const [EMAIL_PATTERN, PHONE_PATTERN, POSTCODE_PATTERN] = [
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$',
  '^\\+?[\\d\\s()./-]{5,}$',
  '^\\d{2}[-\\s]?\\d{3}$',
];
const STANDARD_FIELDS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'postcode',
  'city',
  'country',
  'phone',
  'email',
];

/** Values entered in one address form, by field name. */
export type AddressValues = Readonly<Record<string, string>>;

export interface AddressForm {
  fields(group: AddressGroup): Promise<readonly AddressField[]>;
  /** Reads the submitted values, trimmed and cut to the stored length. */
  read(group: AddressGroup, field: (name: string) => string): Promise<AddressValues>;
  /** @param isShipped whether the order is shipped and therefore needs a postal address; true when absent */
  errors(group: AddressGroup, values: AddressValues, isShipped?: boolean): Promise<readonly FormError[]>;
  /** Returns the values of extensions' fields as an order stores them, such as `billing_nip`. */
  extensionMeta(group: AddressGroup, values: AddressValues): Promise<readonly StoredMeta[]>;
  /**
   * Returns the data that a view needs to render the fields, with the entered values.
   * @param part the postal address fields, which an order without shipping does not need, or all other fields; all
   * fields when absent
   */
  view(
    group: AddressGroup,
    values: AddressValues,
    errors: readonly FormError[],
    locale: string,
    part?: 'postal' | 'person',
  ): Promise<readonly object[]>;
  /** Whether a postal address was entered, in whole or in part. */
  hasPostal(values: AddressValues): boolean;
}

export function createAddressForm(
  scope: Pick<HookApi, 'applyFilters'> & Pick<PluginScope, '__' | 'isEmail' | 'sanitizeTextField'>,
): AddressForm {
  const fields = async (group: AddressGroup): Promise<readonly AddressField[]> =>
    scope.applyFilters<readonly AddressField[]>('store/address_fields', standardFields(group, scope), group);

  return {
    fields,
    async read(group, field) {
      const values: Record<string, string> = {};
      for (const { name, maxLength } of await fields(group))
        values[name] = scope.sanitizeTextField(field(`${group}_${name}`)).slice(0, maxLength);
      if ('country' in values && values.country === '') values.country = DEFAULT_COUNTRY;
      if (values.country === 'PL' && values.postcode)
        values.postcode = values.postcode.replace(/^(\d{2})\s?(\d{3})$/, '$1-$2');
      return values;
    },
    hasPostal: (values) => POSTAL_FIELDS.some((name) => (values[name] ?? '') !== ''),
    async errors(group, values, isShipped = true) {
      return (await fields(group))
        .map((field) => (isShipped || !POSTAL_FIELDS.includes(field.name) ? field : { ...field, required: false }))
        .flatMap((field) => {
          const message = errorOf(scope, field, values[field.name] ?? '', values.country ?? '');
          if (message === undefined) return [];
          const error = { field: `${group}_${field.name}`, message };
          return [group === 'shipping' ? { ...error, summary: scope.__('Shipping address: %s', message) } : error];
        });
    },
    async extensionMeta(group, values) {
      return (await fields(group)).flatMap(({ name, label }) =>
        STANDARD_FIELDS.includes(name) || !values[name]
          ? []
          : [{ key: `${group}_${name}`, value: values[name], display: { label } }],
      );
    },
    async view(group, values, errors, locale, part) {
      const visibleFields = (await fields(group)).filter(
        ({ name }) => part === undefined || POSTAL_FIELDS.includes(name) === (part === 'postal'),
      );
      return visibleFields.map((field) => fieldView(scope, field, { group, values, errors, locale, part }));
    },
  };
}

/** Translation of field texts, and email validation. */
type Texts = Pick<PluginScope, '__' | 'isEmail'>;

function standardFields(group: AddressGroup, { __ }: Pick<PluginScope, '__'>): AddressField[] {
  const text = { type: 'text', required: true, maxLength: 100, halfWidth: false } as const;
  const fields: AddressField[] = [
    { ...text, name: 'first_name', label: __('First name'), autocomplete: 'given-name', halfWidth: true },
    { ...text, name: 'last_name', label: __('Last name'), autocomplete: 'family-name', halfWidth: true },
    {
      ...text,
      name: 'company',
      label: __('Company'),
      autocomplete: 'organization',
      required: false,
      toggleLabel: __('Add a company'),
    },
    { ...text, name: 'address_1', label: __('Street and number'), autocomplete: 'address-line1' },
    {
      ...text,
      name: 'address_2',
      label: __('Apartment, floor'),
      autocomplete: 'address-line2',
      required: false,
      toggleLabel: __('Add an apartment or floor'),
    },
    { ...text, name: 'postcode', label: __('Postcode'), autocomplete: 'postal-code', maxLength: 12, halfWidth: true },
    { ...text, name: 'city', label: __('City'), autocomplete: 'address-level2', halfWidth: true },
    { ...text, name: 'country', label: __('Country'), autocomplete: 'country', type: 'country' },
    {
      ...text,
      name: 'phone',
      label: __('Phone'),
      autocomplete: 'tel',
      type: 'tel',
      required: false,
      maxLength: 30,
      hint: __('Only for questions about delivery.'),
    },
  ];
  // First, because it is always shown, whichever other fields are left out.
  return group === 'billing'
    ? [
        {
          ...text,
          name: 'email',
          label: __('Email'),
          autocomplete: 'email',
          type: 'email',
          hint: __('We will send your order confirmation to this address.'),
        },
        ...fields,
      ]
    : fields;
}

function errorOf({ __, isEmail }: Texts, field: AddressField, value: string, country: string): string | undefined {
  if (value === '') return field.required ? __('Fill in: %s.', field.label) : undefined;
  if (field.type === 'email' && isEmail(value) === false)
    return __('Enter a full email address, such as name@example.com.');
  if (field.type === 'country' && !isEuCountry(value)) return __('Choose a country from the list.');
  if (field.name === 'postcode' && country === 'PL' && !/^\d{2}-\d{3}$/.test(value))
    return __('Enter the postcode as 00-000.');
  if (field.name === 'phone' && !/^\+?[\d\s()./-]{5,}$/.test(value))
    return __('Enter the phone number in digits only, such as +48 600 000 000.');
  return undefined;
}

/**
 * Returns the error messages that a script shows when a field loses focus, in the server's wording; the server
 * validates again in any case.
 */
function validationTexts(
  texts: Texts,
  field: AddressField,
): { readonly missing: string; readonly pattern: string; readonly problem: string } {
  const pattern = patternOf(field);
  return {
    missing: errorOf(texts, { ...field, required: true }, '', DEFAULT_COUNTRY) ?? '',
    pattern,
    problem: pattern === '' ? '' : (errorOf(texts, field, '!', DEFAULT_COUNTRY) ?? ''),
  };
}

/** Returns the pattern of a field; that of postcodes applies to Poland only. */
function patternOf({ type, name }: AddressField): string {
  if (type === 'email') return EMAIL_PATTERN;
  if (name === 'phone') return PHONE_PATTERN;
  return name === 'postcode' ? POSTCODE_PATTERN : '';
}

/** An address form to render. */
interface FormView {
  readonly group: AddressGroup;
  readonly values: AddressValues;
  readonly errors: readonly FormError[];
  readonly locale: string;
  readonly part: 'postal' | 'person' | undefined;
}

function fieldView(texts: Texts, field: AddressField, { group, values, errors, locale, part }: FormView): object {
  const id = `${group}_${field.name}`;
  const value = values[field.name] ?? (field.type === 'country' ? DEFAULT_COUNTRY : '');
  return {
    ...field,
    id,
    value,
    toggleLabel: part === 'postal' ? '' : (field.toggleLabel ?? ''),
    isExpanded: value !== '' || errors.some((error) => error.field === id),
    // Polish postcodes are digits; those of other countries contain letters. The script follows the selected country.
    inputMode:
      field.inputMode ?? (field.name === 'postcode' && (values.country || DEFAULT_COUNTRY) === 'PL' ? 'numeric' : ''),
    // A separate shipping address is optional as a whole, so the browser must not require its fields; the server does.
    required: field.required && group === 'billing' && part !== 'postal',
    isNeeded: field.required && group === 'shipping' && part !== 'postal',
    autocomplete: `${group} ${field.autocomplete}`,
    options:
      field.type === 'country'
        ? countryOptions(locale).map((option) => ({ ...option, selected: option.value === value }))
        : null,
    error: errors.find((error) => error.field === id)?.message ?? '',
    ...validationTexts(texts, field),
    patternCountry: field.name === 'postcode' ? 'PL' : '',
  };
}

/** Converts form values to an order's address. */
export function toAddress(values: AddressValues, email: string): OrderAddress {
  const text = (name: string): string => values[name] ?? '';
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    company: text('company'),
    address1: text('address_1'),
    address2: text('address_2'),
    postcode: text('postcode'),
    city: text('city'),
    country: text('country'),
    phone: text('phone'),
    email,
  };
}

/** Converts an order's address to form values. */
export function fromAddress(address: OrderAddress): AddressValues {
  return {
    first_name: address.firstName,
    last_name: address.lastName,
    company: address.company,
    address_1: address.address1,
    address_2: address.address2,
    postcode: address.postcode,
    city: address.city,
    country: address.country,
    phone: address.phone,
    email: address.email,
  };
}
