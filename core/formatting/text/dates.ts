import { roundHalfUp } from '../php/numeric.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;
const STEPS: readonly (readonly [below: number, unit: number, name: string])[] = [
  [MINUTE, 1, 'second'],
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [7 * DAY, DAY, 'day'],
  [30 * DAY, 7 * DAY, 'week'],
  [365 * DAY, 30 * DAY, 'month'],
  [Infinity, 365 * DAY, 'year'],
];

/**
 * Returns the readable difference between two times (`human_time_diff`).
 * @param difference seconds, not negative
 */
export function timeDiff(difference: number): string {
  const [, unit, name] = STEPS.find(([below]) => difference < below) ?? [0, 365 * DAY, 'year'];
  const count = Math.max(1, roundHalfUp(difference / unit));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/**
 * Converts a duration such as `1:02:03` to readable text, or returns false (`human_readable_duration`).
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
 * Returns the Unix time, in seconds, of an RFC 3339 date, or false (`rest_parse_date`). Without an offset it is UTC.
 * @param forceUtc ignores an offset
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
