/** What to look for among listed products. @since 0.2.0 */
export interface ProductQuery {
  /** As typed; never empty. */
  readonly text: string;
  /** Ids wanted at most. */
  readonly limit: number;
  /** Within a category and its descendants; 0 for all. */
  readonly categoryId: number;
  /** Only what can be bought. */
  readonly buyable: boolean;
}

/** The products that match. @since 0.2.0 */
export interface FoundProducts {
  /** The best first, at most as many as were asked for. */
  readonly ids: readonly number[];
  readonly total: number;
}

/** What to look for word by word. @since 0.2.0 */
export interface ExactQuestion {
  /** As typed; never empty. */
  readonly text: string;
  /** Ids wanted at most. */
  readonly limit: number;
  /** Within a category and its descendants; nothing is found where there is no such category. Absent: everywhere. */
  readonly categoryId?: number;
  /** Only what can be bought. */
  readonly buyable: boolean;
  /** Whether SKU and GTIN are looked at. */
  readonly codes: boolean;
  /** Whether brand, categories, tags and attributes are looked at. */
  readonly terms: boolean;
}

/**
 * The one search of the shop, behind its list, the site's search and suggestions: `scope.services.get('store.search')`.
 * It asks `store/found_products`, and looks itself when nobody answers.
 * @since 0.2.0
 */
export interface ProductFinder {
  find(question: ProductQuery): Promise<FoundProducts>;
  /**
   * Listed products that hold every word as it is written, without case and diacritics, be it within another word: first those with the very SKU or GTIN,
   * then names that begin with the words, names that hold them, and the rest; in stock first, then by rating, then by id. It asks no hook.
   */
  exactly(question: ExactQuestion): Promise<FoundProducts>;
}
