import type { FieldValue } from 'plinth';
import type { StockStatus, Supply } from '../contract/index.js';

/** What is known of when something can be had. */
interface Awaited {
  readonly stock: StockStatus;
  /** `YYYY-MM-DD`; empty: nobody knows. */
  readonly expected_on: string;
}

/** The day that the owner expects something on: only of what is not in stock, and only until it has come. @param now UTC, `YYYY-MM-DD HH:MM:SS`. @returns empty for none */
export function expectedDay({ stock, expected_on }: Awaited, now: string): string {
  return stock !== 'instock' && expected_on > now.slice(0, 10) ? expected_on : '';
}

/** The first day on which a product or one of its versions is expected; empty for none. */
export function firstExpected(product: Awaited, versions: readonly Awaited[], now: string): string {
  if (product.stock === 'instock') return '';
  return (
    (versions.length > 0 ? versions : [product])
      .map((one) => expectedDay(one, now))
      .filter((day) => day !== '')
      .sort()[0] ?? ''
  );
}

/** A day as people read it, in the language of a locale. */
export function dayText(day: string, locale: string): string {
  return new Intl.DateTimeFormat(locale.replace('_', '-'), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(day));
}

/** Until when a day may be told: it is not expected any more once it has begun. */
export function toldUntil(day: string): Date {
  return new Date(Date.parse(day));
}

/** The product's field for the working days that preparing it takes. */
export const HANDLING_FIELD = 'handling_days';
const MAX = 90;

/** Working days that preparing a product takes: whole ones, up to ninety; null where the owner did not say. */
export function handlingDays(fields: Readonly<Record<string, FieldValue>>): number | null {
  const said = fields[HANDLING_FIELD];
  if (said === undefined) return null;
  const days = Number(said);
  return Number.isFinite(days) ? Math.min(MAX, Math.max(0, Math.ceil(days))) : 0;
}

/** When something can leave the shop. @param fields of its product @param now UTC, `YYYY-MM-DD HH:MM:SS` */
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
