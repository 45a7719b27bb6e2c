import { DateTime } from 'luxon';

const DAY = 'yyyy-MM-dd';

/** Easter Sunday of the Gregorian calendar, by the rule of Gauss with the two exceptions. */
function easter(year: number): DateTime {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const corrected = (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30;
  const moon = corrected - Math.floor(corrected / 28) * (1 - Math.floor(29 / (corrected + 1)) * Math.floor((21 - golden) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const days = moon - weekday;
  const month = 3 + Math.floor((days + 40) / 44);
  return DateTime.utc(year, month, days + 28 - 31 * Math.floor(month / 4));
}

/** Christmas Eve is free from this year on. */
const CHRISTMAS_EVE_SINCE = 2025;

/** Days free from work in Poland: act of 18 January 1951 on days free from work, art. 1. */
function polish(year: number): readonly string[] {
  const sunday = easter(year);
  const moving = [0, 1, 49, 60].map((days) => sunday.plus({ days }).toFormat(DAY));
  const fixed = ['01-01', '01-06', '05-01', '05-03', '08-15', '11-01', '11-11', '12-25', '12-26', ...(year >= CHRISTMAS_EVE_SINCE ? ['12-24'] : [])];
  return [...moving, ...fixed.map((day) => `${year}-${day}`)];
}

/** Countries whose public holidays are known here; elsewhere weekends alone move the end of a period. */
const HOLIDAYS: Readonly<Record<string, (year: number) => readonly string[]>> = { PL: polish };

/** Whether the law of that country has nobody work on a day. @param day `YYYY-MM-DD` @param country ISO 3166-1 alpha-2 */
function isFree(day: DateTime, country: string): boolean {
  return day.weekday >= 6 || (HOLIDAYS[country]?.(day.year) ?? []).includes(day.toFormat(DAY));
}

/**
 * The working day on which a period ends: one that would end on a Saturday, Sunday or public holiday goes on to the next working day
 * (Regulation (EEC, Euratom) No 1182/71, art. 3(4); Civil Code, art. 115).
 * @param day `YYYY-MM-DD`
 * @param country ISO 3166-1 alpha-2; of one that is not known here only weekends count
 * @since 0.2.0
 */
export function endOnWorkingDay(day: string, country: string): string {
  let end = DateTime.fromFormat(day, DAY, { zone: 'utc' });
  while (isFree(end, country)) end = end.plus({ days: 1 });
  return end.toFormat(DAY);
}
