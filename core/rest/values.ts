import { toText as phpText } from '../formatting/php/text.js';

/** A map of values by name; PHP's array with string keys. */
export type Dictionary = Record<string, unknown>;

const NUMERIC = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/;
const INDEX = /^(?:0|-?[1-9]\d*)$/;

/** Whether a value is a plain map, as produced by JSON and query strings. */
export function isDictionary(value: unknown): value is Dictionary {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a string, number or boolean. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** PHP's `is_numeric`: numbers, and numeric strings with optional surrounding whitespace. */
export function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && NUMERIC.test(value));
}

/**
 * Returns the items of a list, or undefined. PHP has one type for lists and maps: a map whose names are all integers is
 * a list, and so is the empty one.
 */
export function listItems(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value as unknown[];
  if (!isDictionary(value)) return undefined;
  const names = namesOf(value);
  return names.every((name) => INDEX.test(name)) ? names.map((name) => value[name]) : undefined;
}

/** Original order of a map's numeric names, which JavaScript objects sort. */
const NAME_ORDERS = new WeakMap<object, readonly string[]>();

/** Returns the names of a map, in their original order. */
export function namesOf(map: object): readonly string[] {
  return NAME_ORDERS.get(map) ?? Object.keys(map);
}

/** Creates a map that, read as a list, has its items in the given order. */
export function orderedMap(entries: readonly (readonly [string, unknown])[]): Dictionary {
  const map = Object.fromEntries(entries);
  NAME_ORDERS.set(
    map,
    entries.map(([name]) => name),
  );
  return map;
}

/** Returns the entries of a list or map, by name. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** PHP's `(int)`: truncated to a 64-bit integer, where numbers wrap and strings are clamped; 0 for other values. */
export function toInteger(value: unknown): number {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = Math.trunc(toFloat(value));
  if (!Number.isFinite(number)) return 0;
  if (Math.abs(number) < 2 ** 63) return number + 0;
  if (typeof value === 'string') return Math.sign(number) * 2 ** 63;
  // PHP's largest integer is one more as a JavaScript number.
  return number === 2 ** 63 ? number : Number(BigInt.asIntN(64, BigInt(number)));
}

/** PHP's `(float)`: the number at the start of a string, 0 when there is none. */
export function toFloat(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    const number = Number.parseFloat(value);
    return Number.isNaN(number) || /^\s*[+-]?Infinity/.test(value) ? 0 : number + 0;
  }
  return entriesOf(value).length > 0 ? 1 : 0;
}

/** PHP's `(string)` of a scalar; `Array` for the rest. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return phpText(value);
  if (value === true) return '1';
  return value === false || value === null || value === undefined ? '' : 'Array';
}

/** Whether a value is falsy in PHP. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === 0 || value === '' || value === '0')
    return true;
  return (
    typeof value === 'object' &&
    (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) &&
    Object.keys(value).length === 0
  );
}

/** Returns a map without some of its names. */
export function omit<T extends object, K extends keyof T>(map: T, ...names: K[]): Omit<T, K> {
  const copy = { ...map };
  for (const name of names) delete copy[name];
  return copy;
}

/** Returns the tokens of a list separated by commas or spaces, or the scalars of an array (`wp_parse_list`). */
export function parseList(value: unknown): (string | number | boolean)[] {
  if (isScalar(value))
    return toText(value)
      .split(/[\s,]+/)
      .filter((token) => token !== '');
  return entriesOf(value)
    .map(([, item]) => item)
    .filter(isScalar);
}

/** Formats `a`, `a and b`, `a, b, and c` (`wp_sprintf`'s `%l`). */
export function enumerate(items: readonly unknown[]): string {
  const texts = items.map(toText);
  if (texts.length < 3) return texts.join(' and ');
  return `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1) ?? ''}`;
}
