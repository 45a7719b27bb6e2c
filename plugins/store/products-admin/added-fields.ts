import type { Field, FieldChoice, FieldValue, FormFields, PageText, PluginScope, TranslationApi } from 'plinth';
import type { FormError, ProductField } from '../contract/index.js';
import type { ProductInput } from '../products/product-input.js';

/** Types of fields whose values are numbers. */
const NUMBERS: readonly string[] = ['number', 'money', 'media', 'post', 'term'];

type Stored = Readonly<Record<string, number | string | boolean>>;

/** What was typed into the fields that extensions added to products, and what is wrong with it. */
export interface AddedFields {
  /** As the form's own fields of extensions hold them; empty for nothing. */
  readonly extra: Readonly<Record<string, string>>;
  readonly errors: readonly FormError[];
  readonly problems: Readonly<Record<string, string>>;
}

/** Makes what extensions added to products by `addFields` fields of products like any other. */
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
    // Whose fault it was is recorded already; values are shown as they are stored.
    return undefined;
  }
}

const wordsOf = (text: PageText): string => (typeof text === 'function' ? text() : text);

function valueTypeOf(type: string, multiple: boolean): ProductField['type'] {
  if (type === 'checkbox') return 'boolean';
  return NUMBERS.includes(type) && !multiple ? 'number' : 'text';
}

/** Reads them; what the form did not ask for stays as it is stored. */
export async function readAddedFields(
  { fieldsOn, readFields }: Pick<PluginScope, 'fieldsOn' | 'readFields'>,
  form: FormFields,
  stored: Stored,
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

/** Puts typed texts over extensions' fields; an empty one takes the field away or means no, undefined leaves it as it is. */
export function withTyped(
  before: Values,
  fields: readonly ProductField[],
  typed: (key: string) => string | undefined,
  wrong: (key: string, message: string) => void,
  __: TranslationApi['__'],
): Values {
  const values: Record<string, number | string | boolean> = { ...before };
  for (const { key, type } of fields) {
    const text = typed(key);
    if (text === undefined) continue;
    const number = Number(text.replace(',', '.'));
    if (type === 'number' && text !== '' && !Number.isFinite(number))
      wrong(key, __('%s is not a number.', text.slice(0, 100)));
    else if (type === 'boolean') {
      if (text !== '' || key in before) values[key] = text === '1' || text.toLowerCase() === 'yes';
    } else if (text === '') delete values[key];
    else values[key] = type === 'number' ? number : text;
  }
  return values;
}
