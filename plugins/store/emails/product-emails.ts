import type { OrderRecord } from '../orders/order-record.js';

/** A review that waits, for a letter to the owner: what was written stands in the admin only. */
export interface WaitingReview {
  readonly id: number;
  readonly product: string;
  readonly stars: number;
}

/** A product that a customer is asked about. */
export interface AskedProduct {
  readonly name: string;
  readonly slug: string;
}

/** Letters about reviews. */
export interface ReviewEmails {
  newReview(review: WaitingReview): Promise<void>;
  /** Goes out where the owner has switched it on. */
  askForReviews(order: OrderRecord, products: readonly AskedProduct[]): Promise<void>;
}

/** What the letter says that asks whether somebody wants to be told. */
export interface AskedAlert {
  readonly product: string;
  /** The key of the link that confirms it, and of the one that ends all alerts of the mailbox. */
  readonly confirm: string;
  readonly stop: string;
}

/** What the letter says that something is back. */
export interface BackAgain {
  readonly product: string;
  readonly url: string;
  readonly stop: string;
}

/** Letters about things that were sold out. */
export interface AlertEmails {
  confirmAlert(email: string, locale: string, alert: AskedAlert): Promise<void>;
  backInStock(email: string, locale: string, back: BackAgain): Promise<void>;
}
