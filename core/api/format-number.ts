import { memoize } from './memoize.js';

/** Number format of a language, with a cache of recent results: the same weights and totals occur on many pages. */
interface Format {
  readonly numbers: Intl.NumberFormat;
  readonly latin: boolean;
  readonly cache: Map<number, string>;
}

/** By language and number of decimals; creating a formatter costs more than formatting a hundred numbers. */
const formats = new Map<string, Format>();
const MAX_CACHED = 1000;

/**
 * Formats a number in the notation of a language: `1 234,5` in Polish.
 * @param locale such as `pl_PL`
 * @param decimals maximum number of decimals
 * @throws RangeError for an invalid language, or if places is below 0 or above 20
 * @since 0.1.0
 */
export function formatNumber(value: number, locale: string, decimals = 3): string {
  const name = `${locale} ${decimals}`;
  let format = formats.get(name);
  if (!format) {
    const numbers = new Intl.NumberFormat(locale.replace('_', '-'), { maximumFractionDigits: decimals });
    formats.set(name, (format = { numbers, latin: numbers.format(7) === '7', cache: new Map() }));
  }
  // Fast path: nearly all numbers on a page are counts, and no language groups digits below a thousand.
  return format.latin && Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : formatCached(format, value);
}

function formatCached({ numbers, cache }: Format, value: number): string {
  return memoize(cache, MAX_CACHED, value, () => numbers.format(value));
}

/** A parsed amount in minor units, or the reason it was rejected. */
export type ParsedAmount =
  | { readonly minor: number }
  | {
      /**
       * `decimals`: more decimals than the currency has; `ambiguousAmount`: the separator could be a decimal or a thousands
       * separator.
       */
      readonly problem: 'malformed' | 'decimals' | 'ambiguous';
      /** Both interpretations of an ambiguous amount, in unambiguous notation. */
      readonly interpretations?: readonly [decimal: string, thousands: string];
    };

/** Maximum number of integer digits that are exact in every currency. */
const MAX_DIGITS = 12;
/** Groups of three digits with a single kind of separator. */
const GROUPED = /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’.,])\d{3})(?:\1\d{3})*$/;

/**
 * Parses an amount strictly: `12.50`, `12,50`, `1 234,50`, `1,234.50` or `1234567`. Rejects amounts with more decimals
 * than the currency has, and ambiguous ones such as `1,000` in a currency with two decimals.
 * @param digits number of decimals of the currency
 * @since 0.1.0
 */
export function parseAmount(text: string, digits: number): ParsedAmount {
  const trimmed = text.trim();
  const isNegative = trimmed.startsWith('-');
  const amount = readPositive(isNegative ? trimmed.slice(1).trim() : trimmed, digits);
  return isNegative && 'minor' in amount ? { minor: 0 - amount.minor } : amount;
}

function readPositive(written: string, digits: number): ParsedAmount {
  const [, head = '', mark = '', tail = ''] = /^(.*\d)([.,])(\d+)$/.exec(written) ?? [];
  // The last separator is a thousands separator if it also occurs earlier.
  if (mark === '' || head.includes(mark)) return toMinorUnits(removeGrouping(written), '', digits);
  if (!/^\d+$/.test(head)) return toMinorUnits(removeGrouping(head), tail, digits);
  const mayBeThousands = tail.length === 3 && tail.length > digits && /^[1-9]\d{0,2}$/.test(head);
  if (!mayBeThousands) return toMinorUnits(head, tail, digits);
  return digits === 0 ? toMinorUnits(head + tail, '', digits) : ambiguousAmount(head, tail, digits);
}

/** Returns the digits of a number without thousands separators; undefined if it is not a number. */
function removeGrouping(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  return GROUPED.test(text) ? text.replace(/\D/g, '') : undefined;
}

function toMinorUnits(whole: string | undefined, decimals: string, digits: number): ParsedAmount {
  if (whole === undefined || whole.length > MAX_DIGITS) return { problem: 'malformed' };
  if (decimals.length > digits) return { problem: 'decimals' };
  return { minor: Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0')) };
}

function ambiguousAmount(head: string, tail: string, digits: number): ParsedAmount {
  const isWhole = /^0+$/.test(tail);
  const decimals = isWhole ? '0'.repeat(digits) : tail;
  return { problem: 'ambiguous', interpretations: [`${head}.${decimals}`, `${head}${tail}.${'0'.repeat(digits)}`] };
}

/** A parsed number, or the reason it was rejected. */
export type ParsedNumber =
  | { readonly value: number }
  | {
      /** `ambiguous`: the separator could be a decimal or a thousands separator. */
      readonly problem: 'malformed' | 'ambiguous';
      /** Both interpretations of an ambiguous number, in unambiguous notation. */
      readonly interpretations?: readonly [decimal: string, thousands: string];
    };

/**
 * Parses a number or quantity strictly: `5`, `0,5`, `1 234.5`, `1,234.5` or `1234567`. Rejects ambiguous ones such as
 * `1,000`.
 * @param options `pointIsDecimal`: the text is in the notation of programs or of a number field, where a point is always
 * a decimal point; `1.234` is then accepted, and `1,234` is still ambiguous
 * @since 0.1.0
 */
export function parseNumber(text: string, { pointIsDecimal = false } = {}): ParsedNumber {
  const trimmed = text.trim();
  const sign = trimmed.startsWith('-') ? '-' : '';
  const written = trimmed.slice(sign.length).trim();
  const [, head = '', mark = '', tail = ''] = /^(.*?)([.,])(\d+)$/.exec(written) ?? [];
  const isDecimal = mark !== '' && !head.includes(mark);
  const isAmbiguous = isDecimal && tail.length === 3 && /^[1-9]\d{0,2}$/.test(head);
  if (isAmbiguous && !(mark === '.' && pointIsDecimal))
    return { problem: 'ambiguous', interpretations: [`${sign}${clearDecimal(head, tail)}`, `${sign}${head}${tail}`] };
  const whole = isDecimal ? removeGrouping(head === '' ? '0' : head) : removeGrouping(written);
  if (whole === undefined || whole.length > MAX_DIGITS) return { problem: 'malformed' };
  const value = Number(isDecimal ? `${whole}.${tail}` : whole);
  return { value: sign === '' ? value : 0 - value };
}

/** Writes a number with three decimals so that they cannot be thousands. */
function clearDecimal(whole: string, decimals: string): string {
  const short = decimals.replace(/0+$/, '');
  if (short === '') return whole;
  return `${whole}.${short.length === 3 ? `${short}0` : short}`;
}
