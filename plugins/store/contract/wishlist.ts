/**
 * A product or variation on a wishlist.
 * @since 0.1.0
 */
export interface WishlistItem {
  readonly productId: number;
  /** 0 for the product without a variation. */
  readonly variationId: number;
  /** When it was added. UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string;
}
