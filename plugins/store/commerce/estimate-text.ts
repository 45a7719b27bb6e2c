import { memoize } from 'plinth';
import type { DeliveryDays } from '../contract/index.js';

/** A localized day: its weekday, then the day and month, whose name is inflected. */
interface DayText {
  readonly weekday: string;
  /** The text up to the month, if the day comes first: `26`, `26.` */
  readonly day: string;
  readonly dayAndMonth: string;
}

/** Date formats by locale; English puts the day before the month, as in the rest of Europe. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(locale: string): Intl.DateTimeFormat {
  let format = formats.get(locale);
  if (!format)
    formats.set(
      locale,
      (format = new Intl.DateTimeFormat(locale.startsWith('en') ? 'en-GB' : locale.replace('_', '-'), {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      })),
    );
  return format;
}

/** Cache of localized days, since most pages show the same few days. */
const texts = new Map<string, DayText>();
const MAX_TEXTS = 500;

const dayText = (day: string, locale: string): DayText =>
  memoize(texts, MAX_TEXTS, `${locale}|${day}`, () => formatDay(day, locale));

function formatDay(day: string, locale: string): DayText {
  const parts = formatOf(locale).formatToParts(new Date(day));
  const weekday = parts.find(({ type }) => type === 'weekday')?.value ?? '';
  const dateParts = parts.slice(parts.findIndex(({ type }) => type === 'day' || type === 'month'));
  const month = dateParts.findIndex(({ type }) => type === 'month');
  const joinParts = (some: readonly Intl.DateTimeFormatPart[]): string =>
    some
      .map(({ value }) => value)
      .join('')
      .trim();
  return { weekday, day: joinParts(dateParts.slice(0, month)), dayAndMonth: joinParts(dateParts) };
}

/**
 * Formats delivery days, with the month only once when it is the same: `Thursday 26 – Friday 27 November`, `czwartek 26
 * – piątek 27 listopada`.
 */
export function estimateText({ earliest, latest }: DeliveryDays, locale: string): string {
  const [first, last] = [dayText(earliest, locale), dayText(latest, locale)];
  const end = `${last.weekday} ${last.dayAndMonth}`;
  if (earliest === latest) return end;
  const isOneMonth = earliest.slice(0, 7) === latest.slice(0, 7) && first.day !== '';
  return `${first.weekday} ${isOneMonth ? first.day : first.dayAndMonth} – ${end}`;
}
