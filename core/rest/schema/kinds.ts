import { type RestSchemaType, WpError } from '../../api/index.js';
import { isDictionary, isNumeric, isScalar, listItems, parseList, toFloat, toText } from '../values.js';

const BOOLEANS: readonly unknown[] = [true, false, 'true', 'false', '0', '1', 0, 1];

/** Converts a value to a list: lists stay, a scalar is split into tokens (`rest_is_array`, `rest_sanitize_array`). */
export function asList(value: unknown): unknown[] | undefined {
  return isScalar(value) ? parseList(value) : listItems(value);
}

/** Converts a value to an object; the empty string is an empty one (`rest_is_object`, `rest_sanitize_object`). */
export function asObject(value: unknown): Record<string, unknown> | undefined {
  if (value === '') return {};
  if (Array.isArray(value)) return Object.fromEntries(Object.entries(value));
  return isDictionary(value) ? value : undefined;
}

/** Whether a value can be read as a boolean (`rest_is_boolean`). */
export function isBoolean(value: unknown): boolean {
  return BOOLEANS.includes(typeof value === 'string' ? value.toLowerCase() : value);
}

/** Converts a value to a boolean (`rest_sanitize_boolean`). */
export function asBoolean(value: unknown): boolean {
  if (typeof value === 'string') return !['', '0', 'false'].includes(value.toLowerCase());
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** Whether a value is an integer in any notation (`rest_is_integer`). */
export function isInteger(value: unknown): boolean {
  if (!isNumeric(value)) return false;
  const number = toFloat(value);
  // A value that overflows to infinity is equal to its rounded value.
  return Number.isInteger(number) || number === Infinity || number === -Infinity;
}

const TYPE_CHECKS: Record<RestSchemaType, (value: unknown) => boolean> = {
  array: (value) => asList(value) !== undefined,
  object: (value) => asObject(value) !== undefined,
  integer: isInteger,
  number: isNumeric,
  boolean: isBoolean,
  string: (value) => typeof value === 'string',
  null: (value) => value === null,
};

/** Whether a word is the name of a schema type. */
export function isKnownType(type: unknown): type is RestSchemaType {
  return typeof type === 'string' && Object.hasOwn(TYPE_CHECKS, type);
}

/**
 * Returns the first of several types that a value matches (`rest_get_best_type_for_value`); an unknown type matches any
 * remaining value.
 */
export function bestType(value: unknown, types: readonly string[]): string | undefined {
  // An empty string would also match as an empty list or object.
  if (value === '' && types.includes('string')) return 'string';
  return (
    types.find((type) => isKnownType(type) && TYPE_CHECKS[type](value)) ?? types.find((type) => !isKnownType(type))
  );
}

/**
 * Whether two values are equal apart from their notation: 1 and 1.0, maps in any order, `[]` and `{}`
 * (`rest_are_values_equal`).
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  return toStableText(a) === toStableText(b);
}

/** Returns a text that is the same for equal values (`rest_stabilize_value`). */
export function toStableText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return `${typeof value}:${value === null ? 'null' : toText(value)}`;
  const parts = Object.entries(value).map(([name, item]): [string, string] => [name, toStableText(item)]);
  // The names in an object are unique.
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(parts);
}

/** Creates the error for a value of the wrong type. */
export function wrongTypeError(param: string, type: string): WpError {
  return new WpError('rest_invalid_type', `${param} is not of type ${type}.`, { param });
}

/** Formats a count with its noun, `1 item` or `2 items`. */
export function formatCount(count: number, singular: string, plural: string): string {
  return `${count} ${count === 1 ? singular : plural}`;
}
