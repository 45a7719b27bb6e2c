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
export interface BuyerLetters {
  moneyBack(order: OrderRecord, back: MoneyBack): Promise<void>;
}
