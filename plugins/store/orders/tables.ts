import type { OrderStatus } from '../contract/index.js';
import type { StoredAdjustment } from './order-record.js';

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
  /** `YYYY-MM-DD`; empty when no delivery estimate was given. */
  readonly arrives_from: string;
  readonly arrives_to: string;
  readonly note: string;
  readonly locale: string;
  readonly tracking: string;
  /** Payment deadline in UTC; null for none. */
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
  /** Hundredths of a percent. */
  readonly tax_rate: number;
  readonly tax: number;
  /** Details and data from extensions as JSON; null for none. */
  readonly details: string | null;
}

/** A row of `store_order_adjustments`. */
export interface AdjustmentRow {
  readonly position: number;
  readonly order_id: number;
  readonly kind: StoredAdjustment['kind'];
  readonly id: string;
  readonly label: string;
  readonly amount: number;
  readonly tax: number;
  readonly code: string;
}

/** A row of `store_order_meta`. */
export interface MetaRow {
  readonly id: number;
  readonly order_id: number;
  readonly meta_key: string;
  readonly meta_value: string;
  readonly label: string;
  /** Display text; null to display the value. */
  readonly display_text: string | null;
}

/** A row of `store_order_taxes`: the part of shipping, of the payment fee or of an adjustment taxed at one rate. */
export interface TaxRow {
  readonly id: number;
  readonly order_id: number;
  readonly part: 'delivery' | 'payment' | 'adjustment';
  /** Position of the fee or discount within the order, starting at 0; null for other parts. */
  readonly adjustment: number | null;
  /** Index of the order line that a discount reduces, starting at 0; null otherwise. */
  readonly line: number | null;
  /** Hundredths of a percent. */
  readonly rate: number;
  readonly amount: number;
  readonly tax: number;
}

/** A row of `store_order_events`. */
export interface EventRow {
  readonly id: number;
  readonly order_id: number;
  readonly at: string;
  readonly user_id: number;
  readonly from_status: string;
  readonly to_status: string;
  readonly note: string;
}

/** A row of `store_order_numbers`: the last number used in a year. */
export interface OrderNumberRow {
  readonly year: number;
  readonly last: number;
}

/** A row of `store_order_counts`. */
export interface OrderCountRow {
  readonly id: number;
  readonly status: string;
  /** Change in the number of orders; negative for a decrease. */
  readonly change: number;
}

/** A row of `store_order_tokens`, by which orders are searched. */
export interface OrderSearchTokenRow {
  /** Suffix of a word in the order’s search text. */
  readonly part: string;
  readonly order_id: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_orders: OrderRow;
    store_order_lines: LineRow;
    store_order_adjustments: AdjustmentRow;
    store_order_meta: MetaRow;
    store_order_taxes: TaxRow;
    store_order_events: EventRow;
    store_order_numbers: OrderNumberRow;
    store_order_counts: OrderCountRow;
    store_order_tokens: OrderSearchTokenRow;
  }
}
