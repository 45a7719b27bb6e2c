import type { StockStatus } from '../contract/index.js';

/** `trash`: retained for a while, but shown nowhere in the shop. */
export type ProductStatus = 'publish' | 'draft' | 'trash';
type ProductType = 'simple' | 'variable';
/** `physical`, `digital`, or the id of a registered type. */
export type ProductKind = string;

/** Price columns of a row; null when nothing is for sale. */
export interface PriceColumns {
  readonly regular_price: number | null;
  readonly sale_price: number | null;
  readonly sale_from: string | null;
  readonly sale_to: string | null;
}

interface SoldRow extends PriceColumns {
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
export interface ProductRow extends SoldRow {
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
   * Number of approved reviews, and of those that belong to a known order; `rating` is based on the latter where there
   * are any.
   */
  readonly review_count: number;
  readonly verified_count: number;
  /** Mean of the approved reviews in hundredths of a star; 0 when there are none. Lists are sorted by it. */
  readonly shown_rating: number;
  readonly sales: number;
  readonly featured: number;
  readonly fields: string;
  readonly published_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A row of `store_variations`. */
export interface VariationRow extends SoldRow {
  readonly product_id: number;
  readonly image_id: number;
  /** 0: same as the product. */
  readonly unit_content: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_products: ProductRow;
    store_variations: VariationRow;
  }
}

/**
 * Name of an index that covers the sort order of listed products found by a search: stock and shown rating, by ID.
 * MariaDB only.
 */
export const STANDING_INDEX = 'store_products_found';

/** Column values of products shown in lists. */
export const LISTED = { status: 'publish', visibility: 'visible' } as const;

/**
 * Whether a row is listed; for rows read by ID, since the database would otherwise scan the status index for each of
 * them.
 */
export const isListed = (row: Pick<ProductRow, 'status' | 'visibility' | 'price'>): boolean =>
  row.status === LISTED.status && row.visibility === LISTED.visibility && row.price !== null;
