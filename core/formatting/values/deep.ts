import { addSlashes, stripSlashes, toText } from '../php/text.js';
import { rawUrlEncode, urlEncode } from '../php/query-string.js';

/**
 * Applies a function to every value of nested arrays and objects (`map_deep`).
 * @since 0.1.0
 */
export function mapDeep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((element) => mapDeep(element, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, mapDeep(element, change)]));
}

/**
 * Adds a backslash before quotes and backslashes in every string of a value (`wp_slash`).
 * @since 0.1.0
 */
export function wpSlash(value: unknown): unknown {
  return mapDeep(value, (leaf) => (typeof leaf === 'string' ? addSlashes(leaf) : leaf));
}

/**
 * Removes one level of backslashes from every string of a value (`wp_unslash`).
 * @since 0.1.0
 */
export function wpUnslash(value: unknown): unknown {
  return mapDeep(value, (leaf) => (typeof leaf === 'string' ? stripSlashes(leaf) : leaf));
}

/**
 * Percent-encodes every value for a query, with `+` for spaces (`urlencode_deep`).
 * @since 0.1.0
 */
export function urlencodeDeep(value: unknown): unknown {
  return mapDeep(value, (leaf) => urlEncode(toText(leaf)));
}

/**
 * Percent-encodes every value for a path, with `%20` for spaces (`rawurlencode_deep`).
 * @since 0.1.0
 */
export function rawurlencodeDeep(value: unknown): unknown {
  return mapDeep(value, (leaf) => rawUrlEncode(toText(leaf)));
}

/**
 * Reverts `urlencodeDeep` (`urldecode_deep`).
 * @since 0.1.0
 */
export function urldecodeDeep(value: unknown): unknown {
  return mapDeep(value, (leaf) => {
    const text = toText(leaf).replaceAll('+', ' ');
    return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
  });
}
