import { isSerialized, serialize, unserialize } from './serialized-text.js';

/**
 * The text under which a value is stored. Scalars keep WordPress's forms (`5`, `1` for true, nothing for false and null);
 * lists and objects are serialized; a string that looks serialized is so too, so that it comes back as the string it was.
 * @since 0.1.0 (WordPress: maybe_serialize)
 */
export function toStoredText(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'string') return isSerialized(value) ? serialize(value) : value;
  if (typeof value === 'object') return serialize(value);
  return String(value as number);
}

/** The value behind a stored text (WordPress: maybe_unserialize). */
export function fromStoredText(text: string): unknown {
  if (!isSerialized(text)) return text;
  const value = unserialize(text.trim());
  return value === undefined ? text : value;
}

/** Whether two values are the same to WordPress's update functions: identical scalars, or equal structures. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return isStructure(a) && isStructure(b) && toStoredText(a) === toStoredText(b);
}

function isStructure(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}
