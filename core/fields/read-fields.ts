import type { Field, FieldValue, FieldValues, FormFields, FormValue, ReadFields } from '../api/index.js';
import { isAsked, isFilled } from './conditions.js';
import { type FieldsDeps, typedValue } from './typed-value.js';
import { holdsMany, isEmptyValue, isOfField, isThingField } from './stored-value.js';

/** The form field that holds what was typed, by the keys of fields. */
export const FIELDS = 'fields';
/** The same of what shall be removed that is never shown. */
export const REMOVED = 'fields_removed';

/** What was typed or chosen beside: the number of a thing instead of one of the list, or one more. */
export const OTHER = 'fields_other';

/** What a form sent for a field; undefined when it did not ask for it. */
export function sentFor(form: FormFields, key: string, place = FIELDS): FormValue | undefined {
  const { [place]: all } = form;
  return typeof all === 'object' && !Array.isArray(all) && Object.hasOwn(all, key) ? all[key] : undefined;
}

/** The same with what was typed beside it. */
export function allSent(form: FormFields, field: Field): FormValue | undefined {
  const sent = sentFor(form, field.key);
  const other = isThingField(field) ? sentFor(form, field.key, OTHER) : undefined;
  if (typeof sent !== 'string' || typeof other !== 'string' || other.trim() === '') return sent;
  return holdsMany(field) ? `${sent},${other}` : other;
}

/** The fields that somebody may see and write. */
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
 * Reads what was typed into fields, and says what is wrong with it.
 * @param stored what they hold now, by key
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
  const held = (): FieldValues => ({ ...stored, ...values });
  const read: Field[] = [];
  for (const field of await fieldsFor(deps, fields)) {
    const { key } = field;
    const sent = allSent(form, field);
    if (sent === undefined || !isAsked(field, fields, held())) continue;
    const isRemoved = field.type === 'secret' && sentFor(form, key, REMOVED) === '1';
    // What is never shown comes back empty: it stays as it is.
    if (field.type === 'secret' && sent === '' && !isRemoved && !isEmptyValue(stored[key] ?? '')) continue;
    const typed = isRemoved ? { value: '' } : await typedValue(deps, field, sent);
    const clean = 'problem' in typed ? typed : await cleaned(deps, field, typed.value);
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
    const problem = await judged(deps, field, values[field.key] ?? null, held());
    if (problem !== '') problems[field.key] = problem;
  }
  return { values, problems };
}

function isPlainText({ type }: Field): boolean {
  return type === 'text' || type === 'textarea';
}

/** A value as its plugin cleans it; a cleaning that fails, or makes another kind of value, refuses it. */
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
    // Whose fault it was is recorded already.
  }
  return { problem: __('This value could not be checked, so it was not saved.') };
}

/** What a plugin finds wrong with a value; a check that fails takes none. */
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
 * What is wrong with a value that a program sends, by the same rules as a form's; empty when all is well.
 * @param value as its schema has it
 */
export async function problemOfValue(deps: FieldsDeps, field: Field, value: unknown): Promise<string> {
  const ticked = value === true ? '1' : '';
  const typed = await typedValue(
    deps,
    { ...field, ...(field.type === 'money' ? { type: 'number', step: 1 } : {}) },
    typeof value === 'boolean' ? ticked : textOf(value),
  );
  if ('problem' in typed) return typed.problem;
  // A form leaves the tags out; a program is told.
  if (typeof value === 'string' && value.includes('<') && isPlainText(field) && !String(typed.value).includes('<'))
    return deps.text.__('HTML is not allowed in this field.');
  const clean = await cleaned(deps, field, typed.value);
  if ('problem' in clean) return clean.problem;
  if (field.required && !isFilled(field, clean.value)) return deps.text.__('This field is required.');
  return judged(deps, field, clean.value, { [field.key]: clean.value });
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
