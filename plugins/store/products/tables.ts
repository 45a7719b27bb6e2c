import type { StockStatus } from '../contract/index.js';

/** `trash`: kept for a while, and nowhere in the shop. */
export type ProductStatus = 'publish' | 'draft' | 'trash';
type ProductType = 'simple' | 'variable';
/** `physical`, `digital`, or the id of a registered type. */
export type ProductKind = string;

/** The price columns of a row; null where nothing is for sale. */
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
  /** The day the owner expects it on, `YYYY-MM-DD`; empty for none. */
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
  /** Approved reviews, and those of them whose order was found; `rating` is theirs where there are any. */
  readonly review_count: number;
  readonly verified_count: number;
  /** The mean of the approved reviews, hundredths of a star; 0 while there is none. What lists are ordered by. */
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
  /** 0: as the product. */
  readonly unit_content: number;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    store_products: ProductRow;
    store_variations: VariationRow;
  }
}

/** The index that alone tells what puts a listed product that was found in its place: stock and shown rating, by id. MariaDB only. */
export const STANDING_INDEX = 'store_products_found';

/** Who sees a product in lists. */
export const LISTED = { status: 'publish', visibility: 'visible' } as const;

/** Whether a row is one of those; for rows read by id, since an index over the status would be gone through for each of them. */
export const isListed = (row: Pick<ProductRow, 'status' | 'visibility' | 'price'>): boolean =>
  row.status === LISTED.status && row.visibility === LISTED.visibility && row.price !== null;
