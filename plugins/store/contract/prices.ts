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

/**
 * What passes when a price list, or what a buyer pays by it, changes: by hand, by import, by the clock.
 * `before` equals `after` when only the list changed, as by a sale planned for later.
 */
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
  /** Whether the product is in the shop: prices of drafts and of the trash are asked of nobody. @since 0.3.0 */
  readonly offered: boolean;
}

/** A price at which something can be bought. @since 0.3.0 */
export interface OfferedPrice {
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  readonly onSale: boolean;
}

/** What of a product can be bought, and at which prices; none of a product that left the shop. @since 0.3.0 */
export interface Offer {
  readonly productId: number;
  readonly prices: readonly OfferedPrice[];
}

/** Which prices are shown: with the tax inside them, without it, or both. */
export type TaxDisplay = 'with' | 'without' | 'both';

/** How the shop shows prices at a place; extensions decide it with the filter `store/price_display`. */
export interface PriceDisplay {
  readonly tax: TaxDisplay;
  /** The price per unit, with `{price}` and `{unit}` for what is filled in; empty: none is shown. */
  readonly unitText: string;
}

/** Where a price is shown: on its own page, in a list, or in the cart. */
export type PricePlace = 'single' | 'listing' | 'cart';
