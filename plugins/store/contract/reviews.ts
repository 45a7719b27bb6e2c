/** What shoppers can read about a product in reviews. @since 0.3.0 */
export interface ReviewStatistics {
  /** Reviews that anybody can read on the product's page. */
  readonly count: number;
  /** Those of them whose writer's order the shop found. */
  readonly verified: number;
}

/** A review; it is read where the owner approved it. @since 0.3.0 */
export interface Review {
  readonly id: number;
  readonly productId: number;
  /** 0 for a guest. */
  readonly userId: number;
  /** The order in which the product was bought; 0 when there is none. */
  readonly orderId: number;
  /** As its writer wants to be called. */
  readonly name: string;
  /** 1 to 5. */
  readonly stars: number;
  /** May be empty. */
  readonly title: string;
  readonly text: string;
  /** Whether the shop found the order. */
  readonly verified: boolean;
  /** What the shop says to it in public; may be empty. */
  readonly answer: string;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly createdAt: string;
}

/** Somebody who wants to review a product. @since 0.3.0 */
export interface WouldBeReviewer {
  readonly productId: number;
  /** 0 for a guest who came by the link of an order. */
  readonly userId: number;
  /** The order in which they bought it; 0 when the shop found none. */
  readonly orderId: number;
}
