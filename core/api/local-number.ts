/** By language and number of places; making one costs more than a hundred numbers. */
const formats = new Map<string, { readonly numbers: Intl.NumberFormat; readonly latin: boolean }>();

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
    formats.set(name, (format = { numbers, latin: numbers.format(7) === '7' }));
  }
  // Nearly all numbers of a page are counts, which no language groups below a thousand.
  return format.latin && Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : format.numbers.format(value);
}
