import { columnAt, uint32At } from './array-access.js';
import { eachBit } from './bitset.js';
import { getBounds, countValues, countCoverage, countCustomSelections, getValueCounts } from './counts.js';
import { createDictionary, type Dictionary } from './dictionary.js';
import { type Catalog, evaluate } from './evaluation.js';
import { getHits, findLeadingHits } from './hits.js';
import { getAnyBits } from './match.js';
import { prepareOrders } from './order.js';
import { firstDocuments } from './page.js';
import { prepareRecord } from './prepared-record.js';
import { createRecentProducts, type RecentProducts } from './recent-products.js';
import { createSegmentBuilder, removeProduct } from './segment-builder.js';
import type { Segment, TextIndex, TextSearch } from './segment.js';
import { bytesOf } from './segment-bytes.js';
import { partsOfSegment, segmentFrom, type SegmentParts } from './segment-parts.js';
import { findCompletions, findCorrection } from './spelling.js';
import type { EngineResult, EngineQuery, EngineStats, FacetEngine, FacetRecord } from './types.js';
import { runSync, createScheduler, runInSlices, type Scheduler } from './work.js';

/** The in-memory engine. */
export type MemoryEngine = FacetEngine & Required<Pick<FacetEngine, 'merge' | 'findByValues'>>;

/**
 * The default engine: the whole catalog in memory, in one large segment and small ones for later changes.
 * Answers are exact; queries and changes are synchronous, so that no query sees a partial change.
 */
export function createMemoryEngine({ texts }: { texts: TextSearch }): MemoryEngine {
  let dictionary = createDictionary();
  let base = createEmptySegment(dictionary);
  let recent: RecentProducts = createRecentProducts(dictionary, texts);
  /** For each merge in progress, the products written since it began. */
  const writtenSince = new Set<Set<number>>();

  function createEmptySegment(segmentDictionary: Dictionary): Segment {
    return runSync(createSegmentBuilder(segmentDictionary, texts).finish());
  }
  const segments = (): Segment[] => [base, ...recent.segments()].filter(({ docs }) => docs > 0);
  const catalog = (): Catalog => ({ segments: segments(), dictionary, texts });
  const knownTexts = (): TextIndex[] => segments().map(({ text }) => text);

  /** Reads records into a segment, in slices. */
  async function readSegment(
    records: AsyncIterable<readonly FacetRecord[]>,
    segmentDictionary: Dictionary,
    scheduler: Scheduler,
  ): Promise<Segment> {
    const builder = createSegmentBuilder(segmentDictionary, texts);
    for await (const batch of records) {
      for (const record of batch) {
        builder.add(prepareRecord(record, segmentDictionary, texts));
        if (scheduler.isDue()) await scheduler.pause();
      }
    }
    return runInSlices(builder.finish(), scheduler);
  }

  function replace(nextDictionary: Dictionary, next: Segment): void {
    dictionary = nextDictionary;
    base = next;
    recent = createRecentProducts(nextDictionary, texts);
  }

  return {
    async build(records, signal) {
      const scheduler = createScheduler(signal);
      const nextDictionary = createDictionary();
      const next = await readSegment(records, nextDictionary, scheduler);
      // Prepared here so that the first visitor of each sort order does not wait.
      await runInSlices(prepareOrders(next), scheduler);
      replace(nextDictionary, next);
    },

    copies: {
      take: () => ({ parts: partsOfSegment(base) }),
      async fill({ parts }, signal) {
        const nextDictionary = createDictionary();
        const next = await runInSlices(
          segmentFrom(parts as SegmentParts, nextDictionary, texts),
          createScheduler(signal),
        );
        replace(nextDictionary, next);
      },
    },

    apply({ upserts, removals }) {
      recent.apply(
        upserts.map((record) => prepareRecord(record, dictionary, texts)),
        removals,
      );
      for (const id of removals) removeProduct(base, id);
      for (const { id } of upserts) removeProduct(base, id);
      for (const newer of writtenSince)
        for (const id of [...removals, ...upserts.map((record) => record.id)]) newer.add(id);
    },

    async merge(records, signal) {
      const [currentDictionary, newer] = [dictionary, new Set<number>()];
      writtenSince.add(newer);
      try {
        const scheduler = createScheduler(signal);
        const segment = await readSegment(records, currentDictionary, scheduler);
        // The build that replaced the engine meanwhile has read these products too.
        if (dictionary !== currentDictionary) return;
        recent.merge(segment, newer);
        for (const id of segment.productIds) if (!newer.has(id)) removeProduct(base, id);
      } finally {
        writtenSince.delete(newer);
      }
    },

    findByValues: (source, values) =>
      segments().flatMap((segment) => findProductsByValues(segment, dictionary, source, values)),
    query: (query) => answerQuery(catalog(), query),
    suggest(text, scope, limit) {
      const currentCatalog = catalog();
      return (
        findLeadingHits(currentCatalog, text, scope, limit) ??
        getHits(evaluate(currentCatalog, { selections: [], ranges: [], scope, search: text }), 'relevance', 0, limit)
      );
    },
    correction: (searchText, terms) => findCorrection(knownTexts(), texts.read(searchText, terms)),
    completions: (searchText, limit) => findCompletions(knownTexts(), texts.read(searchText).phrase, limit),
    coverage: (source) => segments().reduce((sum, segment) => sum + countCoverage(segment, dictionary, source), 0),
    values: (source) => getValueCounts(catalog(), source),

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

function answerQuery(catalog: Catalog, query: EngineQuery): EngineResult {
  const { dictionary } = catalog;
  const evaluations = evaluate(catalog, query);
  const found = evaluations.reduce((sum, { count }) => sum + count, 0);
  const pages = Math.max(1, Math.ceil(found / query.perPage));
  const page = Math.min(Math.max(1, query.page), pages);
  const sort = query.sort === 'relevance' && query.search.trim() === '' ? '' : query.sort;
  const counts = countValues(evaluations, dictionary, query.counts);
  return {
    found,
    page,
    pages,
    hits: getHits(evaluations, query.ranking ?? sort, (page - 1) * query.perPage, query.perPage, query.placement),
    counts: query.customSelections?.length
      ? new Map([...counts, ...countCustomSelections(evaluations, dictionary, query.customSelections)])
      : counts,
    bounds: new Map(query.bounds.map((bound) => [bound.key, getBounds(evaluations, bound)])),
  };
}

/** Returns the live products of a segment that have any of some values of a source, on any document. */
function findProductsByValues(
  segment: Segment,
  dictionary: Dictionary,
  source: string,
  values: readonly string[],
): number[] {
  const ids: number[] = [];
  eachBit(firstDocuments(segment, getAnyBits(segment, dictionary, source, values)), 0, segment.docs, (doc) => {
    ids.push(columnAt(segment.productIds, uint32At(segment.docProduct, doc)));
  });
  return ids;
}
