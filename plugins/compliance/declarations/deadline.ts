import { DateTime } from 'luxon';

/** What stands in the order when its days of withdrawal began. */
export const CLOCK_META = 'withdrawal_clock_started';

const STORED = 'yyyy-MM-dd HH:mm:ss';

/**
 * The last day on which a customer may withdraw, in the zone of the shop: the day of delivery does not count.
 * @param started UTC, `YYYY-MM-DD HH:MM:SS`
 * @returns `YYYY-MM-DD`
 */
export function lastDay(started: string, days: number, zone: string): string {
  return DateTime.fromFormat(started, STORED, { zone: 'utc' }).setZone(zone).plus({ days }).toFormat('yyyy-MM-dd');
}

/** Whether a declaration came on the last day or before. @param declared UTC, `YYYY-MM-DD HH:MM:SS` */
export function isInTime(declared: string, last: string, zone: string): boolean {
  return DateTime.fromFormat(declared, STORED, { zone: 'utc' }).setZone(zone).toFormat('yyyy-MM-dd') <= last;
}
