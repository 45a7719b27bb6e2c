import type { OrderAddress, OrderDetail } from '../contract/index.js';
import type { OrderLineRecord, OrderRecord } from './order-record.js';
import { taxesOfRows } from './order-taxes.js';
import type { AdjustmentRow, LineRow, MetaRow, OrderRow, TaxRow } from './tables.js';

export function toOrderLine(row: LineRow): OrderLineRecord {
  const lineDetails =
    row.details === null
      ? { details: [], data: {} }
      : (JSON.parse(row.details) as Pick<OrderLineRecord, 'details' | 'data'>);
  return {
    id: row.id,
    productId: row.product_id,
    variationId: row.variation_id,
    name: row.name,
    sku: row.sku,
    kind: row.kind,
    quantity: row.quantity,
    unitPrice: Number(row.unit_price),
    total: Number(row.total),
    taxRate: row.tax_rate / 100,
    tax: Number(row.tax),
    ...lineDetails,
  };
}

/** Parts of an order that are stored in other tables. */
interface PartRows {
  readonly lines: readonly OrderLineRecord[];
  readonly meta: readonly MetaRow[];
  readonly adjustments: readonly AdjustmentRow[];
  readonly taxed: readonly TaxRow[];
}

export function toOrder(row: OrderRow, { lines, meta, adjustments: adjustmentRows, taxed }: PartRows): OrderRecord {
  const details: OrderDetail[] = meta
    .filter(({ label }) => label !== '')
    .map(({ meta_key, label, meta_value, display_text }) => ({
      key: meta_key,
      label,
      value: display_text ?? meta_value,
    }));
  const fees = adjustmentRows.flatMap(({ kind, ...adjustment }) =>
    kind === 'delivery' ? [] : [{ kind, ...adjustment }],
  );
  const taxes = taxesOfRows(taxed, fees.length);
  return {
    id: row.id,
    number: row.number,
    key: row.order_key,
    status: row.status,
    userId: row.user_id,
    billing: JSON.parse(row.billing) as OrderAddress,
    shipping: JSON.parse(row.shipping) as OrderAddress,
    lines,
    meta: Object.fromEntries(meta.map((entry) => [entry.meta_key, entry.meta_value])),
    details,
    adjustments: fees.map(({ kind, id, label, amount, tax, code }, index) => ({
      kind,
      id,
      label,
      amount: Number(amount),
      tax: Number(tax),
      code,
      taxes: taxes.adjustments[index] ?? [],
    })),
    deliveryLabel: adjustmentRows.find(({ kind }) => kind === 'delivery')?.label ?? '',
    shippingMethod: row.shipping_method,
    paymentMethod: row.payment_method,
    itemsTotal: Number(row.items_total),
    deliveryTotal: Number(row.delivery_total),
    paymentFee: Number(row.payment_fee),
    shippingTotal: Number(row.delivery_total) + Number(row.payment_fee),
    deliveryTax: taxes.delivery,
    paymentFeeTax: taxes.paymentFee,
    taxTotal: Number(row.tax_total),
    total: Number(row.total),
    deliveryEstimate: row.arrives_from === '' ? null : { earliest: row.arrives_from, latest: row.arrives_to },
    currency: row.currency,
    note: row.note,
    locale: row.locale,
    tracking: row.tracking,
    paymentDueAt: row.pay_until,
    createdAt: row.created_at,
  };
}

export function toLineRow(orderId: number, line: Omit<OrderLineRecord, 'id'>): Omit<LineRow, 'id'> {
  return {
    order_id: orderId,
    product_id: line.productId,
    variation_id: line.variationId,
    name: line.name,
    sku: line.sku,
    kind: line.kind,
    quantity: line.quantity,
    unit_price: line.unitPrice,
    total: line.total,
    tax_rate: Math.round(line.taxRate * 100),
    tax: line.tax,
    details: Object.keys(line.data).length > 0 ? JSON.stringify({ details: line.details, data: line.data }) : null,
  };
}
