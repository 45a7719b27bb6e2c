import { DateTime } from 'luxon';
import { type PluginScope, memoize, toUtcString } from 'plinth';

const STORED_FORMAT = 'yyyy-MM-dd HH:mm:ss';
const DAY_MS = 86_400_000;
const LOCAL_FORMAT = "yyyy-MM-dd'T'HH:mm:ss";

/** Time functions: UTC for storage, the site's time zone for display. */
export interface Clock {
  /** Current time, `YYYY-MM-DD HH:MM:SS` UTC. */
  now(): string;
  /** Current day in the site's time zone, `YYYY-MM-DD`, shifted by a number of days. */
  day(offset?: number): Promise<string>;
  /**
   * Returns the UTC time at which a day of the site's time zone begins.
   * @param day `YYYY-MM-DD`
   */
  startOf(day: string): Promise<string>;
  /** Converts a UTC time to the site's time zone, `YYYY-MM-DDTHH:MM:SS`. */
  local(utc: string): Promise<string>;
  /** Time zone from the site's settings. */
  zone(): Promise<string>;
}

/** @param milliseconds time source, replaced in tests */
export function createClock(scope: Pick<PluginScope, 'getOption'>, milliseconds: () => number = Date.now): Clock {
  async function zone(): Promise<string> {
    const name = await scope.getOption('timezone_string', '');
    if (typeof name === 'string' && name !== '') return name;
    const minutes = Math.round(Number(await scope.getOption('gmt_offset', 0)) * 60) || 0;
    return minutes === 0
      ? 'UTC'
      : `UTC${minutes < 0 ? '-' : '+'}${Math.floor(Math.abs(minutes) / 60)}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`;
  }
  return {
    now: () => toUtcString(milliseconds()),
    day: async (offset = 0) =>
      DateTime.fromMillis(milliseconds(), { zone: await zone() })
        .plus({ days: offset })
        .toFormat('yyyy-MM-dd'),
    startOf: async (day) =>
      DateTime.fromISO(day, { zone: await zone() })
        .startOf('day')
        .toUTC()
        .toFormat(STORED_FORMAT),
    local: async (utc) => toLocal(utc, await zone()),
    zone,
  };
}

/** Cache of local times, since Luxon is too slow for lists that call it for every reduced product. */
const localTimes = new Map<string, string>();
const MAX_LOCAL_TIMES = 2000;

const toLocal = (utc: string, zone: string): string =>
  memoize(localTimes, MAX_LOCAL_TIMES, `${utc}|${zone}`, () =>
    DateTime.fromFormat(utc, STORED_FORMAT, { zone: 'utc' }).setZone(zone).toFormat(LOCAL_FORMAT),
  );

/** Cache of shifted times: a list needs the same two or three for every product. */
const shiftedTimes = new Map<string, string>();
const MAX_SHIFTED_TIMES = 2000;

/**
 * Shifts a stored UTC time by a number of days, which may be fractional. Cached, since lists call it for every reduced
 * product, and Luxon is too slow for that.
 */
export function shiftDays(utc: string, days: number): string {
  return memoize(shiftedTimes, MAX_SHIFTED_TIMES, `${utc}|${days}`, () =>
    toUtcString(Date.parse(`${utc.replace(' ', 'T')}Z`) + days * DAY_MS),
  );
}
