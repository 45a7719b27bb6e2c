import type { TranslationApi } from 'plinth';
import type { Detail, FieldProblem, FieldValues, StoreField } from '../contract/index.js';

const LENGTH = 200;
/** Upper limit in characters, whatever `maxLength` an extension sets. */
const MAX_LENGTH = 2000;

/**
 * Reads the submitted values of fields, trimmed and cut to length; a value that a select does not offer counts as
 * empty.
 * @param prefix prefix of the field names in the form
 */
export function readFields(
  fields: readonly StoreField[],
  prefix: string,
  field: (name: string) => string,
): FieldValues {
  return Object.fromEntries(
    fields.map((one) => {
      const input = field(`${prefix}${one.name}`)
        .trim()
        .slice(0, Math.min(one.maxLength ?? LENGTH, MAX_LENGTH));
      if (one.type === 'checkbox') return [one.name, input === '' ? '' : '1'];
      if (one.type === 'select') return [one.name, one.options?.some(({ value }) => value === input) ? input : ''];
      return [one.name, one.type === 'textarea' ? input : input.replace(/\s+/g, ' ')];
    }),
  );
}

/** Returns basic errors in the values; further validation is up to the plugin. */
export function fieldProblems(
  fields: readonly StoreField[],
  values: FieldValues,
  { __ }: Pick<TranslationApi, '__'>,
): readonly FieldProblem[] {
  return fields.flatMap((one) => {
    const value = values[one.name] ?? '';
    if (value === '') return one.required ? [{ field: one.name, message: __('Fill in: %s.', one.label) }] : [];
    return one.type === 'number' && !/^-?\d{1,12}([.,]\d{1,4})?$/.test(value)
      ? [{ field: one.name, message: __('Enter a number: %s.', one.label) }]
      : [];
  });
}

/** Returns the fields as the view `checkout/fields` needs them. */
export function fieldViews(
  fields: readonly StoreField[],
  prefix: string,
  values: FieldValues,
  problems: readonly FieldProblem[] = [],
): readonly object[] {
  return fields.map((one) => {
    const value = values[one.name] ?? '';
    return {
      id: `${prefix}${one.name}`,
      label: one.label,
      value,
      required: one.required === true,
      hint: one.hint ?? '',
      maxLength: Math.min(one.maxLength ?? LENGTH, MAX_LENGTH),
      autocomplete: 'off',
      type: one.type === 'number' ? 'text' : (one.type ?? 'text'),
      inputMode: one.type === 'number' ? 'decimal' : '',
      isBox: one.type === 'checkbox',
      isArea: one.type === 'textarea',
      options:
        one.type === 'select'
          ? [
              { value: '', label: '–', selected: value === '' },
              ...(one.options ?? []).map((option) => ({ ...option, selected: option.value === value })),
            ]
          : null,
      error: problems.find(({ field }) => field === one.name)?.message ?? '',
    };
  });
}

/** Returns the entered values, both formatted for display and as entered; empty ones are left out. */
export function fieldDetails(
  fields: readonly StoreField[],
  values: FieldValues,
  { __ }: Pick<TranslationApi, '__'>,
): readonly (Detail & { readonly name: string; readonly rawValue: string })[] {
  return fields.flatMap(({ name, label, type, options }) => {
    const value = values[name] ?? '';
    if (value === '') return [];
    return [
      {
        name,
        label,
        rawValue: value,
        value: type === 'checkbox' ? __('Yes') : (options?.find((option) => option.value === value)?.label ?? value),
      },
    ];
  });
}

/** Validates the fields defined by an extension; returns an error message, or an empty text. */
export function validateFields(fields: readonly StoreField[]): string {
  if (!Array.isArray(fields)) return 'its fields must be an array.';
  const invalid = (fields as readonly Partial<StoreField>[]).find(
    (one) => typeof one.name !== 'string' || !/^[a-z0-9_]{1,30}$/.test(one.name) || typeof one.label !== 'string',
  );
  return invalid === undefined
    ? ''
    : 'a field must have a label, and a name of at most 30 lowercase letters, digits and underscores.';
}
