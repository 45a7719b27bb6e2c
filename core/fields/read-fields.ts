import type { Field, FieldValue, FieldValues, FormFields, FormValue, ReadFields } from '../api/index.js';
import { isShown, isFilled } from './conditions.js';
import { type FieldsDeps, parseFieldValue } from './typed-value.js';
import { isIdList, isEmptyValue, hasFieldType, isEntityField } from './stored-value.js';

/** Form field with the submitted values by field key. */
export const FIELDS_NAME = 'fields';
/** Form field for secrets that will be removed. Their values are never shown. */
export const REMOVED_NAME = 'fields_removed';

/** Form field for an ID that was typed in addition to the list, or instead of selecting from it. */
export const OTHER_NAME = 'fields_other';

/** Returns the submitted value of a field; undefined if the form did not contain the field. */
export function submittedValue(form: FormFields, key: string, group = FIELDS_NAME): FormValue | undefined {
  const { [group]: all } = form;
  return typeof all === 'object' && !Array.isArray(all) && Object.hasOwn(all, key) ? all[key] : undefined;
}

/** Returns the submitted value, combined with the typed ID. */
export function combinedValue(form: FormFields, field: Field): FormValue | undefined {
  const sent = submittedValue(form, field.key);
  const other = isEntityField(field) ? submittedValue(form, field.key, OTHER_NAME) : undefined;
  if (typeof sent !== 'string' || typeof other !== 'string' || other.trim() === '') return sent;
  return isIdList(field) ? `${sent},${other}` : other;
}

/** Returns the fields that the user may see and edit. */
export async function allowedFields(
  { roles }: Pick<FieldsDeps, 'roles'>,
  fields: readonly Field[],
): Promise<readonly Field[]> {
  const allowed = await Promise.all(
    fields.map(
      async ({ type, capability = type === 'code' ? 'unfiltered_html' : '' }) =>
        capability === '' || roles.currentUserCan(capability),
    ),
  );
  return fields.filter((_field, index) => allowed[index]);
}

/**
 * Reads submitted field values and returns them with their error messages.
 * @param stored current values by key
 */
export async function readFields(
  deps: FieldsDeps,
  fields: readonly Field[],
  form: FormFields,
  stored: FieldValues,
): Promise<ReadFields> {
  const { __ } = deps.text;
  const values: Record<string, FieldValue> = {};
  const problems: Record<string, string> = {};
  const currentValues = (): FieldValues => ({ ...stored, ...values });
  const acceptedFields: Field[] = [];
  for (const field of await allowedFields(deps, fields)) {
    const { key } = field;
    const sent = combinedValue(form, field);
    if (sent === undefined || !isShown(field, fields, currentValues())) continue;
    const isRemoved = field.type === 'secret' && submittedValue(form, key, REMOVED_NAME) === '1';
    // A secret is never shown, so an empty value means that it is unchanged.
    if (field.type === 'secret' && sent === '' && !isRemoved && !isEmptyValue(stored[key] ?? '')) continue;
    const parsed = isRemoved ? { value: '' } : await parseFieldValue(deps, field, sent);
    const clean = 'problem' in parsed ? parsed : await sanitizeValue(deps, field, parsed.value);
    if ('problem' in clean) {
      problems[key] = clean.problem;
      continue;
    }
    values[key] = clean.value;
    if (field.required && !isFilled(field, clean.value))
      problems[key] = field.type === 'checkbox' ? __('Select this checkbox.') : __('This field is required.');
    else acceptedFields.push(field);
  }
  for (const field of acceptedFields) {
    const problem = await validateValue(deps, field, values[field.key] ?? null, currentValues());
    if (problem !== '') problems[field.key] = problem;
  }
  return { values, problems };
}

function isPlainText({ type }: Field): boolean {
  return type === 'text' || type === 'textarea';
}

/** Returns the value after the plugin's `sanitize`. If it fails or returns another type, the value is rejected. */
async function sanitizeValue(
  { text: { __ } }: FieldsDeps,
  field: Field,
  value: FieldValue,
): Promise<{ value: FieldValue } | { problem: string }> {
  if (!field.sanitize) return { value };
  try {
    const clean: unknown = await field.sanitize(value);
    if (hasFieldType(field, clean)) return { value: clean };
  } catch {
    // The error is already recorded with its owner.
  }
  return { problem: __('This value could not be checked, so it was not saved.') };
}

/** Returns the error message of the plugin's `validate`. If `validate` itself fails, the value is rejected. */
async function validateValue(
  { text: { __ } }: FieldsDeps,
  field: Field,
  value: FieldValue,
  values: FieldValues,
): Promise<string> {
  if (!field.validate) return '';
  try {
    return (await field.validate(value, values)) ?? '';
  } catch {
    return __('This value could not be checked, so it was not saved.');
  }
}

/**
 * Returns the error message for a value from an API client, with the same rules as for forms; empty if it is valid.
 * @param value value in the format of the field's schema
 */
export async function validateApiValue(deps: FieldsDeps, field: Field, value: unknown): Promise<string> {
  const checkboxText = value === true ? '1' : '';
  const parsed = await parseFieldValue(
    deps,
    { ...field, ...(field.type === 'money' ? { type: 'number', step: 1 } : {}) },
    typeof value === 'boolean' ? checkboxText : toText(value),
  );
  if ('problem' in parsed) return parsed.problem;
  // HTML tags are removed from form values, but rejected in values from API clients.
  if (typeof value === 'string' && value.includes('<') && isPlainText(field) && !String(parsed.value).includes('<'))
    return deps.text.__('HTML is not allowed in this field.');
  const clean = await sanitizeValue(deps, field, parsed.value);
  if ('problem' in clean) return clean.problem;
  if (field.required && !isFilled(field, clean.value)) return deps.text.__('This field is required.');
  return validateValue(deps, field, clean.value, { [field.key]: clean.value });
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
