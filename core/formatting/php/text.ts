/**
 * String functions with the semantics of PHP, on which WordPress's functions are based: whitespace, conversion of
 * values to strings, and escapes.
 */

/** The characters of PHP's `\s` without the Unicode flag, for use in a character class. */
export const WS = ' \\t\\n\\v\\f\\r';
const TRIM_CHARACTERS = ' \t\n\r\0\v';

/** Pattern for what WordPress treats as a space between words (`wp_spaces_regexp`). */
export const SPACES = '(?:[\\r\\n\\t ]|\\u00A0|&nbsp;)';

export function ltrim(text: string, chars: string = TRIM_CHARACTERS): string {
  let start = 0;
  while (start < text.length && chars.includes(text.charAt(start))) start++;
  return text.slice(start);
}

export function rtrim(text: string, chars: string = TRIM_CHARACTERS): string {
  let end = text.length;
  while (end > 0 && chars.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

export function trim(text: string, chars: string = TRIM_CHARACTERS): string {
  return rtrim(ltrim(text, chars), chars);
}

/** Formats a number with at most 14 digits; very large and small ones with an exponent, such as `1.0E+25`. */
function formatNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 63) return String(value);
  if (Number.isNaN(value)) return 'NAN';
  if (!Number.isFinite(value)) return value < 0 ? '-INF' : 'INF';
  const [digits = '', exponent = '0'] = value.toExponential(13).split('e');
  const short = digits.replace(/\.?0+$/, '');
  if (Number(exponent) >= -4 && Number(exponent) < 15) return String(Number(value.toPrecision(14)));
  return `${short.includes('.') ? short : `${short}.0`}E${exponent}`;
}

/** Converts a scalar to a string like PHP's `(string)`; '' for arrays and objects. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === true) return '1';
  if (typeof value === 'number') return formatNumber(value);
  return typeof value === 'bigint' ? String(value) : '';
}

/** Wraps a function, so that it accepts values of other types and converts them to strings, as in WordPress. */
export function acceptAnyType<A extends unknown[], R>(
  run: (text: string, ...rest: A) => R,
): (text: string, ...rest: A) => R {
  return (text: unknown, ...rest) => run(toText(text), ...rest);
}

/** Whether a string can be encoded as UTF-8. */
export function isValidUtf8(text: string): boolean {
  return !/[\uD800-\uDFFF]/u.test(text);
}

/** Converts only ASCII letters to lower case, like `strtolower` in PHP 8. */
export function asciiLower(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]+/g, (run) => run.toLowerCase()) : text;
}

/** Returns how often `needle` occurs in a text, without overlaps. */
export function countOccurrences(text: string, needle: string): number {
  return text.split(needle).length - 1;
}

/** Escapes a text for use in a regular expression (`preg_quote`). */
export function quotePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Removes one level of backslashes (`stripslashes`). */
export function stripSlashes(text: string): string {
  return text.replace(/\\([^]?)/g, (_escape, next: string) => (next === '0' ? '\0' : next));
}

/** Adds a backslash before quotes, backslashes and NUL (`addslashes`). */
export function addSlashes(text: string): string {
  return text.replace(/["'\\]/g, '\\$&').replaceAll('\0', '\\0');
}

const C_ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', v: '\v', b: '\b', f: '\f' };

/** Resolves C-style escape sequences (`stripcslashes`). */
export function stripCSlashes(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([^]))?/g,
    (_escape, hex?: string, octal?: string, other?: string) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (octal !== undefined) return String.fromCharCode(parseInt(octal, 8) & 0xff);
      return other === undefined ? '\\' : (C_ESCAPES[other] ?? other);
    },
  );
}
