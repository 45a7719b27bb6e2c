const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const LEADING_NUMBER = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/;

/** Whether a value is a number or a numeric string (PHP's `is_numeric`). */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value));
}

/** Returns the number at the start of a text, otherwise 0 (PHP's cast to `float`). */
export function toFloat(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return Number((LEADING_NUMBER.exec(value)?.[0] ?? '0').trim() || 0);
  if (value === null || value === undefined) return 0;
  return (Array.isArray(value) ? value.length : Object.keys(value).length) > 0 ? 1 : 0;
}

/** Converts a value to an integer (PHP's cast to `int`). */
export function toInt(value: unknown): number {
  const number = Math.trunc(toFloat(value));
  return Number.isFinite(number) ? number + 0 : 0;
}

/** Converts a value to a boolean (PHP's cast to `bool`). */
export function toBool(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value !== '0';
  if (Array.isArray(value)) return value.length > 0;
  return Boolean(value);
}

/** Whether a number, or a numeric string, has no fractional part. */
export function isWholeNumber(value: unknown): boolean {
  return Number.isInteger(toFloat(value)) || !Number.isFinite(toFloat(value));
}

/** Rounds half away from zero like PHP's `round`. Inaccuracies after the 15th digit are ignored. */
export function roundHalfUp(value: number, decimals = 0): number {
  const factor = 10 ** decimals;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * Math.floor(scaled + 0.5)) / factor;
}

/** Formats a number with a decimal point, and commas between thousands (PHP's `number_format`). */
export function numberFormat(value: number, decimals: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  // Larger numbers have no decimals, and JavaScript would format them with an exponent.
  const rounded = Math.abs(value) < 1e15 ? roundHalfUp(value, decimals) : value;
  const text =
    Math.abs(rounded) < 1e15
      ? Math.abs(rounded).toFixed(decimals)
      : `${BigInt(Math.abs(rounded))}${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;
  const [integerPart = '0', fraction] = text.split('.');
  const grouped = integerPart.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${rounded < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}
