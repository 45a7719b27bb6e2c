import type { OrderRecord } from './order-record.js';

/** Metadata key for the restocked quantities of an order; visible only in the admin. */
export const RESTOCKED = '_restocked';

/** Returns the restocked quantities of an order, by line ID. */
export function restockedQuantities({ meta }: Pick<OrderRecord, 'meta'>): ReadonlyMap<number, number> {
  const parts = (meta[RESTOCKED] ?? '')
    .split(',')
    .map((part) => /^(\d+):(\d+)$/.exec(part))
    .filter((part) => part !== null);
  return new Map(parts.map(([, line, quantity]) => [Number(line), Number(quantity)]));
}

/** Returns the lines of an order with the quantities not yet restocked, without lines whose product is unknown. */
export function notRestockedLines(order: OrderRecord): OrderRecord['lines'] {
  const restockedByLine = restockedQuantities(order);
  return order.lines
    .filter(({ productId }) => productId > 0)
    .map((line) => ({ ...line, quantity: line.quantity - (restockedByLine.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Returns the metadata value after further items were restocked.
 * @param more restocked quantities by line ID
 */
export function formatRestocked(order: OrderRecord, more: ReadonlyMap<number, number>): string {
  const all = new Map(restockedQuantities(order));
  for (const [line, quantity] of more) all.set(line, (all.get(line) ?? 0) + quantity);
  return [...all].map(([line, quantity]) => `${line}:${quantity}`).join(',');
}
