/** What a page of the site says of itself in its head; see the filter `plinth/document`. @since 0.2.0 */
export interface PageDocument {
  /** Complete, with the site's name. */
  readonly title: string;
  readonly description?: string;
  /** An absolute address. */
  readonly canonical?: string;
  /** What search engines may do: `noindex, follow` and the like. */
  readonly robots?: string;
  /** Structured data, written as `application/ld+json`. */
  readonly jsonLd?: readonly object[];
  /** Further markup for the head, finished. */
  readonly head?: readonly string[];
}

declare module './hooks.js' {
  interface Filters {
    'plinth/document': (document: PageDocument) => PageDocument;
  }
}
