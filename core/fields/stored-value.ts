import type { Field, FieldType, FieldValue, RestSchema } from '../api/index.js';

/** The value types of fields that do not store text. */
const HOLDS: Readonly<Partial<Record<FieldType, 'boolean' | 'number' | 'amount' | 'id'>>> = {
  checkbox: 'boolean',
  number: 'number',
  money: 'amount',
  media: 'id',
  post: 'id',
  term: 'id',
};

const TRUE: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];

/** Default maximum number of entities in a field. */
const MAX_ENTITIES = 50;

type Kind = Pick<Field, 'type' | 'multiple'>;

/** Whether a field references entities of the site. */
export function isEntityField({ type }: Pick<Field, 'type'>): boolean {
  return HOLDS[type] === 'id';
}

/** Whether a field stores a list of IDs. */
export function holdsMany(field: Kind): boolean {
  return field.multiple === true && isEntityField(field);
}

/** Returns the maximum number of entities in a field. */
export function maxEntities({ max }: Pick<Field, 'max'>): number {
  return typeof max === 'number' ? max : MAX_ENTITIES;
}

/** Returns the unique IDs of a stored or submitted list; invalid ones are dropped. */
export function idsIn(value: unknown): readonly number[] {
  const listed: unknown = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
  const parts: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  return [...new Set(parts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** Converts a stored value to the field's type; it is stored as text and may have been written by other code. */
export function heldValue(field: Kind, stored: unknown): FieldValue {
  const holds = HOLDS[field.type];
  if (holdsMany(field)) return idsIn(stored);
  if (holds === 'boolean') return TRUE.includes(stored);
  const isText = typeof stored === 'string' || typeof stored === 'number';
  if (holds === undefined) return isText ? String(stored) : '';
  const number = isText && stored !== '' ? Number(stored) : NaN;
  if (holds === 'id') return Number.isInteger(number) && number > 0 ? number : 0;
  return Number.isFinite(number) ? number : null;
}

/** Whether a field value is empty. */
export function isEmptyValue(value: FieldValue): boolean {
  return (
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether a value has the field's type. */
export function isOfField(field: Kind, value: unknown): value is FieldValue {
  const holds = HOLDS[field.type];
  if (holdsMany(field)) return Array.isArray(value) && value.every((id) => Number.isInteger(id) && (id as number) > 0);
  if (holds === undefined) return typeof value === 'string';
  if (holds === 'boolean') return typeof value === 'boolean';
  if (holds === 'id') return Number.isInteger(value) && (value as number) >= 0;
  return value === null || (holds === 'amount' ? Number.isSafeInteger(value) : Number.isFinite(value));
}

/** Returns the type with which a field's values are registered. */
export function registeredType(
  field: Kind & Pick<Field, 'step'>,
): 'string' | 'boolean' | 'integer' | 'number' | 'array' {
  const holds = HOLDS[field.type];
  if (holdsMany(field)) return 'array';
  if (holds === undefined) return 'string';
  if (holds === 'boolean') return 'boolean';
  return holds === 'number' && field.step !== undefined ? 'number' : 'integer';
}

/** Returns the REST schema of a field. */
export function schemaOf(field: Field): RestSchema {
  const { min, max, pattern, choices } = field;
  if (holdsMany(field)) return { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: maxEntities(field) };
  const bounds =
    typeof min === 'number' || typeof max === 'number'
      ? { ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) }
      : {};
  const isText = registeredType(field) === 'string';
  return {
    type: registeredType(field),
    ...bounds,
    ...(isText ? { maxLength: longest(field) } : {}),
    ...(isText && pattern !== undefined && field.required ? { pattern: `^(?:${pattern})$` } : {}),
    ...(Array.isArray(choices)
      ? { enum: [...(field.required ? [] : ['']), ...choices.map(({ value }: { value: string }) => value)] }
      : {}),
  };
}

/** Returns the maximum length of a field, in characters. */
export function longest({ type, maxLength }: Field): number {
  return maxLength ?? (type === 'textarea' || type === 'code' ? 20_000 : 1000);
}
