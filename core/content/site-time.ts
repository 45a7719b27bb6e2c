import { DateTime, type Zone } from 'luxon';
import type { OptionsApi } from '../api/index.js';
import { siteZone } from '../dates/index.js';

const FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Converts between the site's time zone and UTC; times are strings in the format `YYYY-MM-DD HH:MM:SS`. */
export interface SiteTime {
  zone(): Promise<Zone>;
  /** Returns the current time in the site's time zone (`current_time`). */
  local(): Promise<string>;
  utc(): string;
  /** Converts local time to UTC (`get_gmt_from_date`). */
  toUtc(local: string): Promise<string>;
  /** Converts UTC to local time (`get_date_from_gmt`). */
  toLocal(utc: string): Promise<string>;
}

/** Creates the clock of a site in its configured time zone. */
export function createSiteTime(options: Pick<OptionsApi, 'getOption'>, now: () => number): SiteTime {
  const zone = (): Promise<Zone> => siteZone(options);
  return {
    zone,
    local: async () => DateTime.fromMillis(now(), { zone: await zone() }).toFormat(FORMAT),
    utc: () => DateTime.fromMillis(now(), { zone: 'utc' }).toFormat(FORMAT),
    toUtc: async (local) =>
      DateTime.fromFormat(local, FORMAT, { zone: await zone() })
        .toUTC()
        .toFormat(FORMAT),
    toLocal: async (utc) =>
      DateTime.fromFormat(utc, FORMAT, { zone: 'utc' })
        .setZone(await zone())
        .toFormat(FORMAT),
  };
}

/**
 * Parses a date for the posts table: the complete date if it is valid, null if there is none, undefined if it is
 * invalid.
 */
export function readDate(text: string | null | undefined): string | null | undefined {
  if (text === null || text === undefined || text === '' || text.startsWith('0000-00-00')) return null;
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const date = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' });
  return date.isValid ? date.toFormat(FORMAT) : undefined;
}

/** Converts a UTC string to seconds since 1970. */
export function utcSeconds(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000;
}
