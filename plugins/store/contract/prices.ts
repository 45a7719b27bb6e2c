/** Prices of a product or variation. */
export interface PriceTag {
  /** Minor units, tax included. */
  readonly regular: number;
  /** Minor units; null for no sale. */
  readonly sale: number | null;
  /** UTC, `YYYY-MM-DD HH:MM:SS`; null for no limit. */
  readonly saleFrom: string | null;
  readonly saleTo: string | null;
}

/**
 * A change of a price list or of the price to pay: manually, by import or by schedule.
 * `before` equals `after` when only the list changed, for example for a sale scheduled for later.
 */
export interface PriceChange {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Previous price to pay, in minor units; null for a new product. */
  readonly before: number | null;
  readonly after: number;
  readonly tag: PriceTag;
  readonly cause: 'edit' | 'import' | 'schedule' | 'generate' | 'demo';
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly changedAt: string;
  /**
   * Whether the product is published in the shop; prices of drafts and of products in the trash are not offered to
   * anyone.
   * @since 0.1.0
   */
  readonly isPublished: boolean;
}

/**
 * A price at which a product or variation can be bought.
 * @since 0.1.0
 */
export interface OfferedPrice {
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  readonly onSale: boolean;
}

/**
 * What can be bought of a product, and at which prices; empty for a product removed from the shop.
 * @since 0.1.0
 */
export interface Offer {
  readonly productId: number;
  readonly prices: readonly OfferedPrice[];
}

/**
 * A reduced price that is in force now.
 * @since 0.1.0
 */
export interface PriceReduction {
  readonly productId: number;
  /** 0 for the product itself. */
  readonly variationId: number;
  /** Minor units. */
  readonly price: number;
  readonly regular: number;
  /** Fields of the product, including those of extensions. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How prices are shown: with tax, without it, or both. */
export type TaxDisplay = 'with' | 'without' | 'both';

/** Price display in one context; extensions change it with the filter `store/price_display`. */
export interface PriceDisplay {
  readonly tax: TaxDisplay;
  /** Text of the price per unit, with the placeholders `{price}` and `{unit}`; empty to show none. */
  readonly unitText: string;
}

/** Context in which a price is shown: product page, list or cart. */
export type PriceLocation = 'single' | 'listing' | 'cart';
