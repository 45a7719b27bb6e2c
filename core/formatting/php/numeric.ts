const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const LEADING = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;

/** PHP's `is_numeric`. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value));
}

/** PHP's `(float)`: the number at the start of a text, otherwise 0. */
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

/** Whether a number, or a numeric string, has no fractional part. */
export function roundToInteger(value: unknown): boolean {
  return Number.isInteger(toFloat(value)) || !Number.isFinite(toFloat(value));
}

/** Rounds half away from zero like PHP's `round`, ignoring binary noise after the 15th digit. */
export function roundHalfUp(value: number, decimals = 0): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.floor(scaled + 0.5)) / factor;
}

/** PHP's `number_format` with '.' and ','. */
export function numberFormat(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  // Above this there is nothing to round, and the notation would change.
  const rounded = Math.abs(value) < 1e15 ? roundHalfUp(value, decimals) : value;
  const text =
    Math.abs(rounded) < 1e15
      ? Math.abs(rounded).toFixed(decimals)
      : `${BigInt(Math.abs(rounded))}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const [integerPart = '0', fraction] = text.split('.');
  const grouped = integerPart.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
