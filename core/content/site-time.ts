import { DateTime, type Zone } from 'luxon';
import type { OptionsApi } from '../api/index.js';
import { siteZone } from '../dates/index.js';

const MYSQL_FORMAT = 'yyyy-MM-dd HH:mm:ss';

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

/** Creates the functions for the current time and for conversions in the site's time zone. */
export function createSiteTime(options: Pick<OptionsApi, 'getOption'>, now: () => number): SiteTime {
  const zone = (): Promise<Zone> => siteZone(options);
  return {
    zone,
    local: async () => DateTime.fromMillis(now(), { zone: await zone() }).toFormat(MYSQL_FORMAT),
    utc: () => DateTime.fromMillis(now(), { zone: 'utc' }).toFormat(MYSQL_FORMAT),
    toUtc: async (local) =>
      DateTime.fromFormat(local, MYSQL_FORMAT, { zone: await zone() })
        .toUTC()
        .toFormat(MYSQL_FORMAT),
    toLocal: async (utc) =>
      DateTime.fromFormat(utc, MYSQL_FORMAT, { zone: 'utc' })
        .setZone(await zone())
        .toFormat(MYSQL_FORMAT),
  };
}

/**
 * Parses a date for the posts table. Returns the complete date; null if the text is empty or `0000-00-00`; undefined if
 * the date is invalid.
 */
export function parseDate(text: string | null | undefined): string | null | undefined {
  if (text === null || text === undefined || text === '' || text.startsWith('0000-00-00')) return null;
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2}))?)?/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  const date = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' });
  return date.isValid ? date.toFormat(MYSQL_FORMAT) : undefined;
}

/** Converts a UTC string to Unix time in seconds. */
export function toUnixTime(utc: string): number {
  return Date.parse(`${utc.replace(' ', 'T')}Z`) / 1000;
}
