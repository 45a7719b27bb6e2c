import type { OrderRecord } from './order-record.js';
import type { OrderStore } from './order-store.js';

/** Answers that open an order must not stay in caches, nor give the address away to other sites. */
export const PRIVATE_HEADERS = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** The order that an address gives away; null for every other address. */
export async function orderByKey(store: Pick<OrderStore, 'find'>, key: string): Promise<OrderRecord | null> {
  return /^[0-9a-f]{48}$/.test(key) ? store.find({ order_key: key }) : null;
}
