import { stringify } from 'csv-stringify/sync';
import type { OrderAddress } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { OrderRecord } from '../orders/order-record.js';
import { taxByRate } from '../orders/order-taxes.js';
import type { CompletedRefund } from '../payments/refund-store.js';
import { localDay, toFileTime } from '../time/local-time.js';
import { ADDRESS_FIELDS } from './order-draft.js';

/** Converts `firstName` to a column name: `first_name`. */
function toColumnName(key: string): string {
  return key.replace(/[A-Z]|\d/g, (part) => `_${part.toLowerCase()}`);
}

/** Amounts of an order at one tax rate. */
const RATE_COLUMNS = ['net', 'tax', 'gross'] as const;

/**
 * Returns the header of the export.
 * @param rates tax rates with columns, in percent
 */
const toHead = (rates: readonly number[]): readonly string[] => [
  'number',
  'status',
  'tracking',
  'date',
  'created_at',
  'email',
  ...ADDRESS_FIELDS.map((key) => `billing_${toColumnName(key)}`),
  ...ADDRESS_FIELDS.map((key) => `shipping_${toColumnName(key)}`),
  'products',
  'items_total',
  'delivery',
  'payment_fee',
  'fees_and_discounts',
  'tax',
  'total',
  'currency',
  ...rates.flatMap((rate) => RATE_COLUMNS.map((name) => `${name}_${rate}`)),
  'refunded',
  'refunds',
  'shipping_method',
  'payment_method',
  'note',
  'meta',
];

/** What the cells of all orders depend on. */
export interface OrderCellsDeps {
  readonly money: Pick<Money, 'formatDecimal'>;
  /** Time zone of the site: days and times are those that the shop owner saw. */
  readonly zone: string;
  /** Tax rates with columns, in percent. */
  readonly rates: readonly number[];
}

/** Returns net, tax and gross of each rate; empty for an old order whose rates are unknown. */
function rateCells(order: OrderRecord, { money, rates }: OrderCellsDeps): string[] {
  const amounts = taxByRate(order);
  return rates.flatMap((rate) => {
    const { gross, tax } = amounts?.find((amount) => amount.rate === rate) ?? { gross: 0, tax: 0 };
    return amounts ? [gross - tax, tax, gross].map(money.formatDecimal) : RATE_COLUMNS.map(() => '');
  });
}

/**
 * Returns the cells of an order in the CSV export.
 * @param refunds completed refunds of the order
 */
export function orderCells(order: OrderRecord, refunds: readonly CompletedRefund[], deps: OrderCellsDeps): string[] {
  const { money, zone: timeZone } = deps;
  const address = (part: OrderAddress): string[] => ADDRESS_FIELDS.map((key) => part[key]);
  return [
    order.number,
    order.status,
    order.tracking,
    localDay(order.createdAt, timeZone),
    toFileTime(order.createdAt, timeZone),
    order.billing.email,
    ...address(order.billing),
    ...address(order.shipping),
    order.lines.map((line) => `${line.quantity} x ${line.name}${line.sku === '' ? '' : ` (${line.sku})`}`).join('; '),
    money.formatDecimal(order.itemsTotal),
    money.formatDecimal(order.deliveryTotal),
    money.formatDecimal(order.paymentFee),
    money.formatDecimal(order.adjustments.reduce((sum, { amount }) => sum + amount, 0)),
    money.formatDecimal(order.taxTotal),
    money.formatDecimal(order.total),
    order.currency,
    ...rateCells(order, deps),
    money.formatDecimal(refunds.reduce((sum, { amount }) => sum + amount, 0)),
    refunds
      .map(({ amount, completedAt }) => `${localDay(completedAt, timeZone)} ${money.formatDecimal(amount)}`)
      .join('; '),
    order.shippingMethod,
    order.paymentMethod,
    order.note,
    Object.keys(order.meta).length > 0 ? JSON.stringify(order.meta) : '',
  ];
}

/** Prefixes a cell that a spreadsheet could evaluate as a formula with an apostrophe; numbers stay numbers. */
const escapeFormula = (cell: string): string =>
  /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell;

/**
 * Returns rows as CSV.
 * @param options `head`: tax rates of the header row, before which a byte order mark is written; absent for more rows
 */
export function toCsv(
  rows: readonly (readonly string[])[],
  { head }: { readonly head: readonly number[] | undefined },
): string {
  return stringify(
    [...(head ? [toHead(head)] : []), ...rows].map((row) => row.map(escapeFormula)),
    { bom: head !== undefined, record_delimiter: 'windows' },
  );
}
