import { toText } from './text.js';

/** A value of a query string: text, or a nested list/map. A Map keeps PHP's order of keys. */
type QueryValue = string | QueryMap;
type QueryMap = Map<string, QueryValue>;

const HEX = '0123456789ABCDEF';

/** Percent-decodes into bytes (one character per byte), so that invalid UTF-8 survives. */
function decodeToBytes(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8').toString('latin1');
  return bytes.replace(/%([0-9a-fA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** PHP's `urlencode` over bytes. */
function encodeBytes(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9_.-]/g, (c) => {
    if (c === ' ') return '+';
    const code = c.charCodeAt(0);
    return `%${HEX.charAt(code >> 4)}${HEX.charAt(code & 15)}`;
  });
}


/** Names, and the query as a whole, end at the first NUL. */
function upToNul(text: string): string {
  const nul = text.indexOf('\0');
  return nul < 0 ? text : text.slice(0, nul);
}

/** PHP's `urlencode`. */
export function urlEncode(text: string): string {
  return encodeBytes(Buffer.from(text).toString('latin1'));
}

/** PHP's `rawurlencode`. */
export function rawUrlEncode(text: string): string {
  return urlEncode(text).replaceAll('+', '%20').replaceAll('%7E', '~');
}

function child(map: QueryMap, key: string): QueryMap {
  const present = map.get(key);
  if (present instanceof Map) return present;
  const made: QueryMap = new Map();
  map.set(key, made);
  return made;
}

function nextIndex(map: QueryMap): string {
  let next = 0;
  for (const key of map.keys()) if (/^(?:0|[1-9]\d*)$/.test(key)) next = Math.max(next, Number(key) + 1);
  return String(next);
}

/** `a[b][]` → ['a', 'b', '']; dots and spaces of the first name become underscores. A name that begins with a bracket is none. */
function splitName(name: string): string[] {
  const trimmed = name.replace(/^ +/, '');
  const open = trimmed.indexOf('[');
  const plain = (text: string): string => text.replace(/[ .]/g, '_');
  if (open === 0) return [''];
  if (open < 0 || !trimmed.includes(']', open)) return [plain(trimmed).replaceAll('[', '_')];
  const path = [plain(trimmed.slice(0, open))];
  let at = open;
  while (trimmed.charAt(at) === '[') {
    const close = trimmed.indexOf(']', at);
    if (close < 0) break;
    path.push(trimmed.slice(at + 1, close));
    at = close + 1;
  }
  return path;
}

/**
 * Reads a query string as PHP's `parse_str` does and leaves each value percent-encoded again
 * (`urlencode_deep`): what WordPress does to a query before it rebuilds it.
 */
export function parseQueryEncoded(query: string): QueryMap {
  return readQuery(query, encodeBytes);
}

/** Names and values of a query string (PHP's `parse_str`); nested names make lists and maps. */
export function parseQuery(query: string): Record<string, unknown> {
  const plain = (value: QueryValue): unknown => {
    if (typeof value === 'string') return value;
    const keys = [...value.keys()];
    if (keys.every((key, index) => key === String(index))) return [...value.values()].map(plain);
    return Object.fromEntries(Array.from(value, ([key, one]) => [key, plain(one)]));
  };
  const read = readQuery(query, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
  return Object.fromEntries(Array.from(read, ([key, one]) => [key, plain(one)]));
}

function readQuery(query: string, written: (bytes: string) => string): QueryMap {
  const result: QueryMap = new Map();
  for (const pair of upToNul(query).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = decodeToBytes(equals < 0 ? pair : pair.slice(0, equals));
    const name = Buffer.from(upToNul(rawName), 'latin1').toString('utf8');
    const value = written(equals < 0 ? '' : decodeToBytes(pair.slice(equals + 1)));
    const path = splitName(name);
    if (path[0] === '') continue;
    let map = result;
    path.forEach((step, depth) => {
      const key = step === '' ? nextIndex(map) : step;
      if (depth === path.length - 1) map.set(key, value);
      else map = child(map, key);
    });
  }
  return result;
}

/** Puts a query string together without encoding anything but the brackets of nested names (`build_query`). */
export function buildQuery(map: ReadonlyMap<string, unknown>, prefix = ''): string {
  const parts: string[] = [];
  for (const [key, value] of map) {
    const name = prefix === '' || prefix === '0' ? key : `${prefix}%5B${key}%5D`;
    if (value === null || value === undefined) continue;
    if (value instanceof Map) parts.push(buildQuery(value, name));
    else if (typeof value === 'object') parts.push(buildQuery(new Map(Object.entries(value)), name));
    else parts.push(`${name}=${value === false ? '0' : toText(value)}`);
  }
  return parts.join('&');
}
