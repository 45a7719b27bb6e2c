import type { PriceTag, StockStatus } from '../contract/index.js';
import type { ImageInput } from '../images/image-store.js';
import type { ProductKind, ProductStatus } from './tables.js';

/** What is said of one version of a product. */
export interface VariationInput {
  /** 0: a new one. */
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  /** null: not for sale. */
  readonly price: PriceTag | null;
  /** null: not counted. */
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** The day it is expected on, `YYYY-MM-DD`; empty for none, and absent for what is stored. */
  readonly expectedOn?: string;
  /** Grams; 0: as the product. */
  readonly weight: number;
  /** How much of the product's unit a package holds; 0: as the product. */
  readonly unitContent: number;
  /** Attribute terms by id, one of an attribute. */
  readonly termIds: readonly number[];
  /** Which of the product's pictures shows it, counted from 0; -1: none of its own. */
  readonly imageIndex: number;
}

/** All that can be said of a product: from its screen, a CSV file, the demo or a plugin. */
export interface ProductInput {
  /** 0: a new one. */
  readonly id: number;
  readonly name: string;
  /** Empty: made of the name. */
  readonly slug: string;
  readonly status: ProductStatus;
  readonly visibility: 'visible' | 'hidden';
  readonly kind: ProductKind;
  readonly sku: string;
  readonly gtin: string;
  readonly shortDescription: string;
  readonly description: string;
  /** null: not for sale, or sold by its variations. */
  readonly price: PriceTag | null;
  readonly stockQuantity: number | null;
  readonly stock: StockStatus;
  readonly backorders: boolean;
  /** The day it is expected on, `YYYY-MM-DD`; empty for none, and absent for what is stored. */
  readonly expectedOn?: string;
  /** Percent. */
  readonly taxRate: number;
  /** Grams. */
  readonly weight: number;
  /** `kg`, `l`, `m`, `m²`, `szt`; empty: no price per unit. */
  readonly unit: string;
  /** How much of the unit a package holds. */
  readonly unitContent: number;
  readonly position: number;
  readonly featured: boolean;
  /** Terms of every taxonomy by id; the first category is the one shown on cards. */
  readonly termIds: readonly number[];
  readonly images: readonly ImageInput[];
  readonly variations: readonly VariationInput[];
  /** Up-sells: products shown on its page, by id in their order; absent for what is stored. */
  readonly upsellIds?: readonly number[];
  /** Cross-sells: products shown in a cart that holds it, by id in their order; absent for what is stored. */
  readonly crossSellIds?: readonly number[];
  /** Extensions' fields by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
}

/** What products are called where versions of them are kept. */
export const PRODUCT_KIND = 'store_product';

/** What a new product is where nothing else is said; whoever adds it names it, and says whether it is on sale already. */
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
