import type { MaybePromise } from 'plinth';
import type { StockStatus } from './catalogue.js';
import type { Label } from './order-lines.js';
import type { CartProduct } from './cart-data.js';

/** A new product, as far as a program says it; the rest is as an owner finds it on the empty screen. */
export interface NewProduct {
  readonly name: string;
  /** Minor units, tax included. */
  readonly price: number;
  readonly sku?: string;
  readonly gtin?: string;
  /** Made of the name when absent; gets a number where it is taken. */
  readonly slug?: string;
  readonly status?: 'publish' | 'draft';
  readonly kind?: 'physical' | 'digital';
  readonly shortDescription?: string;
  readonly description?: string;
  /** Counted stock; null or absent: not counted. */
  readonly stockQuantity?: number | null;
  readonly stock?: StockStatus;
  /** The day it is expected on, `YYYY-MM-DD`. @since 0.3.0 */
  readonly expectedOn?: string;
  /** Percent of tax in the price; 23 when absent. */
  readonly taxRate?: number;
  /** Grams. */
  readonly weight?: number;
  /** Terms of every taxonomy by id. */
  readonly termIds?: readonly number[];
  /** Products shown on its page, by id in their order. @since 0.3.0 */
  readonly upsellIds?: readonly number[];
  /** Products shown in a cart that holds it, by id in their order. @since 0.3.0 */
  readonly crossSellIds?: readonly number[];
  /** Extensions' fields by key. */
  readonly fields?: Readonly<Record<string, number | string | boolean>>;
}

/** Makes products, and writes what extensions keep with them, for programs. */
export interface ProductEditor {
  /**
   * Adds a product; its id.
   * @throws PlinthError `store_product_invalid` whose details hold `errors: FormError[]`
   * @since 0.2.0
   */
  create(product: NewProduct): Promise<number>;
  /**
   * Writes fields of extensions on several products at once, in one transaction; their other fields stay. Products that are gone are left out.
   * @param fields by key; null takes a field away. Values are held to the rules of the product's form (`choices`, `min`, `validate` …)
   * @throws PlinthError `store_product_invalid` for a wrong value, or a key that no extension has registered; its details hold `errors: FormError[]`
   * @returns how many products changed
   * @since 0.3.0
   */
  setFields(
    ids: readonly number[],
    fields: Readonly<Record<string, number | string | boolean | null>>,
  ): Promise<number>;
}

/** A kind of product besides goods and downloads: a voucher, a course, something sold elsewhere. @since 0.2.0 */
export interface ProductType {
  readonly id: string;
  readonly label: Label;
  /** Whether it is sent; then the checkout asks for a delivery. */
  readonly isPhysical: boolean;
  /** Whether it goes into the cart. */
  readonly isSellable: boolean;
  /** HTML in the place of the button that puts it into the cart, such as a link to where it is sold. */
  button?(product: CartProduct): MaybePromise<string>;
}
