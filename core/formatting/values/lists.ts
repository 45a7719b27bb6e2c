import { toInt } from '../php/numeric.js';
import { parseQuery } from '../php/query-string.js';
import { toText } from '../php/text.js';

type Fields = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/**
 * Merges arguments, passed as a map or a query string, with defaults (`wp_parse_args`).
 * @since 0.1.0
 */
export function wpParseArgs(args: string | Fields, defaults: Fields = {}): Record<string, unknown> {
  return { ...defaults, ...(typeof args === 'string' ? parseQuery(args) : args) };
}

/**
 * Returns the values of a list, or of a text separated by commas or whitespace (`wp_parse_list`).
 * @since 0.1.0
 */
export function wpParseList(list: unknown): unknown[] {
  if (Array.isArray(list)) return list.filter(isPlain);
  if (isMap(list)) return Object.values(list).filter(isPlain);
  return toText(list)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/**
 * Returns the unique IDs of a list, as non-negative integers (`wp_parse_id_list`).
 * @since 0.1.0
 */
export function wpParseIdList(list: unknown): number[] {
  return [...new Set(wpParseList(list).map((one) => Math.abs(toInt(one))))];
}

/**
 * Returns one field of every item of a list, optionally keyed by another field (`wp_list_pluck`).
 * @since 0.1.0
 */
export function wpListPluck(
  list: readonly Fields[],
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
export function wpArraySliceAssoc(map: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(map, name) && map[name] !== null).map((name) => [name, map[name]]),
  );
}

/**
 * Whether a request value can be interpreted as a list: a list, or a scalar that is read as one (`rest_is_array`).
 * @since 0.1.0
 */
export function restIsArray(value: unknown): boolean {
  return isPlain(value) || Array.isArray(value);
}

/**
 * Converts a request value to a list (`rest_sanitize_array`).
 * @since 0.1.0
 */
export function restSanitizeArray(value: unknown): unknown[] {
  if (isPlain(value)) return wpParseList(value);
  if (Array.isArray(value)) return [...(value as readonly unknown[])];
  return isMap(value) ? Object.values(value) : [];
}

/**
 * Whether a request value can be interpreted as a map, which includes the empty string (`rest_is_object`).
 * @since 0.1.0
 */
export function restIsObject(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null);
}

/**
 * Converts a request value to a map; empty if it cannot be interpreted as one (`rest_sanitize_object`).
 * @since 0.1.0
 */
export function restSanitizeObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
