import type { MaybePromise } from 'plinth';
import type { ReviewStatistics } from './reviews.js';

/** Where a product can be bought from: now, later, or not. */
export type StockStatus = 'instock' | 'onbackorder' | 'outofstock';

/** A way to group products: the category tree, tags, brands, and one taxonomy per attribute. */
export interface CatalogueTaxonomy {
  /** `product_cat`, `product_tag`, `product_brand`, or `pa_<attribute>`. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'category' | 'tag' | 'brand' | 'attribute';
  /** Only the category tree has parents. */
  readonly hierarchical: boolean;
}

/** One value of a taxonomy. Ids are unique across all taxonomies. */
export interface CatalogueTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** 0 at the top. */
  readonly parentId: number;
  /** The owner's order among siblings; then by name. */
  readonly position: number;
  /** `#rrggbb` for colours, an address for pictures; empty when the term has no swatch. */
  readonly swatch: string;
}

/** A product field beyond the store's own, which an extension registers with the filter `store/product_fields`. */
export interface ProductField {
  readonly key: string;
  readonly label: string;
  readonly type: 'number' | 'text' | 'boolean';
  /** What stored values are called, in the language of the request; a value that is not here is shown as it is stored. @since 0.3.0 */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** One buyable version of a product with variations. */
export interface VariationRecord {
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  /** Minor units, what a buyer pays now. */
  readonly price: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /** Attribute terms by id. */
  readonly termIds: readonly number[];
}

/** All that an index needs of a published, visible product. */
export interface ProductRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sku: string;
  readonly gtin: string;
  readonly shortDescription: string;
  /** Minor units, what a buyer pays now; the cheapest variation's. */
  readonly price: number;
  /** The dearest variation's; `price` for a simple product. */
  readonly maxPrice: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /** Mean of the reviews that can be read, 0 to 5; 0 while there is none. Ratings that came with an import are none. */
  readonly rating: number;
  readonly ratingCount: number;
  /** What can be read about it; absent when nothing can, as for ratings that came without texts. @since 0.3.0 */
  readonly reviews?: ReviewStatistics;
  /** Units sold, for sorting by popularity. */
  readonly sales: number;
  /** The owner's order in lists; then by name. */
  readonly position: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly publishedAt: string;
  /** Terms assigned directly, of every taxonomy; variations' attributes included. */
  readonly termIds: readonly number[];
  /** Extensions' fields by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
  readonly variations: readonly VariationRecord[];
}

/** A picture of a product. */
export interface ProductImage {
  readonly url: string;
  readonly alt: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Smaller copies among which a browser chooses, as `srcset` holds them; absent where there are none. @since 0.3.0 */
  readonly srcset?: string;
}

/** What a list shows of a product. */
export interface ProductSummary {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
  /** HTML from the filter `store/price_html`. */
  readonly priceHtml: string;
  /** Minor units. */
  readonly price: number;
  /** Major units with a dot, for `data-price`. */
  readonly priceText: string;
  readonly currency: string;
  /** Percent of tax inside the price, and inside those of its variations; 0 when they contain none. */
  readonly taxRate: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /** How many versions there are to choose from; absent for what has none, and where one version is shown. @since 0.3.0 */
  readonly variations?: number;
  /** The day the owner expects it on, `YYYY-MM-DD`; absent for what is in stock, or when nobody knows. @since 0.3.0 */
  readonly expectedOn?: string;
  /** `digital` for what is not sent. */
  readonly kind: 'physical' | 'digital';
  readonly rating: number;
  readonly ratingCount: number;
  /** What can be read about it; stars are shown with it only. @since 0.3.0 */
  readonly reviews?: ReviewStatistics;
  readonly brand: string;
  /** The name of its first category. */
  readonly category: string;
  readonly sku: string;
  /** Extensions' fields by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
  /** The variation that picture, price, code and address are about; absent for the product as a whole. */
  readonly variationId?: number;
}

/** A committed change of the catalogue, in the order of committing. */
export interface CatalogueChange {
  readonly sequence: number;
  /** 0: more changed than is worth listing, read everything again. */
  readonly productId: number;
}

/**
 * What the page of a product says of delivery by itself, so that nothing that is added says otherwise.
 * @since 0.3.0
 */
export interface PageDelivery {
  /** The versions of which it names the day that they are brought on; 0 is the product without versions, and all of them. */
  readonly dated: readonly number[];
  /** Whether it opens with a version that is sold out while others are not: lines about some versions (`data-versions`) begin `hidden` then, since nothing shows and hides them without script. */
  readonly opensSoldOut: boolean;
}

/**
 * The catalogue as other plugins see it: `scope.services.get('store.catalogue')`.
 * @since 0.1.0
 */
export interface Catalogue {
  taxonomies(): Promise<readonly CatalogueTaxonomy[]>;
  /** All terms, parents before children. */
  terms(taxonomy?: string): Promise<readonly CatalogueTerm[]>;
  /** Extensions' fields, from the filter `store/product_fields`. */
  fields(): Promise<readonly ProductField[]>;
  /** How many products are published and visible. */
  count(): Promise<number>;
  /** Published, visible products with an id above `after`, ascending, at most `limit`. */
  records(after: number, limit: number): Promise<readonly ProductRecord[]>;
  /** Those of the ids that are published and visible; the others are absent. */
  recordsOf(ids: readonly number[]): Promise<readonly ProductRecord[]>;
  /**
   * What lists show, in the order of the ids; unpublished ones are left out.
   * @param versions by product, the variations it is shown for: the cheapest of them gives picture, price and address
   */
  summaries(
    ids: readonly number[],
    variations?: ReadonlyMap<number, readonly number[]>,
  ): Promise<readonly ProductSummary[]>;
  /** The store's own product cards, as in its lists; a theme may override the view. */
  renderCards(products: readonly ProductSummary[]): Promise<string>;
  /** Changes after a sequence number, oldest first, at most `limit`. */
  changes(after: number, limit: number): Promise<readonly CatalogueChange[]>;
  /** The newest change's number; 0 before the first. */
  lastChange(): Promise<number>;
  /** Minor units as text in the shop's currency and the request's language. */
  formatPrice(minor: number): string;
  /**
   * A price in plain text as the shop's pages show it beside its tax: with it, without it, or both.
   * @param minor minor units, tax included
   * @param taxRate percent, as the product has it
   */
  priceLabels(minor: number, taxRate: number): MaybePromise<string>;
  /** ISO 4217. */
  currency(): string;
  /** The digits after the decimal point of the currency. */
  currencyDigits(): number;
}
