import { addDays, isCalendarDay, type OptionsApi } from 'plinth';
import type { TransitDays } from '../contract/index.js';

/** Where they are kept. */
export const ESTIMATE_OPTION = 'store_arrival';

/** The owner's word on when orders leave, and how long each way takes. */
export interface EstimateSettings {
  /** `HH:MM` in the site's zone until which an order leaves the same day; '' for never. */
  readonly cutOff: string;
  /** `YYYY-MM-DD`, in order. */
  readonly daysOff: readonly string[];
  /** Days within the country, by the id of the method; nothing is said of a method that is absent. */
  readonly home: Readonly<Record<string, TransitDays>>;
  /** The same for other countries. */
  readonly abroad: Readonly<Record<string, TransitDays>>;
}

/** A shop from before this could be said promises nothing until its owner does. */
const SILENT: EstimateSettings = { cutOff: '12:00', daysOff: [], home: {}, abroad: {} };

/** What a new shop begins with: its courier within the country; only the owner knows when goods can be collected, or come to other countries. */
export const NEW_SHOP: EstimateSettings = { ...SILENT, home: { courier: { from: 1, to: 2 } } };

/** Bounds of what can be set. */
export const MAX_TRANSIT = 90;
export const MAX_DAYS_OFF = 366;

export interface EstimateOptions {
  read(): Promise<EstimateSettings>;
  write(settings: EstimateSettings): Promise<void>;
  /** Begins a shop that has sold nothing and said nothing yet. */
  begin(isNew: () => Promise<boolean>): Promise<void>;
}

export function createEstimateOptions(options: Pick<OptionsApi, 'getOption' | 'updateOption'>): EstimateOptions {
  const kept = (): Promise<unknown> => options.getOption<unknown>(ESTIMATE_OPTION, null);
  return {
    async read() {
      const stored = await kept();
      const { cutOff, daysOff, home, abroad } = record(stored);
      if (stored === null) return SILENT;
      return {
        cutOff: typeof cutOff === 'string' && (cutOff === '' || isClock(cutOff)) ? cutOff : SILENT.cutOff,
        daysOff: Array.isArray(daysOff) ? daysOff.filter(isCalendarDay).slice(0, MAX_DAYS_OFF) : [],
        home: transits(home),
        abroad: transits(abroad),
      };
    },
    async write(settings) {
      await options.updateOption(ESTIMATE_OPTION, settings);
    },
    async begin(isNew) {
      if ((await kept()) === null && (await isNew())) await options.updateOption(ESTIMATE_OPTION, NEW_SHOP);
    },
  };
}

/** Whether a text is a time of the day, as `09:30`. */
export function isClock(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

/** Whether it can be days on the way. */
export function isTransit(value: unknown): value is TransitDays {
  const { from, to } = record(value);
  return (
    Number.isInteger(from) &&
    Number.isInteger(to) &&
    Number(from) >= 0 &&
    Number(from) <= Number(to) &&
    Number(to) <= MAX_TRANSIT
  );
}

/** Days as the owner writes them, one or a stretch on each line (`2026-12-28 – 2026-12-31`), in order; null for what cannot be read or is too much. */
export function readDays(text: string): readonly string[] | null {
  const days = new Set<string>();
  for (const line of text
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')) {
    const found = /^(\d{4}-\d{2}-\d{2})(?:\s*(?:-|–|—|\.\.)\s*(\d{4}-\d{2}-\d{2}))?$/.exec(line);
    const [first, last] = [found?.[1] ?? '', found?.[2] ?? found?.[1] ?? ''];
    if (!isCalendarDay(first) || !isCalendarDay(last) || last < first) return null;
    for (let day = first; day <= last; day = addDays(day, 1)) {
      if (days.size >= MAX_DAYS_OFF) return null;
      days.add(day);
    }
  }
  return [...days].sort();
}

/** The same as text: stretches in one line. */
export function writtenDays(days: readonly string[]): string {
  const stretches: [string, string][] = [];
  for (const day of days) {
    const last = stretches.at(-1);
    if (last && addDays(last[1], 1) === day) last[1] = day;
    else stretches.push([day, day]);
  }
  return stretches.map(([first, last]) => (first === last ? first : `${first} – ${last}`)).join('\n');
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function transits(stored: unknown): Readonly<Record<string, TransitDays>> {
  return Object.fromEntries(
    Object.entries(record(stored)).filter((entry): entry is [string, TransitDays] => isTransit(entry[1])),
  );
}
