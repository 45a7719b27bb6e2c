import { DateTime } from 'luxon';
import type { DatesApi, HookApi, OptionsApi } from '../api/index.js';
import { type DateNames, phpDate, wordsOf } from './php-date.js';
import { timezoneString, zoneOf } from './zone.js';
import { expireAt } from '../cache/index.js';

/** Letters of PHP's date formats that show seconds or fractions, and those that show minutes. */
const SECONDS = /[sUuvBcr]/;
const MINUTES = /i/;
const QUARTER_MS = 15 * 60_000;

/**
 * Returns when the formatted time may next change. Hours, days and longer units start at a quarter of an hour in every
 * time zone.
 * @param moment milliseconds since 1970
 * @returns milliseconds since 1970
 */
function nextChange(format: string, moment: number): number {
  const step = stepOf(format.replace(/\\./g, ''));
  return (Math.floor(moment / step) + 1) * step;
}

/** Returns the smallest unit in a format, in milliseconds. */
function stepOf(format: string): number {
  if (SECONDS.test(format)) return 1000;
  return MINUTES.test(format) ? 60_000 : QUARTER_MS;
}

interface DatesDeps {
  options: Pick<OptionsApi, 'getOption'>;
  hooks: Pick<HookApi, 'applyFilters'>;
  /** Returns the language of the request. */
  locale(): string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const STORED = 'Y-m-d H:i:s';
const wordsOfPrograms = (): DateNames => wordsOf('en_US');

/** Creates the date functions of a site. */
export function createDates({ options, hooks, locale, now = Date.now }: DatesDeps): DatesApi {
  /** Returns the current time for display; a cached page expires when it would look different. */
  function secondsNow(format: string): number {
    const moment = now();
    expireAt(nextChange(format, moment));
    return Math.floor(moment / 1000);
  }

  const wpTimezoneString = (): Promise<string> => timezoneString(options);

  async function wpDate(
    format: string,
    timestamp?: number | string | null,
    timezone?: string | null,
  ): Promise<string | false> {
    const seconds =
      timestamp === null || timestamp === undefined ? secondsNow(format) : Number(timestamp === '' ? NaN : timestamp);
    if (Number.isNaN(seconds)) return false;
    const zone = timezone ?? (await wpTimezoneString());
    const formatted = phpDate(format, at(seconds, zone), wordsOf(locale()));
    return hooks.applyFilters<string>('wp_date', formatted, format, seconds, zone);
  }

  async function inZone(date: string, from: string, to: string, format: string): Promise<string> {
    const read = readTime(date, from);
    return phpDate(format, read ? read.setZone(zoneOf(to)) : at(0, 'UTC'), wordsOfPrograms());
  }

  return {
    wpTimezoneString,
    async currentTime(type, gmt = false) {
      const seconds = secondsNow(type === 'mysql' || type === 'timestamp' ? STORED : type);
      const time = at(seconds, gmt ? 'UTC' : await wpTimezoneString());
      if (type === 'timestamp' || type === 'U') return seconds + time.offset * 60;
      return phpDate(type === 'mysql' ? STORED : type, time, wordsOfPrograms());
    },
    wpDate,
    async dateI18n(format, timestampWithOffset = false, gmt = false) {
      if (format === 'U' && timestampWithOffset !== false) return timestampWithOffset;
      const zone = await wpTimezoneString();
      if (timestampWithOffset === false) return (await wpDate(format, null, gmt ? 'UTC' : zone)) || '';
      // The time whose local representation in the site's time zone equals that of the seconds in UTC.
      const local = at(timestampWithOffset, 'UTC').setZone(zoneOf(zone), { keepLocalTime: true });
      return (await wpDate(format, Math.floor(local.toSeconds()), zone)) || '';
    },
    async mysql2date(format, date, translate = true) {
      const zone = await wpTimezoneString();
      const time = date === '' ? undefined : readTime(date, zone);
      if (!time) return false;
      const seconds = Math.floor(time.toSeconds());
      if (format === 'G' || format === 'U') return seconds + time.offset * 60;
      return translate ? wpDate(format, seconds, zone) : phpDate(format, time, wordsOfPrograms());
    },
    getDateFromGmt: async (date, format = STORED) => inZone(date, 'UTC', await wpTimezoneString(), format),
    getGmtFromDate: async (date, format = STORED) => inZone(date, await wpTimezoneString(), 'UTC', format),
  };
}

function at(seconds: number, zone: string): DateTime {
  return DateTime.fromSeconds(seconds, { zone: zoneOf(zone) });
}

const WRITTEN =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Parses a time in database or machine-readable format; undefined for anything else. A time zone in the text takes
 * precedence over the given one, and days beyond the end of a month overflow into the next, as in PHP.
 */
function readTime(text: string, zone: string): DateTime | undefined {
  const found = WRITTEN.exec(text.trim());
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = ['', '', '1', '0', '0', '0'].map((absent, index) =>
    Number(found[index + 1] ?? absent),
  ) as [number, number, number, number, number, number];
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 59) return undefined;
  const own = found[7]?.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const clock = DateTime.utc(year, 1, 1)
    .plus({ months: month - 1 })
    .plus({ days: day - 1, hours: hour, minutes: minute, seconds: second });
  return clock.setZone(zoneOf(own === 'Z' ? 'UTC' : (own ?? zone)), { keepLocalTime: true });
}
