import type { OrderRecord } from '../orders/order-record.js';

/** Money that went back to a customer, for a letter in their language; amounts are minor units. */
export interface MoneyBack {
  readonly amount: number;
  readonly currency: string;
  /** The way it was paid, by its id. */
  readonly method: string;
  /** As people read it; empty for cash, null through the provider. */
  readonly account: string | null;
  readonly reason: string;
  readonly part: string;
  /** All that went back for the order until now. */
  readonly altogether: number;
  /** UTC. */
  readonly at: string;
}

/** Who writes to the customer: refunds only say when. */
export interface BuyerEmails {
  moneyBack(order: OrderRecord, back: MoneyBack): Promise<void>;
}

/** What is odd about money that came, for a letter in the owner's language; amounts are minor units. */
export interface PaymentProblem {
  /** `late`: the order is closed; `extra`: it was paid before; `amount`: another sum or currency, so it does not count. */
  readonly problem: 'late' | 'extra' | 'amount';
  readonly method: string;
  readonly paid: number;
  readonly currency: string;
  readonly due: number;
}

/** Who writes to the owner: payments only say when. */
export interface OwnerEmails {
  paymentProblem(order: OrderRecord, problem: PaymentProblem): Promise<void>;
}
