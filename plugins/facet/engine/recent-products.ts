import type { Dictionary } from './dictionary.js';
import type { PreparedRecord } from './prepared-record.js';
import { createSegmentBuilder, removeProduct } from './segment-builder.js';
import type { Segment, TextSearch } from './segment.js';
import { runSync } from './work.js';

/** Products that changed since the last complete build. */
export interface RecentProducts {
  /** Adds and removes products; an existing version of an added product is replaced. */
  apply(upserts: readonly PreparedRecord[], removals: readonly number[]): void;
  /**
   * Takes over a segment of previously known products.
   * @param newer products of it that were written since
   */
  merge(segment: Segment, newer: ReadonlySet<number>): void;
  segments(): readonly Segment[];
  /** Returns the number of products. */
  count(): number;
}

const CAPACITIES = [16, 128, Infinity];

interface Level {
  /** Maximum number of products before they move to the next level; the last level is unlimited. */
  readonly capacity: number;
  records: Map<number, PreparedRecord>;
  segment: Segment | undefined;
}

/**
 * Stores recent products in levels, each eight times as large as the one before. Every change rebuilds the first level,
 * one in 16 the second, and one in 128 the last.
 * The cost of a change therefore does not grow with the number of changes.
 */
export function createRecentProducts(dictionary: Dictionary, texts: TextSearch): RecentProducts {
  const levels = CAPACITIES.map((capacity): Level => ({ capacity, records: new Map(), segment: undefined }));

  /** Large segments, stored as received. */
  const mergedSegments: Segment[] = [];

  function remove(id: number): void {
    for (const segment of mergedSegments) removeProduct(segment, id);
    for (const { records, segment } of levels) if (records.delete(id) && segment) removeProduct(segment, id);
  }

  function buildSegment({ records }: Level): Segment | undefined {
    if (records.size === 0) return undefined;
    const builder = createSegmentBuilder(dictionary, texts);
    for (const record of records.values()) builder.add(record);
    return runSync(builder.finish());
  }

  return {
    apply(upserts, removals) {
      for (const id of removals) remove(id);
      for (const { id } of upserts) remove(id);
      if (upserts.length === 0) return;
      let pendingRecords: Iterable<PreparedRecord> = upserts;
      for (const level of levels) {
        for (const record of pendingRecords) level.records.set(record.id, record);
        if (level.records.size <= level.capacity) {
          level.segment = buildSegment(level);
          break;
        }
        pendingRecords = level.records.values();
        level.records = new Map();
        level.segment = undefined;
      }
    },
    merge(segment, newer) {
      for (const id of segment.productIds) {
        if (newer.has(id)) removeProduct(segment, id);
        else remove(id);
      }
      mergedSegments.push(segment);
    },
    segments: () => [...mergedSegments, ...levels.flatMap(({ segment }) => segment ?? [])],
    count: () =>
      levels.reduce((sum, { records }) => sum + records.size, 0) +
      mergedSegments.reduce((sum, { liveProducts }) => sum + liveProducts, 0),
  };
}
