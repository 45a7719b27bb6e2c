import { DateTime } from 'luxon';

/** Converts a database timestamp (UTC) to the value of a `datetime-local` field in a time zone. */
export function toLocalInput(utc: string | null, zone: string): string {
  if (utc === null) return '';
  const local = DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone);
  return local.isValid ? local.toFormat("yyyy-MM-dd'T'HH:mm") : '';
}

/** Converts the value of a `datetime-local` field to a database timestamp; null when empty, undefined when invalid. */
export function parseLocalInput(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const local = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  return local.isValid && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
    ? local.toUTC().toFormat('yyyy-MM-dd HH:mm:ss')
    : undefined;
}

/** Converts the value of a `datetime-local` field to an end time: 23:59 becomes 23:59:59. */
export function parseLocalEnd(text: string, zone: string): string | null | undefined {
  const moment = parseLocalInput(text, zone);
  return moment && /T23:59$/.test(text) ? `${moment.slice(0, -2)}59` : moment;
}

const FILE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** Converts a database timestamp to the format of CSV files: in a time zone, with UTC offset. */
export function toFileTime(utc: string | null, zone: string): string {
  return utc === null ? '' : DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone).toFormat('yyyy-MM-dd HH:mm:ss ZZ');
}

/**
 * Converts a time from a CSV file to a database timestamp; null when empty, undefined when invalid.
 * @param zone time zone of times without an offset
 */
export function parseFileTime(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const iso = text
    .trim()
    .replace(/^(\S{10}) /, '$1T')
    .replace(' ', '');
  const moment = DateTime.fromISO(iso, { zone });
  return FILE_TIME.test(iso) && moment.isValid ? moment.toUTC().toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}

/** Returns the site's time zone or UTC offset; UTC when the setting is unknown. */
export async function siteZone(getOption: (name: string, fallback?: unknown) => Promise<unknown>): Promise<string> {
  const zone = await getOption('timezone_string', '');
  if (typeof zone === 'string' && zone !== '') return DateTime.local({ zone }).isValid ? zone : 'UTC';
  const minutes = Math.round(Number(await getOption('gmt_offset', 0)) * 60) || 0;
  if (minutes === 0) return 'UTC';
  const [hours, remainder] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}:${String(remainder).padStart(2, '0')}`;
}

/** Returns the day of a database timestamp in a time zone, `YYYY-MM-DD`. */
export const localDay = (utc: string, zone: string): string => toLocalInput(utc, zone).slice(0, 10);

/**
 * Returns the database timestamp of the start of a day in a time zone.
 * @param day `YYYY-MM-DD`
 */
export const dayStart = (day: string, zone: string): string =>
  DateTime.fromISO(day, { zone }).startOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');

/**
 * Returns the database timestamp of the last second of a day in a time zone.
 * @param day `YYYY-MM-DD`
 */
export const dayEnd = (day: string, zone: string): string =>
  DateTime.fromISO(day, { zone }).endOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
