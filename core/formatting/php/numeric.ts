const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const LEADING = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;

/** PHP's `is_numeric`. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value));
}

/** PHP's `(float)`: the number a text begins with, else 0. */
export function toFloat(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return Number((LEADING.exec(value)?.[0] ?? '0').trim() || 0);
  if (value === null || value === undefined) return 0;
  return (Array.isArray(value) ? value.length : Object.keys(value).length) > 0 ? 1 : 0;
}

/** PHP's `(int)`. */
export function toInt(value: unknown): number {
  const number = Math.trunc(toFloat(value));
  return Number.isFinite(number) ? number + 0 : 0;
}

/** PHP's `(bool)`. */
export function toBool(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value !== '0';
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

/** Whether a number, or text of one, has no fraction. */
export function roundToInteger(value: unknown): boolean {
  return Number.isInteger(toFloat(value)) || !Number.isFinite(toFloat(value));
}
