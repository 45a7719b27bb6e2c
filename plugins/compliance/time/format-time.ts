import { DateTime } from 'luxon';

/** By language. Lists ask for a day with every reduced product, which Luxon is too slow for. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of a stored UTC time as people write it: `5 Mar 2026`. @param locale such as `pl_PL` */
export function formatDay(utc: string, locale: string): string {
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

const STORED = 'yyyy-MM-dd HH:mm:ss';

/** How a moment is written for people. */
interface Spelling {
  /** As `Europe/Warsaw`. */
  readonly zone: string;
  /** Such as `pl_PL`. */
  readonly locale: string;
  /** With seconds, where the law wants the moment, without, or the day alone. */
  readonly to: 'second' | 'minute' | 'day';
}

/** A stored UTC time as people write it, in a zone: `24 listopada 2026 01:49:12`. */
export function formatMoment(utc: string, { zone, locale, to }: Spelling): string {
  const at = DateTime.fromFormat(utc, STORED, { zone: 'utc' }).setZone(zone).setLocale(locale.replace('_', '-'));
  return at.toLocaleString({
    dateStyle: 'long',
    ...(to === 'day' ? {} : { timeStyle: to === 'second' ? 'medium' : 'short' }),
  });
}
