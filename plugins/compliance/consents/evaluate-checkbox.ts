import type { PluginScope } from 'plinth';
import type { PaymentMethods } from '../store/shop.js';
import { CHECKBOX_LOCATIONS, type CheckboxChanges, isLabelMarkup, NO_CONDITIONS } from './checkbox.js';
import { isCountryCode, PRODUCT_TYPES } from './condition-references.js';

export const MAX_LABEL_LENGTH = 1000;
export const MAX_TEXT_LENGTH = 1000;
export const MAX_POSITION = 9999;
const READ_ONLY = ['id', 'created_at', 'updated_at', 'stats'];
const MAX_CONDITION_VALUES = 200;

type FieldResult = { readonly value: unknown } | { readonly error: string };
type CheckboxResult = { readonly changes: CheckboxChanges } | { readonly errors: Readonly<Record<string, string>> };

/**
 * Creates the validation of submitted checkbox data, independent of stored data and shared by the REST API and the
 * admin form.
 * @param payments payment methods available for conditions
 */
export function createCheckboxValidator(
  scope: Pick<
    PluginScope,
    '__' | 'restIsBoolean' | 'restSanitizeBoolean' | 'restIsInteger' | 'escUrl' | 'wpStripAllTags'
  >,
  payments: PaymentMethods,
): (body: Readonly<Record<string, unknown>>) => CheckboxResult {
  const { __, restIsBoolean, restSanitizeBoolean, restIsInteger } = scope;
  const validateFlag = (value: unknown): FieldResult =>
    restIsBoolean(value) ? { value: restSanitizeBoolean(value) } : { error: __('Must be true or false.') };
  const toInteger = (value: unknown): number | undefined =>
    (typeof value === 'number' || typeof value === 'string') && restIsInteger(value) ? Number(value) : undefined;
  const validateText = (value: unknown): FieldResult => {
    if (typeof value !== 'string') return { error: __('Must be a string.') };
    return [...value].length > MAX_TEXT_LENGTH
      ? { error: __('Must be at most %d characters long.', MAX_TEXT_LENGTH) }
      : { value };
  };

  const validators: Readonly<Record<string, ((value: unknown) => FieldResult) | undefined>> = {
    label(value) {
      if (typeof value !== 'string') return { error: __('Must be a string.') };
      const length = [...value].length;
      if (value.trim() === '' || length > MAX_LABEL_LENGTH)
        return { error: __('Must have 1 to %d characters.', MAX_LABEL_LENGTH) };
      return isLabelMarkup(value, scope)
        ? { value }
        : { error: __('Can contain links, bold, and italics, but no other markup.') };
    },
    required: validateFlag,
    enabled: validateFlag,
    location: (value) =>
      CHECKBOX_LOCATIONS.some((location) => location === value)
        ? { value }
        : { error: __('Must be one of: %s.', CHECKBOX_LOCATIONS.join(', ')) },
    position(value) {
      const number = toInteger(value);
      return number === undefined || number < 0 || number > MAX_POSITION
        ? { error: __('Must be a whole number from %s to %s.', 0, MAX_POSITION) }
        : { value: number };
    },
    legal_page_id(value) {
      if (value === null) return { value: null };
      const number = toInteger(value);
      return number === undefined || number < 1 || number > Number.MAX_SAFE_INTEGER
        ? { error: __('Must be a page ID or null.') }
        : { value: number };
    },
    error_message: validateText,
    description: validateText,
    conditions: (value) =>
      validateConditions(value, scope, {
        ...EXISTENCE_CHECKS,
        payment_methods: (method) => payments().some(({ id }) => id === method),
      }),
  };
  const propertyNames: Readonly<Record<string, keyof CheckboxChanges>> = {
    legal_page_id: 'legalPageId',
    error_message: 'errorMessage',
  };

  return (body) => {
    const errors: Record<string, string> = {};
    const changes: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) {
      if (READ_ONLY.includes(name)) errors[name] = __('Can’t be changed.');
      const result = Object.hasOwn(validators, name) ? validators[name]?.(value) : undefined;
      if (result === undefined) continue;
      if ('error' in result) errors[name] = result.error;
      else changes[propertyNames[name] ?? name] = result.value;
    }
    return Object.keys(errors).length > 0 ? { errors } : { changes };
  };
}

/** Existence checks by kind that do not need the catalog. */
type ExistenceChecks = Readonly<Partial<Record<string, (value: string) => boolean>>>;

/** Checks that are the same in every shop. */
const EXISTENCE_CHECKS: ExistenceChecks = {
  countries: isCountryCode,
  product_types: (type) => PRODUCT_TYPES.includes(type),
};

function validateConditions(
  value: unknown,
  { __, restIsInteger }: Pick<PluginScope, '__' | 'restIsInteger'>,
  existenceChecks: ExistenceChecks,
): FieldResult {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { error: __('Must be an object.') };
  const conditions: Record<string, unknown> = { ...NO_CONDITIONS };
  for (const [kind, list] of Object.entries(value)) {
    if (!Object.hasOwn(NO_CONDITIONS, kind)) return { error: __('Unknown field: %s.', kind) };
    if (!Array.isArray(list) || list.length > MAX_CONDITION_VALUES) return { error: __('%s must be a list.', kind) };
    const isValid =
      kind === 'categories'
        ? list.every((item) => restIsInteger(item))
        : list.every((item) => typeof item === 'string' && item.length <= 100);
    if (!isValid) return { error: __('%s contains a value of the wrong type.', kind) };
    const values: readonly string[] = list.map((item) =>
      kind === 'countries' ? String(item).toUpperCase() : String(item),
    );
    const exists = existenceChecks[kind];
    const unknown = exists ? values.find((candidate) => !exists(candidate)) : undefined;
    if (unknown !== undefined) return { error: __('%1$s contains an unknown value: %2$s.', kind, unknown) };
    conditions[kind] = kind === 'categories' ? values.map(Number) : values;
  }
  return { value: conditions };
}
