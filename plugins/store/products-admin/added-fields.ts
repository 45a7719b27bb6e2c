import type { Field, FieldChoice, FieldValue, FormFields, PageText, PluginScope, TranslationApi } from 'plinth';
import { parseNumber } from 'plinth';
import type { FormError, ProductField } from '../contract/index.js';
import { digitsOf } from '../money/currencies.js';
import { numberProblem } from '../forms/number-problem.js';
import type { ProductInput } from '../products/product-input.js';

/** Field types with numeric values. */
const NUMERIC_TYPES: readonly string[] = ['number', 'money', 'media', 'post', 'term'];

/** Currency of the amounts of a form whose field names none. */
const FORM_CURRENCY = 'PLN';
const CURRENCY_CODE = /^[A-Z]{3}$/;

type StoredValues = Readonly<Record<string, number | string | boolean>>;

/** Submitted values of fields that extensions add to products, with validation errors. */
export interface AddedFields {
  /** Submitted values of extension fields as strings; empty for no value. */
  readonly extra: Readonly<Record<string, string>>;
  readonly errors: readonly FormError[];
  readonly problems: Readonly<Record<string, string>>;
}

/** Adds the fields that extensions added with `addFields` to the filter `store/product_fields`. */
export function registerAddedFields(scope: PluginScope): void {
  scope.addFilter(
    'store/product_fields',
    async (fields) => [...fields, ...(await Promise.all(scope.fieldsOn('product').map(toProductField)))],
    5,
  );
}

async function toProductField({ key, type, label, multiple, choices, currency }: Field): Promise<ProductField> {
  const resolvedChoices = await resolveChoices(choices);
  return {
    key,
    label: resolveText(label),
    type: valueTypeOf(type, multiple === true),
    ...(type === 'money' ? moneyOf(currency) : {}),
    ...(type === 'date' || type === 'datetime' ? { format: type } : {}),
    ...(resolvedChoices === undefined
      ? {}
      : { choices: resolvedChoices.map((choice) => ({ value: choice.value, label: resolveText(choice.label) })) }),
  };
}

/** Returns the currency of amounts, which are stored in minor units. */
const moneyOf = (currency = FORM_CURRENCY): Pick<ProductField, 'currency' | 'unit' | 'digits'> =>
  CURRENCY_CODE.test(currency) ? { currency, digits: digitsOf(currency) } : { unit: currency, digits: 2 };

async function resolveChoices(choices: Field['choices']): Promise<readonly FieldChoice[] | undefined> {
  try {
    return typeof choices === 'function' ? await choices() : choices;
  } catch {
    // The plugin error is already recorded. The form shows stored values.
    return undefined;
  }
}

const resolveText = (text: PageText): string => (typeof text === 'function' ? text() : text);

function valueTypeOf(type: string, multiple: boolean): ProductField['type'] {
  if (type === 'checkbox') return 'boolean';
  return NUMERIC_TYPES.includes(type) && !multiple ? 'number' : 'text';
}

/** Reads the submitted values. Fields that are not in the form keep their stored values. */
export async function readAddedFields(
  { fieldsOn, readFields }: Pick<PluginScope, 'fieldsOn' | 'readFields'>,
  form: FormFields,
  stored: StoredValues,
): Promise<AddedFields> {
  const { values, problems } = await readFields('product', form, stored);
  const extra = Object.fromEntries(
    fieldsOn('product').map(({ key }) => [
      key,
      toInputValue((Object.hasOwn(values, key) ? values[key] : stored[key]) ?? null),
    ]),
  );
  return {
    extra,
    problems,
    errors: Object.entries(problems).map(([key, message]) => ({ field: `field-${key}`, message })),
  };
}

function toInputValue(value: FieldValue): string {
  if (value === null || value === false) return '';
  return value === true ? '1' : String(value);
}

type Values = ProductInput['fields'];

/**
 * Applies submitted texts to extension fields. An empty text removes the value, or means false for a boolean field.
 * Undefined leaves the value unchanged.
 */
export function applyInput(
  before: Values,
  fields: readonly ProductField[],
  textOf: (key: string) => string | undefined,
  addError: (key: string, message: string) => void,
  __: TranslationApi['__'],
): Values {
  const values: Record<string, number | string | boolean> = { ...before };
  for (const { key, type } of fields) {
    const text = textOf(key);
    if (text === undefined) continue;
    if (type === 'boolean') {
      if (text !== '' || key in before) values[key] = text === '1' || text.toLowerCase() === 'yes';
    } else if (text === '') delete values[key];
    else if (type === 'text') values[key] = text;
    else {
      const read = parseNumber(text, { pointIsDecimal: true });
      if ('value' in read) values[key] = read.value;
      else addError(key, numberProblem(text, read, __));
    }
  }
  return values;
}
