import { DateTime, FixedOffsetZone, IANAZone, type Zone } from 'luxon';
import type { OptionsApi } from '../../api/index.js';

/** A moment as the posts table keeps it. */
export interface LocalAndGmt {
  local: string;
  gmt: string;
}

const SQL = 'yyyy-MM-dd HH:mm:ss';

/** The zone of the site: a city's, or a fixed offset from UTC. */
export async function siteZone(options: Pick<OptionsApi, 'getOption'>): Promise<Zone> {
  const city = await options.getOption<string | false>('timezone_string');
  if (typeof city === 'string' && IANAZone.isValidZone(city)) return IANAZone.create(city);
  return FixedOffsetZone.instance(Math.round(Number((await options.getOption('gmt_offset')) || 0) * 60));
}

/** Reads a date of a request; without an offset it is meant in the given zone (`rest_get_date_with_gmt`). */
export function readDate(text: string, meant: Zone, site: Zone): LocalAndGmt | undefined {
  const moment = DateTime.fromISO(text.replace(' ', 'T').toUpperCase(), { zone: meant });
  if (!moment.isValid) return undefined;
  return { local: moment.setZone(site).toFormat(SQL), gmt: moment.toUTC().toFormat(SQL) };
}

/** A stored time as the API writes it, `2026-01-02T03:04:05`; null for none. */
export function writeDate(stored: string | null): string | null {
  return stored === null || stored.startsWith('0000') ? null : stored.replace(' ', 'T');
}

/** The UTC time of a local one. */
export function toGmt(local: string, site: Zone): string {
  return DateTime.fromFormat(local, SQL, { zone: site }).toUTC().toFormat(SQL);
}
