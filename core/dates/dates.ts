import { DateTime } from 'luxon';
import type { DatesApi, HookApi, OptionsApi } from '../api/index.js';
import { type DateNames, phpDate, dateNames } from './php-date.js';
import { timezoneString, toZone } from './zone.js';
import { expireAt } from '../cache/index.js';

/** Letters in PHP's date formats for seconds or fractions of them (`SECONDS`), and for minutes (`MINUTES`). */
const SECONDS = /[sUuvBcr]/;
const MINUTES = /i/;
const QUARTER_HOUR_MS = 15 * 60_000;

/**
 * Returns when the formatted time may change next. Hours, days and longer units start at a quarter of an hour in every
 * time zone.
 * @param timeMs Unix time in milliseconds
 * @returns Unix time in milliseconds
 */
function nextChange(format: string, timeMs: number): number {
  const stepMs = smallestUnitMs(format.replace(/\\./g, ''));
  return (Math.floor(timeMs / stepMs) + 1) * stepMs;
}

/** Returns the smallest unit in a format, in milliseconds. */
function smallestUnitMs(format: string): number {
  if (SECONDS.test(format)) return 1000;
  return MINUTES.test(format) ? 60_000 : QUARTER_HOUR_MS;
}

interface DatesDeps {
  options: Pick<OptionsApi, 'getOption'>;
  hooks: Pick<HookApi, 'applyFilters'>;
  /** Returns the language of the request. */
  locale(): string;
  /** Returns the current Unix time in milliseconds. */
  now?: () => number;
}

const MYSQL_FORMAT = 'Y-m-d H:i:s';
const englishNames = (): DateNames => dateNames('en_US');

/** Creates the date functions of a site. */
export function createDates({ options, hooks, locale, now = Date.now }: DatesDeps): DatesApi {
  /** Returns the current time in seconds. A cached page expires when the formatted time would change. */
  function currentSeconds(format: string): number {
    const nowMs = now();
    expireAt(nextChange(format, nowMs));
    return Math.floor(nowMs / 1000);
  }

  const wpTimezoneString = (): Promise<string> => timezoneString(options);

  async function wpDate(
    format: string,
    timestamp?: number | string | null,
    timezone?: string | null,
  ): Promise<string | false> {
    const seconds =
      timestamp === null || timestamp === undefined
        ? currentSeconds(format)
        : Number(timestamp === '' ? NaN : timestamp);
    if (Number.isNaN(seconds)) return false;
    const zone = timezone ?? (await wpTimezoneString());
    const formatted = phpDate(format, toDateTime(seconds, zone), dateNames(locale()));
    return hooks.applyFilters<string>('wp_date', formatted, format, seconds, zone);
  }

  async function convertZone(date: string, from: string, to: string, format: string): Promise<string> {
    const read = parseTime(date, from);
    return phpDate(format, read ? read.setZone(toZone(to)) : toDateTime(0, 'UTC'), englishNames());
  }

  return {
    wpTimezoneString,
    async currentTime(type, gmt = false) {
      const seconds = currentSeconds(type === 'mysql' || type === 'timestamp' ? MYSQL_FORMAT : type);
      const time = toDateTime(seconds, gmt ? 'UTC' : await wpTimezoneString());
      if (type === 'timestamp' || type === 'U') return seconds + time.offset * 60;
      return phpDate(type === 'mysql' ? MYSQL_FORMAT : type, time, englishNames());
    },
    wpDate,
    async dateI18n(format, timestampWithOffset = false, gmt = false) {
      if (format === 'U' && timestampWithOffset !== false) return timestampWithOffset;
      const zone = await wpTimezoneString();
      if (timestampWithOffset === false) return (await wpDate(format, null, gmt ? 'UTC' : zone)) || '';
      // The timestamp is a local time that was stored as if it were UTC; this converts it to the real time.
      const local = toDateTime(timestampWithOffset, 'UTC').setZone(toZone(zone), { keepLocalTime: true });
      return (await wpDate(format, Math.floor(local.toSeconds()), zone)) || '';
    },
    async mysql2date(format, date, translate = true) {
      const zone = await wpTimezoneString();
      const time = date === '' ? undefined : parseTime(date, zone);
      if (!time) return false;
      const seconds = Math.floor(time.toSeconds());
      if (format === 'G' || format === 'U') return seconds + time.offset * 60;
      return translate ? wpDate(format, seconds, zone) : phpDate(format, time, englishNames());
    },
    getDateFromGmt: async (date, format = MYSQL_FORMAT) => convertZone(date, 'UTC', await wpTimezoneString(), format),
    getGmtFromDate: async (date, format = MYSQL_FORMAT) => convertZone(date, await wpTimezoneString(), 'UTC', format),
  };
}

function toDateTime(seconds: number, zone: string): DateTime {
  return DateTime.fromSeconds(seconds, { zone: toZone(zone) });
}

const DATE_TEXT =
  /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?:[ T]+(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?)?(Z|[+-]\d\d:?\d\d)?$/i;

/**
 * Parses a date in the format of the database or of ISO 8601; returns undefined for other texts. A time zone in the
 * text takes precedence over `zone`. As in PHP, days after the end of a month are counted into the next month.
 */
function parseTime(text: string, zone: string): DateTime | undefined {
  const found = DATE_TEXT.exec(text.trim());
  if (!found) return undefined;
  const [year, month, day, hour, minute, second] = ['', '', '1', '0', '0', '0'].map((fallback, index) =>
    Number(found[index + 1] ?? fallback),
  ) as [number, number, number, number, number, number];
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 59) return undefined;
  const zoneInText = found[7]?.toUpperCase().replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const clock = DateTime.utc(year, 1, 1)
    .plus({ months: month - 1 })
    .plus({ days: day - 1, hours: hour, minutes: minute, seconds: second });
  return clock.setZone(toZone(zoneInText === 'Z' ? 'UTC' : (zoneInText ?? zone)), { keepLocalTime: true });
}
