import { and, type Bitset, eachBit, hasBit } from './bitset.js';
import { createDictionary, type Dictionary } from './dictionary.js';
import { createCounter, extremes } from './count.js';
import { ownBits, viewOf } from './document-view.js';
import { inOneOrder, type Leading, leadingProducts, MOST_LEADING } from './leading-products.js';
import { anyBits, type Matches, matchDocuments, scopeBits } from './match.js';
import {
  countFound,
  firstDocuments,
  type Ordering,
  pageOf,
  prepareOrders,
  priceOf,
  type SegmentResult,
} from './order.js';
import { placedPage } from './placed-order.js';
import type { Placing } from './placing.js';
import { prepareRecord } from './prepared-record.js';
import { quantilesOf } from './quantiles.js';
import { createRecentProducts, type RecentProducts } from './recent-products.js';
import { createSegmentBuilder, removeProduct } from './segment-builder.js';
import { MOST_SCORE, type Segment, type TextSearch } from './segment.js';
import { bytesOf } from './segment-bytes.js';
import { partsOfSegment, segmentFrom, type SegmentParts } from './segment-parts.js';
import { completionsOf, correctionOf } from './spelling.js';
import { atOnce, createPace, inSlices } from './work.js';
import type {
  Bounds,
  EngineAnswer,
  EngineChanges,
  EngineQuery,
  EngineStats,
  FacetEngine,
  Hit,
  Selection,
} from './types.js';

/** Fewer products than these are thin: typing errors are looked for too. */
const ENOUGH = 3;

type Searched = Pick<EngineQuery, 'search' | 'words' | 'scope'>;

interface Evaluation extends SegmentResult {
  readonly matches: Matches;
}

/** The engine in memory, which makes nobody wait for an answer. */
export interface MemoryEngine extends FacetEngine {
  apply(changes: EngineChanges): void;
  absorb(...given: Parameters<NonNullable<FacetEngine['absorb']>>): Promise<void>;
  having(source: string, values: readonly string[]): readonly number[];
  query(query: EngineQuery): EngineAnswer;
  suggest(search: string, scope: readonly Selection[], limit: number): readonly Hit[];
}

/**
 * The engine of the plugin: all of the catalogue in memory, in one large segment and small ones of what changed since.
 * Answers are exact; queries are synchronous and never see half of a change.
 */
export function createMemoryEngine({ texts }: { texts: TextSearch }): MemoryEngine {
  let dictionary = createDictionary();
  let base = emptySegment(dictionary);
  let recent: RecentProducts = createRecentProducts(dictionary, texts);
  /** By work that is under way: what was put in since it began. */
  const since = new Set<Set<number>>();

  function emptySegment(words: Dictionary): Segment {
    return atOnce(createSegmentBuilder(words, texts).finish());
  }
  const segments = (): Segment[] => [base, ...recent.segments()].filter(({ docs }) => docs > 0);

  /** Scores by segment; typing errors are forgiven where hardly anything is found without, on this page. */
  function search({ search: typed, words, scope }: Searched): Map<Segment, Uint8Array> | undefined {
    if (typed.trim() === '') return undefined;
    const reading = texts.read(typed, words);
    const exact = new Map(segments().map((segment) => [segment, segment.text.match(reading, false)]));
    return isThin(exact, scope)
      ? new Map(segments().map((segment) => [segment, segment.text.match(reading, true)]))
      : exact;
  }

  function isThin(found: ReadonlyMap<Segment, Uint8Array>, scope: EngineQuery['scope']): boolean {
    let count = 0;
    for (const [segment, scores] of found) {
      const inScope = scopeBits(segment, dictionary, scope);
      for (const ordinal of segment.text.few(scores) ?? scores.keys()) {
        if (scores[ordinal] === 0 || !hasAny(inScope, segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]))
          continue;
        if (scores[ordinal] === MOST_SCORE || ++count >= ENOUGH) return false;
      }
    }
    return true;
  }

  function evaluate(query: Pick<EngineQuery, 'selections' | 'ranges' | 'own'> & Searched): Evaluation[] {
    const scored = search(query);
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
  function ownCounts(
    evaluations: readonly Evaluation[],
    own: EngineQuery['own'] = [],
  ): Map<string, ReadonlyMap<string, number>> {
    return new Map(
      own.map(({ key, source, choices }) => {
        const counts = new Map<string, number>();
        for (const { segment, matches } of evaluations) {
          const wide = (matches.without.get(key) ?? matches.all).bits;
          for (const [choice, documents] of choices(viewOf(segment, dictionary, source))) {
            counts.set(
              choice,
              (counts.get(choice) ?? 0) + countFound(segment, firstDocuments(segment, and(wide, documents))),
            );
          }
        }
        return [key, counts];
      }),
    );
  }

  function boundsOf(
    evaluations: readonly Evaluation[],
    { key, source, quantiles }: EngineQuery['bounds'][number],
  ): Bounds {
    const ends = {
      min: null as number | null,
      max: null as number | null,
      fullMin: null as number | null,
      fullMax: null as number | null,
    };
    for (const { segment, matches } of evaluations) {
      const own = extremes(segment, source, (matches.without.get(key) ?? matches.all).bits);
      const whole = extremes(segment, source, matches.scope);
      if (own)
        Object.assign(ends, {
          min: Math.min(ends.min ?? own.min, own.min),
          max: Math.max(ends.max ?? own.max, own.max),
        });
      if (whole)
        Object.assign(ends, {
          fullMin: Math.min(ends.fullMin ?? whole.min, whole.min),
          fullMax: Math.max(ends.fullMax ?? whole.max, whole.max),
        });
    }
    if (quantiles === undefined) return ends;
    return {
      ...ends,
      quantiles: quantilesOf(
        evaluations.map(({ segment, matches }) => ({ segment, bits: (matches.without.get(key) ?? matches.all).bits })),
        source,
        quantiles,
      ),
    };
  }

  function hits(
    evaluations: readonly Evaluation[],
    sort: Ordering,
    offset: number,
    limit: number,
    placing?: Placing,
  ): Hit[] {
    const matching = new Map(evaluations.map(({ segment, matches }) => [segment, matches.all.bits]));
    const page =
      placing && (sort === '' || sort === 'relevance')
        ? placedPage(evaluations, sort, placing, offset, limit)
        : pageOf(evaluations, sort, offset, limit);
    return page.map(({ segment, doc }) => hitOf(segment, doc, matching.get(segment)));
  }

  /** The first products for words, as `hits` has them; undefined where all that match have to be known. */
  function leadingHits(typed: string, scope: readonly Selection[], limit: number): Hit[] | undefined {
    if (limit > MOST_LEADING || typed.trim() === '') return undefined;
    const reading = texts.read(typed);
    const scopes = segments().map((segment) => ({ segment, bits: scopeBits(segment, dictionary, scope) }));
    const leading = (tolerant: boolean): Leading[] | undefined => {
      const found = scopes.map(({ segment, bits }) =>
        leadingProducts(segment, reading, tolerant, bits, Math.max(limit, ENOUGH)),
      );
      return found.every((one) => one !== undefined) ? found.flat() : undefined;
    };
    const exact = leading(false);
    if (!exact) return undefined;
    const thin = exact.length < ENOUGH && exact.every(({ score }) => score !== MOST_SCORE);
    const bits = new Map(scopes.map((one) => [one.segment, one.bits]));
    return inOneOrder((thin && leading(true)) || exact)
      .slice(0, limit)
      .map(({ segment, doc }) => hitOf(segment, doc, bits.get(segment)));
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
      dictionary = words;
      base = next;
      recent = createRecentProducts(words, texts);
    },

    copies: {
      take: () => ({ parts: partsOfSegment(base) }),
      async fill({ parts }, signal) {
        const words = createDictionary();
        const next = await inSlices(segmentFrom(parts as SegmentParts, words, texts), createPace(signal));
        dictionary = words;
        base = next;
        recent = createRecentProducts(words, texts);
      },
    },

    apply({ upserts, removals }) {
      recent.put(
        upserts.map((record) => prepareRecord(record, dictionary, texts)),
        removals,
      );
      for (const id of removals) removeProduct(base, id);
      for (const { id } of upserts) removeProduct(base, id);
      for (const newer of since) for (const id of [...removals, ...upserts.map((record) => record.id)]) newer.add(id);
    },

    async absorb(records, signal) {
      const [words, newer] = [dictionary, new Set<number>()];
      since.add(newer);
      try {
        const pace = createPace(signal);
        const builder = createSegmentBuilder(words, texts);
        for await (const batch of records) {
          for (const record of batch) {
            builder.add(prepareRecord(record, words, texts));
            if (pace.due()) await pace.pause();
          }
        }
        const segment = await inSlices(builder.finish(), pace);
        // Whatever filled the engine anew meanwhile has read them too.
        if (dictionary !== words) return;
        recent.absorb(segment, newer);
        for (const id of segment.productIds) if (!newer.has(id)) removeProduct(base, id);
      } finally {
        since.delete(newer);
      }
    },

    having(source, values) {
      return segments().flatMap((segment) => {
        const bits = anyBits(segment, dictionary, source, values);
        const ids: number[] = [];
        eachBit(
          firstDocuments(segment, bits),
          0,
          segment.docs,
          (doc) => void ids.push(segment.productIds[segment.docProduct[doc]]),
        );
        return ids;
      });
    },

    query(query) {
      const evaluations = evaluate(query);
      const found = evaluations.reduce((sum, { count }) => sum + count, 0);
      const pages = Math.max(1, Math.ceil(found / query.perPage));
      const page = Math.min(Math.max(1, query.page), pages);
      const sort = query.sort === 'relevance' && query.search.trim() === '' ? '' : query.sort;
      return {
        found,
        page,
        pages,
        hits: hits(evaluations, query.ranking ?? sort, (page - 1) * query.perPage, query.perPage, query.placing),
        counts: query.own?.length
          ? new Map([...countsOf(evaluations, query.counts), ...ownCounts(evaluations, query.own)])
          : countsOf(evaluations, query.counts),
        bounds: new Map(query.bounds.map((wanted) => [wanted.key, boundsOf(evaluations, wanted)])),
      };
    },

    suggest(words: string, scope: readonly Selection[], limit: number) {
      return (
        leadingHits(words, scope, limit) ??
        hits(evaluate({ selections: [], ranges: [], scope, search: words }), 'relevance', 0, limit)
      );
    },

    correction: (typed, words) =>
      correctionOf(
        segments().map(({ text }) => text),
        texts.read(typed, words),
      ),
    completions: (typed, limit) =>
      completionsOf(
        segments().map(({ text }) => text),
        texts.read(typed).phrase,
        limit,
      ),

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
        pending: recent.count(),
        bytes: () => segments().reduce((sum, segment) => sum + bytesOf(segment), 0),
      };
    },
  };
}

/** @param matching of the segment's documents */
function hitOf(segment: Segment, doc: number, matching: Bitset | undefined): Hit {
  const ordinal = segment.docProduct[doc];
  const hit = { id: segment.productIds[ordinal], price: priceOf(segment, doc) };
  const versions = versionsIn(segment, ordinal, matching);
  return versions ? { ...hit, versions } : hit;
}

/** The versions of a product that match; undefined when all do. */
function versionsIn(segment: Segment, ordinal: number, matching: Bitset | undefined): number[] | undefined {
  const versions: number[] = [];
  const [from, to] = [segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]];
  for (let doc = from; doc < to; doc++) if (matching && hasBit(matching, doc)) versions.push(segment.docVersion[doc]);
  return versions.length < to - from ? versions : undefined;
}

/** Whether any document of a stretch is in a set. */
function hasAny(bits: Bitset, from: number, to: number): boolean {
  for (let doc = from; doc < to; doc++) if (hasBit(bits, doc)) return true;
  return false;
}

function isLive(segment: Segment, ordinal: number): boolean {
  const doc = segment.firstDoc[ordinal];
  return ((segment.live[doc >>> 5] >>> (doc & 31)) & 1) === 1;
}

function coverageIn(segment: Segment, dictionary: Dictionary, source: string): number {
  const columns = [...segment.numbers]
    .filter(([name]) => name === source || name.startsWith(`${source}.`))
    .map(([, column]) => column);
  const stretch = segment.stretches[dictionary.sourceNumber(source)];
  let covered = 0;
  for (let ordinal = 0; ordinal < segment.products; ordinal++) {
    if (!isLive(segment, ordinal)) continue;
    const [from, to] = [segment.firstDoc[ordinal], segment.firstDoc[ordinal + 1]];
    const row = segment.rowValues.subarray(segment.rowStart[from], segment.rowStart[to]);
    const valued =
      stretch !== undefined && row.some((value) => value >= stretch.base && value < stretch.base + stretch.size);
    if (valued || columns.some((column) => column.values.subarray(from, to).some((value) => !Number.isNaN(value))))
      covered++;
  }
  return covered;
}
