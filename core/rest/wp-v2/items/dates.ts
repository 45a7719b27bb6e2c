import { DateTime, FixedOffsetZone, type Zone } from 'luxon';

/** A time as stored in the posts table. */
interface LocalAndGmt {
  local: string;
  gmt: string;
}

const SQL_FORMAT = 'yyyy-MM-dd HH:mm:ss';
const ISO_DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.\d+)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Parses a date of a request; without an offset it is in the given zone (`rest_get_date_with_gmt`). */
export function readDate(text: string, defaultZone: Zone, site: Zone): LocalAndGmt | undefined {
  const parts = ISO_DATE_TIME.exec(text);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second, offset] = parts;
  // Days past the end of a month continue into the next one.
  const clock = new Date(0);
  clock.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  clock.setUTCHours(Number(hour), Number(minute), Number(second));
  const zone =
    offset === undefined ? defaultZone : FixedOffsetZone.parseSpecifier(`UTC${offset.toUpperCase().replace('Z', '')}`);
  const dateTime = DateTime.fromJSDate(clock, { zone: 'utc' }).setZone(zone, { keepLocalTime: true });
  if (!dateTime.isValid || dateTime.year < 1) return undefined;
  return { local: dateTime.setZone(site).toFormat(SQL_FORMAT), gmt: dateTime.toUTC().toFormat(SQL_FORMAT) };
}

/** Formats a stored time for the API, `2026-01-02T03:04:05`; null for none. */
export function writeDate(stored: string | null): string | null {
  return stored === null || stored.startsWith('0000') ? null : stored.replace(' ', 'T');
}

/** Converts a local time to UTC. */
export function toGmt(local: string, site: Zone): string {
  return DateTime.fromFormat(local, SQL_FORMAT, { zone: site }).toUTC().toFormat(SQL_FORMAT);
}
