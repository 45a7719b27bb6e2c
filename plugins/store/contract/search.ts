/**
 * A search for listed products.
 * @since 0.1.0
 */
export interface ProductQuery {
  /** As typed; never empty. */
  readonly text: string;
  /** Maximum number of ids to return. */
  readonly limit: number;
  /** Restricts the search to a category and its descendants; 0 for all. */
  readonly categoryId: number;
  /** Whether to return only products that can be bought. */
  readonly buyable: boolean;
}

/**
 * The matching products.
 * @since 0.1.0
 */
export interface FoundProducts {
  /** Ids, the best match first, at most `limit`. */
  readonly ids: readonly number[];
  readonly total: number;
}

/**
 * A search for exact words.
 * @since 0.1.0
 */
export interface ExactSearchQuery {
  /** As typed; never empty. */
  readonly text: string;
  /** Maximum number of ids to return. */
  readonly limit: number;
  /**
   * Restricts the search to a category and its descendants; an unknown category matches nothing. Everywhere when
   * absent.
   */
  readonly categoryId?: number;
  /** Whether to return only products that can be bought. */
  readonly buyable: boolean;
  /** Whether to search SKU and GTIN. */
  readonly codes: boolean;
  /** Whether to search brand, categories, tags and attributes. */
  readonly terms: boolean;
}

/**
 * The product search behind the shop's list, the site search and suggestions: `scope.services.get('store.search')`.
 * Applies `store/search_results` and searches itself when no callback returns a result.
 * @since 0.1.0
 */
export interface ProductFinder {
  find(query: ProductQuery): Promise<FoundProducts>;
  /**
   * Returns listed products that contain every word as typed, ignoring case and diacritics, even inside another word.
   * Exact SKU or GTIN matches come first,
   * then names that begin with the words, names that contain them, and the rest; within each, in stock first, then by
   * rating, then by id. Fires no hook.
   */
  findExact(query: ExactSearchQuery): Promise<FoundProducts>;
}
