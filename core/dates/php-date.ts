import type { DateTime } from 'luxon';

/** Returns the names of months and days in a language. */
export interface DateNames {
  month(at: DateTime, style: 'long' | 'short', afterDay: boolean): string;
  weekday(at: DateTime, style: 'long' | 'short'): string;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** The letters of PHP's `date()` with the functions that format them. A letter after a `\` is output unchanged. */
const FORMATTERS: Readonly<Record<string, (at: DateTime, names: DateNames, afterDay: boolean) => string>> = {
  d: (at) => twoDigits(at.day),
  D: (at, names) => names.weekday(at, 'short'),
  j: (at) => String(at.day),
  l: (at, names) => names.weekday(at, 'long'),
  N: (at) => String(at.weekday),
  S: (at) => ordinal(at.day),
  w: (at) => String(at.weekday % 7),
  z: (at) => String(at.ordinal - 1),
  W: (at) => twoDigits(at.weekNumber),
  F: (at, names, afterDay) => names.month(at, 'long', afterDay),
  m: (at) => twoDigits(at.month),
  M: (at, names) => names.month(at, 'short', false),
  n: (at) => String(at.month),
  t: (at) => String(at.daysInMonth ?? 0),
  L: (at) => (at.isInLeapYear ? '1' : '0'),
  o: (at) => String(at.weekYear),
  X: (at) => `${at.year < 0 ? '-' : '+'}${String(Math.abs(at.year)).padStart(4, '0')}`,
  x: (at) => `${at.year > 9999 ? '+' : ''}${yearOf(at)}`,
  Y: (at) => yearOf(at),
  y: (at) => twoDigits(((at.year % 100) + 100) % 100),
  a: (at) => (at.hour < 12 ? 'am' : 'pm'),
  A: (at) => (at.hour < 12 ? 'AM' : 'PM'),
  B: (at) => String(Math.floor(((((at.toSeconds() + 3600) % 86400) + 86400) % 86400) / 86.4)).padStart(3, '0'),
  g: (at) => String(at.hour % 12 || 12),
  G: (at) => String(at.hour),
  h: (at) => twoDigits(at.hour % 12 || 12),
  H: (at) => twoDigits(at.hour),
  i: (at) => twoDigits(at.minute),
  s: (at) => twoDigits(at.second),
  u: (at) => `${String(at.millisecond).padStart(3, '0')}000`,
  v: (at) => String(at.millisecond).padStart(3, '0'),
  e: (at) => zoneName(at),
  I: (at) => (at.isInDST ? '1' : '0'),
  O: (at) => at.toFormat('ZZZ'),
  P: (at) => at.toFormat('ZZ'),
  p: (at) => (zoneName(at) === 'UTC' ? 'Z' : at.toFormat('ZZ')),
  T: (at) => abbreviation(at),
  Z: (at) => String(at.offset * 60),
  U: (at) => String(Math.floor(at.toSeconds())),
};
/** Letters that are an abbreviation for a whole format. */
const COMBINED_FORMATS: Readonly<Record<string, string>> = { c: 'Y-m-d\\TH:i:sP', r: 'D, d M Y H:i:s O' };
/** Formats in which some languages use the genitive of the month, as in "21 listopada". */
const DAY_BY_MONTH = /[dj]\.? F|F [dj]/;

/** Formats a time like PHP's `date()`, in the time zone of `at`. */
export function phpDate(format: string, at: DateTime, names: DateNames): string {
  const expanded = format.replace(/\\.|[cr]/gs, (found) => COMBINED_FORMATS[found] ?? found);
  const afterDay = DAY_BY_MONTH.test(expanded);
  return expanded.replace(
    /\\(.)|\\$|[a-z]/gis,
    (found, escaped: string | undefined) =>
      escaped ?? (Object.hasOwn(FORMATTERS, found) ? FORMATTERS[found]?.(at, names, afterDay) : undefined) ?? found,
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
  ): ((at: DateTime) => string) => {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
    return (at) =>
      format
        .formatToParts(Date.UTC(2000, at.month - 1, at.day > 28 && at.month === 2 ? 28 : at.day))
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
    month(at, style, afterDay) {
      if (style === 'short') return short(at);
      return afterDay ? declined(at) : standalone(at);
    },
    // January 3, 2000 was a Monday, which is weekday 1.
    weekday: (at, style) => weekdays[style].format(Date.UTC(2000, 0, 2 + at.weekday)),
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

function zoneName(at: DateTime): string {
  if (at.zone.type !== 'fixed') return at.zoneName ?? 'UTC';
  return at.offset === 0 && at.zone.name === 'UTC' ? 'UTC' : at.toFormat('ZZ');
}

function abbreviation(at: DateTime): string {
  const name = zoneName(at);
  if (name === 'UTC') return name;
  if (/^[+-]/.test(name)) return `GMT${at.toFormat('ZZZ')}`;
  const abbreviations = ['en-GB', 'en-US', 'en-IN', 'en-AU'].map(
    (language) =>
      new Intl.DateTimeFormat(language, { timeZone: name, timeZoneName: 'short' })
        .formatToParts(at.toJSDate())
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
  );
  return (
    abbreviations.find((short) => /^[A-Z]{2,5}$/.test(short)) ??
    at.toFormat(at.offset % 60 === 0 ? 'ZZ' : 'ZZZ').replace(/:00$/, '')
  );
}
