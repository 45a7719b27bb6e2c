import { addSlashes, stripSlashes, toText } from '../php/text.js';
import { rawUrlEncode, urlEncode } from '../php/query-string.js';

/**
 * Applies a function to every value of nested arrays and objects (`map_deep`).
 * @since 0.1.0
 */
export function mapDeep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => mapDeep(one, change));
  if (typeof value !== 'object' || value === null) return change(value);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapDeep(one, change)]));
}

/**
 * Adds a backslash before quotes and backslashes in every string of a value (`wp_slash`).
 * @since 0.1.0
 */
export function wpSlash(value: unknown): unknown {
  return mapDeep(value, (one) => (typeof one === 'string' ? addSlashes(one) : one));
}

/**
 * Removes one level of backslashes from every string of a value (`wp_unslash`).
 * @since 0.1.0
 */
export function wpUnslash(value: unknown): unknown {
  return mapDeep(value, (one) => (typeof one === 'string' ? stripSlashes(one) : one));
}

/**
 * Percent-encodes every value for a query, with `+` for spaces (`urlencode_deep`).
 * @since 0.1.0
 */
export function urlencodeDeep(value: unknown): unknown {
  return mapDeep(value, (one) => urlEncode(toText(one)));
}

/**
 * Percent-encodes every value for a path, with `%20` for spaces (`rawurlencode_deep`).
 * @since 0.1.0
 */
export function rawurlencodeDeep(value: unknown): unknown {
  return mapDeep(value, (one) => rawUrlEncode(toText(one)));
}

/**
 * Reverts `urlencodeDeep` (`urldecode_deep`).
 * @since 0.1.0
 */
export function urldecodeDeep(value: unknown): unknown {
  return mapDeep(value, (one) => {
    const text = toText(one).replaceAll('+', ' ');
    return text.replace(/(?:%[0-9a-fA-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString('utf8'),
    );
  });
}
