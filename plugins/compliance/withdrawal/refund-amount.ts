import type { Order } from '../store/shop.js';
import type { ContractLine, Quantities } from './contracts.js';

type PricedOrder = Pick<Order, 'lines' | 'itemsTotal' | 'deliveryTotal' | 'paymentFee' | 'adjustments'>;
type WithdrawnLine = Pick<ContractLine, 'lineId' | 'quantity' | 'kind'>;

/**
 * Returns what the customer paid for each line, by line ID, in minor units: its price less its share of the discounts.
 * Discounts whose shares are not stored are shared in proportion to the prices.
 */
function paidByLine({ lines, itemsTotal, adjustments }: PricedOrder): ReadonlyMap<number, number> {
  const discounts = adjustments.filter(({ kind }) => kind === 'discount');
  const getDiscount = (index: number, total: number): number =>
    discounts.reduce((sum, { amount, taxes }) => {
      if (taxes.length === 0) return sum + (itemsTotal > 0 ? (amount * total) / itemsTotal : 0);
      return sum + taxes.reduce((part, share) => (share.line === index ? part + share.amount : part), 0);
    }, 0);
  return new Map(lines.map(({ id, total }, index) => [id, total + getDiscount(index, total)]));
}

/** Returns what the customer paid for delivery, in minor units, after discounts on it. */
export function paidDelivery({ deliveryTotal, adjustments }: PricedOrder): number {
  const discount = adjustments
    .filter(({ kind }) => kind === 'discount')
    .flatMap(({ taxes }) => taxes)
    .reduce((sum, { line, amount }) => (line === null ? sum + amount : sum), 0);
  return Math.max(0, deliveryTotal + discount);
}

/** Returns the amount due for all quantities withdrawn so far. */
function amountFor(
  order: PricedOrder,
  lines: readonly WithdrawnLine[],
  withdrawn: Quantities,
  cheapestDelivery: number | null,
): number {
  const paid = paidByLine(order);
  const isWithdrawn = ({ lineId, quantity }: WithdrawnLine): boolean => (withdrawn.get(lineId) ?? 0) >= quantity;
  const goods = lines.reduce(
    (sum, { lineId, quantity }) => sum + ((paid.get(lineId) ?? 0) * (withdrawn.get(lineId) ?? 0)) / quantity,
    0,
  );
  const shippedLines = lines.filter(({ kind }) => kind !== 'digital');
  const delivery = paidDelivery(order);
  const returnedDelivery =
    shippedLines.length > 0 && shippedLines.every(isWithdrawn) ? Math.min(delivery, cheapestDelivery ?? delivery) : 0;
  const fees = order.adjustments.reduce((sum, { kind, amount }) => (kind === 'fee' ? sum + amount : sum), 0);
  return Math.round(goods + returnedDelivery + (lines.every(isWithdrawn) ? order.paymentFee + fees : 0));
}

/**
 * Returns the amount due for a withdrawal, in minor units: what was paid for the pieces, with the discounts on them; the
 * delivery once all goods are withdrawn from, up to the least expensive standard delivery; and the fees once the whole
 * order is (Directive 2011/83/EU, art. 13(1) and (2); Consumer Rights Act, art. 32(1) and 33). It is the difference that
 * this withdrawal makes, so all withdrawals together never exceed the order.
 * @param earlier quantities of the withdrawals before it
 * @param cheapestDelivery price of the least expensive standard delivery, in minor units; null when unknown
 */
export function calculateRefund(
  order: PricedOrder,
  lines: readonly WithdrawnLine[],
  { earlier, own, cheapestDelivery }: { earlier: Quantities; own: Quantities; cheapestDelivery: number | null },
): number {
  const all = new Map(earlier);
  for (const [lineId, quantity] of own) all.set(lineId, (all.get(lineId) ?? 0) + quantity);
  return amountFor(order, lines, all, cheapestDelivery) - amountFor(order, lines, earlier, cheapestDelivery);
}
