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
const MOST_DIGITS = 12;
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
  if (whole === undefined || whole.length > MOST_DIGITS) return { problem: 'malformed' };
  if (decimals.length > digits) return { problem: 'decimals' };
  return { minor: Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0')) };
}

function ambiguous(head: string, tail: string, digits: number): ReadAmount {
  const isWhole = /^0+$/.test(tail);
  const decimals = isWhole ? '0'.repeat(digits) : tail;
  return { problem: 'ambiguous', readings: [`${head}.${decimals}`, `${head}${tail}.${'0'.repeat(digits)}`] };
}
