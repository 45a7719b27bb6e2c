import { columnAt, float64At, uint32At, uint8At } from './array-access.js';
import type { RankedProduct, Ranking } from './custom-types.js';
import { MAX_SCORE, PRICE_SOURCE, type Segment } from './segment.js';
import { compareTexts } from './text-list.js';
import type { Sort } from './types.js';

/** A document and its segment. */
export interface DocumentPosition {
  readonly segment: Segment;
  readonly doc: number;
  readonly scores: Uint8Array | undefined;
}

export type Compare = (a: DocumentPosition, b: DocumentPosition) => number;

/** A built-in sort order by name, or a sort order of an extension. */
export type SortOrder = Sort | Ranking;

const getOrdinal = ({ segment, doc }: DocumentPosition): number => uint32At(segment.docProduct, doc);
export const byId: Compare = (a, b) =>
  columnAt(a.segment.productIds, getOrdinal(a)) - columnAt(b.segment.productIds, getOrdinal(b));
const compareColumn =
  (column: 'position' | 'rating' | 'ratingCount' | 'sales' | 'published' | 'available', direction: 1 | -1): Compare =>
  (a, b) =>
    direction * (columnAt(a.segment[column], getOrdinal(a)) - columnAt(b.segment[column], getOrdinal(b)));
const byName: Compare = (a, b) => {
  const [left, right] = [a.segment.names.at(getOrdinal(a)), b.segment.names.at(getOrdinal(b))];
  return compareTexts(left, right);
};
const byPrice =
  (direction: 1 | -1): Compare =>
  (a, b) =>
    direction * (getPrice(a.segment, a.doc) - getPrice(b.segment, b.doc));
const byScore: Compare = (a, b) => (b.scores?.[getOrdinal(b)] ?? 0) - (a.scores?.[getOrdinal(a)] ?? 0);
const chain =
  (...steps: readonly Compare[]): Compare =>
  (a, b) => {
    for (const step of steps) {
      const difference = step(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };

/** Every sort order ends with the id, so that no product appears on two pages. */
export const COMPARE_FUNCTIONS: Readonly<Record<Sort, Compare>> = {
  '': chain(compareColumn('position', 1), byName, byId),
  popularity: chain(compareColumn('sales', -1), byId),
  rating: chain(compareColumn('rating', -1), compareColumn('ratingCount', -1), byId),
  date: chain(compareColumn('published', -1), byId),
  price: chain(byPrice(1), byId),
  'price-desc': chain(byPrice(-1), byId),
  relevance: chain(byScore, compareColumn('available', -1), compareColumn('rating', -1), byId),
};

/** Scores from extensions' sort orders by document, computed once per segment. */
const scoreCache = new WeakMap<Segment, Map<Ranking, Float64Array>>();

function getScores(segment: Segment, ranking: Ranking): Float64Array {
  const segmentScores = scoreCache.get(segment) ?? new Map<Ranking, Float64Array>();
  scoreCache.set(segment, segmentScores);
  const scores = segmentScores.get(ranking) ?? ranking.scores(segment.docs, (doc) => toRankedProduct(segment, doc));
  segmentScores.set(ranking, scores);
  return scores;
}

/** Returns a document as an extension's sort order sees it. */
export function toRankedProduct(segment: Segment, doc: number, scores?: Uint8Array): RankedProduct {
  const product = uint32At(segment.docProduct, doc);
  return {
    id: columnAt(segment.productIds, product),
    price: getPrice(segment, doc),
    position: columnAt(segment.position, product),
    rating: columnAt(segment.rating, product),
    ratingCount: columnAt(segment.ratingCount, product),
    sales: columnAt(segment.sales, product),
    published: columnAt(segment.published, product),
    available: uint8At(segment.available, product) === 1,
    relevance: (scores?.[product] ?? 0) / MAX_SCORE,
    number(source) {
      const value = segment.numbers.get(source)?.values[doc];
      return value === undefined || Number.isNaN(value) ? undefined : value;
    },
    has: (source, key) => hasValue(segment, doc, source, key),
  };
}

function hasValue(
  { dictionary, valueRanges, rowStart, rowValues }: Segment,
  doc: number,
  source: string,
  key: string,
): boolean {
  const local = dictionary.find(source, key);
  if (local === undefined) return false;
  const stretch = valueRanges[dictionary.sourceNumber(source)];
  return (
    stretch !== undefined &&
    local < stretch.size &&
    rowValues.subarray(uint32At(rowStart, doc), uint32At(rowStart, doc + 1)).includes(stretch.base + local)
  );
}

/** Returns the comparison of a sort order; ties are resolved by the lower id. */
export function getCompare(ordering: SortOrder): Compare {
  return typeof ordering === 'string'
    ? COMPARE_FUNCTIONS[ordering]
    : chain(
        (a, b) => float64At(getScores(b.segment, ordering), b.doc) - float64At(getScores(a.segment, ordering), a.doc),
        byId,
      );
}

export function getPrice(segment: Segment, doc: number): number {
  const price = segment.numbers.get(PRICE_SOURCE)?.values[doc];
  return price === undefined || Number.isNaN(price) ? 0 : price;
}

/** Compares two documents; negative if the left one comes first. */
export const compareDocuments = (sort: Sort, a: DocumentPosition, b: DocumentPosition): number =>
  COMPARE_FUNCTIONS[sort](a, b);

/** Returns the memory used by a segment's scores from extensions' sort orders, in bytes. */
export const getScoreBytes = (segment: Segment): number =>
  [...(scoreCache.get(segment)?.values() ?? [])].reduce((sum, scores) => sum + scores.byteLength, 0);
