import { IANAZone, Info, type Zone } from 'luxon';
import type { OptionsApi } from '../api/index.js';

/** The site's time zone as its settings name it: a city's, or an offset such as `+02:00` (`wp_timezone_string`). */
export async function timezoneString(options: Pick<OptionsApi, 'getOption'>): Promise<string> {
  const city = await options.getOption<unknown>('timezone_string');
  if (typeof city === 'string' && IANAZone.isValidZone(city)) return city;
  const minutes = Math.round(Number((await options.getOption('gmt_offset')) || 0) * 60) || 0;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** The site's time zone. */
export async function siteZone(options: Pick<OptionsApi, 'getOption'>): Promise<Zone> {
  return zoneOf(await timezoneString(options));
}

/** The zone of a name, which may be an offset. */
export function zoneOf(name: string): Zone {
  return Info.normalizeZone(/^[+-]\d/.test(name) ? `UTC${name}` : name);
}
