import type { OrderRecord } from './order-record.js';

/** Metadata key that records which goods of an order are already back in stock; visible only to the shop owner. */
export const RESTOCKED = '_restocked';

/** Number of restocked pieces of each line, by line ID. */
export function restocked({ meta }: Pick<OrderRecord, 'meta'>): ReadonlyMap<number, number> {
  const parts = (meta[RESTOCKED] ?? '')
    .split(',')
    .map((part) => /^(\d+):(\d+)$/.exec(part))
    .filter((part) => part !== null);
  return new Map(parts.map(([, line, quantity]) => [Number(line), Number(quantity)]));
}

/** Returns the lines of an order with the quantities not yet restocked, without lines whose stock was never tracked. */
export function stillOut(order: OrderRecord): OrderRecord['lines'] {
  const back = restocked(order);
  return order.lines
    .filter(({ productId }) => productId > 0)
    .map((line) => ({ ...line, quantity: line.quantity - (back.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Returns the metadata value after more pieces were restocked.
 * @param more pieces by line ID
 */
export function restockedText(order: OrderRecord, more: ReadonlyMap<number, number>): string {
  const all = new Map(restocked(order));
  for (const [line, quantity] of more) all.set(line, (all.get(line) ?? 0) + quantity);
  return [...all].map(([line, quantity]) => `${line}:${quantity}`).join(',');
}
