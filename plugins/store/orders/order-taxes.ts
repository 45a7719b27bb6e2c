import type { Adjustment, OrderLine, Order, TaxShare } from '../contract/index.js';
import type { TaxRow } from './tables.js';

/** Taxes of an order, except those of its lines. */
export interface OrderTaxes {
  readonly delivery: TaxShare | null;
  readonly paymentFee: TaxShare | null;
  /** Tax shares of each fee and discount, in their order. */
  readonly adjustments: readonly (readonly TaxShare[])[];
}

/** Amounts sold at one tax rate; minor units, tax included. */
export interface OrderTaxRate {
  /** Percent. */
  readonly rate: number;
  readonly gross: number;
  readonly tax: number;
}

type NewTaxRow = Omit<TaxRow, 'id'>;

/** Converts the taxes of an order to rows. */
export function toTaxRows(orderId: number, { delivery, paymentFee, adjustments }: OrderTaxes): readonly NewTaxRow[] {
  const toRow =
    (part: TaxRow['part'], adjustment: number | null) =>
    ({ rate, amount, tax, line }: TaxShare): NewTaxRow => ({
      order_id: orderId,
      part,
      adjustment,
      line,
      rate: Math.round(rate * 100),
      amount,
      tax,
    });
  return [
    ...(delivery ? [toRow('delivery', null)(delivery)] : []),
    ...(paymentFee ? [toRow('payment', null)(paymentFee)] : []),
    ...adjustments.flatMap((shares, index) => shares.map(toRow('adjustment', index))),
  ];
}

/**
 * Reads the taxes of an order from its rows.
 * @param count number of fees and discounts of the order
 */
export function taxesOfRows(rows: readonly TaxRow[], count: number): OrderTaxes {
  const toTaxShare = ({ rate, amount, tax, line }: TaxRow): TaxShare => ({
    rate: rate / 100,
    amount: Number(amount),
    tax: Number(tax),
    line,
  });
  const firstShare = (part: TaxRow['part']): TaxShare | null =>
    rows.filter((row) => row.part === part).map(toTaxShare)[0] ?? null;
  return {
    delivery: firstShare('delivery'),
    paymentFee: firstShare('payment'),
    adjustments: Array.from({ length: count }, (_, index) =>
      rows.filter(({ part, adjustment }) => part === 'adjustment' && adjustment === index).map(toTaxShare),
    ),
  };
}

/**
 * Returns the tax of an order by rate, highest rate first. Returns null when the rows do not add up to the order's tax,
 * as in old orders whose rates could not be derived. Omits rates with an amount of 0.
 */
export function taxByRate(
  order: Pick<Order, 'taxTotal' | 'total' | 'deliveryTax' | 'paymentFeeTax'> & {
    readonly lines: readonly Pick<OrderLine, 'taxRate' | 'total' | 'tax'>[];
    readonly adjustments: readonly Pick<Adjustment, 'taxes'>[];
  },
): readonly OrderTaxRate[] | null {
  const { lines, adjustments, deliveryTax, paymentFeeTax } = order;
  const parts = [
    ...lines.map(({ taxRate, total, tax }) => ({ rate: taxRate, gross: total, tax })),
    ...[
      ...(deliveryTax ? [deliveryTax] : []),
      ...(paymentFeeTax ? [paymentFeeTax] : []),
      ...adjustments.flatMap(({ taxes }) => taxes),
    ].map(({ rate, amount, tax }) => ({ rate, gross: amount, tax })),
  ];
  const sum = (of: readonly OrderTaxRate[], key: 'gross' | 'tax'): number =>
    of.reduce((all, part) => all + part[key], 0);
  if (sum(parts, 'gross') !== order.total || sum(parts, 'tax') !== order.taxTotal) return null;
  const rates = [...new Set(parts.map(({ rate }) => rate))].sort((a, b) => b - a);
  return rates
    .map((rate) => {
      const matchingParts = parts.filter((part) => part.rate === rate);
      return { rate, gross: sum(matchingParts, 'gross'), tax: sum(matchingParts, 'tax') };
    })
    .filter(({ gross, tax }) => gross !== 0 || tax !== 0);
}
