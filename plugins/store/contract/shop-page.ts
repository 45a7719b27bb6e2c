import type { PageRequest } from 'plinth';

/** Which list of products a page of the shop shows. */
export interface ShopPlace {
  /** The category; 0 for the whole shop, and for a brand, a tag or an attribute. */
  readonly categoryId: number;
  /** The brand, tag or value of an attribute; 0 for none. @since 0.3.0 */
  readonly termId: number;
  readonly request: PageRequest;
}

/** What such a page says of itself besides its list: see the filter `store/shop_page`. @since 0.3.0 */
export interface ShopPage {
  /** Of the document, without the site's name. */
  readonly title: string;
  readonly heading: string;
  /** Below the heading, as plain text. */
  readonly text: string;
  /** For search engines; at most 300 characters of it are sent. */
  readonly description: string;
  /** The path of record, with the variables that belong to it. */
  readonly canonical: string;
  /** `noindex, follow` and the like; empty says nothing. */
  readonly robots: string;
  /** 404 where nothing stands at such an address, but people are helped on. */
  readonly status: 200 | 404;
  /** Structured data. */
  readonly jsonLd: readonly object[];
  /** Other lists worth a look, below the text. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
}
