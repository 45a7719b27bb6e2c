import { taxInside } from '../money/tax.js';

/** What a sum is made of. */
export interface Totals {
  readonly items: number;
  readonly delivery: number;
  readonly paymentFee: number;
  readonly tax: number;
  readonly total: number;
}

/**
 * Adds up what an order costs; all amounts are minor units, tax included.
 * @param shippingTaxRate percent of tax inside the prices of delivery and payment
 */
export function sumUp(lines: readonly { total: number; tax: number }[], delivery: number, paymentFee: number, shippingTaxRate: number): Totals {
  const items = lines.reduce((sum, line) => sum + line.total, 0);
  const tax = lines.reduce((sum, line) => sum + line.tax, 0) + taxInside(delivery, shippingTaxRate) + taxInside(paymentFee, shippingTaxRate);
  return { items, delivery, paymentFee, tax, total: items + delivery + paymentFee };
}
