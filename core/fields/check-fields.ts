import { type Field, type FieldCondition, type FieldType, PlinthError } from '../api/index.js';
import { fieldsInCondition, conditionParts } from './conditions.js';
import { isEntityField } from './stored-value.js';

const FIELD_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
  'text',
  'textarea',
  'number',
  'money',
  'checkbox',
  'select',
  'radio',
  'date',
  'datetime',
  'url',
  'email',
  'color',
  'media',
  'post',
  'term',
  'secret',
  'code',
]);
const FIELD_KEY = /^[A-Za-z_][\w-]{0,99}$/;

/**
 * Throws an error if fields cannot be shown or stored correctly.
 * @param context describes what the fields are for, for the author of the plugin
 */
export function checkFields(fields: readonly Field[], context: string): void {
  assertArray(fields, `${context}: the list of fields is missing.`);
  const earlierKeys = new Set<string>();
  for (const field of fields) {
    const problem = findProblem(field, earlierKeys);
    if (problem) throw new PlinthError(problem.code, `${context}: ${problem.text}`, { hint: problem.hint });
    earlierKeys.add(field.key);
  }
}

/** Throws an error if the list of fields, or of sections with fields, is not an array. */
export function assertArray(list: unknown, message: string): void {
  if (Array.isArray(list)) return;
  throw new PlinthError('fields_required', message, {
    hint: 'Write `fields: [{ key, type, label }]`, on a settings page inside of `sections: [{ fields }]`.',
  });
}

function findProblem(
  { key, type, choices, showIf, pattern, multiple }: Field,
  before: ReadonlySet<string>,
): { code: string; text: string; hint: string } | undefined {
  if (typeof key !== 'string' || !FIELD_KEY.test(key))
    return {
      code: 'field_key_invalid',
      text: key === undefined ? 'A field has no key.' : `"${key}" is not a valid field key.`,
      hint: 'Use at most 100 letters, digits, underscores and hyphens, starting with a letter or an underscore.',
    };
  if (key === '__proto__')
    return { code: 'field_key_invalid', text: `"${key}" is not a valid field key.`, hint: 'Choose another name.' };
  if (before.has(key))
    return {
      code: 'field_key_twice',
      text: `The field key "${key}" is used twice.`,
      hint: 'Give each field a unique key.',
    };
  if (!FIELD_TYPES.has(type))
    return {
      code: 'field_type_unknown',
      text: `The field "${key}" has the unknown type "${type}".`,
      hint: `Use one of ${[...FIELD_TYPES].join(', ')}.`,
    };
  if (
    (type === 'select' || type === 'radio') &&
    (choices === undefined || (Array.isArray(choices) && choices.length === 0))
  )
    return {
      code: 'field_choices_missing',
      text: `The field "${key}" has no choices.`,
      hint: 'Set choices to a list of { value, label }, or to a function that returns one.',
    };
  if (multiple && !isEntityField({ type }))
    return {
      code: 'field_multiple_unfit',
      text: `The field "${key}" cannot have multiple values, because its type is "${type}".`,
      hint: 'Use multiple with media, post and term fields only.',
    };
  const unknown = showIf && (isCondition(showIf) ? fieldsInCondition(showIf).find((other) => !before.has(other)) : '');
  if (unknown === '')
    return {
      code: 'field_condition_invalid',
      text: `The condition of the field "${key}" is not valid.`,
      hint: 'Use a field with is, isNot, in or filled, or a list in all or any.',
    };
  if (unknown !== undefined)
    return {
      code: 'field_condition_unknown',
      text: `The field "${key}" depends on "${unknown}", which is not an earlier field of the form.`,
      hint: 'Use a field of the same form that is defined before this one.',
    };
  if (pattern !== undefined && !isPattern(pattern))
    return {
      code: 'field_pattern_invalid',
      text: `The pattern of the field "${key}" is not a valid regular expression.`,
      hint: 'Write it as a JavaScript regular expression, without slashes.',
    };
  return undefined;
}

/** Whether a condition is valid. Plugins without types may pass any value. */
function isCondition(condition: FieldCondition): boolean {
  const parts = conditionParts(condition);
  if (parts) return Array.isArray(parts) && parts.length > 0 && parts.every(isCondition);
  return (
    typeof (condition as { field?: unknown }).field === 'string' &&
    ['is', 'isNot', 'in', 'filled'].some((operator) => operator in condition)
  );
}

function isPattern(pattern: string): boolean {
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}
