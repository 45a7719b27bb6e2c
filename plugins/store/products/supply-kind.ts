import type { FieldValue } from 'plinth';
import type { StockStatus, Supply } from '../contract/index.js';

/** Availability of a product or variation. */
interface ExpectedSupply {
  readonly stock: StockStatus;
  /** `YYYY-MM-DD`; empty: unknown. */
  readonly expected_on: string;
}

/**
 * Returns the expected restock date, only when out of stock or on backorder and only until the date has passed.
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`.
 * @returns empty for none
 */
export function expectedDay({ stock, expected_on }: ExpectedSupply, now: string): string {
  return stock !== 'instock' && expected_on > now.slice(0, 10) ? expected_on : '';
}

/** Returns the earliest expected restock date of a product or its variations; empty for none. */
export function firstExpected(product: ExpectedSupply, versions: readonly ExpectedSupply[], now: string): string {
  if (product.stock === 'instock') return '';
  return (
    (versions.length > 0 ? versions : [product])
      .map((one) => expectedDay(one, now))
      .filter((day) => day !== '')
      .sort()[0] ?? ''
  );
}

/** Formats a day for a locale. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale.replace('_', '-'), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** Returns the moment until which a date may be shown: once the day has begun, it is no longer expected. */
export function toldUntil(day: string): Date {
  return new Date(Date.parse(day));
}

/** Product field for the handling time in working days. */
export const HANDLING_FIELD = 'handling_days';
const MAX = 90;

/** Returns the handling time of a product in whole working days, up to ninety; null when not set. */
export function handlingDays(fields: Readonly<Record<string, FieldValue>>): number | null {
  const value = fields[HANDLING_FIELD];
  if (value === undefined) return null;
  const days = Number(value);
  return Number.isFinite(days) ? Math.min(MAX, Math.max(0, Math.ceil(days))) : 0;
}

/**
 * Returns when an item can be dispatched.
 * @param fields fields of its product
 * @param now UTC, `YYYY-MM-DD HH:MM:SS`
 */
export function supplyOf(
  one: { readonly stock: StockStatus; readonly expected_on: string },
  fields: Readonly<Record<string, FieldValue>>,
  now: string,
): Supply {
  return {
    handlingDays: handlingDays(fields),
    expectedOn: one.stock === 'instock' ? '' : expectedDay(one, now) || null,
    fields,
  };
}
