import { uint32At, uint8At } from './array-access.js';
import { type Bitset, hasBit } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import { matchDocuments, type Matches, getCustomBits, getScopeBits } from './match.js';
import { countFound, firstDocuments, type SegmentResult } from './page.js';
import { MAX_SCORE, type Segment, type TextSearch } from './segment.js';
import type { EngineQuery } from './types.js';

/** All data that a query reads. */
export interface Catalog {
  readonly segments: readonly Segment[];
  readonly dictionary: Dictionary;
  readonly texts: TextSearch;
}

/** Number of products below which the search also tolerates typos. */
export const MIN_RESULTS = 3;

type SearchPart = Pick<EngineQuery, 'search' | 'terms' | 'scope'>;

/** The matches in one segment, with the data for counting. */
export interface Evaluation extends SegmentResult {
  readonly matches: Matches;
}

/** Returns scores by segment; tolerates typos if an exact search finds almost nothing in the scope of the page. */
function scoreSegments(
  { segments, dictionary, texts }: Catalog,
  { search: searchText, terms, scope }: SearchPart,
): Map<Segment, Uint8Array> | undefined {
  if (searchText.trim() === '') return undefined;
  const parsedSearch = texts.read(searchText, terms);
  const exact = new Map(segments.map((segment) => [segment, segment.text.match(parsedSearch, false)]));
  return isThin(exact, dictionary, scope)
    ? new Map(segments.map((segment) => [segment, segment.text.match(parsedSearch, true)]))
    : exact;
}

function isThin(found: ReadonlyMap<Segment, Uint8Array>, dictionary: Dictionary, scope: EngineQuery['scope']): boolean {
  let count = 0;
  for (const [segment, scores] of found) {
    const inScope = getScopeBits(segment, dictionary, scope);
    for (const ordinal of segment.text.scoredProducts(scores) ?? scores.keys()) {
      const score = uint8At(scores, ordinal);
      const [from, to] = [uint32At(segment.firstDoc, ordinal), uint32At(segment.firstDoc, ordinal + 1)];
      if (score === 0 || !hasAny(inScope, from, to)) continue;
      if (score === MAX_SCORE || ++count >= MIN_RESULTS) return false;
    }
  }
  return true;
}

/** Returns the matches of each segment. */
export function evaluate(
  catalog: Catalog,
  query: Pick<EngineQuery, 'selections' | 'ranges' | 'customSelections'> & SearchPart,
): Evaluation[] {
  const { segments, dictionary } = catalog;
  const scoresBySegment = scoreSegments(catalog, query);
  return segments.map((segment) => {
    const scores = scoresBySegment?.get(segment);
    const matches = matchDocuments(segment, dictionary, query, scores, (own) =>
      getCustomBits(segment, dictionary, own),
    );
    const found = firstDocuments(segment, matches.all.bits);
    return { segment, matches, found, count: countFound(segment, found), scores };
  });
}

/** Whether any document of a range is in a set. */
function hasAny(bits: Bitset, from: number, to: number): boolean {
  for (let doc = from; doc < to; doc++) if (hasBit(bits, doc)) return true;
  return false;
}
