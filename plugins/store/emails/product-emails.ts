import type { OrderRecord } from '../orders/order-record.js';

/** A review awaiting moderation, for an email to the owner. The email does not contain its text. */
export interface PendingReview {
  readonly id: number;
  readonly product: string;
  readonly stars: number;
}

/** A product that a customer is asked to review. */
export interface ReviewRequestProduct {
  readonly name: string;
  readonly slug: string;
}

/** Emails about reviews. */
export interface ReviewEmails {
  newReview(review: PendingReview): Promise<void>;
  /** Sent only if the owner has enabled it. */
  requestReviews(order: OrderRecord, products: readonly ReviewRequestProduct[]): Promise<void>;
}

/** Data of the email that asks to confirm a back-in-stock subscription. */
export interface BackInStockConfirmationData {
  readonly product: string;
  /** Keys of the confirmation link, and of the link that ends all subscriptions of the mailbox. */
  readonly confirmKey: string;
  readonly unsubscribeKey: string;
}

/** Data of the email that a product is back in stock. */
export interface BackInStockData {
  readonly product: string;
  readonly url: string;
  readonly unsubscribeKey: string;
}

/** Emails about back-in-stock subscriptions. */
export interface AlertEmails {
  confirmBackInStock(email: string, locale: string, data: BackInStockConfirmationData): Promise<void>;
  backInStock(email: string, locale: string, data: BackInStockData): Promise<void>;
}
