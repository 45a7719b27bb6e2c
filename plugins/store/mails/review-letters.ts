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
export interface ReviewLetters {
  newReview(review: WaitingReview): Promise<void>;
  /** Goes out where the owner has switched it on. */
  askForReviews(order: OrderRecord, products: readonly AskedProduct[]): Promise<void>;
}
