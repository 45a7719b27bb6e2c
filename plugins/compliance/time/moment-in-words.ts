import { DateTime } from 'luxon';

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
export function momentInWords(utc: string, { zone, locale, to }: Spelling): string {
  const at = DateTime.fromFormat(utc, STORED, { zone: 'utc' }).setZone(zone).setLocale(locale.replace('_', '-'));
  return at.toLocaleString({
    dateStyle: 'long',
    ...(to === 'day' ? {} : { timeStyle: to === 'second' ? 'medium' : 'short' }),
  });
}
