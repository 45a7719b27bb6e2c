import type { PageRequest } from 'plinth';

/** Identifies the product list that a shop page shows. */
export interface ShopPlace {
  /** Category id; 0 for the whole shop, and for a brand, a tag or an attribute. */
  readonly categoryId: number;
  /**
   * Id of the brand, tag or attribute value; 0 for none.
   * @since 0.1.0
   */
  readonly termId: number;
  readonly request: PageRequest;
}

/**
 * Content of a shop page besides its product list: see the filter `store/shop_page`.
 * @since 0.1.0
 */
export interface ShopPage {
  /** Document title, without the site name. */
  readonly title: string;
  readonly heading: string;
  /** Plain text below the heading. */
  readonly text: string;
  /** Meta description for search engines; cut to 300 characters. */
  readonly description: string;
  /** Canonical path, with its query parameters. */
  readonly canonical: string;
  /** Robots meta tag, such as `noindex, follow`; empty to omit it. */
  readonly robots: string;
  /** 404 for an unknown URL whose page still helps visitors to continue. */
  readonly status: 200 | 404;
  /** Structured data (JSON-LD). */
  readonly jsonLd: readonly object[];
  /** Links to related lists, below the text. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
}
