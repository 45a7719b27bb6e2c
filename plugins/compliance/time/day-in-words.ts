/** By language. Lists ask for a day with every reduced product, which Luxon is too slow for. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a stored UTC time as people write it: `5 Mar 2026`. @param locale such as `pl_PL` */
export function dayInWords(utc: string, locale: string): string {
  let format = formats.get(locale);
  if (!format)
    formats.set(
      locale,
      (format = new Intl.DateTimeFormat(locale.replace('_', '-'), {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      })),
    );
  return format.format(new Date(`${utc.replace(' ', 'T')}Z`));
}
