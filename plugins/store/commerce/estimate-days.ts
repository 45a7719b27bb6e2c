import { DateTime } from 'luxon';
import { addDays, isWorkingDay, memoize } from 'plinth';
import type { DeliveryDays, Supply, TransitDays } from '../contract/index.js';

/** When and from where a shop ships. */
export interface DispatchSettings {
  /** Time zone from the site's settings: `Europe/Warsaw`, or an offset such as `UTC+02:00`. */
  readonly timeZone: string;
  /** Country whose public holidays apply, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** `HH:MM` in the zone: orders placed before this time ship the same day; '' for never the same day. */
  readonly cutOff: string;
  /** `YYYY-MM-DD`: days on which the shop does not ship, besides weekends and public holidays. */
  readonly daysOff: readonly string[];
}

/** Input of a delivery estimate. */
export interface EstimateInputs extends DispatchSettings {
  /** Unix time in milliseconds. */
  readonly now: number;
  /** One per line to ship; the slowest decides. */
  readonly lines: readonly Supply[];
  readonly transit: TransitDays;
}

/** Maximum number of days searched for a shipping day; beyond it, the shop counts as never shipping. */
const MAX_DAYS_SEARCHED = 1000;

/** Local time, to the minute. */
interface LocalMinute {
  readonly day: string;
  readonly time: string;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of cached results. A page needs the same ones for each variation and method, and Luxon is the slowest
 * part.
 */
const MAX_CACHED = 100;
const localTimes = new Map<string, LocalMinute>();
const dates = new Map<string, Date>();

/** Returns the site's local time. */
function localTimeAt(now: number, zone: string): LocalMinute {
  return memoize(localTimes, MAX_CACHED, `${zone}|${Math.floor(now / MINUTE_MS)}`, () => {
    const local = DateTime.fromMillis(now, { zone });
    return { day: local.toFormat('yyyy-MM-dd'), time: local.toFormat('HH:mm') };
  });
}

/**
 * Returns the n-th day that satisfies a condition, counted from and including a day; null when none is found within the
 * limit.
 */
function findNthDay(day: string, count: number, isCounted: (day: string) => boolean): string | null {
  let [current, left] = [day, count];
  for (let offset = 0; offset < MAX_DAYS_SEARCHED; offset++) {
    if (isCounted(current) && left-- === 0) return current;
    current = addDays(current, 1);
  }
  return null;
}

/**
 * Returns the days on which an order placed now is delivered. It ships on a shipping day: today if it is one and the
 * cut-off time has not passed; goods to be restocked ship after their expected day. Preparation and transit take
 * working days.
 * @returns null when it is unknown when a line can ship, or nothing is shipped
 */
export function deliveryDays({
  now,
  timeZone,
  country,
  cutOff,
  daysOff,
  lines,
  transit,
}: EstimateInputs): DeliveryDays | null {
  const isWorkday = (day: string): boolean => isWorkingDay(day, country);
  const isShippingDay = (day: string): boolean => isWorkday(day) && !daysOff.includes(day);
  const { day: today, time } = localTimeAt(now, timeZone);
  const first = cutOff !== '' && time < cutOff ? today : addDays(today, 1);

  let shippingDay = '';
  for (const { handlingDays, expectedOn } of lines) {
    if (expectedOn === null) return null;
    const from = expectedOn >= first ? addDays(expectedOn, 1) : first;
    const ready = findNthDay(from, handlingDays ?? 0, isShippingDay);
    if (ready === null) return null;
    if (ready > shippingDay) shippingDay = ready;
  }
  if (shippingDay === '') return null;
  const [earliest, latest] = [
    findNthDay(shippingDay, transit.from, isWorkday),
    findNthDay(shippingDay, transit.to, isWorkday),
  ];
  return earliest === null || latest === null ? null : { earliest, latest };
}

/**
 * Returns the time until which {@link deliveryDays} returns the same result: today's cut-off time, or midnight in the
 * site's time zone.
 */
export function estimateValidUntil(
  now: number,
  { timeZone, cutOff }: Pick<DispatchSettings, 'timeZone' | 'cutOff'>,
): Date {
  const { day, time } = localTimeAt(now, timeZone);
  const until = cutOff !== '' && time < cutOff ? `${day}T${cutOff}` : addDays(day, 1);
  return new Date(
    memoize(dates, MAX_CACHED, `${timeZone}|${until}`, () => DateTime.fromISO(until, { zone: timeZone }).toJSDate()),
  );
}
