import type { Database } from 'plinth';
import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

/** The check digit of a row of digits, by Luhn: a mistyped digit or swapped neighbours show. */
function checkDigit(digits: string): number {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** `2026-00012-3`: the year, the number within it, a check digit. */
export function orderNumber(year: number, sequence: number): string {
  const digits = String(sequence).padStart(5, '0');
  return `${year}-${digits}-${checkDigit(`${year}${digits}`)}`;
}

/**
 * Takes the year's next number inside the running transaction, so that a refused order leaves no gap. The row is held
 * until the commit, which also keeps orders from waiting for each other's stock in a circle.
 */
export async function takeOrderNumber(db: Database, year: number): Promise<string> {
  const known = await db()('store_order_numbers').where({ year }).increment('last', 1);
  if (known === 0) await db()('store_order_numbers').insert({ year, last: 1 });
  const row = await db()('store_order_numbers').where({ year }).first('last');
  return orderNumber(year, Number(row?.last ?? 1));
}

/** Answers that open an order must not stay in caches, nor give the address away to other sites. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** The order that an address gives away; null for every other address. */
export async function orderByKey(store: Pick<OrderStore, 'find'>, key: string): Promise<OrderRecord | null> {
  return /^[0-9a-f]{48}$/.test(key) ? store.find({ order_key: key }) : null;
}
