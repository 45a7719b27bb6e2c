import { isSerialized, serialize, unserialize } from './serialized-text.js';

/**
 * Converts a value to stored text. Scalars have WordPress's formats (`5`, `1` for true, an empty string for false and
 * null); lists and objects are serialized; a string that looks serialized is serialized again, so that it is restored
 * unchanged.
 * @since 0.1.0 (WordPress: maybe_serialize)
 */
export function toStoredText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'string') return isSerialized(value, false) ? serialize(value) : value;
  if (typeof value === 'object') return serialize(value);
  return formatNumber(value as number);
}

/** Formats a number as PHP does: a number too large for an integer gets an exponent. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) < 2 ** 63) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`;
}

/** Restores the value of a stored text (WordPress: maybe_unserialize). */
export function fromStoredText(text: string): unknown {
  if (!isSerialized(text)) return text;
  const value = unserialize(text.trim());
  return value === undefined ? text : value;
}

/** Whether two values are equal to WordPress's update functions: identical scalars, or equal structures. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return isStructure(a) && isStructure(b) && toStoredText(a) === toStoredText(b);
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
