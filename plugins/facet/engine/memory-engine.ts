import { and, type Bitset, hasBit } from './bitset.js';
import { createDictionary, type Dictionary } from './dictionary.js';
import { createCounter, extremes } from './count.js';
import { ownBits, viewOf } from './document-view.js';
import { type Matches, matchDocuments } from './match.js';
import { countFound, firstDocuments, type Ordering, pageOf, prepareOrders, priceOf, type SegmentResult } from './order.js';
import { type PreparedRecord, prepareRecord } from './prepared-record.js';
import { createSegmentBuilder, removeProduct } from './segment-builder.js';
import type { Segment, TextSearch } from './segment.js';
import { atOnce, createPace, inSlices } from './work.js';
import type { Bounds, EngineAnswer, EngineQuery, EngineStats, FacetEngine, Hit, Selection } from './types.js';

interface Evaluation extends SegmentResult {
  readonly matches: Matches;
}

/**
 * The engine of the plugin: all of the catalogue in memory, in one large segment and a small one of what changed since.
 * Answers are exact; queries are synchronous and never see half of a change.
 */
export function createMemoryEngine({ texts }: { texts: TextSearch }): FacetEngine {
  let dictionary = createDictionary();
  let base = emptySegment(dictionary);
  let recent = emptySegment(dictionary);
  let changed = new Map<number, PreparedRecord>();

  function emptySegment(words: Dictionary): Segment {
    return atOnce(createSegmentBuilder(words, texts).finish());
  }
  const segments = (): Segment[] => [base, recent].filter(({ docs }) => docs > 0);

  /** Scores by segment; typing errors are forgiven only when nothing is found without. */
  function search(words: string): Map<Segment, Uint8Array> | undefined {
    if (words.trim() === '') return undefined;
    for (const tolerant of [false, true]) {
      const scores = new Map(segments().map((segment) => [segment, segment.text.match(words, tolerant)]));
      const any = [...scores].some(([segment, score]) => hasLive(segment, score));
      if (any || tolerant) return scores;
    }
    return undefined;
  }

  function evaluate(query: Pick<EngineQuery, 'selections' | 'ranges' | 'scope' | 'search' | 'own'>): Evaluation[] {
    const scored = search(query.search);
    return segments().map((segment) => {
      const scores = scored?.get(segment);
      const matches = matchDocuments(segment, dictionary, query, scores, (own) => ownBits(segment, dictionary, own));
      const found = firstDocuments(segment, matches.all.bits);
      return { segment, matches, found, count: countFound(segment, found), scores };
    });
  }

  function countsOf(evaluations: readonly Evaluation[], wanted: EngineQuery['counts']): EngineAnswer['counts'] {
    const counters = evaluations.map(({ segment, matches }) => ({ segment, counter: createCounter(segment, matches) }));
    return new Map(
      wanted.map(({ key, source }) => {
        const keys = dictionary.keys(source);
        const number = dictionary.sourceNumber(source);
        const sums = new Uint32Array(keys.length);
        for (const { segment, counter } of counters) {
          const stretch = segment.stretches[number];
          if (!stretch) continue;
          const counted = counter.count(key, stretch);
          for (let local = 0; local < counted.length; local++) sums[local] += counted[local];
        }
        const counts = new Map<string, number>();
        for (let local = 0; local < sums.length; local++) if (sums[local] > 0) counts.set(keys[local], sums[local]);
        return [key, counts];
      }),
    );
  }

  /** Products per choice of an extension's facets, each facet's own choice left out. */
  function ownCounts(evaluations: readonly Evaluation[], own: EngineQuery['own'] = []): Map<string, ReadonlyMap<string, number>> {
    return new Map(
      own.map(({ key, source, choices }) => {
        const counts = new Map<string, number>();
        for (const { segment, matches } of evaluations) {
          const wide = (matches.without.get(key) ?? matches.all).bits;
          for (const [choice, documents] of choices(viewOf(segment, dictionary, source))) {
            counts.set(choice, (counts.get(choice) ?? 0) + countFound(segment, firstDocuments(segment, and(wide, documents))));
          }
        }
        return [key, counts];
      }),
    );
  }

  function boundsOf(evaluations: readonly Evaluation[], key: string, source: string): Bounds {
    const ends = { min: null as number | null, max: null as number | null, fullMin: null as number | null, fullMax: null as number | null };
    for (const { segment, matches } of evaluations) {
      const own = extremes(segment, source, (matches.without.get(key) ?? matches.all).bits);
      const whole = extremes(segment, source, matches.scope);
      if (own) Object.assign(ends, { min: Math.min(ends.min ?? own.min, own.min), max: Math.max(ends.max ?? own.max, own.max) });
      if (whole) Object.assign(ends, { fullMin: Math.min(ends.fullMin ?? whole.min, whole.min), fullMax: Math.max(ends.fullMax ?? whole.max, whole.max) });
    }
    return ends;
  }

  function hits(evaluations: readonly Evaluation[], sort: Ordering, offset: number, limit: number): Hit[] {
    const matching = new Map(evaluations.map(({ segment, matches }) => [segment, matches.all.bits]));
    return pageOf(evaluations, sort, offset, limit).map(({ segment, doc }) => {
      const ordinal = segment.docProduct[doc];
      const hit = { id: segment.productIds[ordinal], price: priceOf(segment, doc) };
      const versions = versionsIn(segment, ordinal, matching.get(segment));
      return versions ? { ...hit, versions } : hit;
    });
  }

  function totalOf(segment: Segment, value: number): number {
    return segment.singleTotals[value] + segment.groupTotals[value];
  }

  function valuesOf(source: string): Map<string, number> {
    const number = dictionary.sourceNumber(source);
    const counts = new Map<string, number>();
    dictionary.keys(source).forEach((key, local) => {
      const total = segments().reduce((sum, segment) => {
        const stretch = segment.stretches[number];
        return stretch && local < stretch.size ? sum + totalOf(segment, stretch.base + local) : sum;
      }, 0);
      if (total > 0) counts.set(key, total);
    });
    return counts;
  }

  return {
    async build(records, signal) {
      const pace = createPace(signal);
      const words = createDictionary();
      const builder = createSegmentBuilder(words, texts);
      for await (const batch of records) {
        for (const record of batch) {
          builder.add(prepareRecord(record, words, texts));
          if (pace.due()) await pace.pause();
        }
      }
      const next = await inSlices(builder.finish(), pace);
      // Made now: the first visitor of each order would wait for it.
      await inSlices(prepareOrders(next), pace);
      const empty = emptySegment(words);
      dictionary = words;
      base = next;
      recent = empty;
      changed = new Map();
    },

    apply({ upserts, removals }) {
      const next = new Map(changed);
      for (const id of removals) next.delete(id);
      for (const record of upserts) next.set(record.id, prepareRecord(record, dictionary, texts));
      const builder = createSegmentBuilder(dictionary, texts);
      for (const record of next.values()) builder.add(record);
      const built = atOnce(builder.finish());
      for (const id of [...removals, ...upserts.map((record) => record.id)]) removeProduct(base, id);
      changed = next;
      recent = built;
    },

    query(query) {
      const evaluations = evaluate(query);
      const found = evaluations.reduce((sum, { count }) => sum + count, 0);
      const pages = Math.max(1, Math.ceil(found / query.perPage));
      const page = Math.min(Math.max(1, query.page), pages);
      const sort = query.sort === 'relevance' && query.search.trim() === '' ? '' : query.sort;
      return {
        found, page, pages,
        hits: hits(evaluations, query.ranking ?? sort, (page - 1) * query.perPage, query.perPage),
        counts: query.own?.length ? new Map([...countsOf(evaluations, query.counts), ...ownCounts(evaluations, query.own)]) : countsOf(evaluations, query.counts),
        bounds: new Map(query.bounds.map(({ key, source }) => [key, boundsOf(evaluations, key, source)])),
      };
    },

    suggest(words: string, scope: readonly Selection[], limit: number) {
      return hits(evaluate({ selections: [], ranges: [], scope, search: words }), 'relevance', 0, limit);
    },

    coverage(source) {
      return segments().reduce((sum, segment) => sum + coverageIn(segment, dictionary, source), 0);
    },
    values: valuesOf,

    stats(): EngineStats {
      const all = segments();
      return {
        products: all.reduce((sum, { liveProducts }) => sum + liveProducts, 0),
        documents: all.reduce((sum, segment) => sum + segment.liveSingles + segment.liveGroupDocs, 0),
        values: dictionary.sizes().reduce((sum, size) => sum + size, 0),
        pending: recent.products,
        bytes: all.reduce((sum, segment) => sum + bytesOf(segment), 0),
      };
    },
  };
}

/** The versions of a product that match; undefined when all do. */
function versionsIn(segment: Segment, ordinal: number, matching: Bitset | undefined): number[] | undefined {
  const versions: number[] = [];
  const [from, to] = [segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]];
  for (let doc = from; doc < to; doc++) if (matching && hasBit(matching, doc)) versions.push(segment.docVersion[doc]);
  return versions.length < to - from ? versions : undefined;
}

function hasLive(segment: Segment, scores: Uint8Array): boolean {
  for (let ordinal = 0; ordinal < scores.length; ordinal++) if (scores[ordinal] > 0 && isLive(segment, ordinal)) return true;
  return false;
}

function isLive(segment: Segment, ordinal: number): boolean {
  const doc = segment.firstDoc[ordinal];
  return ((segment.live[doc >>> 5] >>> (doc & 31)) & 1) === 1;
}

function coverageIn(segment: Segment, dictionary: Dictionary, source: string): number {
  const columns = [...segment.numbers].filter(([name]) => name === source || name.startsWith(`${source}.`)).map(([, column]) => column);
  const stretch = segment.stretches[dictionary.sourceNumber(source)];
  let covered = 0;
  for (let ordinal = 0; ordinal < segment.products; ordinal++) {
    if (!isLive(segment, ordinal)) continue;
    const [from, to] = [segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]];
    const row = segment.rowValues.subarray(segment.rowStart[from], segment.rowStart[to]);
    const valued = stretch !== undefined && row.some((value) => value >= stretch.base && value < stretch.base + stretch.size);
    if (valued || columns.some((column) => column.values.subarray(from, to).some((value) => !Number.isNaN(value)))) covered++;
  }
  return covered;
}

function bytesOf(segment: Segment): number {
  const arrays = [segment.productIds, segment.docProduct, segment.docVersion, segment.firstDoc, segment.rowStart, segment.rowValues, segment.postStart, segment.postDocs, segment.live, ...segment.dense.values()];
  const numbers = [...segment.numbers.values()].reduce((sum, { values, order }) => sum + values.byteLength + order.byteLength, 0);
  return arrays.reduce((sum, array) => sum + array.byteLength, 0) + numbers + (segment.pairs?.bytes ?? 0) + segment.text.bytes;
}
