import { toInt } from '../php/numeric.js';
import { parseQuery } from '../php/query-string.js';
import { toText } from '../php/text.js';

type Fields = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Arguments, as a map or a query string, with defaults for what is not among them (`wp_parse_args`). @since 0.1.0 */
export function wpParseArgs(args: string | Fields, defaults: Fields = {}): Record<string, unknown> {
  return { ...defaults, ...(typeof args === 'string' ? parseQuery(args) : args) };
}

/** The values of a list, or of a text that separates them by commas or blanks (`wp_parse_list`). @since 0.1.0 */
export function wpParseList(list: unknown): unknown[] {
  if (Array.isArray(list)) return list.filter(isPlain);
  if (isMap(list)) return Object.values(list).filter(isPlain);
  return toText(list)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}

/** A list as ids: whole numbers from zero on, each one once (`wp_parse_id_list`). @since 0.1.0 */
export function wpParseIdList(list: unknown): number[] {
  return [...new Set(wpParseList(list).map((one) => Math.abs(toInt(one))))];
}

/** One field of every item of a list, by another field when one is named (`wp_list_pluck`). @since 0.1.0 */
export function wpListPluck(
  list: readonly Fields[],
  field: string,
  indexKey?: string,
): unknown[] | Record<string, unknown> {
  if (indexKey === undefined || !list.some((item) => Object.hasOwn(item, indexKey)))
    return list.map((item) => item[field]);
  return Object.fromEntries(list.map((item, index) => [toText(item[indexKey] ?? index), item[field]]));
}

/** Those of a map's entries whose names are in a list and whose values are not null (`wp_array_slice_assoc`). @since 0.1.0 */
export function wpArraySliceAssoc(map: Fields, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(map, name) && map[name] !== null).map((name) => [name, map[name]]),
  );
}

/** Whether a request's value can stand for a list: one, or text or a number that is taken as one (`rest_is_array`). @since 0.1.0 */
export function restIsArray(value: unknown): boolean {
  return isPlain(value) || Array.isArray(value);
}

/** The list that a request's value stands for (`rest_sanitize_array`). @since 0.1.0 */
export function restSanitizeArray(value: unknown): unknown[] {
  if (isPlain(value)) return wpParseList(value);
  if (Array.isArray(value)) return [...(value as readonly unknown[])];
  return isMap(value) ? Object.values(value) : [];
}

/** Whether a request's value can stand for a map; an empty text can (`rest_is_object`). @since 0.1.0 */
export function restIsObject(value: unknown): boolean {
  return value === '' || (typeof value === 'object' && value !== null);
}

/** The map that a request's value stands for; empty when it stands for none (`rest_sanitize_object`). @since 0.1.0 */
export function restSanitizeObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
