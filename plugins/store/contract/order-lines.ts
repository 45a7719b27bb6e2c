import type { Supply } from './delivery-estimate.js';
import type { FieldValues } from './fields.js';

/**
 * A label and value that a buyer added to a line or an order, as text.
 * @since 0.1.0
 */
export interface Detail {
  readonly label: string;
  readonly value: string;
}

/**
 * A line of a purchase before it is ordered.
 * @since 0.1.0
 */
export interface CartItem {
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  /** Minor units, tax included, including the surcharge of its own data. */
  readonly unitPrice: number;
  readonly total: number;
  /** Tax rate included, in percent; 0 for none. */
  readonly taxRate: number;
  /**
   * Whether its price is a sale price, which is lower than the regular price.
   * @since 0.1.0
   */
  readonly onSale: boolean;
  readonly kind: 'physical' | 'digital';
  /** Weight of one piece, in grams; 0 when unknown. */
  readonly weight: number;
  /** Includes ancestors. */
  readonly categoryIds: readonly number[];
  /** The buyer's values for fields registered with `cartData`, formatted for display. */
  readonly details: readonly Detail[];
  /** The same values as entered, keyed by `id.field`. */
  readonly data: FieldValues;
  /**
   * When it can be shipped; absent when unknown.
   * @since 0.1.0
   */
  readonly supply?: Supply;
}

/**
 * Shipping destination, as far as it is known.
 * @since 0.1.0
 */
export interface Destination {
  /** ISO 3166-1 alpha-2; empty when unknown. */
  readonly country: string;
  readonly postcode: string;
  readonly city: string;
}

/**
 * A purchase before it is ordered: the cart at current prices, without lines that are out of stock.
 * @since 0.1.0
 */
export interface Purchase {
  readonly items: readonly CartItem[];
  /** Sum of the items, in minor units, tax included. */
  readonly itemsTotal: number;
  /** Total weight of the items to ship, in grams. */
  readonly weight: number;
  readonly destination: Destination;
  /** 0 for an anonymous visitor. */
  readonly userId: number;
  /** Email address as entered at the checkout; empty in the cart. */
  readonly email: string;
}

/**
 * A label: a text, or a function that returns it in the language of the page.
 * @since 0.1.0
 */
export type Label = string | (() => string);
