import type { TranslationApi } from 'plinth';
import type { Detail, FieldProblem, FieldValues, StoreField } from '../contract/index.js';

/** Default maximum length, in characters. */
const DEFAULT_MAX_LENGTH = 200;
/** Upper limit in characters, whatever `maxLength` an extension sets. */
const MAX_LENGTH = 2000;

/**
 * Reads the submitted values of fields, trimmed and truncated to the maximum length. A value that is not an option of a
 * select becomes empty.
 * @param prefix prefix of the field names in the form
 */
export function readFields(
  fields: readonly StoreField[],
  prefix: string,
  getField: (name: string) => string,
): FieldValues {
  return Object.fromEntries(
    fields.map((definition) => {
      const input = getField(`${prefix}${definition.name}`)
        .trim()
        .slice(0, Math.min(definition.maxLength ?? DEFAULT_MAX_LENGTH, MAX_LENGTH));
      if (definition.type === 'checkbox') return [definition.name, input === '' ? '' : '1'];
      if (definition.type === 'select')
        return [definition.name, definition.options?.some(({ value }) => value === input) ? input : ''];
      return [definition.name, definition.type === 'textarea' ? input : input.replace(/\s+/g, ' ')];
    }),
  );
}

/** Returns errors of required fields and of numbers. Plugins may validate further. */
export function fieldProblems(
  fields: readonly StoreField[],
  values: FieldValues,
  { __ }: Pick<TranslationApi, '__'>,
): readonly FieldProblem[] {
  return fields.flatMap((definition) => {
    const value = values[definition.name] ?? '';
    if (value === '')
      return definition.required ? [{ field: definition.name, message: __('Fill in: %s.', definition.label) }] : [];
    return definition.type === 'number' && !/^-?\d{1,12}([.,]\d{1,4})?$/.test(value)
      ? [{ field: definition.name, message: __('Enter a number: %s.', definition.label) }]
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
  return fields.map((definition) => {
    const value = values[definition.name] ?? '';
    return {
      id: `${prefix}${definition.name}`,
      label: definition.label,
      value,
      required: definition.required === true,
      hint: definition.hint ?? '',
      maxLength: Math.min(definition.maxLength ?? DEFAULT_MAX_LENGTH, MAX_LENGTH),
      autocomplete: 'off',
      type: definition.type === 'number' ? 'text' : (definition.type ?? 'text'),
      inputMode: definition.type === 'number' ? 'decimal' : '',
      isCheckbox: definition.type === 'checkbox',
      isTextarea: definition.type === 'textarea',
      options:
        definition.type === 'select'
          ? [
              { value: '', label: '–', selected: value === '' },
              ...(definition.options ?? []).map((option) => ({ ...option, selected: option.value === value })),
            ]
          : null,
      error: problems.find(({ field }) => field === definition.name)?.message ?? '',
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

/** Validates the fields defined by an extension; returns an error message, or an empty string. */
export function validateFields(fields: readonly StoreField[]): string {
  if (!Array.isArray(fields)) return 'its fields must be an array.';
  const invalid = (fields as readonly Partial<StoreField>[]).find(
    (definition) =>
      typeof definition.name !== 'string' ||
      !/^[a-z0-9_]{1,30}$/.test(definition.name) ||
      typeof definition.label !== 'string',
  );
  return invalid === undefined
    ? ''
    : 'a field must have a label, and a name of at most 30 lowercase letters, digits and underscores.';
}
