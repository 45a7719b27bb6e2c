import type { Supply } from './delivery-estimate.js';
import type { FieldValues } from './fields.js';

/** What somebody said about a line of theirs, or about their order, in words. @since 0.2.0 */
export interface Detail {
  readonly label: string;
  readonly value: string;
}

/** A line of what is about to be bought. @since 0.2.0 */
export interface CartItem {
  readonly productId: number;
  /** 0 for a simple product. */
  readonly variationId: number;
  readonly name: string;
  readonly sku: string;
  readonly quantity: number;
  /** Minor units, tax included, with what its own data adds. */
  readonly unitPrice: number;
  readonly total: number;
  /** Percent of tax inside; 0 when there is none. */
  readonly taxRate: number;
  readonly kind: 'physical' | 'digital';
  /** Grams of one piece; 0 when nobody said. */
  readonly weight: number;
  /** Ancestors included. */
  readonly categoryIds: readonly number[];
  /** What the buyer chose for it, as registered with `cartData`. */
  readonly details: readonly Detail[];
  /** The same as it was typed, by `id.field`. */
  readonly data: FieldValues;
  /** When it can leave the shop; absent where nobody said. @since 0.3.0 */
  readonly supply?: Supply;
}

/** Where goods go, as far as it is known yet. @since 0.2.0 */
export interface Destination {
  /** ISO 3166-1 alpha-2; empty when nobody said. */
  readonly country: string;
  readonly postcode: string;
  readonly city: string;
}

/** What is about to be bought: the cart at today's prices, without what is out of stock. @since 0.2.0 */
export interface Purchase {
  readonly items: readonly CartItem[];
  /** The sum of the items, minor units, tax included. */
  readonly itemsTotal: number;
  /** Grams of everything that is sent. */
  readonly weight: number;
  readonly destination: Destination;
  /** 0 is a visitor. */
  readonly userId: number;
  /** As typed at the checkout; empty in the cart. */
  readonly email: string;
}

/** A label: as it is, or asked for in the language of the page. @since 0.2.0 */
export type Label = string | (() => string);
