import type { DateTime } from 'luxon';

/** Returns the names of months and days in a language. */
export interface DateNames {
  month(date: DateTime, style: 'long' | 'short', afterDay: boolean): string;
  weekday(date: DateTime, style: 'long' | 'short'): string;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The letters of PHP's `date()` with the functions that format them. A letter after a `\` is output unchanged. */
const FORMATTERS: Readonly<Record<string, (date: DateTime, names: DateNames, afterDay: boolean) => string>> = {
  d: (date) => twoDigits(date.day),
  D: (date, names) => names.weekday(date, 'short'),
  j: (date) => String(date.day),
  l: (date, names) => names.weekday(date, 'long'),
  N: (date) => String(date.weekday),
  S: (date) => ordinal(date.day),
  w: (date) => String(date.weekday % 7),
  z: (date) => String(date.ordinal - 1),
  W: (date) => twoDigits(date.weekNumber),
  F: (date, names, afterDay) => names.month(date, 'long', afterDay),
  m: (date) => twoDigits(date.month),
  M: (date, names) => names.month(date, 'short', false),
  n: (date) => String(date.month),
  t: (date) => String(date.daysInMonth ?? 0),
  L: (date) => (date.isInLeapYear ? '1' : '0'),
  o: (date) => String(date.weekYear),
  X: (date) => `${date.year < 0 ? '-' : '+'}${String(Math.abs(date.year)).padStart(4, '0')}`,
  x: (date) => `${date.year > 9999 ? '+' : ''}${yearOf(date)}`,
  Y: (date) => yearOf(date),
  y: (date) => twoDigits(((date.year % 100) + 100) % 100),
  a: (date) => (date.hour < 12 ? 'am' : 'pm'),
  A: (date) => (date.hour < 12 ? 'AM' : 'PM'),
  B: (date) => String(Math.floor(((((date.toSeconds() + 3600) % 86400) + 86400) % 86400) / 86.4)).padStart(3, '0'),
  g: (date) => String(date.hour % 12 || 12),
  G: (date) => String(date.hour),
  h: (date) => twoDigits(date.hour % 12 || 12),
  H: (date) => twoDigits(date.hour),
  i: (date) => twoDigits(date.minute),
  s: (date) => twoDigits(date.second),
  u: (date) => `${String(date.millisecond).padStart(3, '0')}000`,
  v: (date) => String(date.millisecond).padStart(3, '0'),
  e: (date) => zoneName(date),
  I: (date) => (date.isInDST ? '1' : '0'),
  O: (date) => date.toFormat('ZZZ'),
  P: (date) => date.toFormat('ZZ'),
  p: (date) => (zoneName(date) === 'UTC' ? 'Z' : date.toFormat('ZZ')),
  T: (date) => abbreviation(date),
  Z: (date) => String(date.offset * 60),
  U: (date) => String(Math.floor(date.toSeconds())),
};
/** Letters that are an abbreviation for a whole format. */
const COMBINED_FORMATS: Readonly<Record<string, string>> = { c: 'Y-m-d\\TH:i:sP', r: 'D, d M Y H:i:s O' };
/** Formats in which some languages use the genitive of the month, as in "21 listopada". */
const DAY_BY_MONTH = /[dj]\.? F|F [dj]/;

/** Formats a time like PHP's `date()`, in the time zone of `at`. */
export function phpDate(format: string, date: DateTime, names: DateNames): string {
  const expanded = format.replace(/\\.|[cr]/gs, (found) => COMBINED_FORMATS[found] ?? found);
  const afterDay = DAY_BY_MONTH.test(expanded);
  return expanded.replace(
    /\\(.)|\\$|[a-z]/gis,
    (found, escaped: string | undefined) =>
      escaped ?? (Object.hasOwn(FORMATTERS, found) ? FORMATTERS[found]?.(date, names, afterDay) : undefined) ?? found,
  );
}

/** Returns the names of months and days in a locale, such as `pl_PL` or `en_US`. They are cached. */
export function dateNames(locale: string): DateNames {
  let names = cachedNames.get(locale);
  if (!names) cachedNames.set(locale, (names = createDateNames(locale.replace('_', '-'))));
  return names;
}

const cachedNames = new Map<string, DateNames>();

function createDateNames(language: string): DateNames {
  const createPartFormatter = (
    name: 'month' | 'weekday',
    options: Intl.DateTimeFormatOptions,
  ): ((date: DateTime) => string) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (date) =>
      format
        .formatToParts(Date.UTC(2000, date.month - 1, date.day > 28 && date.month === 2 ? 28 : date.day))
        .find(({ type }) => type === name)?.value ?? '';
  };
  const standalone = createPartFormatter('month', { month: 'long' });
  const declined = createPartFormatter('month', { month: 'long', day: 'numeric' });
  const short = createPartFormatter('month', { month: 'short' });
  const weekdays = {
    long: new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }),
    short: new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }),
  };
  return {
    month(date, style, afterDay) {
      if (style === 'short') return short(date);
      return afterDay ? declined(date) : standalone(date);
    },
    // January 3, 2000 was a Monday, which is weekday 1.
    weekday: (date, style) => weekdays[style].format(Date.UTC(2000, 0, 2 + date.weekday)),
  };
}

/** Formats a year with at least four digits, and a minus sign before year 0. */
function yearOf({ year }: DateTime): string {
  return `${year < 0 ? '-' : ''}${String(Math.abs(year)).padStart(4, '0')}`;
}

function ordinal(day: number): string {
  if (day > 3 && day < 21) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

function zoneName(date: DateTime): string {
  if (date.zone.type !== 'fixed') return date.zoneName ?? 'UTC';
  return date.offset === 0 && date.zone.name === 'UTC' ? 'UTC' : date.toFormat('ZZ');
}

function abbreviation(date: DateTime): string {
  const name = zoneName(date);
  if (name === 'UTC') return name;
  if (/^[+-]/.test(name)) return `GMT${date.toFormat('ZZZ')}`;
  const abbreviations = ['en-GB', 'en-US', 'en-IN', 'en-AU'].map(
    (language) =>
      new Intl.DateTimeFormat(language, { timeZone: name, timeZoneName: 'short' })
        .formatToParts(date.toJSDate())
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  return (
    abbreviations.find((short) => /^[A-Z]{2,5}$/.test(short)) ??
    date.toFormat(date.offset % 60 === 0 ? 'ZZ' : 'ZZZ').replace(/:00$/, '')
  );
}
