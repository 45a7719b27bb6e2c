import type { OrderRecord } from './order-record.js';

/** Where an order keeps which of its goods are back in stock already; the owner alone sees it. */
export const RESTOCKED = '_restocked';

/** Pieces of each line that are back in stock, by its id. */
export function restocked({ meta }: Pick<OrderRecord, 'meta'>): ReadonlyMap<number, number> {
  const parts = (meta[RESTOCKED] ?? '')
    .split(',')
    .map((part) => /^(\d+):(\d+)$/.exec(part))
    .filter((part) => part !== null);
  return new Map(parts.map(([, line, pieces]) => [Number(line), Number(pieces)]));
}

/** The lines of an order with the pieces that are still with the customer; without those that were never counted. */
export function stillOut(order: OrderRecord): OrderRecord['lines'] {
  const back = restocked(order);
  return order.lines
    .filter(({ productId }) => productId > 0)
    .map((line) => ({ ...line, quantity: line.quantity - (back.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
}

/** Keeps that more pieces came back. @param more by the id of their line */
export function restockedText(order: OrderRecord, more: ReadonlyMap<number, number>): string {
  const all = new Map(restocked(order));
  for (const [line, pieces] of more) all.set(line, (all.get(line) ?? 0) + pieces);
  return [...all].map(([line, pieces]) => `${line}:${pieces}`).join(',');
}
