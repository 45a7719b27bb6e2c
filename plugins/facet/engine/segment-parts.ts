import type { Dictionary } from './dictionary.js';
import { type NumberColumn, restoreNumberColumn } from './number-column.js';
import { listPreparedOrders, restoreOrders } from './order.js';
import { createPairCounts } from './pair-counts.js';
import type { Segment, TextSearch } from './segment.js';
import { type TextListParts, restoreTextList } from './text-list.js';
import type { Sort } from './types.js';
import type { InterruptibleWork } from './work.js';

/** A segment as pure data: arrays of numbers, and texts. */
export interface SegmentParts extends Omit<
  Segment,
  'dictionary' | 'docProduct' | 'numbers' | 'names' | 'text' | 'pairs'
> {
  /** Absent if each product has one document. */
  readonly docProduct?: Uint32Array;
  readonly numbers: ReadonlyMap<string, Pick<NumberColumn, 'values' | 'order'>>;
  /** Absent if they are the names in the text index. */
  readonly names?: TextListParts;
  readonly text: object;
  readonly pairs?: Uint32Array;
  readonly orders: readonly (readonly [sort: Sort, docs: Uint32Array])[];
  /** The dictionary: the values of each source, by number. */
  readonly words: readonly (readonly [source: string, keys: readonly string[]])[];
}

/** Returns the current parts of a segment; later removals do not change them. */
export function partsOfSegment(segment: Segment): SegmentParts {
  const { dictionary, docProduct, numbers, names, text, pairs, ...lists } = segment;
  return {
    ...lists,
    ...(segment.singles === segment.docs ? {} : { docProduct }),
    live: segment.live.slice(),
    singleTotals: segment.singleTotals.slice(),
    groupTotals: segment.groupTotals.slice(),
    numbers: new Map([...numbers].map(([source, { values, order }]) => [source, { values, order }])),
    ...(names === text.names ? {} : { names: names.parts }),
    text: text.parts,
    ...(pairs ? { pairs: pairs.table.slice() } : {}),
    orders: listPreparedOrders(segment),
    words: dictionary.sources().map((source) => [source, [...dictionary.keys(source)]]),
  };
}

/**
 * Restores a segment with its sort orders.
 * @param dictionary an empty dictionary, which receives the segment's values
 */
export function* segmentFrom(
  parts: SegmentParts,
  dictionary: Dictionary,
  texts: TextSearch,
): InterruptibleWork<Segment> {
  const { words: keysBySource, orders, docProduct, numbers, names, text, pairs, ...lists } = parts;
  for (const [source, keys] of keysBySource) {
    dictionary.sourceNumber(source);
    for (const key of keys) dictionary.intern(source, key);
    yield;
  }
  const index = texts.restore(text);
  const segment: Segment = {
    ...lists,
    dictionary,
    docProduct: docProduct ?? lists.firstDoc.subarray(0, lists.docs),
    numbers: new Map([...numbers].map(([source, column]) => [source, restoreNumberColumn(column)])),
    names: names ? restoreTextList(names) : index.names,
    text: index,
    pairs: pairs && createPairCounts(lists, Math.sqrt(pairs.length), pairs),
  };
  yield* restoreOrders(segment, orders);
  return segment;
}
