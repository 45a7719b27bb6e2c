import type { Database } from 'plinth';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

/** Returns the Luhn check digit of a string of digits. It detects mistyped digits and most transposed digits. */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** Formats an order number: `2026-00012-3` is the year, the sequence number within it and a check digit. */
export function formatOrderNumber(year: number, sequence: number): string {
  const digits = String(sequence).padStart(5, '0');
  return `${year}-${digits}-${checkDigit(`${year}${digits}`)}`;
}

/**
 * Returns the next order number of a year. Call it inside the transaction of the order, so that a rejected order leaves
 * no gap. The row is locked until the commit, which also prevents deadlocks between orders that wait for each other's
 * stock.
 */
export async function takeOrderNumber(db: Database, year: number): Promise<string> {
  const known = await db()('store_order_numbers').where({ year }).increment('last', 1);
  if (known === 0) await db()('store_order_numbers').insert({ year, last: 1 });
  const row = await db()('store_order_numbers').where({ year }).first('last');
  return formatOrderNumber(year, Number(row?.last ?? 1));
}

/**
 * Response headers for pages that open an order by its key: they must not be cached, nor leak the URL to other sites.
 */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Returns the order that a key from a URL belongs to, or null for an unknown or malformed key. */
export async function orderByKey(store: Pick<OrderStore, 'find'>, key: string): Promise<OrderRecord | null> {
  return /^[0-9a-f]{48}$/.test(key) ? store.find({ order_key: key }) : null;
}
