/** What to look for among listed products. @since 0.2.0 */
export interface ProductQuestion {
  /** As typed; never empty. */
  readonly words: string;
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

/**
 * The one search of the shop, behind its list, the site's search and suggestions: `scope.services.get('store.search')`.
 * It asks `store/found_products`, and looks itself when nobody answers.
 * @since 0.2.0
 */
export interface ProductFinder {
  find(question: ProductQuestion): Promise<FoundProducts>;
}
