import type { StockStatus } from '../contract/index.js';

/** `trash`: not shown in the shop; can be restored or deleted in the admin. */
export type ProductStatus = 'publish' | 'draft' | 'trash';
type ProductType = 'simple' | 'variable';
/** `physical`, `digital`, or the id of a registered type. */
export type ProductKind = string;

/** Price columns of a row, in minor units and UTC; `regular_price` is null when it is not for sale. */
export interface PriceColumns {
  readonly regular_price: number | null;
  readonly sale_price: number | null;
  readonly sale_from: string | null;
  readonly sale_to: string | null;
}

interface SellableRow extends PriceColumns {
  readonly id: number;
  readonly sku: string | null;
  readonly gtin: string;
  readonly price: number | null;
  readonly on_sale: number;
  readonly price_due: string | null;
  readonly stock_quantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: number;
  /** Expected restock date, `YYYY-MM-DD`; empty for none. */
  readonly expected_on: string;
  readonly weight: number;
  readonly position: number;
}

/** A row of `store_products`. */
export interface ProductRow extends SellableRow {
  readonly slug: string;
  readonly name: string;
  readonly status: ProductStatus;
  readonly visibility: 'visible' | 'hidden';
  readonly type: ProductType;
  readonly kind: ProductKind;
  readonly search: string;
  readonly short_description: string;
  readonly description: string;
  readonly max_price: number | null;
  readonly tax_rate: number;
  readonly unit: string;
  readonly unit_content: number;
  readonly rating: number;
  readonly rating_count: number;
  /**
   * Number of approved reviews, and number of approved reviews that belong to a known order. `rating` is based on the
   * latter if there are any.
   */
  readonly review_count: number;
  readonly verified_count: number;
  /** Average of the approved reviews in hundredths of a star, used to sort lists; 0 for no reviews. */
  readonly review_rating: number;
  readonly sales: number;
  readonly featured: number;
  readonly fields: string;
  readonly published_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of `store_variations`. */
export interface VariationRow extends SellableRow {
  readonly product_id: number;
  readonly image_id: number;
  /** 0 for that of the product. */
  readonly unit_content: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_products: ProductRow;
    store_variations: VariationRow;
  }
}

/**
 * Name of the index for sorting search results by stock status and rating (MariaDB only).
 */
export const SEARCH_ORDER_INDEX = 'store_products_found';

/** Column values of products that are shown in lists. */
export const LISTED_VALUES = { status: 'publish', visibility: 'visible' } as const;

/**
 * Whether a product is shown in lists. Used for rows read by ID, because a condition in the query would make the
 * database scan the status index for each row.
 */
export const isListed = (row: Pick<ProductRow, 'status' | 'visibility' | 'price'>): boolean =>
  row.status === LISTED_VALUES.status && row.visibility === LISTED_VALUES.visibility && row.price !== null;
