import type { InvoiceLine } from './invoice.js';
import { DELIVERY_NAME } from './order-lines.js';

/** A line that a refund is for. */
export interface RefundTarget {
  /** Index of the line. */
  readonly index: number;
  /** Quantity returned; the whole line when absent. */
  readonly quantity?: number;
}

/**
 * Reduces the quantity of a line: discount, total and tax are reduced in proportion, and the last unit absorbs the
 * rounding difference.
 */
export function reduceQuantity(line: InvoiceLine, quantity: number): InvoiceLine {
  if (quantity === line.quantity) return line;
  const prorate = (minor: number): number => Math.round((minor * quantity) / line.quantity);
  const gross = prorate(line.gross);
  return { ...line, quantity, gross, tax: prorate(line.tax), discount: line.unitPrice * quantity - gross };
}

/** Lowers the price of a line by an amount, as a discount; a line that costs nothing any more is removed. */
function reducePrice(line: InvoiceLine, amount: number): InvoiceLine {
  if (amount === 0) return line;
  if (amount >= line.gross) return reduceQuantity(line, 0);
  const gross = line.gross - amount;
  return { ...line, gross, tax: Math.round((line.tax * gross) / line.gross), discount: line.discount + amount };
}

const sumGross = (lines: readonly InvoiceLine[]): number => lines.reduce((sum, { gross }) => sum + gross, 0);

/**
 * Shares an amount among some lines in proportion to their totals, exactly to the grosz.
 * @param amount at most the total of these lines
 */
function sharePrice(lines: readonly InvoiceLine[], indexes: readonly number[], amount: number): readonly InvoiceLine[] {
  const grossOf = (index: number): number => lines[index]?.gross ?? 0;
  const total = indexes.reduce((sum, index) => sum + grossOf(index), 0);
  if (amount === 0 || total === 0) return lines;
  const shares = indexes.map((index) => {
    const exact = (amount * grossOf(index)) / total;
    return { index, whole: Math.floor(exact), fraction: exact - Math.floor(exact) };
  });
  const left = amount - shares.reduce((sum, { whole }) => sum + whole, 0);
  const ranked = [...shares].sort((a, b) => b.fraction - a.fraction);
  const cuts = new Map(ranked.map(({ index, whole }, rank) => [index, whole + (rank < left ? 1 : 0)]));
  return lines.map((line, index) => reducePrice(line, cuts.get(index) ?? 0));
}

/** Returns the quantity of a line that costs exactly an amount; undefined when there is none. */
function quantityOf(line: InvoiceLine, amount: number): number | undefined {
  const perUnit = line.gross / line.quantity;
  const quantity = Math.round(amount / perUnit);
  const isExact = quantity > 0 && line.gross - reduceQuantity(line, line.quantity - quantity).gross === amount;
  return isExact ? quantity : undefined;
}

/** Removes the returned quantities from the lines. */
function returnGoods(lines: readonly InvoiceLine[], targets: readonly RefundTarget[]): readonly InvoiceLine[] {
  return lines.map((line, index) => {
    const target = targets.find((candidate) => candidate.index === index);
    return target ? reduceQuantity(line, Math.max(0, line.quantity - (target.quantity ?? line.quantity))) : line;
  });
}

/** Shares what a refund exceeds the returned goods by: first with the delivery, then among all lines. */
function shareRest(lines: readonly InvoiceLine[], amount: number): readonly InvoiceLine[] {
  const delivery = lines.findIndex(({ name, sku }) => sku === '' && name === DELIVERY_NAME);
  const fromDelivery = Math.min(amount, lines[delivery]?.gross ?? 0);
  const reduced = sharePrice(lines, delivery === -1 ? [] : [delivery], fromDelivery);
  return sharePrice(
    reduced,
    reduced.map((_, index) => index),
    amount - fromDelivery,
  );
}

/**
 * Reduces lines by exactly the amount of a refund. Returned goods reduce quantities, and a refund of more than their
 * value includes the delivery. A refund of less, or for nothing in particular, is a lower price, shared among the lines
 * that it is for in proportion to their totals (VAT Act, art. 29a(10)).
 * @param amount minor units; no more than the lines' total is taken
 * @param targets lines that the refund is for; empty for the whole order
 */
export function reduceLines(
  lines: readonly InvoiceLine[],
  amount: number,
  targets: readonly RefundTarget[],
): readonly InvoiceLine[] {
  if (amount <= 0) return lines;
  if (amount >= sumGross(lines)) return lines.map((line) => reduceQuantity(line, 0));
  const existing = targets.filter(({ index }) => (lines[index]?.quantity ?? 0) > 0);
  const returned = returnGoods(lines, existing);
  const value = sumGross(lines) - sumGross(returned);
  if (existing.length > 0 && value <= amount) return shareRest(returned, amount - value);
  const [only] = existing;
  const onlyLine = only && lines[only.index];
  const quantity = existing.length === 1 && onlyLine ? quantityOf(onlyLine, amount) : undefined;
  if (only && quantity !== undefined) return returnGoods(lines, [{ index: only.index, quantity }]);
  const indexes = existing.length > 0 ? existing.map(({ index }) => index) : lines.map((_, index) => index);
  return sharePrice(lines, indexes, amount);
}
