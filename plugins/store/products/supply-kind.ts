import type { FieldValue } from 'plinth';
import type { StockStatus, Supply } from '../contract/index.js';
import { dayStart } from '../time/local-time.js';

/** Availability of a product or variation. */
interface ExpectedSupply {
  readonly stock: StockStatus;
  /** Expected restock date, `YYYY-MM-DD`; empty when unknown. */
  readonly expected_on: string;
}

/** Days within which a seller must deliver when no day was agreed (Directive 2011/83/EU, art. 18(1)). */
export const MAX_DELIVERY_DAYS = 30;

/**
 * Returns the expected restock date if the item is out of stock or on backorder and the date is in the future.
 * @param today in the site's time zone, `YYYY-MM-DD`
 * @returns empty for none
 */
export function expectedDate({ stock, expected_on }: ExpectedSupply, today: string): string {
  return stock !== 'instock' && expected_on > today ? expected_on : '';
}

/** Returns the earliest expected restock date of a product or its variations; empty for none. */
export function earliestExpectedDate(
  product: ExpectedSupply,
  variations: readonly ExpectedSupply[],
  today: string,
): string {
  if (product.stock === 'instock') return '';
  return (
    (variations.length > 0 ? variations : [product])
      .map((entry) => expectedDate(entry, today))
      .filter((day) => day !== '')
      .sort()[0] ?? ''
  );
}

/** Formats a day for a locale. */
export function formatDay(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale.replace('_', '-'), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** Returns the time until which an expected date is shown: the start of that day in the site's time zone. */
export function expectedDateExpiry(day: string, zone: string): Date {
  return new Date(`${dayStart(day, zone).replace(' ', 'T')}Z`);
}

/** Product field for the handling time in working days. */
export const HANDLING_FIELD = 'handling_days';
const MAX_HANDLING_DAYS = 90;

/** Returns the handling time of a product in whole working days, at most 90; null when it is not set. */
export function handlingDays(fields: Readonly<Record<string, FieldValue>>): number | null {
  const value = fields[HANDLING_FIELD];
  if (value === undefined) return null;
  const days = Number(value);
  return Number.isFinite(days) ? Math.min(MAX_HANDLING_DAYS, Math.max(0, Math.ceil(days))) : 0;
}

/**
 * Returns the data from which the dispatch date of an item is calculated.
 * @param fields fields of its product
 * @param today in the site's time zone, `YYYY-MM-DD`
 */
export function getSupply(
  entry: { readonly stock: StockStatus; readonly expected_on: string },
  fields: Readonly<Record<string, FieldValue>>,
  today: string,
): Supply {
  return {
    handlingDays: handlingDays(fields),
    expectedOn: entry.stock === 'instock' ? '' : expectedDate(entry, today) || null,
    fields,
  };
}
