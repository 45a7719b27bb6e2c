import { type FieldMap, type FieldValue, isFieldList, nestedFields } from './nested-fields.js';
import { toText } from './text.js';

const HEX = '0123456789ABCDEF';

/** Decodes percent-encoding to bytes, with one character per byte, so that invalid UTF-8 is preserved. */
function decodeToBytes(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '), 'utf8').toString('latin1');
  return bytes.replace(/%([0-9a-fA-F]{2})/g, (_escape, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

/** Percent-encodes bytes like PHP's `urlencode`. */
function encodeBytes(bytes: string): string {
  return bytes.replace(/[^A-Za-z0-9_.-]/g, (c) => {
    if (c === ' ') return '+';
    const code = c.charCodeAt(0);
    return `%${HEX.charAt(code >> 4)}${HEX.charAt(code & 15)}`;
  });
}

/** Truncates a query at its first NUL character. */
function truncateAtNul(text: string): string {
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

/**
 * Parses a query string like PHP's `parse_str`, and percent-encodes each value again (`urlencode_deep`). WordPress does
 * this before it builds a changed query.
 */
export function parseQueryEncoded(query: string): FieldMap {
  return readQuery(query, encodeBytes);
}

/** Parses a query string into names and values (PHP's `parse_str`). Nested names become arrays and objects. */
export function parseQuery(query: string): Record<string, unknown> {
  const toPlainValue = (value: FieldValue): unknown => {
    if (typeof value === 'string') return value;
    if (isFieldList(value)) return [...value.values()].map(toPlainValue);
    return Object.fromEntries(Array.from(value, ([key, element]) => [key, toPlainValue(element)]));
  };
  const read = readQuery(query, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
  return Object.fromEntries(Array.from(read, ([key, element]) => [key, toPlainValue(element)]));
}

function readQuery(query: string, encodeValue: (bytes: string) => string): FieldMap {
  const pairs = truncateAtNul(query)
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=');
      const name = decodeToBytes(equals < 0 ? pair : pair.slice(0, equals));
      return [
        Buffer.from(name, 'latin1').toString('utf8'),
        encodeValue(equals < 0 ? '' : decodeToBytes(pair.slice(equals + 1))),
      ];
    });
  return nestedFields(pairs);
}

/** Builds a query string. Only the brackets of nested names are encoded (`build_query`). */
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
