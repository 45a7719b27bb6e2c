import type { FieldValue, FormFields, PluginScope } from 'plinth';
import type { FormError, ProductField } from '../contract/index.js';

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
    (fields) => [
      ...fields,
      ...scope
        .fieldsOn('product')
        .map(({ key, type, label, multiple }): ProductField => ({
          key,
          label: typeof label === 'function' ? label() : label,
          type:
            type === 'checkbox'
              ? 'boolean'
              : ['number', 'money', 'media', 'post', 'term'].includes(type) && !multiple
                ? 'number'
                : 'text',
        })),
    ],
    5,
  );
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
      asTyped(Object.hasOwn(values, key) ? values[key] : (stored[key] ?? null)),
    ]),
  );
  return {
    extra,
    problems,
    errors: Object.entries(problems).map(([key, message]) => ({ field: `field-${key}`, message })),
  };
}

function asTyped(value: FieldValue): string {
  return value === null || value === false ? '' : value === true ? '1' : String(value);
}
