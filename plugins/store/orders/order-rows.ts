import type { OrderAddress, OrderDetail, OrderStatus } from '../contract/index.js';
import type { KeptAdjustment, OrderLineRecord, OrderRecord } from './order-record.js';
import { taxesOfRows, type TaxRow } from './order-taxes.js';

/** A row of `store_orders`. */
export interface OrderRow {
  readonly id: number;
  readonly number: string;
  readonly order_key: string;
  readonly form_token: string;
  readonly status: OrderStatus;
  readonly user_id: number;
  readonly currency: string;
  readonly email: string;
  readonly customer: string;
  readonly search: string;
  readonly billing: string;
  readonly shipping: string;
  readonly shipping_method: string;
  readonly payment_method: string;
  readonly items_total: number;
  readonly delivery_total: number;
  readonly payment_fee: number;
  readonly tax_total: number;
  readonly total: number;
  /** `YYYY-MM-DD`; empty where no day was promised. */
  readonly arrives_from: string;
  readonly arrives_to: string;
  readonly note: string;
  readonly locale: string;
  readonly tracking: string;
  readonly pay_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of `store_order_lines`. */
export interface LineRow {
  readonly id: number;
  readonly order_id: number;
  readonly product_id: number;
  readonly variation_id: number;
  readonly name: string;
  readonly sku: string;
  readonly kind: 'physical' | 'digital';
  readonly quantity: number;
  readonly unit_price: number;
  readonly total: number;
  readonly tax_rate: number;
  readonly tax: number;
  /** JSON; null for most. */
  readonly details: string | null;
}

/** A row of `store_order_adjustments`. */
export interface AdjustmentRow {
  readonly order_id: number;
  readonly kind: KeptAdjustment['kind'];
  readonly id: string;
  readonly label: string;
  readonly amount: number;
  readonly tax: number;
  readonly code: string;
}

/** A row of `store_order_meta`. */
export interface MetaRow {
  readonly order_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
  readonly label: string;
  /** In words; null: as it is. */
  readonly shown: string | null;
}

export function lineOfRow(row: LineRow): OrderLineRecord {
  const chosen =
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
    ...chosen,
  };
}

export function orderOfRow(
  row: OrderRow,
  lines: readonly OrderLineRecord[],
  meta: readonly MetaRow[],
  kept: readonly AdjustmentRow[],
  taxed: readonly TaxRow[],
): OrderRecord {
  const details: OrderDetail[] = meta
    .filter(({ label }) => label !== '')
    .map(({ meta_key, label, meta_value, shown }) => ({ key: meta_key, label, value: shown ?? meta_value }));
  const named = kept.flatMap(({ kind, ...adjustment }) => (kind === 'delivery' ? [] : [{ kind, ...adjustment }]));
  const taxes = taxesOfRows(taxed, named.length);
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
    adjustments: named.map(({ kind, id, label, amount, tax, code }, index) => ({
      kind,
      id,
      label,
      amount: Number(amount),
      tax: Number(tax),
      code,
      taxes: taxes.adjustments[index] ?? [],
    })),
    deliveryLabel: kept.find(({ kind }) => kind === 'delivery')?.label ?? '',
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
    arrives: row.arrives_from === '' ? null : { earliest: row.arrives_from, latest: row.arrives_to },
    currency: row.currency,
    note: row.note,
    locale: row.locale,
    tracking: row.tracking,
    payUntil: row.pay_until,
    createdAt: row.created_at,
  };
}
