import type { Adjustment } from '../contract/index.js';
import { includedTax } from '../money/tax.js';

/** The parts of a total. */
export interface Totals {
  readonly items: number;
  readonly delivery: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
}

/** A price with its tax rate in percent. */
interface TaxedPrice {
  readonly price: number;
  readonly taxRate: number;
}

/** Calculates the totals of an order; all amounts are minor units, tax included. */
export function calculateTotals(
  lines: readonly { total: number; tax: number }[],
  delivery: TaxedPrice,
  payment: TaxedPrice,
  adjustments: readonly Pick<Adjustment, 'amount' | 'tax'>[] = [],
): Totals {
  const items = lines.reduce((sum, line) => sum + line.total, 0);
  const adjustmentTotal = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  const tax =
    [...lines, ...adjustments].reduce((sum, part) => sum + part.tax, 0) +
    includedTax(delivery.price, delivery.taxRate) +
    includedTax(payment.price, payment.taxRate);
  return {
    items,
    delivery: delivery.price,
    paymentFee: payment.price,
    tax,
    total: items + delivery.price + payment.price + adjustmentTotal,
  };
}
