import { memoize } from './memoize.js';

/** How numbers are written in a language, and what was written last: the weights and sums of a page are those of the page before. */
interface Format {
  readonly numbers: Intl.NumberFormat;
  readonly latin: boolean;
  readonly written: Map<number, string>;
}

/** By language and number of places; making one costs more than a hundred numbers. */
const formats = new Map<string, Format>();
const MAX_WRITTEN = 1000;

/**
 * A number as people of a language write it: `1 234,5` in Polish.
 * @param locale such as `pl_PL`
 * @param places digits behind the point at most
 * @throws RangeError for a language that is none, or places below 0 or above 20
 * @since 0.2.0
 */
export function formatNumber(value: number, locale: string, places = 3): string {
  const name = `${locale} ${places}`;
  let format = formats.get(name);
  if (!format) {
    const numbers = new Intl.NumberFormat(locale.replace('_', '-'), { maximumFractionDigits: places });
    formats.set(name, (format = { numbers, latin: numbers.format(7) === '7', written: new Map() }));
  }
  // Nearly all numbers of a page are counts, which no language groups below a thousand.
  return format.latin && Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : writtenIn(format, value);
}

function writtenIn({ numbers, written }: Format, value: number): string {
  return memoize(written, MAX_WRITTEN, value, () => numbers.format(value));
}

/** An amount as somebody wrote it: in minor units, or why it cannot be taken. */
export type ReadAmount =
  | { readonly minor: number }
  | {
      /** `decimals`: more of them than the currency has; `ambiguous`: its separator may be one of decimals or of thousands. */
      readonly problem: 'malformed' | 'decimals' | 'ambiguous';
      /** What an ambiguous amount could mean, written so that it has one meaning. */
      readonly readings?: readonly [decimal: string, thousands: string];
    };

/** Digits before the point that are kept exactly, whatever the currency. */
const MAX_DIGITS = 12;
/** Groups of three digits, with one kind of separator. */
const GROUPED = /^[1-9]\d{0,2}(?:([ \u00a0\u2009\u202f'’.,])\d{3})(?:\1\d{3})*$/;

/**
 * Reads an amount strictly, as `12.50`, `12,50`, `1 234,50`, `1,234.50` or `1234567`: what has more decimals than the currency, or could
 * mean two amounts, as `1,000` in a currency with two decimals, is refused.
 * @param digits behind the point of the currency's amounts
 * @since 0.3.0
 */
export function readAmount(text: string, digits: number): ReadAmount {
  const written = text.trim();
  const isNegative = written.startsWith('-');
  const read = readPositive(isNegative ? written.slice(1).trim() : written, digits);
  return isNegative && 'minor' in read ? { minor: 0 - read.minor } : read;
}

function readPositive(written: string, digits: number): ReadAmount {
  const [, head = '', mark = '', tail = ''] = /^(.*\d)([.,])(\d+)$/.exec(written) ?? [];
  // The last separator is one of thousands where it occurs before, too.
  if (mark === '' || head.includes(mark)) return minorOf(ungrouped(written), '', digits);
  if (!/^\d+$/.test(head)) return minorOf(ungrouped(head), tail, digits);
  const mayBeThousands = tail.length === 3 && tail.length > digits && /^[1-9]\d{0,2}$/.test(head);
  if (!mayBeThousands) return minorOf(head, tail, digits);
  return digits === 0 ? minorOf(head + tail, '', digits) : ambiguous(head, tail, digits);
}

/** The digits of a number without its separators of thousands; undefined for what is no number. */
function ungrouped(text: string): string | undefined {
  if (/^\d+$/.test(text)) return text;
  return GROUPED.test(text) ? text.replace(/\D/g, '') : undefined;
}

function minorOf(whole: string | undefined, decimals: string, digits: number): ReadAmount {
  if (whole === undefined || whole.length > MAX_DIGITS) return { problem: 'malformed' };
  if (decimals.length > digits) return { problem: 'decimals' };
  return { minor: Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0')) };
}

function ambiguous(head: string, tail: string, digits: number): ReadAmount {
  const isWhole = /^0+$/.test(tail);
  const decimals = isWhole ? '0'.repeat(digits) : tail;
  return { problem: 'ambiguous', readings: [`${head}.${decimals}`, `${head}${tail}.${'0'.repeat(digits)}`] };
}
