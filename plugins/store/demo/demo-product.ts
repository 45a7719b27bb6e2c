/** One version of a demo product. */
export interface DemoVariation {
  /** Values by attribute: `{ kolor: 'Biały' }`. */
  readonly values: Readonly<Record<string, string>>;
  /** Minor units; absent: the product's. */
  readonly price?: number;
  readonly sale?: DemoSale;
  /** Pieces; 0 is sold out, or on backorder where the product allows it. */
  readonly stock: number;
  /** A picture of `assets/demo`, without `.svg`. */
  readonly image?: string;
}

/** A sale, in days from the day on which the demo is loaded. */
export interface DemoSale {
  /** Minor units. */
  readonly price: number;
  readonly from: number;
  readonly to: number;
}

/** A product of the demo shop; what is left out is usual: physical, 23 percent tax, not counted. */
export interface DemoProduct {
  readonly sku: string;
  readonly name: string;
  /** Slugs of categories; the first is the one shown on cards. */
  readonly categories: readonly string[];
  readonly brand: string;
  readonly tags?: readonly string[];
  readonly short: string;
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
  /** How much of the unit a package holds. */
  readonly content?: number;
  /** Pieces; absent: not counted. */
  readonly stock?: number;
  readonly backorders?: boolean;
  readonly digital?: boolean;
  /** A page of HTML that buyers download: what it is called, and what stands in it, a paragraph a line. */
  readonly file?: { readonly name: string; readonly lines: readonly string[] };
  readonly featured?: boolean;
  /** Values by attribute. */
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  /** Pictures of `assets/demo`, without `.svg`; the first is the main one. */
  readonly images: readonly string[];
  readonly variations?: readonly DemoVariation[];
  /** The mean that its reviews come near, and how much it is talked about, which decides how many it has; absent: nobody reviewed it. */
  readonly rating?: readonly [mean: number, talk: number];
  readonly sales: number;
  /** Days since it was published. */
  readonly age: number;
}

/** A review of the demo shop, said so that it fits every product of its department. */
export type DemoReview = readonly [stars: number, name: string, title: string, text: string];
