/** Returns the integer at the start of a value, without its fraction; 0 if there is none (PHP's cast to int). */
export function toInteger(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'string') return Array.isArray(value) && value.length > 0 ? 1 : 0;
  const match = /^\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)/.exec(value);
  return match ? Math.trunc(Number(match[1])) : 0;
}

/** Returns the absolute value of the integer at the start of a value (WordPress: absint). */
export function toAbsInteger(value: unknown): number {
  return Math.abs(toInteger(value));
}

/** Whether a value is a number or a numeric string (PHP's is_numeric). */
export function isNumeric(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isNaN(value);
  return typeof value === 'string' && /^\s*[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/.test(value);
}
