import type { Field, FieldType, FieldValue, RestSchema } from '../api/index.js';

/** The value types of fields that do not store a string. */
const VALUE_TYPES: Readonly<Partial<Record<FieldType, 'boolean' | 'number' | 'amount' | 'id'>>> = {
  checkbox: 'boolean',
  number: 'number',
  money: 'amount',
  media: 'id',
  post: 'id',
  term: 'id',
};

const TRUE_VALUES: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];

/** Default maximum number of posts, terms or files in a field. */
const MAX_ENTITIES = 50;

type FieldKind = Pick<Field, 'type' | 'multiple'>;

/** Whether a field references posts, terms or files. */
export function isEntityField({ type }: Pick<Field, 'type'>): boolean {
  return VALUE_TYPES[type] === 'id';
}

/** Whether a field stores a list of IDs. */
export function isIdList(field: FieldKind): boolean {
  return field.multiple === true && isEntityField(field);
}

/** Returns the maximum number of posts, terms or files in a field. */
export function maxEntities({ max }: Pick<Field, 'max'>): number {
  return typeof max === 'number' ? max : MAX_ENTITIES;
}

/** Returns the unique IDs in a stored or submitted list, without invalid ones. */
export function parseIds(value: unknown): readonly number[] {
  const listed: unknown = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
  const parts: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  return [...new Set(parts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Converts a stored value to the field's type. Values are stored as strings, and other code may have written them. */
export function toFieldValue(field: FieldKind, stored: unknown): FieldValue {
  const valueType = VALUE_TYPES[field.type];
  if (isIdList(field)) return parseIds(stored);
  if (valueType === 'boolean') return TRUE_VALUES.includes(stored);
  const isText = typeof stored === 'string' || typeof stored === 'number';
  if (valueType === undefined) return isText ? String(stored) : '';
  const number = isText && stored !== '' ? Number(stored) : NaN;
  if (valueType === 'id') return Number.isInteger(number) && number > 0 ? number : 0;
  return Number.isFinite(number) ? number : null;
}

/** Whether a field value is empty. */
export function isEmptyValue(value: FieldValue): boolean {
  return (
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether a value has the type of a field. */
export function hasFieldType(field: FieldKind, value: unknown): value is FieldValue {
  const valueType = VALUE_TYPES[field.type];
  if (isIdList(field)) return Array.isArray(value) && value.every((id) => Number.isInteger(id) && (id as number) > 0);
  if (valueType === undefined) return typeof value === 'string';
  if (valueType === 'boolean') return typeof value === 'boolean';
  if (valueType === 'id') return Number.isInteger(value) && (value as number) >= 0;
  return value === null || (valueType === 'amount' ? Number.isSafeInteger(value) : Number.isFinite(value));
}

/** Returns the type with which the values of a field are registered (WordPress: register_meta). */
export function metaType(
  field: FieldKind & Pick<Field, 'step'>,
): 'string' | 'boolean' | 'integer' | 'number' | 'array' {
  const valueType = VALUE_TYPES[field.type];
  if (isIdList(field)) return 'array';
  if (valueType === undefined) return 'string';
  if (valueType === 'boolean') return 'boolean';
  return valueType === 'number' && field.step !== undefined ? 'number' : 'integer';
}

/** Returns the schema of a field for the REST API. */
export function restSchema(field: Field): RestSchema {
  const { min, max, pattern, choices } = field;
  if (isIdList(field)) return { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: maxEntities(field) };
  const bounds =
    typeof min === 'number' || typeof max === 'number'
      ? { ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) }
      : {};
  const isText = metaType(field) === 'string';
  return {
    type: metaType(field),
    ...bounds,
    ...(isText ? { maxLength: maxTextLength(field) } : {}),
    ...(isText && pattern !== undefined && field.required ? { pattern: `^(?:${pattern})$` } : {}),
    ...(Array.isArray(choices)
      ? { enum: [...(field.required ? [] : ['']), ...choices.map(({ value }: { value: string }) => value)] }
      : {}),
  };
}

/** Returns the maximum length of a field's value in characters. */
export function maxTextLength({ type, maxLength }: Field): number {
  return maxLength ?? (type === 'textarea' || type === 'code' ? 20_000 : 1000);
}
