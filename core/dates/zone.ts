import { LRUCache } from 'lru-cache';
import { IANAZone, Info, type Zone } from 'luxon';
import type { OptionsApi } from '../api/index.js';

/** Returns the time zone setting: a city such as `Europe/Warsaw`, or an offset (`wp_timezone_string`). */
export async function timezoneString(options: Pick<OptionsApi, 'getOption'>): Promise<string> {
  const city = await options.getOption<unknown>('timezone_string');
  if (typeof city === 'string' && isCity(city)) return city;
  const minutes = Math.round(Number((await options.getOption('gmt_offset')) || 0) * 60) || 0;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** Cached validity of city names, because checking one takes longer than the rest of a request. */
const cityValidity = new LRUCache<string, boolean>({ max: 100 });

function isCity(name: string): boolean {
  let isValid = cityValidity.get(name);
  if (isValid === undefined) cityValidity.set(name, (isValid = IANAZone.isValidZone(name)));
  return isValid;
}

/** Returns the site's time zone. */
export async function siteZone(options: Pick<OptionsApi, 'getOption'>): Promise<Zone> {
  return toZone(await timezoneString(options));
}

/** Returns the time zone of a name or offset. */
export function toZone(name: string): Zone {
  let zone = zones.get(name);
  if (!zone) zones.set(name, (zone = Info.normalizeZone(/^[+-]\d/.test(name) ? `UTC${name}` : name)));
  return zone;
}

const zones = new LRUCache<string, Zone>({ max: 100 });
