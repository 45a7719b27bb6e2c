const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}/;

/** Returns the number of days from 1970-01-01 to the day of a date such as `2026-11-23`; undefined if it is none. */
export function toDayNumber(date: string): number | undefined {
  const day = DATE.exec(date)?.[0];
  const time = day === undefined ? NaN : Date.parse(day);
  return Number.isNaN(time) ? undefined : time / DAY_MS;
}

/** Formats a date, or a date and time, in a language. */
export function formatDay(date: string, locale: string): string {
  const time = Date.parse(date.length > 10 ? `${date}Z` : date);
  if (Number.isNaN(time)) return date;
  return new Intl.DateTimeFormat(locale.replace('_', '-'), {
    dateStyle: 'long',
    ...(date.length > 10 ? { timeStyle: 'short' as const } : {}),
    timeZone: 'UTC',
  }).format(time);
}
