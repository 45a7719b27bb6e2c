import type { PaymentState, Refund } from '../contract/index.js';

/** A row of `store_payments`. */
export interface PaymentRow {
  readonly id: number;
  readonly payment_key: string;
  readonly order_id: number;
  readonly method: string;
  readonly reference: string | null;
  readonly amount: number | string;
  readonly currency: string;
  readonly state: PaymentState;
  readonly refunded: number | string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly checked_at: string;
}

/** A row of `store_refunds`. */
export interface RefundRow {
  readonly id: number;
  readonly order_id: number;
  readonly payment_id: number;
  readonly refund_key: string;
  readonly amount: number | string;
  readonly reason: string;
  readonly state: Refund['state'];
  readonly message: string;
  readonly restock: number | boolean;
  readonly account: string | null;
  readonly part: string;
  readonly created_at: string;
  readonly updated_at: string;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_payments: PaymentRow;
    store_refunds: RefundRow;
  }
}
