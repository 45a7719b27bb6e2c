import { recalled } from './recalled.js';

/** How numbers are written in a language, and what was written last: the weights and sums of a page are those of the page before. */
interface Format {
  readonly numbers: Intl.NumberFormat;
  readonly latin: boolean;
  readonly written: Map<number, string>;
}

/** By language and number of places; making one costs more than a hundred numbers. */
const formats = new Map<string, Format>();
const MOST_WRITTEN = 1000;

/**
 * A number as people of a language write it: `1 234,5` in Polish.
 * @param locale such as `pl_PL`
 * @param places digits behind the point at most
 * @throws RangeError for a language that is none, or places below 0 or above 20
 * @since 0.2.0
 */
export function localNumber(value: number, locale: string, places = 3): string {
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
  return recalled(written, MOST_WRITTEN, value, () => numbers.format(value));
}
