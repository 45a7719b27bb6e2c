import { roundHalfUp } from '../php/numeric.js';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86400;
const UNITS_BY_LIMIT: readonly (readonly [below: number, unit: number, name: string])[] = [
  [MINUTE_SECONDS, 1, 'second'],
  [HOUR_SECONDS, MINUTE_SECONDS, 'minute'],
  [DAY_SECONDS, HOUR_SECONDS, 'hour'],
  [7 * DAY_SECONDS, DAY_SECONDS, 'day'],
  [30 * DAY_SECONDS, 7 * DAY_SECONDS, 'week'],
  [365 * DAY_SECONDS, 30 * DAY_SECONDS, 'month'],
  [Infinity, 365 * DAY_SECONDS, 'year'],
];

/**
 * Returns the difference between two times in words (`human_time_diff`).
 * @param difference number of seconds, not negative
 */
export function formatTimeDiff(difference: number): string {
  const [, unit, name] = UNITS_BY_LIMIT.find(([below]) => difference < below) ?? [0, 365 * DAY_SECONDS, 'year'];
  const count = Math.max(1, roundHalfUp(difference / unit));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * Converts a duration such as `1:02:03` to words; false if it is invalid (`human_readable_duration`).
 * @since 0.1.0
 */
export function humanReadableDuration(duration: string): string | false {
  const text = duration.startsWith('-') ? duration.slice(1) : duration;
  if (!/^(?:[0-9]+:)?[0-5]?[0-9]:[0-5]?[0-9]$/.test(text)) return false;
  const units = ['second', 'minute', 'hour'];
  const parts = text
    .split(':')
    .reverse()
    .map((part, index) => `${Number(part)} ${units[index] ?? ''}${Number(part) === 1 ? '' : 's'}`);
  return parts.reverse().join(', ');
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:(Z)|([+-])(\d{2})(?::(\d{2}))?)?$/;

/**
 * Returns the Unix time of an RFC 3339 date in seconds; false if it is invalid (`rest_parse_date`). A date without an
 * offset is in UTC.
 * @param forceUtc whether the offset is ignored
 * @since 0.1.0
 */
export function restParseDate(date: string, forceUtc = false): number | false {
  const match = RFC3339.exec(forceUtc ? date.replace(/[+-]\d+:?\d+$/, '') : date);
  if (!match) return false;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60 || (hour === 24 && (minute > 0 || second > 0)))
    return false;
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second);
  const offset = forceUtc || match[8] === undefined ? 0 : (Number(match[9]) * 60 + Number(match[10] ?? 0)) * 60;
  return time.getTime() / 1000 - (match[8] === '-' ? -offset : offset);
}
