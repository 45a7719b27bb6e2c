import type { MaybePromise } from 'plinth';
import type { Detail } from './order-lines.js';
import type { FieldProblem, FieldValues, StoreField } from './fields.js';

/** The product that something is chosen for. @since 0.2.0 */
export interface CartProduct {
  readonly productId: number;
  /** 0 for a simple product, and on the page before a version is chosen. */
  readonly variationId: number;
  readonly name: string;
  readonly sku: string;
  /** Minor units of one piece. */
  readonly price: number;
  readonly kind: 'physical' | 'digital';
  /** Categories, ancestors included in the cart. */
  readonly categoryIds: readonly number[];
}

/**
 * What buyers say about a product when they put it into the cart: an engraving, a date. It is kept with the line, and lines are put
 * together only when it is the same.
 * @since 0.2.0
 */
export interface CartData {
  readonly id: string;
  /** Shown on the product's page; none: this product takes no such data. */
  fields(product: CartProduct): MaybePromise<readonly StoreField[]>;
  /** What is wrong with what was typed, beyond fields that are required and empty. */
  validate?(values: FieldValues, product: CartProduct): MaybePromise<readonly FieldProblem[]>;
  /** Minor units, tax included, that it adds to the price of one piece; negative ones take off, down to nothing. */
  price?(values: FieldValues, product: CartProduct): MaybePromise<number>;
  /** How it is shown in cart, order and letters; the labels of the fields with what was typed when absent. */
  show?(values: FieldValues, product: CartProduct): MaybePromise<readonly Detail[]>;
}

/** A line of the cart as the hooks of the cart pass it. @since 0.2.0 */
export interface CartLineView {
  readonly productId: number;
  readonly variationId: number;
  readonly quantity: number;
  /** What was chosen for it, by `id.field`. */
  readonly data: FieldValues;
}
