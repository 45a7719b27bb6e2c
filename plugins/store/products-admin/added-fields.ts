import type { Field, FieldChoice, FieldValue, FormFields, PageText, PluginScope, TranslationApi } from 'plinth';
import type { FormError, ProductField } from '../contract/index.js';
import type { ProductInput } from '../products/product-input.js';

/** Field types with numeric values. */
const NUMBERS: readonly string[] = ['number', 'money', 'media', 'post', 'term'];

type StoredValues = Readonly<Record<string, number | string | boolean>>;

/** Submitted values of fields that extensions add to products, with validation errors. */
export interface AddedFields {
  /** Values in the form's representation of extension fields; empty for no value. */
  readonly extra: Readonly<Record<string, string>>;
  readonly errors: readonly FormError[];
  readonly problems: Readonly<Record<string, string>>;
}

/** Exposes fields that extensions added with `addFields` as ordinary product fields. */
export function offerAddedFields(scope: PluginScope): void {
  scope.addFilter(
    'store/product_fields',
    async (fields) => [...fields, ...(await Promise.all(scope.fieldsOn('product').map(productFieldOf)))],
    5,
  );
}

async function productFieldOf({ key, type, label, multiple, choices }: Field): Promise<ProductField> {
  const listed = await listedChoices(choices);
  return {
    key,
    label: wordsOf(label),
    type: valueTypeOf(type, multiple === true),
    ...(listed === undefined
      ? {}
      : { choices: listed.map((choice) => ({ value: choice.value, label: wordsOf(choice.label) })) }),
  };
}

async function listedChoices(choices: Field['choices']): Promise<readonly FieldChoice[] | undefined> {
  try {
    return typeof choices === 'function' ? await choices() : choices;
  } catch {
    // The plugin error is already recorded; stored values are shown.
    return undefined;
  }
}

const wordsOf = (text: PageText): string => (typeof text === 'function' ? text() : text);

function valueTypeOf(type: string, multiple: boolean): ProductField['type'] {
  if (type === 'checkbox') return 'boolean';
  return NUMBERS.includes(type) && !multiple ? 'number' : 'text';
}

/** Reads the submitted values; fields that the form did not include stay as stored. */
export async function readAddedFields(
  { fieldsOn, readFields }: Pick<PluginScope, 'fieldsOn' | 'readFields'>,
  form: FormFields,
  stored: StoredValues,
): Promise<AddedFields> {
  const { values, problems } = await readFields('product', form, stored);
  const extra = Object.fromEntries(
    fieldsOn('product').map(({ key }) => [
      key,
      asTyped((Object.hasOwn(values, key) ? values[key] : stored[key]) ?? null),
    ]),
  );
  return {
    extra,
    problems,
    errors: Object.entries(problems).map(([key, message]) => ({ field: `field-${key}`, message })),
  };
}

function asTyped(value: FieldValue): string {
  if (value === null || value === false) return '';
  return value === true ? '1' : String(value);
}

type Values = ProductInput['fields'];

/**
 * Applies submitted texts to extension fields; an empty text removes the value or means false, undefined leaves it
 * unchanged.
 */
export function withTyped(
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
    const number = Number(text.replace(',', '.'));
    if (type === 'number' && text !== '' && !Number.isFinite(number))
      addError(key, __('%s is not a number.', text.slice(0, 100)));
    else if (type === 'boolean') {
      if (text !== '' || key in before) values[key] = text === '1' || text.toLowerCase() === 'yes';
    } else if (text === '') delete values[key];
    else values[key] = type === 'number' ? number : text;
  }
  return values;
}
