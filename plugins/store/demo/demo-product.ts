/** A variation of a demo product. */
export interface DemoVariation {
  /** Values by attribute: `{ kolor: 'Biały' }`. */
  readonly values: Readonly<Record<string, string>>;
  /** Minor units; the product's price when absent. */
  readonly price?: number;
  readonly sale?: DemoSale;
  /** Pieces; 0 for sold out, or on backorder if the product allows it. */
  readonly stock: number;
  /** File in `assets/demo`, without `.svg`. */
  readonly image?: string;
}

/** A sale, in days relative to the day on which the demo is loaded. */
export interface DemoSale {
  /** Minor units. */
  readonly price: number;
  readonly from: number;
  readonly to: number;
}

/** A product of the demo shop. Defaults: physical, 23 percent tax, stock not tracked. */
export interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  /** Category slugs; the first is shown on cards. */
  readonly categories: readonly string[];
  readonly brand: string;
  readonly tags?: readonly string[];
  readonly shortDescription: string;
  /** Paragraphs. */
  readonly description: readonly string[];
  /** Minor units, tax included. */
  readonly price: number;
  readonly sale?: DemoSale;
  /** Percent. */
  readonly tax?: number;
  /** Grams. */
  readonly weight?: number;
  readonly unit?: 'kg' | 'l' | 'm²' | 'szt';
  /** Content of a package, in the unit. */
  readonly content?: number;
  /** Pieces; not tracked when absent. */
  readonly stock?: number;
  readonly backorders?: boolean;
  readonly digital?: boolean;
  /** A downloadable HTML page: its name and its paragraphs, one per line. */
  readonly file?: { readonly name: string; readonly lines: readonly string[] };
  readonly featured?: boolean;
  /** Values by attribute. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Files in `assets/demo`, without `.svg`; the first is the main image. */
  readonly images: readonly string[];
  readonly variations?: readonly DemoVariation[];
  /** Approximate average of its reviews, and a popularity that determines their number; without reviews when absent. */
  readonly rating?: readonly [mean: number, talk: number];
  readonly sales: number;
  /** Days since publication. */
  readonly age: number;
}

/** A demo review, worded to fit every product of its department. */
export type DemoReview = readonly [stars: number, name: string, title: string, text: string];
