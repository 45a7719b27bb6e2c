/**
 * Statistics of the readable reviews of a product.
 * @since 0.1.0
 */
export interface ReviewStatistics {
  /** Number of reviews published on the product page. */
  readonly count: number;
  /** Number of those whose author has a verified order. */
  readonly verified: number;
}

/**
 * A review; it is published once the owner has approved it.
 * @since 0.1.0
 */
export interface Review {
  readonly id: number;
  readonly productId: number;
  /** 0 for a guest. */
  readonly userId: number;
  /** Order in which the product was bought; 0 when there is none. */
  readonly orderId: number;
  /** Display name chosen by the author. */
  readonly name: string;
  /** Rating, 1 to 5. */
  readonly stars: number;
  /** May be empty. */
  readonly title: string;
  readonly text: string;
  /** Whether the shop found the order. */
  readonly verified: boolean;
  /** The shop's public reply; may be empty. */
  readonly reply: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
}

/**
 * A person who wants to review a product.
 * @since 0.1.0
 */
export interface ReviewCandidate {
  readonly productId: number;
  /** 0 for a guest who followed the link of an order. */
  readonly userId: number;
  /** Order in which they bought it; 0 when the shop found none. */
  readonly orderId: number;
}
