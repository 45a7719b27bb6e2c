import type { OrderRecord } from '../orders/order-record.js';

/** Data of the email to a customer about a refund. Amounts are in minor units. */
export interface RefundEmailData {
  readonly amount: number;
  readonly currency: string;
  /** ID of the payment method. */
  readonly method: string;
  /** Formatted account number; empty for cash, null for a refund through the payment provider. */
  readonly account: string | null;
  readonly reason: string;
  readonly part: string;
  /** Total amount refunded for the order. */
  readonly totalRefunded: number;
  /** UTC. */
  readonly at: string;
}

/** Sends emails to customers about refunds. */
export interface BuyerEmails {
  sendRefund(order: OrderRecord, refund: RefundEmailData): Promise<void>;
}

/** Data of the email to the shop owner about an unusual payment. Amounts are in minor units. */
export interface PaymentProblem {
  /**
   * `late`: the order is closed; `extra`: the order was already paid; `amount`: the amount or currency differs, so the
   * payment does not count.
   */
  readonly problem: 'late' | 'extra' | 'amount';
  readonly method: string;
  readonly paid: number;
  readonly currency: string;
  readonly due: number;
}

/** Sends emails to the shop owner about payments. */
export interface OwnerEmails {
  paymentProblem(order: OrderRecord, problem: PaymentProblem): Promise<void>;
}
