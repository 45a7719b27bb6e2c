import { columnAt, uint32At } from './array-access.js';
import { type Bitset, hasBit } from './bitset.js';
import { type Catalog, MIN_RESULTS, type Evaluation } from './evaluation.js';
import { mergeTopProducts, type ScoredProduct, findTopProducts, MAX_TOP_PRODUCTS } from './top-products.js';
import { getScopeBits } from './match.js';
import { getPage } from './page.js';
import { getPlacedPage } from './boosted-order.js';
import { type SortOrder, getPrice } from './document-position.js';
import type { Boosts } from './boosts.js';
import { MAX_SCORE, type Segment } from './segment.js';
import type { Hit, Selection } from './types.js';

/** Returns the products of a page. */
export function getHits(
  evaluations: readonly Evaluation[],
  sort: SortOrder,
  offset: number,
  limit: number,
  placement?: Boosts,
): Hit[] {
  const matching = new Map(evaluations.map(({ segment, matches }) => [segment, matches.all.bits]));
  const page =
    placement && (sort === '' || sort === 'relevance')
      ? getPlacedPage(evaluations, sort, placement, offset, limit)
      : getPage(evaluations, sort, offset, limit);
  return page.map(({ segment, doc }) => toHit(segment, doc, matching.get(segment)));
}

/** Returns the first products of a search as hits; undefined if all matches have to be determined. */
export function findLeadingHits(
  { segments, dictionary, texts }: Catalog,
  searchText: string,
  scope: readonly Selection[],
  limit: number,
): Hit[] | undefined {
  if (limit > MAX_TOP_PRODUCTS || searchText.trim() === '') return undefined;
  const parsedSearch = texts.read(searchText);
  const scopes = segments.map((segment) => ({ segment, bits: getScopeBits(segment, dictionary, scope) }));
  const findLeading = (tolerant: boolean): ScoredProduct[] | undefined => {
    const found = scopes.map(({ segment, bits }) =>
      findTopProducts(segment, parsedSearch, tolerant, bits, Math.max(limit, MIN_RESULTS)),
    );
    return found.every((one) => one !== undefined) ? found.flat() : undefined;
  };
  const exact = findLeading(false);
  if (!exact) return undefined;
  const isThin = exact.length < MIN_RESULTS && exact.every(({ score }) => score !== MAX_SCORE);
  const bits = new Map(scopes.map((one) => [one.segment, one.bits]));
  return mergeTopProducts((isThin && findLeading(true)) || exact)
    .slice(0, limit)
    .map(({ segment, doc }) => toHit(segment, doc, bits.get(segment)));
}

/** @param matching matching documents of the segment */
function toHit(segment: Segment, doc: number, matching: Bitset | undefined): Hit {
  const ordinal = uint32At(segment.docProduct, doc);
  const hit = { id: columnAt(segment.productIds, ordinal), price: getPrice(segment, doc) };
  const variations = findMatchingVariations(segment, ordinal, matching);
  return variations ? { ...hit, variations } : hit;
}

/** Returns the matching variations of a product; undefined if all match. */
function findMatchingVariations(segment: Segment, ordinal: number, matching: Bitset | undefined): number[] | undefined {
  const variations: number[] = [];
  const [from, to] = [uint32At(segment.firstDoc, ordinal), uint32At(segment.firstDoc, ordinal + 1)];
  for (let doc = from; doc < to; doc++)
    if (matching && hasBit(matching, doc)) variations.push(columnAt(segment.docVariation, doc));
  return variations.length < to - from ? variations : undefined;
}
