import type { PriceTag, StockStatus } from '../contract/index.js';
import type { ImageInput } from '../images/image-store.js';
import type { ProductKind, ProductStatus } from './tables.js';

/** Input for a variation of a product. */
export interface VariationInput {
  /** 0 for a new variation. */
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  /** Null when it is not for sale. */
  readonly price: PriceTag | null;
  /** Null when stock is not tracked. */
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** Expected restock date, `YYYY-MM-DD`; empty for none; absent keeps the stored date. */
  readonly expectedOn?: string;
  /** Weight in grams; 0 for that of the product. */
  readonly weight: number;
  /** Number of units in a package; 0 for that of the product. */
  readonly unitContent: number;
  /** IDs of attribute terms, one per attribute. */
  readonly termIds: readonly number[];
  /** Index of its image among the images of the product, starting at 0; -1 for none. */
  readonly imageIndex: number;
}

/** Complete input for a product, such as from the product form, a CSV file or a plugin. */
export interface ProductInput {
  /** 0 for a new product. */
  readonly id: number;
  readonly name: string;
  /** If empty, it is generated from the name. */
  readonly slug: string;
  readonly status: ProductStatus;
  readonly visibility: 'visible' | 'hidden';
  readonly kind: ProductKind;
  readonly sku: string;
  readonly gtin: string;
  readonly shortDescription: string;
  readonly description: string;
  /** Null when it is not for sale, or has variations. */
  readonly price: PriceTag | null;
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** Expected restock date, `YYYY-MM-DD`; empty for none; absent keeps the stored date. */
  readonly expectedOn?: string;
  /** Tax rate in percent. */
  readonly taxRate: number;
  /** Weight in grams. */
  readonly weight: number;
  /** Unit of the unit price: `kg`, `l`, `m`, `m²` or `szt` (piece); empty for no unit price. */
  readonly unit: string;
  /** Number of units in a package. */
  readonly unitContent: number;
  readonly position: number;
  readonly featured: boolean;
  /** Term IDs of all taxonomies. Product cards show the first category. */
  readonly termIds: readonly number[];
  readonly images: readonly ImageInput[];
  readonly variations: readonly VariationInput[];
  /** IDs of up-sells, recommended on the product page, in order; if absent, the stored ones are kept. */
  readonly upsellIds?: readonly number[];
  /** IDs of cross-sells, recommended in the cart, in order; if absent, the stored ones are kept. */
  readonly crossSellIds?: readonly number[];
  /** Extension fields by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/** Entity type of product revisions. */
export const PRODUCT_KIND = 'store_product';

/** Default values of a new product, without name, price and status. */
export const PRODUCT_DEFAULTS: Omit<ProductInput, 'name' | 'price' | 'status'> = {
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
