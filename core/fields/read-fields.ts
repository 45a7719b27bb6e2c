import type { Field, FieldValue, FieldValues, FormFields, FormValue, ReadFields } from '../api/index.js';
import { isAsked, isFilled } from './conditions.js';
import { type FieldsDeps, typedValue } from './typed-value.js';
import { holdsMany, isEmptyValue, isOfField, isEntityField } from './stored-value.js';

/** The form field that contains the submitted values by field key. */
export const FIELDS = 'fields';
/** The form field with the secrets to remove, whose values are never shown. */
export const REMOVED = 'fields_removed';

/** The form field for an ID typed instead of selecting from the list, or in addition to it. */
export const OTHER = 'fields_other';

/** Returns the submitted value of a field; undefined if the form did not contain it. */
export function sentFor(form: FormFields, key: string, group = FIELDS): FormValue | undefined {
  const { [group]: all } = form;
  return typeof all === 'object' && !Array.isArray(all) && Object.hasOwn(all, key) ? all[key] : undefined;
}

/** Returns the submitted value together with the additional ID. */
export function allSent(form: FormFields, field: Field): FormValue | undefined {
  const sent = sentFor(form, field.key);
  const other = isEntityField(field) ? sentFor(form, field.key, OTHER) : undefined;
  if (typeof sent !== 'string' || typeof other !== 'string' || other.trim() === '') return sent;
  return holdsMany(field) ? `${sent},${other}` : other;
}

/** Returns the fields the user may see and edit. */
export async function fieldsFor(
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
  const read: Field[] = [];
  for (const field of await fieldsFor(deps, fields)) {
    const { key } = field;
    const sent = allSent(form, field);
    if (sent === undefined || !isAsked(field, fields, currentValues())) continue;
    const isRemoved = field.type === 'secret' && sentFor(form, key, REMOVED) === '1';
    // A secret is never shown, so an empty value leaves it unchanged.
    if (field.type === 'secret' && sent === '' && !isRemoved && !isEmptyValue(stored[key] ?? '')) continue;
    const parsed = isRemoved ? { value: '' } : await typedValue(deps, field, sent);
    const clean = 'problem' in parsed ? parsed : await cleaned(deps, field, parsed.value);
    if ('problem' in clean) {
      problems[key] = clean.problem;
      continue;
    }
    values[key] = clean.value;
    if (field.required && !isFilled(field, clean.value))
      problems[key] = field.type === 'checkbox' ? __('Select this checkbox.') : __('This field is required.');
    else read.push(field);
  }
  for (const field of read) {
    const problem = await judged(deps, field, values[field.key] ?? null, currentValues());
    if (problem !== '') problems[field.key] = problem;
  }
  return { values, problems };
}

function isPlainText({ type }: Field): boolean {
  return type === 'text' || type === 'textarea';
}

/** Returns a value sanitized by its plugin; an error, or a result of another type, rejects the value. */
async function cleaned(
  { text: { __ } }: FieldsDeps,
  field: Field,
  value: FieldValue,
): Promise<{ value: FieldValue } | { problem: string }> {
  if (!field.sanitize) return { value };
  try {
    const clean: unknown = await field.sanitize(value);
    if (isOfField(field, clean)) return { value: clean };
  } catch {
    // The error is already recorded with its owner.
  }
  return { problem: __('This value could not be checked, so it was not saved.') };
}

/** Returns the error message of a plugin's validation; if the validation itself fails, the value is rejected. */
async function judged(
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
 * Returns the error message for a value sent by an API client, by the same rules as for forms; empty if it is valid.
 * @param value value in the format of its schema
 */
export async function problemOfValue(deps: FieldsDeps, field: Field, value: unknown): Promise<string> {
  const ticked = value === true ? '1' : '';
  const parsed = await typedValue(
    deps,
    { ...field, ...(field.type === 'money' ? { type: 'number', step: 1 } : {}) },
    typeof value === 'boolean' ? ticked : textOf(value),
  );
  if ('problem' in parsed) return parsed.problem;
  // Tags are removed from form values, but rejected from API clients.
  if (typeof value === 'string' && value.includes('<') && isPlainText(field) && !String(parsed.value).includes('<'))
    return deps.text.__('HTML is not allowed in this field.');
  const clean = await cleaned(deps, field, parsed.value);
  if ('problem' in clean) return clean.problem;
  if (field.required && !isFilled(field, clean.value)) return deps.text.__('This field is required.');
  return judged(deps, field, clean.value, { [field.key]: clean.value });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
