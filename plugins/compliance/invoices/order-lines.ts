import { PlinthError } from 'plinth';
import type { Order } from '../store/shop.js';
import type { InvoiceLine } from './invoice.js';
import { type RateCode, getRateCode, type ZeroRate } from './tax-rates.js';

/** Order fields needed for the sums. */
export type InvoicedOrder = Pick<
  Order,
  | 'number'
  | 'lines'
  | 'adjustments'
  | 'deliveryTotal'
  | 'deliveryTax'
  | 'paymentFee'
  | 'paymentFeeTax'
  | 'taxTotal'
  | 'total'
>;

/** The seller's settings for taxes and labels. */
export interface LineSettings {
  readonly zeroRate: ZeroRate;
  /** Label of the delivery. */
  readonly delivery: string;
  readonly paymentFee: string;
}

/** A line other than goods. */
interface ExtraLine {
  readonly name: string;
  readonly gross: number;
  readonly tax: number;
  readonly percent: number;
}

/** Units of lines. */
export const UNITS = { goods: 'szt.', service: 'usł.' } as const;
/** Names of the lines for delivery and for the payment method's fee. */
export const DELIVERY_NAME = 'Dostawa';
export const PAYMENT_FEE_NAME = 'Opłata za sposób płatności';

/**
 * Returns the invoice lines of an order: net, tax and gross match the order's totals to the grosz, at the rates stored
 * with the order.
 * @throws PlinthError `invoice_rate_not_found` for a rate that is not Polish, `invoice_sums_differ` for an old order
 * whose rates could not be derived
 */
export function orderLines(
  order: InvoicedOrder,
  { zeroRate, delivery, paymentFee }: LineSettings,
): readonly InvoiceLine[] {
  const createDifferenceError = (): PlinthError =>
    new PlinthError('invoice_sums_differ', `The tax of the order ${order.number} cannot be split by rate.`, {
      status: 409,
      hint: 'Issue this invoice manually in your accounting software.',
      details: { order: order.number },
    });
  const toRateCode = (percent: number): RateCode => {
    const found = getRateCode(percent, zeroRate);
    if (!found)
      throw new PlinthError(
        'invoice_rate_not_found',
        `The order ${order.number} has a line with ${percent}% tax, which is not a Polish rate.`,
        {
          status: 409,
          hint: 'Issue this invoice manually in your accounting software.',
          details: { order: order.number, rate: percent },
        },
      );
    return found;
  };

  const adjustmentShares = order.adjustments.flatMap(({ kind, label, taxes }) =>
    taxes.map((share) => ({ ...share, kind, label })),
  );
  const discounts = adjustmentShares.filter(({ kind }) => kind === 'discount');
  const sumParts = (
    parts: readonly { readonly amount: number; readonly tax: number }[],
  ): Pick<ExtraLine, 'gross' | 'tax'> => ({
    gross: parts.reduce((sum, { amount }) => sum + amount, 0),
    tax: parts.reduce((sum, { tax }) => sum + tax, 0),
  });
  const extras = adjustmentShares
    .filter(({ kind }) => kind === 'fee')
    .map(({ label, amount, tax, rate }): ExtraLine => ({ name: label, gross: amount, tax, percent: rate }));
  const { deliveryTax, paymentFeeTax } = order;
  if (deliveryTax)
    extras.push({
      name: delivery,
      ...sumParts([deliveryTax, ...discounts.filter(({ line }) => line === null)]),
      percent: deliveryTax.rate,
    });
  if (paymentFeeTax) extras.push({ name: paymentFee, ...sumParts([paymentFeeTax]), percent: paymentFeeTax.rate });

  const lines = [
    ...order.lines.map((line, index): InvoiceLine => {
      const { gross, tax } = sumParts([
        { amount: line.total, tax: line.tax },
        ...discounts.filter((share) => share.line === index),
      ]);
      return {
        orderLineId: line.id,
        name: line.name,
        sku: line.sku,
        unit: UNITS.goods,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        discount: line.unitPrice * line.quantity - gross,
        gross,
        tax,
        rate: toRateCode(line.taxRate),
      };
    }),
    ...extras
      .filter(({ gross, tax }) => gross !== 0 || tax !== 0)
      .map(({ name, gross, tax, percent }): InvoiceLine => ({
        name,
        sku: '',
        unit: UNITS.service,
        quantity: 1,
        unitPrice: gross,
        discount: 0,
        gross,
        tax,
        rate: toRateCode(percent),
      })),
  ];
  const sum = (getAmount: (line: InvoiceLine) => number): number =>
    lines.reduce((all, line) => all + getAmount(line), 0);
  if (sum(({ gross }) => gross) !== order.total || sum(({ tax }) => tax) !== order.taxTotal)
    throw createDifferenceError();
  return lines;
}
