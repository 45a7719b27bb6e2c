import { DateTime } from 'luxon';
import { addDays, isWorkingDay, memoize } from 'plinth';
import type { DeliveryDays, Supply, TransitDays } from '../contract/index.js';

/** When a shop sends. */
export interface Dispatch {
  /** Of the site's settings: `Europe/Warsaw`, or an offset such as `UTC+02:00`. */
  readonly zone: string;
  /** Whose public holidays are kept, ISO 3166-1 alpha-2. */
  readonly country: string;
  /** `HH:MM` in the zone: what is ordered before it leaves the same day; '' for never the same day. */
  readonly cutOff: string;
  /** `YYYY-MM-DD`: days on which this shop sends nothing, besides weekends and public holidays. */
  readonly daysOff: readonly string[];
}

/** What the days of an arrival are counted from. */
export interface EstimateInputs extends Dispatch {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Of every line that is sent; the slowest decides. */
  readonly lines: readonly Supply[];
  readonly transit: TransitDays;
}

/** Days that are looked at before a shop counts as one that never sends. */
const LONGEST = 1000;

/** What a clock shows, to the minute. */
interface Shown {
  readonly day: string;
  readonly time: string;
}

const MINUTE_MS = 60_000;
/** Minutes and moments that are remembered: a page asks for the same one for each version and way, and Luxon takes longer than the rest. */
const MAX_REMEMBERED = 100;
const clocks = new Map<string, Shown>();
const moments = new Map<string, Date>();

/** What the site's clock shows. */
function clockAt(now: number, zone: string): Shown {
  return memoize(clocks, MAX_REMEMBERED, `${zone}|${Math.floor(now / MINUTE_MS)}`, () => {
    const local = DateTime.fromMillis(now, { zone });
    return { day: local.toFormat('yyyy-MM-dd'), time: local.toFormat('HH:mm') };
  });
}

/** The n-th day of a kind on which something moves, from a day on that is one or not; null when there is none in sight. */
function countOn(day: string, count: number, moves: (day: string) => boolean): string | null {
  let [reached, left] = [day, count];
  for (let looked = 0; looked < LONGEST; looked++) {
    if (moves(reached) && left-- === 0) return reached;
    reached = addDays(reached, 1);
  }
  return null;
}

/**
 * The days on which an order arrives that is placed now. It leaves on a day on which the shop sends: today when it is one and the cut-off
 * is not over; goods that are awaited leave after the day they are expected on. Preparing and travelling take working days.
 * @returns null when nobody knows when a line can leave, or nothing is sent
 */
export function deliveryDays({
  now,
  zone,
  country,
  cutOff,
  daysOff,
  lines,
  transit,
}: EstimateInputs): DeliveryDays | null {
  const works = (day: string): boolean => isWorkingDay(day, country);
  const sends = (day: string): boolean => works(day) && !daysOff.includes(day);
  const { day: today, time } = clockAt(now, zone);
  const first = cutOff !== '' && time < cutOff ? today : addDays(today, 1);

  let leaves = '';
  for (const { handlingDays, expectedOn } of lines) {
    if (expectedOn === null) return null;
    const from = expectedOn >= first ? addDays(expectedOn, 1) : first;
    const ready = countOn(from, handlingDays ?? 0, sends);
    if (ready === null) return null;
    if (ready > leaves) leaves = ready;
  }
  if (leaves === '') return null;
  const [earliest, latest] = [countOn(leaves, transit.from, works), countOn(leaves, transit.to, works)];
  return earliest === null || latest === null ? null : { earliest, latest };
}

/** Until when {@link arrivalDays} answers alike: the cut-off of today, or midnight in the site's zone. */
export function isEstimateCurrent(now: number, { zone, cutOff }: Pick<Dispatch, 'zone' | 'cutOff'>): Date {
  const { day, time } = clockAt(now, zone);
  const until = cutOff !== '' && time < cutOff ? `${day}T${cutOff}` : addDays(day, 1);
  return new Date(
    memoize(moments, MAX_REMEMBERED, `${zone}|${until}`, () => DateTime.fromISO(until, { zone }).toJSDate()),
  );
}
