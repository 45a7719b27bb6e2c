import { numberAt, uint32At } from './array-access.js';
import { type Bitset, hasBit } from './bitset.js';
import { ranksIn } from './order.js';
import { type DocumentPosition, placeInOrder } from './document-position.js';
import { MAX_SCORE, type ReadSearch, type Segment } from './segment.js';

/** A product by its first variation in the scope, with its score. */
export interface ScoredProduct extends Omit<DocumentPosition, 'scores'> {
  readonly score: number;
}

/** Maximum number of products in a list that is scanned for each product. */
export const MAX_LEADING = 50;

/**
 * Returns the first products of a segment by relevance, without determining all matches: more distant matches are
 * skipped once there are enough.
 * @param limit at most {@link MAX_LEADING}
 * @returns undefined if the text index cannot return this search in that order
 */
export function leadingProducts(
  segment: Segment,
  search: ReadSearch,
  tolerant: boolean,
  scope: Bitset,
  limit: number,
): ScoredProduct[] | undefined {
  const { firstDoc, docs, text } = segment;
  const ranks = ranksIn(segment, 'relevance');
  const products: number[] = [];
  const keys: number[] = [];

  function docIn(product: number): number | undefined {
    for (let doc = uint32At(firstDoc, product); doc < uint32At(firstDoc, product + 1); doc++)
      if (hasBit(scope, doc)) return doc;
    return undefined;
  }

  function visit(product: number, score: number): boolean {
    const key = (MAX_SCORE - score) * docs + uint32At(ranks, uint32At(firstDoc, product));
    if (keys.length === limit && key >= numberAt(keys, limit - 1)) return false;
    const known = products.indexOf(product);
    if (known === -1 ? docIn(product) === undefined : numberAt(keys, known) <= key) return true;
    // Removes the product itself if the list has it, otherwise the last one.
    if (known !== -1 || keys.length === limit) {
      products.splice(known, 1);
      keys.splice(known, 1);
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
    doc: docIn(product) ?? uint32At(firstDoc, product),
    score: MAX_SCORE - Math.floor(numberAt(keys, i) / docs),
  }));
}

/** Merges the products of several segments into one order. */
export const inOneOrder = (leading: readonly ScoredProduct[]): ScoredProduct[] =>
  [...leading].sort(
    (a, b) => b.score - a.score || placeInOrder('relevance', { ...a, scores: undefined }, { ...b, scores: undefined }),
  );
