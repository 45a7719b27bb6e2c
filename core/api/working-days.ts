import { memoize } from './memoize.js';

const DAY_MS = 86_400_000;

const toIsoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * Returns Easter Sunday in the Gregorian calendar as a Unix time in milliseconds, by Gauss's algorithm with its two
 * exceptions.
 */
function easterSunday(year: number): number {
  const yearInCycle = year % 19;
  const century = Math.floor(year / 100);
  const corrected =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * yearInCycle + 15) % 30;
  const moon =
    corrected -
    Math.floor(corrected / 28) * (1 - Math.floor(29 / (corrected + 1)) * Math.floor((21 - yearInCycle) / 11));
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7;
  const days = moon - weekday;
  const month = 3 + Math.floor((days + 40) / 44);
  return Date.UTC(year, month - 1, days + 28 - 31 * Math.floor(month / 4));
}

/** First year in which Christmas Eve is a public holiday. */
const CHRISTMAS_EVE_SINCE = 2025;

/** Returns the public holidays of Poland: act of 18 January 1951 on days free from work, art. 1. */
function polishHolidays(year: number): readonly string[] {
  const sunday = easterSunday(year);
  const movableDates = [0, 1, 49, 60].map((days) => toIsoDate(sunday + days * DAY_MS));
  const fixedDates = [
    '01-01',
    '01-06',
    '05-01',
    '05-03',
    '08-15',
    '11-01',
    '11-11',
    '12-25',
    '12-26',
    ...(year >= CHRISTMAS_EVE_SINCE ? ['12-24'] : []),
  ];
  return [...movableDates, ...fixedDates.map((day) => `${year}-${day}`)];
}

/** Countries with known public holidays. */
const HOLIDAYS: Readonly<Record<string, (year: number) => readonly string[]>> = { PL: polishHolidays };

/** Cached holidays by country and year: pages request the same years repeatedly. */
const holidayCache = new Map<string, ReadonlySet<string>>();
const MAX_CACHED_YEARS = 100;

function holidaysOf(country: string, year: number): ReadonlySet<string> {
  return memoize(holidayCache, MAX_CACHED_YEARS, `${country} ${year}`, () => new Set(HOLIDAYS[country]?.(year) ?? []));
}

/** Cached results by day: pages request the same few days repeatedly. */
const workingDayCache = new Map<string, boolean>();
const MAX_CACHED_DAYS = 1000;

/**
 * Whether a value is a string with an existing date such as `2026-12-31`; false for 30 February, date-times and
 * numbers.
 * @since 0.1.0
 */
export function isCalendarDay(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}$/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString().startsWith(value)
  );
}

/**
 * Adds a number of days to a date.
 * @param day `YYYY-MM-DD`
 * @param days whole days; may be negative
 * @throws RangeError if it is not a valid date
 * @since 0.1.0
 */
export function addDays(day: string, days: number): string {
  return toIsoDate(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/**
 * Whether a date is a working day: not a Saturday, Sunday or public holiday.
 * @param day `YYYY-MM-DD`
 * @param country ISO 3166-1 alpha-2; only Poland's public holidays are known, for other countries only weekends are
 * excluded
 * @throws RangeError if it is not a valid date
 * @since 0.1.0
 */
export function isWorkingDay(day: string, country: string): boolean {
  return memoize(workingDayCache, MAX_CACHED_DAYS, `${country} ${day}`, () => computeIsWorkingDay(day, country));
}

function computeIsWorkingDay(day: string, country: string): boolean {
  const weekday = new Date(Date.parse(`${addDays(day, 0)}T00:00:00Z`)).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(country, Number(day.slice(0, 4))).has(day);
}

/**
 * Returns the working day on which a period ends: one that would end on a Saturday, Sunday or public holiday is
 * extended to the next working day (Regulation (EEC, Euratom) No 1182/71, art. 3(4); Civil Code, art. 115).
 * @param day `YYYY-MM-DD`
 * @param country as in {@link isWorkingDay}
 * @throws RangeError if it is not a valid date
 * @since 0.1.0
 */
export function endOnWorkingDay(day: string, country: string): string {
  let end = day;
  while (!isWorkingDay(end, country)) end = addDays(end, 1);
  return end;
}

/**
 * Returns the country whose public holidays apply: Poland, unless the site's time zone belongs to another country. A
 * time zone without a region, such as an offset or an unset value, counts as Poland's.
 * @param zone as in the site's settings
 * @returns ISO 3166-1 alpha-2; '' for a country whose public holidays are not known
 * @since 0.1.0
 */
export function countryOfZone(zone: string): string {
  return zone === 'Europe/Warsaw' || !zone.includes('/') ? 'PL' : '';
}
