/** A price list of one product or variation. */
export interface PriceTag {
  /** Minor units, tax included. */
  readonly regular: number;
  /** Minor units; null: no sale. */
  readonly sale: number | null;
  /** UTC, `YYYY-MM-DD HH:MM:SS`; null: no bound. */
  readonly saleFrom: string | null;
  readonly saleTo: string | null;
}

/** What passes when the price a buyer pays changes: by hand, by import, by the clock. */
export interface PriceChange {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Minor units a buyer paid before; null for a new product. */
  readonly before: number | null;
  readonly after: number;
  readonly tag: PriceTag;
  readonly cause: 'edit' | 'import' | 'schedule' | 'generate' | 'demo';
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly at: string;
}
