import { stringify } from 'csv-stringify/sync';
import type { OrderAddress } from '../contract/index.js';
import type { Money } from '../money/money.js';
import type { OrderRecord } from '../orders/order-record.js';
import { toFileTime } from '../time/local-time.js';
import { ADDRESS_FIELDS } from './order-draft.js';

/** Converts `firstName` to a column name: `first_name`. */
function toColumnName(key: string): string {
  return key.replace(/[A-Z]|\d/g, (part) => `_${part.toLowerCase()}`);
}

const ORDER_COLUMNS: readonly string[] = [
  'number',
  'status',
  'tracking',
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
  'shipping_method',
  'payment_method',
  'note',
  'meta',
];

/** Returns the cells of an order in the CSV export. */
export function orderCells(
  order: OrderRecord,
  { money, zone: timeZone }: { readonly money: Pick<Money, 'formatDecimal'>; readonly zone: string },
): string[] {
  const address = (part: OrderAddress): string[] => ADDRESS_FIELDS.map((key) => part[key]);
  return [
    order.number,
    order.status,
    order.tracking,
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
    order.shippingMethod,
    order.paymentMethod,
    order.note,
    Object.keys(order.meta).length > 0 ? JSON.stringify(order.meta) : '',
  ];
}

/**
 * Returns rows as CSV. Cells that a spreadsheet could evaluate as a formula are prefixed with an apostrophe.
 * @param options `head`: whether to begin with a byte order mark and the header row
 */
export function toCsv(rows: readonly (readonly string[])[], { head }: { head: boolean }): string {
  return stringify(
    [...(head ? [ORDER_COLUMNS] : []), ...rows].map((row) => [...row]),
    { bom: head, escape_formulas: true, record_delimiter: 'windows' },
  );
}
