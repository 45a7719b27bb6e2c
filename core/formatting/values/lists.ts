import { toInt } from '../php/numeric.js';
import { parseQuery } from '../php/query-string.js';
import { toText } from '../php/text.js';

type FieldsObject = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Merges arguments (an object or a query string) with default values (`wp_parse_args`).
 * @since 0.1.0
 */
export function wpParseArgs(args: string | FieldsObject, defaults: FieldsObject = {}): Record<string, unknown> {
  return { ...defaults, ...(typeof args === 'string' ? parseQuery(args) : args) };
}

/**
 * Returns the values of an array, or of a text that is separated by commas or whitespace (`wp_parse_list`).
 * @since 0.1.0
 */
export function wpParseList(list: unknown): unknown[] {
  if (Array.isArray(list)) return list.filter(isScalar);
  if (isMap(list)) return Object.values(list).filter(isScalar);
  return toText(list)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/**
 * Returns the unique IDs of a list as non-negative integers (`wp_parse_id_list`).
 * @since 0.1.0
 */
export function wpParseIdList(list: unknown): number[] {
  return [...new Set(wpParseList(list).map((id) => Math.abs(toInt(id))))];
}

/**
 * Returns one field of every item of a list. The result may use another field as its keys (`wp_list_pluck`).
 * @since 0.1.0
 */
export function wpListPluck(
  list: readonly FieldsObject[],
  field: string,
  indexKey?: string,
): unknown[] | Record<string, unknown> {
  if (indexKey === undefined || !list.some((item) => Object.hasOwn(item, indexKey)))
    return list.map((item) => item[field]);
  return Object.fromEntries(list.map((item, index) => [toText(item[indexKey] ?? index), item[field]]));
}

/**
 * Returns the entries of a map whose names are in a list and whose values are not null (`wp_array_slice_assoc`).
 * @since 0.1.0
 */
export function wpArraySliceAssoc(map: FieldsObject, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(map, name) && map[name] !== null).map((name) => [name, map[name]]),
  );
}

/**
 * Whether a request value can be interpreted as an array: it is an array or a scalar (`rest_is_array`).
 * @since 0.1.0
 */
export function restIsArray(value: unknown): boolean {
  return isScalar(value) || Array.isArray(value);
}

/**
 * Converts a request value to an array (`rest_sanitize_array`).
 * @since 0.1.0
 */
export function restSanitizeArray(value: unknown): unknown[] {
  if (isScalar(value)) return wpParseList(value);
  if (Array.isArray(value)) return [...(value as readonly unknown[])];
  return isMap(value) ? Object.values(value) : [];
}

/**
 * Whether a request value can be interpreted as an object. The empty string counts as one (`rest_is_object`).
 * @since 0.1.0
 */
export function restIsObject(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null);
}

/**
 * Converts a request value to an object; empty if it cannot be interpreted as one (`rest_sanitize_object`).
 * @since 0.1.0
 */
export function restSanitizeObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
