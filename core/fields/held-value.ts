import type { Field, FieldType, FieldValue, RestSchema } from '../api/index.js';

/** What the kinds of fields hold that hold no text. */
const HOLDS: Readonly<Partial<Record<FieldType, 'boolean' | 'number' | 'amount' | 'id'>>> = { checkbox: 'boolean', number: 'number', money: 'amount', media: 'id', post: 'id', term: 'id' };

const TRUE: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];

/** A stored value as its field holds it; what is stored is text, and may come from elsewhere. */
export function heldValue({ type }: Pick<Field, 'type'>, stored: unknown): FieldValue {
  const holds = HOLDS[type];
  if (holds === 'boolean') return TRUE.includes(stored);
  const isText = typeof stored === 'string' || typeof stored === 'number';
  if (holds === undefined) return isText ? String(stored) : '';
  const number = isText && stored !== '' ? Number(stored) : NaN;
  if (holds === 'id') return Number.isInteger(number) && number > 0 ? number : 0;
  return Number.isFinite(number) ? number : null;
}

/** Whether a field holds nothing. */
export function isEmptyValue(value: FieldValue): boolean {
  return value === null || value === '' || value === 0 || value === false;
}

/** Whether a value is of the kind that the field holds. */
export function isOfField({ type }: Pick<Field, 'type'>, value: unknown): value is FieldValue {
  const holds = HOLDS[type];
  if (holds === undefined) return typeof value === 'string';
  if (holds === 'boolean') return typeof value === 'boolean';
  if (holds === 'id') return Number.isInteger(value) && (value as number) >= 0;
  return value === null || (holds === 'amount' ? Number.isSafeInteger(value) : Number.isFinite(value));
}

/** The type that a field's values are registered by. */
export function registeredType({ type, step }: Pick<Field, 'type' | 'step'>): 'string' | 'boolean' | 'integer' | 'number' {
  const holds = HOLDS[type];
  if (holds === undefined) return 'string';
  if (holds === 'boolean') return 'boolean';
  return holds === 'number' && step !== undefined ? 'number' : 'integer';
}

/** How programs read and write a field. */
export function schemaOf(field: Field): RestSchema {
  const { min, max, pattern, choices } = field;
  const bounds = typeof min === 'number' || typeof max === 'number' ? { ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) } : {};
  const isText = registeredType(field) === 'string';
  return {
    type: registeredType(field),
    ...bounds,
    ...(isText ? { maxLength: longest(field) } : {}),
    ...(isText && pattern !== undefined && field.required ? { pattern: `^(?:${pattern})$` } : {}),
    ...(Array.isArray(choices) ? { enum: [...(field.required ? [] : ['']), ...choices.map(({ value }: { value: string }) => value)] } : {}),
  };
}

/** Characters that a field takes. */
export function longest({ type, maxLength }: Field): number {
  return maxLength ?? (type === 'textarea' || type === 'code' ? 20_000 : 1000);
}
