/** A product, or a version of it, on somebody's wish list. @since 0.3.0 */
export interface WishlistItem {
  readonly productId: number;
  /** 0: the product, without a version. */
  readonly variationId: number;
  /** When it was put there. UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string;
}
