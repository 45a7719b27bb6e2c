import type {
  Field,
  FieldCondition,
  FieldType,
  FieldValue,
  FieldValues,
  FormFields,
  OneValue,
} from '../../api/index.js';
import {
  allSent,
  FIELDS,
  fieldsFor,
  fractionDigits,
  isEmptyValue,
  isEntityField,
  partsOf,
  plainComparison,
  REMOVED,
  typedAmount,
  wordsOf,
} from '../../fields/index.js';
import type { AdminDeps } from '../deps.js';
import { renderedEntity, type RenderEntityDeps } from './render-entity.js';

/** An option of a selection field. */
export interface OfferedChoice {
  readonly value: string;
  readonly label: string;
}

/** Returns the options of a selection field. */
async function offeredChoices(
  { text: { __ } }: Pick<AdminDeps, 'text'>,
  field: Field,
  current: string,
): Promise<readonly OfferedChoice[]> {
  const choices = typeof field.choices === 'function' ? await field.choices() : (field.choices ?? []);
  const listed = choices.map(({ value, label }) => ({ value, label: wordsOf(label) }));
  // No option is preselected.
  const isOpen =
    field.type === 'select' && !listed.some(({ value }) => value === '') && (!field.required || current === '');
  return isOpen ? [{ value: '', label: __('— Choose —') }, ...listed] : listed;
}

export type DrawDeps = Pick<AdminDeps, 'roles' | 'text' | 'views'> & RenderEntityDeps;

/** The values of a form. */
export interface ShownFields {
  readonly stored: FieldValues;
  /** Submitted values that were rejected or are shown again. */
  readonly form?: FormFields;
  /** Error messages by key. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Field types rendered as a single-line input, with the input type of each. */
const LINES: Readonly<Partial<Record<FieldType, string>>> = {
  text: 'text',
  number: 'number',
  money: 'text',
  date: 'date',
  datetime: 'datetime-local',
  url: 'url',
  email: 'email',
  secret: 'password',
};

/** Returns the ID of a field's input element. */
export function fieldId(key: string): string {
  return `field-${key}`;
}

/** Renders the fields visible to the user, with labels, help texts and error messages. */
export async function renderFields(deps: DrawDeps, fields: readonly Field[], formState: ShownFields): Promise<string> {
  const renderedFields: object[] = [];
  for (const field of await fieldsFor(deps, fields))
    renderedFields.push(await drawnField(deps, field, fields, formState));
  return renderedFields.length === 0 ? '' : deps.views.renderCore('admin/fields', { fields: renderedFields });
}

/** Returns the error messages for the list above a form. */
export function listedProblems(
  fields: readonly Field[],
  problems: Readonly<Record<string, string>>,
): { id: string; label: string; text: string }[] {
  return fields.flatMap(({ key, label }) => {
    const text = Object.hasOwn(problems, key) ? problems[key] : undefined;
    return text === undefined ? [] : [{ id: fieldId(key), label: wordsOf(label), text }];
  });
}

async function drawnField(
  deps: DrawDeps,
  field: Field,
  fields: readonly Field[],
  { stored, form = {}, problems = {} }: ShownFields,
): Promise<object> {
  const { key, type } = field;
  const storedValue = stored[key] ?? null;
  const sent = allSent(form, field);
  const isSecret = type === 'secret';
  const displayText = typeof sent === 'string' ? sent : typedText(field, storedValue);
  const value = isSecret ? '' : displayText;
  const id = fieldId(key);
  const problem = problems[key] ?? '';
  const help = wordsOf(field.help);
  const isPreserved = isSecret && !isEmptyValue(storedValue);
  const described = [
    ...(problem === '' ? [] : [`${id}-problem`]),
    ...(help === '' ? [] : [`${id}-help`]),
    ...(isPreserved ? [`${id}-kept`] : []),
  ];
  const isLine = LINES[type] !== undefined || type === 'color';
  return {
    key,
    id,
    problem,
    help,
    value,
    isKept: isPreserved,
    name: `${FIELDS}[${key}]`,
    removeName: `${REMOVED}[${key}]`,
    label: wordsOf(field.label),
    required: field.required === true,
    // A stored secret need not be entered again.
    mustFill: field.required === true && !isPreserved && field.showIf === undefined,
    described: described.join(' '),
    ...elementOf(field),
    isLine,
    checked: type === 'checkbox' && value === '1',
    ...boundsOf(field),
    choices: isLine || isEntityField(field) ? [] : await drawnChoices(deps, field, value),
    ...(isEntityField(field) ? await renderedEntity(deps, field, typeof sent === 'string' ? sent : storedValue) : {}),
    ...(field.showIf ? { showIf: JSON.stringify(asTyped(field.showIf, fields)) } : {}),
  };
}

/** Returns the input element and type of a field. */
function elementOf({ type, required, default: preset }: Field): object {
  // A color input cannot be empty.
  const colorInput = required || preset !== undefined ? 'color' : 'text';
  return {
    isCheckbox: type === 'checkbox',
    isRadio: type === 'radio',
    isLong: type === 'textarea' || type === 'code',
    isCode: type === 'code',
    isSecret: type === 'secret',
    inputType: type === 'color' ? colorInput : LINES[type],
  };
}

async function drawnChoices(deps: DrawDeps, field: Field, value: string): Promise<object[]> {
  return (await offeredChoices(deps, field, value)).map((choice, index) => ({
    ...choice,
    id: `${fieldId(field.key)}-${index}`,
    selected: choice.value === value || (value === '0' && choice.value === ''),
  }));
}

/** Converts a condition to the form values that the script compares. */
function asTyped(condition: FieldCondition, fields: readonly Field[]): object {
  const parts = partsOf(condition);
  if (parts) return { ['all' in condition ? 'all' : 'any']: parts.map((part) => asTyped(part, fields)) };
  if ('all' in condition || 'any' in condition) return {};
  const { field, values, not } = plainComparison(condition);
  const other = fields.find(({ key }) => key === field);
  const toText = (value: OneValue): string => (other ? typedText(other, value) : String(value ?? ''));
  return {
    field,
    not,
    ...(values ? { values: values.map(toText) } : {}),
    ...(other?.type === 'number' || other?.type === 'money' ? { number: true } : {}),
  };
}

/** Returns the constraints that the browser validates itself. */
function boundsOf({ type, min, max, step, maxLength, pattern, currency }: Field): object {
  if (type === 'number' || type === 'date' || type === 'datetime')
    return { min, max, step: type === 'number' ? (step ?? 1) : undefined };
  if (type === 'money') return { inputmode: 'decimal', suffix: currency ?? 'PLN' };
  if (type === 'color') return { pattern: '#([0-9A-Fa-f]{3}){1,2}', placeholder: '#336699' };
  return { maxlength: maxLength, pattern };
}

function typedText(field: Field, value: FieldValue): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (Array.isArray(value)) return value.join(', ');
  return field.type === 'money' && typeof value === 'number'
    ? typedAmount(value, fractionDigits(field.currency))
    : String(value);
}
