import { numberAt, uint32At } from './array-access.js';
import { type Bitset, hasBit } from './bitset.js';
import { getRanks } from './order.js';
import { type DocumentPosition, compareDocuments } from './document-position.js';
import { MAX_SCORE, type ParsedSearch, type Segment } from './segment.js';

/** A product by its first variation in the scope, with its score. */
export interface ScoredProduct extends Omit<DocumentPosition, 'scores'> {
  readonly score: number;
}

/** Maximum number of products in a list that is scanned for each product. */
export const MAX_TOP_PRODUCTS = 50;

/**
 * Returns the first products of a segment by relevance, without determining all matches: more distant matches are
 * skipped once there are enough.
 * @param limit at most {@link MAX_TOP_PRODUCTS}
 * @returns undefined if the text index cannot return this search in that order
 */
export function findTopProducts(
  segment: Segment,
  search: ParsedSearch,
  tolerant: boolean,
  scope: Bitset,
  limit: number,
): ScoredProduct[] | undefined {
  const { firstDoc, docs, text } = segment;
  const ranks = getRanks(segment, 'relevance');
  const products: number[] = [];
  const keys: number[] = [];

  function firstDocInScope(product: number): number | undefined {
    for (let doc = uint32At(firstDoc, product); doc < uint32At(firstDoc, product + 1); doc++)
      if (hasBit(scope, doc)) return doc;
    return undefined;
  }

  function visit(product: number, score: number): boolean {
    const key = (MAX_SCORE - score) * docs + uint32At(ranks, uint32At(firstDoc, product));
    if (keys.length === limit && key >= numberAt(keys, limit - 1)) return false;
    const knownIndex = products.indexOf(product);
    if (knownIndex === -1 ? firstDocInScope(product) === undefined : numberAt(keys, knownIndex) <= key) return true;
    // Removes the product itself if the list has it, otherwise the last one.
    if (knownIndex !== -1 || keys.length === limit) {
      products.splice(knownIndex, 1);
      keys.splice(knownIndex, 1);
    }
    let at = keys.length;
    while (at > 0 && numberAt(keys, at - 1) > key) at--;
    products.splice(at, 0, product);
    keys.splice(at, 0, key);
    return true;
  }

  if (!text.visitNearest(search, tolerant, visit, () => keys.length === limit)) return undefined;
  return products.map((product, i) => ({
    segment,
    doc: firstDocInScope(product) ?? uint32At(firstDoc, product),
    score: MAX_SCORE - Math.floor(numberAt(keys, i) / docs),
  }));
}

/** Merges the products of several segments into one order. */
export const mergeTopProducts = (leading: readonly ScoredProduct[]): ScoredProduct[] =>
  [...leading].sort(
    (a, b) =>
      b.score - a.score || compareDocuments('relevance', { ...a, scores: undefined }, { ...b, scores: undefined }),
  );
