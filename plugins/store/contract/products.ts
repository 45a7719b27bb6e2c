import type { MaybePromise } from 'plinth';
import type { StockStatus } from './catalog.js';
import type { Label } from './order-lines.js';
import type { CartProduct } from './cart-data.js';

/** A new product created by code; everything else gets the defaults of the empty product form. */
export interface NewProduct {
  readonly name: string;
  /** Minor units, tax included. */
  readonly price: number;
  readonly sku?: string;
  readonly gtin?: string;
  /** Generated from the name when absent; a number is appended when it is taken. */
  readonly slug?: string;
  readonly status?: 'publish' | 'draft';
  readonly kind?: 'physical' | 'digital';
  readonly shortDescription?: string;
  readonly description?: string;
  /** Stock quantity; not tracked when null or absent. */
  readonly stockQuantity?: number | null;
  readonly stock?: StockStatus;
  /**
   * Expected restock day, `YYYY-MM-DD`.
   * @since 0.1.0
   */
  readonly expectedOn?: string;
  /** Tax rate included in the price, in percent; 23 when absent. */
  readonly taxRate?: number;
  /** In grams. */
  readonly weight?: number;
  /** Term ids of all taxonomies. */
  readonly termIds?: readonly number[];
  /**
   * Ids of the products shown on its page, in order.
   * @since 0.1.0
   */
  readonly upsellIds?: readonly number[];
  /**
   * Ids of the products shown in a cart that contains it, in order.
   * @since 0.1.0
   */
  readonly crossSellIds?: readonly number[];
  /** Fields of extensions, by key. */
  readonly fields?: Readonly<Record<string, number | string | boolean>>;
}

/**
 * The fields of extensions of one product.
 * @since 0.1.0
 */
export interface ProductFields {
  readonly id: number;
  readonly status: 'publish' | 'draft' | 'trash';
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/**
 * What `setFields` did.
 * @since 0.1.0
 */
export interface FieldsResult {
  /** Number of products whose fields changed. */
  readonly changed: number;
  /** Number of products that already had these values. */
  readonly unchanged: number;
  /** Ids of products that do not exist. */
  readonly notFound: readonly number[];
}

/** Creates products and writes fields of extensions, for other plugins. */
export interface ProductEditor {
  /**
   * Creates a product and returns its id.
   * @throws PlinthError `store_product_invalid` with `errors: FormError[]` in its details
   * @since 0.1.0
   */
  create(product: NewProduct): Promise<number>;
  /**
   * Returns the fields of products of every status, drafts and trashed ones included, with an id greater than `after`,
   * in ascending order, at most `limit`. Published products are also in `records` of the catalog.
   * @since 0.1.0
   */
  listFields(after: number, limit: number): Promise<readonly ProductFields[]>;
  /**
   * Writes fields of extensions to several products of any status in one transaction; their other fields stay.
   * @param fields values by key; null deletes a field. Values must satisfy the rules of the product form (`choices`,
   * `min`, `validate` …)
   * @throws PlinthError `store_product_invalid` for an invalid value, or a key that no extension has registered, with
   * `errors: FormError[]` in its details
   * @since 0.1.0
   */
  setFields(
    ids: readonly number[],
    fields: Readonly<Record<string, number | string | boolean | null>>,
  ): Promise<FieldsResult>;
  /**
   * Deletes fields from all products of every status, for example when the plugin that added them is deleted; like
   * `delete_post_meta_by_key` in WordPress.
   * @returns the number of changed products
   * @since 0.1.0
   */
  deleteFields(keys: readonly string[]): Promise<number>;
}

/**
 * A type of product besides goods and downloads, such as a voucher, a course or something sold elsewhere.
 * @since 0.1.0
 */
export interface ProductType {
  readonly id: string;
  readonly label: Label;
  /** Whether it is shipped; if so, the checkout requires a shipping method. */
  readonly isPhysical: boolean;
  /** Whether it can be added to the cart. */
  readonly isSellable: boolean;
  /** Returns the HTML in place of the add-to-cart button, such as a link to where it is sold. */
  button?(product: CartProduct): MaybePromise<string>;
}
