import type { Field, FieldType, FieldValue, RestSchema } from '../api/index.js';

/** What the kinds of fields hold that hold no text. */
const HOLDS: Readonly<Partial<Record<FieldType, 'boolean' | 'number' | 'amount' | 'id'>>> = {
  checkbox: 'boolean',
  number: 'number',
  money: 'amount',
  media: 'id',
  post: 'id',
  term: 'id',
};

const TRUE: readonly unknown[] = [true, 1, '1', 'true', 'yes', 'on'];

/** Things that a field takes which says nothing of how many. */
const MAX_THINGS = 50;

type Kind = Pick<Field, 'type' | 'multiple'>;

/** Whether a field points to something of the site. */
export function isThingField({ type }: Pick<Field, 'type'>): boolean {
  return HOLDS[type] === 'id';
}

/** Whether a field holds a list of ids. */
export function holdsMany(field: Kind): boolean {
  return field.multiple === true && isThingField(field);
}

/** How many things a field takes. */
export function maxThings({ max }: Pick<Field, 'max'>): number {
  return typeof max === 'number' ? max : MAX_THINGS;
}

/** The ids of a list that is stored or typed, each once; what is none is left out. */
export function idsIn(value: unknown): readonly number[] {
  const listed: unknown = typeof value === 'string' ? value.split(/[\s,;]+/) : value;
  const parts: readonly unknown[] = Array.isArray(listed) ? listed : [listed];
  return [...new Set(parts.map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
}

/** A stored value as its field holds it; what is stored is text, and may come from elsewhere. */
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

/** Whether a field holds nothing. */
export function isEmptyValue(value: FieldValue): boolean {
  return (
    value === null || value === '' || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
  );
}

/** Whether a value is of the kind that the field holds. */
export function isOfField(field: Kind, value: unknown): value is FieldValue {
  const holds = HOLDS[field.type];
  if (holdsMany(field)) return Array.isArray(value) && value.every((id) => Number.isInteger(id) && (id as number) > 0);
  if (holds === undefined) return typeof value === 'string';
  if (holds === 'boolean') return typeof value === 'boolean';
  if (holds === 'id') return Number.isInteger(value) && (value as number) >= 0;
  return value === null || (holds === 'amount' ? Number.isSafeInteger(value) : Number.isFinite(value));
}

/** The type that a field's values are registered by. */
export function registeredType(
  field: Kind & Pick<Field, 'step'>,
): 'string' | 'boolean' | 'integer' | 'number' | 'array' {
  const holds = HOLDS[field.type];
  if (holdsMany(field)) return 'array';
  if (holds === undefined) return 'string';
  if (holds === 'boolean') return 'boolean';
  return holds === 'number' && field.step !== undefined ? 'number' : 'integer';
}

/** How programs read and write a field. */
export function schemaOf(field: Field): RestSchema {
  const { min, max, pattern, choices } = field;
  if (holdsMany(field)) return { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: maxThings(field) };
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

/** Characters that a field takes. */
export function longest({ type, maxLength }: Field): number {
  return maxLength ?? (type === 'textarea' || type === 'code' ? 20_000 : 1000);
}
