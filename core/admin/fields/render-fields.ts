import type {
  Field,
  FieldCondition,
  FieldType,
  FieldValue,
  FieldValues,
  FormFields,
  SingleFieldValue,
} from '../../api/index.js';
import {
  combinedValue,
  FIELDS_NAME,
  allowedFields,
  fractionDigits,
  isEmptyValue,
  isEntityField,
  conditionParts,
  normalizeComparison,
  REMOVED_NAME,
  formatAmount,
  resolveText,
} from '../../fields/index.js';
import type { AdminDeps } from '../deps.js';
import { entityFieldData, type RenderEntityDeps } from './render-entity.js';

/** An option of a selection field. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** Returns the options of a selection field. */
async function fieldOptions(
  { text: { __ } }: Pick<AdminDeps, 'text'>,
  field: Field,
  current: string,
): Promise<readonly FieldOption[]> {
  const choices = typeof field.choices === 'function' ? await field.choices() : (field.choices ?? []);
  const listed = choices.map(({ value, label }) => ({ value, label: resolveText(label) }));
  // No option is preselected.
  const isOpen =
    field.type === 'select' && !listed.some(({ value }) => value === '') && (!field.required || current === '');
  return isOpen ? [{ value: '', label: __('— Choose —') }, ...listed] : listed;
}

export type RenderFieldsDeps = Pick<AdminDeps, 'roles' | 'text' | 'views'> & RenderEntityDeps;

/** The values of a form. */
export interface FieldFormState {
  readonly stored: FieldValues;
  /** Submitted values that were rejected or are shown again. */
  readonly form?: FormFields;
  /** Error messages by key. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Field types rendered as a single-line input, with the input type of each. */
const INPUT_TYPES: Readonly<Partial<Record<FieldType, string>>> = {
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
export async function renderFields(
  deps: RenderFieldsDeps,
  fields: readonly Field[],
  formState: FieldFormState,
): Promise<string> {
  const renderedFields: object[] = [];
  for (const field of await allowedFields(deps, fields))
    renderedFields.push(await fieldData(deps, field, fields, formState));
  return renderedFields.length === 0 ? '' : deps.views.renderCore('admin/fields', { fields: renderedFields });
}

/** Returns the error messages for the list above a form. */
export function listFieldErrors(
  fields: readonly Field[],
  problems: Readonly<Record<string, string>>,
): { id: string; label: string; text: string }[] {
  return fields.flatMap(({ key, label }) => {
    const text = Object.hasOwn(problems, key) ? problems[key] : undefined;
    return text === undefined ? [] : [{ id: fieldId(key), label: resolveText(label), text }];
  });
}

async function fieldData(
  deps: RenderFieldsDeps,
  field: Field,
  fields: readonly Field[],
  { stored, form = {}, problems = {} }: FieldFormState,
): Promise<object> {
  const { key, type } = field;
  const storedValue = stored[key] ?? null;
  const submittedValue = combinedValue(form, field);
  const isSecret = type === 'secret';
  const displayText = typeof submittedValue === 'string' ? submittedValue : typedText(field, storedValue);
  const value = isSecret ? '' : displayText;
  const id = fieldId(key);
  const problem = problems[key] ?? '';
  const help = resolveText(field.help);
  const isPreserved = isSecret && !isEmptyValue(storedValue);
  const described = [
    ...(problem === '' ? [] : [`${id}-problem`]),
    ...(help === '' ? [] : [`${id}-help`]),
    ...(isPreserved ? [`${id}-kept`] : []),
  ];
  const isLine = INPUT_TYPES[type] !== undefined || type === 'color';
  return {
    key,
    id,
    problem,
    help,
    value,
    isPreserved: isPreserved,
    name: `${FIELDS_NAME}[${key}]`,
    removeName: `${REMOVED_NAME}[${key}]`,
    label: resolveText(field.label),
    required: field.required === true,
    // A stored secret need not be entered again.
    isRequired: field.required === true && !isPreserved && field.showIf === undefined,
    described: described.join(' '),
    ...inputElement(field),
    isLine,
    checked: type === 'checkbox' && value === '1',
    ...inputConstraints(field),
    choices: isLine || isEntityField(field) ? [] : await optionData(deps, field, value),
    ...(isEntityField(field)
      ? await entityFieldData(deps, field, typeof submittedValue === 'string' ? submittedValue : storedValue)
      : {}),
    ...(field.showIf ? { showIf: JSON.stringify(toFormCondition(field.showIf, fields)) } : {}),
  };
}

/** Returns the input element and type of a field. */
function inputElement({ type, required, default: preset }: Field): object {
  // A color input cannot be empty.
  const colorInput = required || preset !== undefined ? 'color' : 'text';
  return {
    isCheckbox: type === 'checkbox',
    isRadio: type === 'radio',
    isLong: type === 'textarea' || type === 'code',
    isCode: type === 'code',
    isSecret: type === 'secret',
    inputType: type === 'color' ? colorInput : INPUT_TYPES[type],
  };
}

async function optionData(deps: RenderFieldsDeps, field: Field, value: string): Promise<object[]> {
  return (await fieldOptions(deps, field, value)).map((choice, index) => ({
    ...choice,
    id: `${fieldId(field.key)}-${index}`,
    selected: choice.value === value || (value === '0' && choice.value === ''),
  }));
}

/** Converts a condition to the form values that the script compares. */
function toFormCondition(condition: FieldCondition, fields: readonly Field[]): object {
  const parts = conditionParts(condition);
  if (parts) return { ['all' in condition ? 'all' : 'any']: parts.map((part) => toFormCondition(part, fields)) };
  if ('all' in condition || 'any' in condition) return {};
  const { field, values, not } = normalizeComparison(condition);
  const referencedField = fields.find(({ key }) => key === field);
  const toText = (value: SingleFieldValue): string =>
    referencedField ? typedText(referencedField, value) : String(value ?? '');
  return {
    field,
    not,
    ...(values ? { values: values.map(toText) } : {}),
    ...(referencedField?.type === 'number' || referencedField?.type === 'money' ? { number: true } : {}),
  };
}

/** Returns the constraints that the browser validates itself. */
function inputConstraints({ type, min, max, step, maxLength, pattern, currency }: Field): object {
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
    ? formatAmount(value, fractionDigits(field.currency))
    : String(value);
}
