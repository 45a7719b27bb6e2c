import { DateTime } from 'luxon';

/** Converts a database timestamp to the value of a date and time field, in the site's time zone. */
export function toLocal(utc: string | null, zone: string): string {
  if (utc === null) return '';
  const local = DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone);
  return local.isValid ? local.toFormat("yyyy-MM-dd'T'HH:mm") : '';
}

/** Converts the value of such a field to a database timestamp; null when empty, undefined when invalid. */
export function fromLocal(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const local = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  return local.isValid && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
    ? local.toUTC().toFormat('yyyy-MM-dd HH:mm:ss')
    : undefined;
}

/** Converts the value of such a field to its last moment: an end at 23:59 includes that minute. */
export function endFromLocal(text: string, zone: string): string | null | undefined {
  const moment = fromLocal(text, zone);
  return moment && /T23:59$/.test(text) ? `${moment.slice(0, -2)}59` : moment;
}

const IN_FILE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Converts a database timestamp to the format of files: in the site's time zone, with its UTC offset. */
export function toFile(utc: string | null, zone: string): string {
  return utc === null ? '' : DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone).toFormat('yyyy-MM-dd HH:mm:ss ZZ');
}

/**
 * Parses a timestamp from a file, in the site's time zone unless it has its own offset; null when empty, undefined when
 * invalid.
 */
export function fromFile(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const iso = text
    .trim()
    .replace(/^(\S{10}) /, '$1T')
    .replace(' ', '');
  const moment = DateTime.fromISO(iso, { zone });
  return IN_FILE.test(iso) && moment.isValid ? moment.toUTC().toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}

/** Returns the site's time zone or UTC offset; UTC when the setting is unknown. */
export async function siteZone(getOption: (name: string, fallback?: unknown) => Promise<unknown>): Promise<string> {
  const zone = await getOption('timezone_string', '');
  if (typeof zone === 'string' && zone !== '') return DateTime.local({ zone }).isValid ? zone : 'UTC';
  const minutes = Math.round(Number(await getOption('gmt_offset', 0)) * 60) || 0;
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}:${String(rest).padStart(2, '0')}`;
}

/** Returns the day of a database timestamp in a time zone, `YYYY-MM-DD`. */
export const localDay = (utc: string, zone: string): string => toLocal(utc, zone).slice(0, 10);

/**
 * Returns the database timestamp of the start of a day in a time zone.
 * @param day `YYYY-MM-DD`
 */
export const dayStart = (day: string, zone: string): string =>
  DateTime.fromISO(day, { zone }).startOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
