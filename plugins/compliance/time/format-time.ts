import { DateTime } from 'luxon';

/** Formatters by language. Lists format a day for every reduced product, and Luxon is too slow for that. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a day: `5 March 2026`. The month is written out, since Polish does not inflect short names.
 * @param day `YYYY-MM-DD`; may be followed by a time in the same time zone, as `Clock.local` returns it
 * @param locale locale such as `pl_PL`
 */
export function formatDay(day: string, locale: string): string {
  let format = formats.get(locale);
  if (!format)
    formats.set(
      locale,
      (format = new Intl.DateTimeFormat(locale.replace('_', '-'), {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      })),
    );
  return format.format(new Date(day.slice(0, 10)));
}

const STORED_FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Format of a time for display. */
interface TimeFormat {
  /** IANA time zone, such as `Europe/Warsaw`. */
  readonly zone: string;
  /** Locale, such as `pl_PL`. */
  readonly locale: string;
  /** Precision: with seconds where the law requires them, without, or the day only. */
  readonly to: 'second' | 'minute' | 'day';
}

/** Formats a stored UTC time in a time zone: `24 listopada 2026 01:49:12`. */
export function formatDateTime(utc: string, { zone, locale, to }: TimeFormat): string {
  const dateTime = DateTime.fromFormat(utc, STORED_FORMAT, { zone: 'utc' })
    .setZone(zone)
    .setLocale(locale.replace('_', '-'));
  return dateTime.toLocaleString({
    dateStyle: 'long',
    ...(to === 'day' ? {} : { timeStyle: to === 'second' ? 'medium' : 'short' }),
  });
}
