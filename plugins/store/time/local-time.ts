import { DateTime } from 'luxon';

/** A moment of the database as a field of date and time holds it, in the site's zone. */
export function toLocal(utc: string | null, zone: string): string {
  if (utc === null) return '';
  const local = DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone);
  return local.isValid ? local.toFormat("yyyy-MM-dd'T'HH:mm") : '';
}

/** What such a field holds as a moment of the database; null when it is empty, undefined when it is none. */
export function fromLocal(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const local = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  return local.isValid && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text)
    ? local.toUTC().toFormat('yyyy-MM-dd HH:mm:ss')
    : undefined;
}

/** The last moment of what such a field holds: a day that ends at 23:59 ends with that minute. */
export function endFromLocal(text: string, zone: string): string | null | undefined {
  const moment = fromLocal(text, zone);
  return moment && /T23:59$/.test(text) ? `${moment.slice(0, -2)}59` : moment;
}

const IN_FILE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** A moment of the database as files have it: in the site's zone, with its distance from UTC. */
export function toFile(utc: string | null, zone: string): string {
  return utc === null ? '' : DateTime.fromSQL(utc, { zone: 'utc' }).setZone(zone).toFormat('yyyy-MM-dd HH:mm:ss ZZ');
}

/** A moment of a file as the database holds it: in the site's zone unless it says another; null when it is empty, undefined when it is none. */
export function fromFile(text: string, zone: string): string | null | undefined {
  if (text === '') return null;
  const iso = text
    .trim()
    .replace(/^(\S{10}) /, '$1T')
    .replace(' ', '');
  const moment = DateTime.fromISO(iso, { zone });
  return IN_FILE.test(iso) && moment.isValid ? moment.toUTC().toFormat('yyyy-MM-dd HH:mm:ss') : undefined;
}

/** The site's zone, or its distance from UTC; UTC where the owner chose none that is known. */
export async function siteZone(getOption: (name: string, fallback?: unknown) => Promise<unknown>): Promise<string> {
  const zone = await getOption('timezone_string', '');
  if (typeof zone === 'string' && zone !== '') return DateTime.local({ zone }).isValid ? zone : 'UTC';
  const minutes = Math.round(Number(await getOption('gmt_offset', 0)) * 60) || 0;
  if (minutes === 0) return 'UTC';
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '-' : '+'}${hours}:${String(rest).padStart(2, '0')}`;
}

/** The day of a moment of the database in a zone, `YYYY-MM-DD`. */
export const localDay = (utc: string, zone: string): string => toLocal(utc, zone).slice(0, 10);

/** The moment of the database at which a day begins in a zone. @param day `YYYY-MM-DD` */
export const dayStart = (day: string, zone: string): string =>
  DateTime.fromISO(day, { zone }).startOf('day').toUTC().toFormat('yyyy-MM-dd HH:mm:ss');
