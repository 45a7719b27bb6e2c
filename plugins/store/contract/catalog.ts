import type { TaxDisplay } from './prices.js';
import type { ReviewStatistics } from './reviews.js';

/** Availability of a product: in stock, on backorder or out of stock. */
export type StockStatus = 'instock' | 'onbackorder' | 'outofstock';

/** A taxonomy of products: the category tree, tags, brands, and one per attribute. */
export interface CatalogTaxonomy {
  /** `product_cat`, `product_tag`, `product_brand`, or `pa_<attribute>`. */
  readonly name: string;
  readonly label: string;
  readonly kind: 'category' | 'tag' | 'brand' | 'attribute';
  /** Whether terms have parents; only the category tree does. */
  readonly hierarchical: boolean;
}

/** A term of a taxonomy. Ids are unique across all taxonomies. */
export interface CatalogTerm {
  readonly id: number;
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  /** 0 for a top-level term. */
  readonly parentId: number;
  /** The owner's order among siblings; equal positions are sorted by name. */
  readonly position: number;
  /** `#rrggbb` for colors, a URL for images; empty when the term has no swatch. */
  readonly swatch: string;
  /**
   * Earlier slugs, whose URLs lead to the term; absent if there are none.
   * @since 0.1.0
   */
  readonly formerSlugs?: readonly string[];
}

/** A product field of an extension, registered with the filter `store/product_fields`. */
export interface ProductField {
  readonly key: string;
  readonly label: string;
  readonly type: 'number' | 'text' | 'boolean';
  /**
   * Format of a text that is a date: `2026-11-23`, or `2026-11-23T09:30` in the site's time zone; absent for others.
   * @since 0.1.0
   */
  readonly format?: 'date' | 'datetime';
  /**
   * Currency of an amount of money, ISO 4217; absent for other fields.
   * @since 0.1.0
   */
  readonly currency?: string;
  /**
   * Unit of a number, in the language of the request; amounts of money have their currency.
   * @since 0.1.0
   */
  readonly unit?: string;
  /**
   * Decimals of the unit, for numbers that are stored as multiples of its smallest part: 2 for an amount in cents. 0
   * when absent.
   * @since 0.1.0
   */
  readonly digits?: number;
  /**
   * Labels of stored values, in the language of the request; a value not listed is shown as stored.
   * @since 0.1.0
   */
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
}

/** A variation of a product. */
export interface VariationRecord {
  readonly id: number;
  readonly sku: string;
  readonly gtin: string;
  /** Current price, in minor units. */
  readonly price: number;
  /**
   * The price without tax, in minor units; absent if it includes none.
   * @since 0.1.0
   */
  readonly netPrice?: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /** Ids of its attribute terms. */
  readonly termIds: readonly number[];
}

/** The data of a published, visible product that a search index needs. */
export interface ProductRecord {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly sku: string;
  readonly gtin: string;
  readonly shortDescription: string;
  /** Current price, in minor units; that of the cheapest variation. */
  readonly price: number;
  /**
   * The price without tax, in minor units; absent if it includes none.
   * @since 0.1.0
   */
  readonly netPrice?: number;
  /** Price of the most expensive variation; `price` for a simple product. */
  readonly maxPrice: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /** Average of the published reviews, 0 to 5; 0 when there are none. Imported ratings without reviews do not count. */
  readonly rating: number;
  readonly ratingCount: number;
  /**
   * Statistics of the readable reviews; absent when there are none, as for imported ratings without texts.
   * @since 0.1.0
   */
  readonly reviews?: ReviewStatistics;
  /** Units sold, for sorting by popularity. */
  readonly sales: number;
  /** The owner's order in lists; equal positions are sorted by name. */
  readonly position: number;
  /** UTC, `YYYY-MM-DD HH:MM:SS`. */
  readonly publishedAt: string;
  /** Ids of directly assigned terms of all taxonomies, including the attributes of variations. */
  readonly termIds: readonly number[];
  /** Fields of extensions, by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
  readonly variations: readonly VariationRecord[];
}

/** An image of a product. */
export interface ProductImage {
  readonly url: string;
  readonly alt: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * Smaller sizes in the format of the `srcset` attribute; absent when there are none.
   * @since 0.1.0
   */
  readonly srcset?: string;
}

/** A product as shown in lists. */
export interface ProductSummary {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly url: string;
  readonly image: ProductImage | null;
  /** HTML returned by the filter `store/price_html`. */
  readonly priceHtml: string;
  /** Minor units, tax included. */
  readonly price: number;
  /**
   * The price as lists show it, in minor units: without tax if they show prices without tax. Absent outside of lists.
   * @since 0.1.0
   */
  readonly shownPrice?: number;
  /** The price that is shown, in major units with a decimal point, for `data-price`. */
  readonly priceText: string;
  readonly currency: string;
  /** Tax rate in percent included in the price and in those of its variations; 0 when they include no tax. */
  readonly taxRate: number;
  readonly onSale: boolean;
  readonly stock: StockStatus;
  /**
   * Number of variations to choose from; absent for a product without any, and when a single variation is shown.
   * @since 0.1.0
   */
  readonly variations?: number;
  /**
   * The expected restock day, `YYYY-MM-DD`; absent when in stock or unknown.
   * @since 0.1.0
   */
  readonly expectedOn?: string;
  /** `digital` for products that are not shipped. */
  readonly kind: 'physical' | 'digital';
  readonly rating: number;
  readonly ratingCount: number;
  /**
   * Statistics of the readable reviews; stars are shown only with them.
   * @since 0.1.0
   */
  readonly reviews?: ReviewStatistics;
  readonly brand: string;
  /** Name of its first category. */
  readonly category: string;
  readonly sku: string;
  /** Fields of extensions, by key. */
  readonly fields: Readonly<Record<string, number | string | boolean>>;
  /** Variation that image, price, SKU and URL refer to; absent for the product as a whole. */
  readonly variationId?: number;
}

/** A committed change of the catalog, in commit order. */
export interface CatalogChange {
  readonly sequence: number;
  /** 0 when too much changed to list; read everything again. */
  readonly productId: number;
}

/**
 * The delivery texts that a product page shows itself, so that additions do not contradict them.
 * @since 0.1.0
 */
export interface PageDelivery {
  /**
   * Ids of variations whose delivery day is shown; 0 stands for a product without variations, and for all variations.
   */
  readonly variationIds: readonly number[];
  /**
   * Whether the preselected variation is sold out while others are not. Texts about some variations (`data-variations`)
   * must then be rendered with `hidden`, because without a script nothing toggles them.
   */
  readonly opensSoldOut: boolean;
}

/**
 * The catalog service for other plugins: `scope.services.get('store.catalog')`.
 * @since 0.1.0
 */
export interface Catalog {
  taxonomies(): Promise<readonly CatalogTaxonomy[]>;
  /** Returns all terms, parents before children. */
  terms(taxonomy?: string): Promise<readonly CatalogTerm[]>;
  /** Returns the fields of extensions, from the filter `store/product_fields`. */
  fields(): Promise<readonly ProductField[]>;
  /** Returns the number of published, visible products. */
  count(): Promise<number>;
  /** Returns published, visible products with an id greater than `after`, in ascending order, at most `limit`. */
  records(after: number, limit: number): Promise<readonly ProductRecord[]>;
  /** Returns those of the products that are published and visible; the others are absent. */
  recordsOf(ids: readonly number[]): Promise<readonly ProductRecord[]>;
  /**
   * Returns products as shown in lists, in the order of the ids; unpublished ones are left out.
   * @param variations variations to show, by product id: the cheapest of them provides image, price and URL
   */
  summaries(
    ids: readonly number[],
    variations?: ReadonlyMap<number, readonly number[]>,
  ): Promise<readonly ProductSummary[]>;
  /** Renders the store's own product cards, as in its lists; a theme may override the view. */
  renderCards(products: readonly ProductSummary[]): Promise<string>;
  /** Returns changes after a sequence number, the oldest first, at most `limit`. */
  changes(after: number, limit: number): Promise<readonly CatalogChange[]>;
  /** Returns the sequence number of the newest change; 0 before the first. */
  lastChange(): Promise<number>;
  /** Formats an amount in minor units in the shop's currency and the language of the request. */
  formatPrice(minor: number): string;
  /**
   * Returns a price as plain text in the shop's tax display: with tax, without it, or both.
   * @param minor minor units, tax included
   * @param taxRate tax rate of the product, in percent
   */
  priceLabels(minor: number, taxRate: number): Promise<string>;
  /**
   * Returns how lists show prices to the current visitor; undefined while prices are hidden because a plugin that
   * protects them does not run.
   * @since 0.1.0
   */
  taxDisplay(): Promise<TaxDisplay | undefined>;
  /** Returns the currency code, ISO 4217. */
  currency(): string;
  /** Returns the number of decimal digits of the currency. */
  currencyDigits(): number;
}
