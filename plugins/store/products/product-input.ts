import type { PriceTag, StockStatus } from '../contract/index.js';
import type { ImageInput } from '../images/image-store.js';
import type { ProductKind, ProductStatus } from './tables.js';

/** Input for a variation of a product. */
export interface VariationInput {
  /** 0: a new one. */
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  /** null: not for sale. */
  readonly price: PriceTag | null;
  /** null: stock is not tracked. */
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** Expected restock date, `YYYY-MM-DD`; empty for none; absent keeps the stored date. */
  readonly expectedOn?: string;
  /** Grams; 0: same as the product. */
  readonly weight: number;
  /** Amount of the product's unit in a package; 0: same as the product. */
  readonly unitContent: number;
  /** IDs of attribute terms, one per attribute. */
  readonly termIds: readonly number[];
  /** Index of its image among those of the product, starting at 0; -1: none of its own. */
  readonly imageIndex: number;
}

/** Complete input for a product: from its screen, a CSV file, the demo or a plugin. */
export interface ProductInput {
  /** 0: a new one. */
  readonly id: number;
  readonly name: string;
  /** Empty: generated from the name. */
  readonly slug: string;
  readonly status: ProductStatus;
  readonly visibility: 'visible' | 'hidden';
  readonly kind: ProductKind;
  readonly sku: string;
  readonly gtin: string;
  readonly shortDescription: string;
  readonly description: string;
  /** null: not for sale, or sold through its variations. */
  readonly price: PriceTag | null;
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** Expected restock date, `YYYY-MM-DD`; empty for none; absent keeps the stored date. */
  readonly expectedOn?: string;
  /** Percent. */
  readonly taxRate: number;
  /** Grams. */
  readonly weight: number;
  /** `kg`, `l`, `m`, `m²`, `szt`; empty: no unit price. */
  readonly unit: string;
  /** Amount of the unit in a package. */
  readonly unitContent: number;
  readonly position: number;
  readonly featured: boolean;
  /** Term IDs of all taxonomies; cards show the first category. */
  readonly termIds: readonly number[];
  readonly images: readonly ImageInput[];
  readonly variations: readonly VariationInput[];
  /** Up-sells: IDs of products shown on its page, in order; absent keeps the stored ones. */
  readonly upsellIds?: readonly number[];
  /** Cross-sells: IDs of products shown in a cart that contains it, in order; absent keeps the stored ones. */
  readonly crossSellIds?: readonly number[];
  /** Extension fields by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/** Entity type of product revisions. */
export const PRODUCT_KIND = 'store_product';

/** Defaults of a new product; the caller sets the name, the price and the status. */
export const BLANK_PRODUCT: Omit<ProductInput, 'name' | 'price' | 'status'> = {
  id: 0,
  slug: '',
  visibility: 'visible',
  kind: 'physical',
  sku: '',
  gtin: '',
  shortDescription: '',
  description: '',
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  taxRate: 23,
  weight: 0,
  unit: '',
  unitContent: 0,
  position: 0,
  featured: false,
  termIds: [],
  images: [],
  variations: [],
  fields: {},
};
