import type { OrderRecord } from '../orders/order-record.js';

/** A refund to a customer, for an email in their language; amounts are minor units. */
export interface MoneyBack {
  readonly amount: number;
  readonly currency: string;
  /** ID of the payment method. */
  readonly method: string;
  /** Formatted account number; empty for cash, null for a refund through the provider. */
  readonly account: string | null;
  readonly reason: string;
  readonly part: string;
  /** Total refunded for the order so far. */
  readonly totalRefunded: number;
  /** UTC. */
  readonly at: string;
}

/** Sends emails to customers about refunds. */
export interface BuyerEmails {
  sendRefund(order: OrderRecord, back: MoneyBack): Promise<void>;
}

/** An irregular payment, for an email in the shop owner's language; amounts are minor units. */
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
