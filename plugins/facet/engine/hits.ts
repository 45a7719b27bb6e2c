import { columnAt, uint32At } from './array-access.js';
import { type Bitset, hasBit } from './bitset.js';
import { type Catalogue, ENOUGH, type Evaluation } from './evaluation.js';
import { inOneOrder, type ScoredProduct, leadingProducts, MAX_LEADING } from './top-products.js';
import { scopeBits } from './match.js';
import { pageOf } from './page.js';
import { placedPage } from './boosted-order.js';
import { type SortOrder, priceOf } from './document-position.js';
import type { Boosts } from './boosts.js';
import { MAX_SCORE, type Segment } from './segment.js';
import type { Hit, Selection } from './types.js';

/** Returns the products of a page. */
export function hitsOf(
  evaluations: readonly Evaluation[],
  sort: SortOrder,
  offset: number,
  limit: number,
  placing?: Boosts,
): Hit[] {
  const matching = new Map(evaluations.map(({ segment, matches }) => [segment, matches.all.bits]));
  const page =
    placing && (sort === '' || sort === 'relevance')
      ? placedPage(evaluations, sort, placing, offset, limit)
      : pageOf(evaluations, sort, offset, limit);
  return page.map(({ segment, doc }) => hitOf(segment, doc, matching.get(segment)));
}

/** Returns the first products of a search in the form of `hitsOf`; undefined if all matches have to be determined. */
export function leadingHits(
  { segments, dictionary, texts }: Catalogue,
  searchText: string,
  scope: readonly Selection[],
  limit: number,
): Hit[] | undefined {
  if (limit > MAX_LEADING || searchText.trim() === '') return undefined;
  const reading = texts.read(searchText);
  const scopes = segments.map((segment) => ({ segment, bits: scopeBits(segment, dictionary, scope) }));
  const leading = (tolerant: boolean): ScoredProduct[] | undefined => {
    const found = scopes.map(({ segment, bits }) =>
      leadingProducts(segment, reading, tolerant, bits, Math.max(limit, ENOUGH)),
    );
    return found.every((one) => one !== undefined) ? found.flat() : undefined;
  };
  const exact = leading(false);
  if (!exact) return undefined;
  const thin = exact.length < ENOUGH && exact.every(({ score }) => score !== MAX_SCORE);
  const bits = new Map(scopes.map((one) => [one.segment, one.bits]));
  return inOneOrder((thin && leading(true)) || exact)
    .slice(0, limit)
    .map(({ segment, doc }) => hitOf(segment, doc, bits.get(segment)));
}

/** @param matching matching documents of the segment */
function hitOf(segment: Segment, doc: number, matching: Bitset | undefined): Hit {
  const ordinal = uint32At(segment.docProduct, doc);
  const hit = { id: columnAt(segment.productIds, ordinal), price: priceOf(segment, doc) };
  const variations = variationsIn(segment, ordinal, matching);
  return variations ? { ...hit, variations } : hit;
}

/** Returns the matching variations of a product; undefined if all match. */
function variationsIn(segment: Segment, ordinal: number, matching: Bitset | undefined): number[] | undefined {
  const variations: number[] = [];
  const [from, to] = [uint32At(segment.firstDoc, ordinal), uint32At(segment.firstDoc, ordinal + 1)];
  for (let doc = from; doc < to; doc++)
    if (matching && hasBit(matching, doc)) variations.push(columnAt(segment.docVariation, doc));
  return variations.length < to - from ? variations : undefined;
}
