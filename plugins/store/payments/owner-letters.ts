import type { OrderRecord } from '../orders/order-record.js';

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
export interface OwnerLetters {
  paymentProblem(order: OrderRecord, problem: PaymentProblem): Promise<void>;
}
