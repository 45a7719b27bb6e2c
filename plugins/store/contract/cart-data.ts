import type { MaybePromise } from 'plinth';
import type { Detail } from './order-lines.js';
import type { FieldProblem, FieldValues, StoreField } from './fields.js';

/**
 * The product that a cart data field belongs to.
 * @since 0.1.0
 */
export interface CartProduct {
  readonly productId: number;
  /** 0 for a simple product, and on the product page before a variation is selected. */
  readonly variationId: number;
  readonly name: string;
  readonly sku: string;
  /** Price of one piece, in minor units. */
  readonly price: number;
  readonly kind: 'physical' | 'digital';
  /** Category ids; in the cart, ancestors included. */
  readonly categoryIds: readonly number[];
  /**
   * The product's fields of extensions, by key; a variation has those of its product.
   * @since 0.1.0
   */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/**
 * Data that buyers enter when they add a product to the cart, such as an engraving or a date. It is stored with the
 * line; lines are merged only when their data is equal.
 * @since 0.1.0
 */
export interface CartData {
  readonly id: string;
  /** Returns the fields shown on the product page; none when the product does not take such data. */
  fields(product: CartProduct): MaybePromise<readonly StoreField[]>;
  /** Returns the errors in the entered values, beyond required fields that are empty. */
  validate?(values: FieldValues, product: CartProduct): MaybePromise<readonly FieldProblem[]>;
  /**
   * Returns the surcharge per piece, in minor units, tax included; a negative one reduces the price, at most to zero.
   */
  price?(values: FieldValues, product: CartProduct): MaybePromise<number>;
  /** Returns the details shown in cart, order and emails; when absent, the field labels with the entered values. */
  show?(values: FieldValues, product: CartProduct): MaybePromise<readonly Detail[]>;
}

/**
 * A cart line as the cart hooks receive it.
 * @since 0.1.0
 */
export interface CartLineView {
  readonly productId: number;
  readonly variationId: number;
  readonly quantity: number;
  /** Entered values, keyed by `id.field`. */
  readonly data: FieldValues;
}
