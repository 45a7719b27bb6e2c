import { addDays, isCalendarDay, type OptionsApi } from 'plinth';
import type { TransitDays } from '../contract/index.js';

/** Option that stores the settings. */
export const ESTIMATE_OPTION = 'store_estimate_settings';

/** The owner's settings of shipping days and of the transit times per method. */
export interface EstimateSettings {
  /** `HH:MM` in the site's time zone until which an order ships the same day; '' for never. */
  readonly cutOff: string;
  /** `YYYY-MM-DD`, sorted. */
  readonly daysOff: readonly string[];
  /** Domestic transit times in days, by method id; no estimate is shown for absent methods. */
  readonly home: Readonly<Record<string, TransitDays>>;
  /** The same for shipping abroad. */
  readonly abroad: Readonly<Record<string, TransitDays>>;
}

/** Defaults of a shop without these settings: no estimates. */
const NO_ESTIMATES: EstimateSettings = { cutOff: '12:00', daysOff: [], home: {}, abroad: {} };

/**
 * Defaults of a new shop: domestic courier only, because just the owner knows the times for collection and other
 * countries.
 */
export const NEW_SHOP_SETTINGS: EstimateSettings = { ...NO_ESTIMATES, home: { courier: { from: 1, to: 2 } } };

/** Limits of the settings. */
export const MAX_TRANSIT = 90;
export const MAX_DAYS_OFF = 366;

export interface EstimateOptions {
  read(): Promise<EstimateSettings>;
  write(settings: EstimateSettings): Promise<void>;
  /** Sets the defaults of a new shop that has no orders and no settings yet. */
  initialize(isNew: () => Promise<boolean>): Promise<void>;
}

export function createEstimateOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): EstimateOptions {
  const readStored = (): Promise<unknown> => options.getOption<unknown>(ESTIMATE_OPTION, null);
  return {
    async read() {
      const stored = await readStored();
      const { cutOff, daysOff, home, abroad } = toRecord(stored);
      if (stored === null) return NO_ESTIMATES;
      return {
        cutOff: typeof cutOff === 'string' && (cutOff === '' || isTimeOfDay(cutOff)) ? cutOff : NO_ESTIMATES.cutOff,
        daysOff: Array.isArray(daysOff) ? daysOff.filter(isCalendarDay).slice(0, MAX_DAYS_OFF) : [],
        home: readTransitTimes(home),
        abroad: readTransitTimes(abroad),
      };
    },
    async write(settings) {
      await options.updateOption(ESTIMATE_OPTION, settings);
    },
    async initialize(isNew) {
      if ((await readStored()) === null && (await isNew()))
        await options.updateOption(ESTIMATE_OPTION, NEW_SHOP_SETTINGS);
    },
  };
}

/** Whether a text is a time of day such as `09:30`. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Whether a value is a valid transit time. */
export function isTransit(value: unknown): value is TransitDays {
  const { from, to } = toRecord(value);
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    Number(from) >= 0 &&
    Number(from) <= Number(to) &&
    Number(to) <= MAX_TRANSIT
  );
}

/**
 * Parses days as the owner enters them, one day or range per line (`2026-12-28 – 2026-12-31`); returns them sorted, or
 * null when the text is invalid or contains too many days.
 */
export function parseDays(text: string): readonly string[] | null {
  const days = new Set<string>();
  for (const line of text
    .split(/[\n,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const match = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:-|–|—|\.\.)\s*(\d{4}-\d{2}-\d{2}))?$/.exec(line);
    const [first, last] = [match?.[1] ?? '', match?.[2] ?? match?.[1] ?? ''];
    if (!isCalendarDay(first) || !isCalendarDay(last) || last < first) return null;
    for (let day = first; day <= last; day = addDays(day, 1)) {
      if (days.size >= MAX_DAYS_OFF) return null;
      days.add(day);
    }
  }
  return [...days].sort();
}

/** Formats days as text, with consecutive days as a range on one line. */
export function formatDays(days: readonly string[]): string {
  const ranges: [string, string][] = [];
  for (const day of days) {
    const last = ranges.at(-1);
    if (last && addDays(last[1], 1) === day) last[1] = day;
    else ranges.push([day, day]);
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first} – ${last}`)).join('\n');
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function readTransitTimes(stored: unknown): Readonly<Record<string, TransitDays>> {
  return Object.fromEntries(
    Object.entries(toRecord(stored)).filter((entry): entry is [string, TransitDays] => isTransit(entry[1])),
  );
}
