import { float64At, uint32At, uint8At } from './array-access.js';
import { type Bitset, countBits, eachBit, emptyBits, hasBit, setBit } from './bitset.js';
import { createMinQueue } from './smallest-first.js';
import { type DocumentOrder, getOrder } from './order.js';
import type { Ranking } from './custom-types.js';
import { byId, getCompare, type SortOrder, type DocumentPosition, toRankedProduct } from './document-position.js';
import { MAX_SCORE, type Segment } from './segment.js';

/** Returns one document per product: the first that matches, whose price is shown. */
export function firstDocuments(segment: Segment, all: Bitset): Bitset {
  const { singles, docs, docProduct } = segment;
  if (singles === docs) return all;
  const out = emptyBits(docs);
  out.set(all.subarray(0, singles >>> 5));
  let lastProduct = -1;
  eachBit(all, (singles >>> 5) << 5, docs, (doc) => {
    if (uint32At(docProduct, doc) === lastProduct) return;
    lastProduct = uint32At(docProduct, doc);
    setBit(out, doc);
  });
  return out;
}

/** The matches in one segment. */
export interface SegmentResult {
  readonly segment: Segment;
  /** One document per product. */
  readonly found: Bitset;
  readonly count: number;
  readonly scores: Uint8Array | undefined;
}

/** Share of a segment below which collecting and sorting the matches is faster than walking the whole order. */
const SPARSE_SHARE = 1 / 64;

/** Returns the matches one by one, then -1. */
function iterateInOrder(result: SegmentResult, sort: SortOrder): () => number {
  const { segment, found, count, scores } = result;
  const order = getOrder(segment, sort);
  const scored = sort === 'relevance' ? scores : undefined;
  if (count < segment.docs * SPARSE_SHARE) return iterateSparse(result, order, scored);
  const { docProduct } = segment;
  const levels = scored ? getScoreLevels(result, scored) : [0];
  let [level, at] = [0, 0];
  return () => {
    for (; level < levels.length; level++, at = 0) {
      while (at < order.docs.length) {
        const doc = uint32At(order.docs, at++);
        if (hasBit(found, doc) && (!scored || uint8At(scored, uint32At(docProduct, doc)) === levels[level])) return doc;
      }
    }
    return -1;
  };
}

/** Returns few matches, sorted by position. */
function iterateSparse(
  { segment, found, count }: SegmentResult,
  { docs, ranks }: DocumentOrder,
  scores: Uint8Array | undefined,
): () => number {
  const keys = new Float64Array(count);
  let index = 0;
  eachBit(found, 0, segment.docs, (doc) => {
    keys[index++] =
      uint32At(ranks, doc) +
      (scores ? (MAX_SCORE - uint8At(scores, uint32At(segment.docProduct, doc))) * segment.docs : 0);
  });
  const min = createMinQueue(keys);
  return () => {
    const key = min();
    return key === undefined ? -1 : uint32At(docs, key % segment.docs);
  };
}

/** Returns the scores that occur, highest first. */
function getScoreLevels({ segment, found }: SegmentResult, scores: Uint8Array): number[] {
  const occurring = new Uint8Array(MAX_SCORE + 1);
  eachBit(found, 0, segment.docs, (doc) => {
    occurring[uint8At(scores, uint32At(segment.docProduct, doc))] = 1;
  });
  return [...occurring.keys()].filter((score) => uint8At(occurring, score) === 1).reverse();
}

/**
 * Returns the page for a ranking that applies to one selection only: all matches are scored, and only as many are
 * sorted as the page needs.
 */
function getRankedPage(
  results: readonly SegmentResult[],
  ranking: Ranking,
  offset: number,
  limit: number,
): DocumentPosition[] {
  const parts = results.map(({ segment, found, count, scores }) => {
    const docs = new Uint32Array(count);
    let index = 0;
    eachBit(found, 0, segment.docs, (doc) => void (docs[index++] = doc));
    return {
      segment,
      scores,
      docs,
      given: ranking.scores(count, (i) => toRankedProduct(segment, uint32At(docs, i), scores)),
    };
  });
  const all = Float64Array.from(parts.flatMap(({ given: rankingScores }) => [...rankingScores])).sort();
  const min = all.at(-Math.min(offset + limit, all.length)) ?? 0;
  return parts
    .flatMap(({ segment, scores, docs, given: rankingScores }) =>
      [...docs.keys()]
        .filter((i) => float64At(rankingScores, i) >= min)
        .map((i) => ({ segment, scores, doc: uint32At(docs, i), given: float64At(rankingScores, i) })),
    )
    .sort((a, b) => b.given - a.given || byId(a, b))
    .slice(offset, offset + limit);
}

/** Returns the matches of all segments in order, from `offset` on, at most `limit`. */
export function getPage(
  results: readonly SegmentResult[],
  sort: SortOrder,
  offset: number,
  limit: number,
): DocumentPosition[] {
  if (typeof sort !== 'string' && sort.isPerSelection) return getRankedPage(results, sort, offset, limit);
  const compare = getCompare(sort);
  const streams = results
    .filter(({ count }) => count > 0)
    .map((result) => {
      const next = iterateInOrder(result, sort);
      return { result, next, doc: next() };
    });
  const page: DocumentPosition[] = [];
  for (let rank = 0; page.length < limit; rank++) {
    let best: { position: DocumentPosition; stream: (typeof streams)[number] } | undefined;
    for (const stream of streams) {
      if (stream.doc === -1) continue;
      if (streams.length > 1 || rank >= offset) {
        const position = { segment: stream.result.segment, doc: stream.doc, scores: stream.result.scores };
        if (!best || compare(position, best.position) < 0) best = { position, stream };
      } else {
        stream.doc = stream.next();
      }
    }
    if (best) {
      if (rank >= offset) page.push(best.position);
      best.stream.doc = best.stream.next();
    } else if (streams.every(({ doc }) => doc === -1)) break;
  }
  return page;
}

/** Returns how many products a set of first documents contains. */
export const countFound = (segment: Segment, found: Bitset): number => countBits(found, 0, segment.docs);
