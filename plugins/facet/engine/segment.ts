import type { Bitset } from './bitset.js';
import type { NumberColumn } from './number-column.js';
import type { CountedRows, PairCounts } from './pair-counts.js';
import type { TextFields } from './types.js';
import type { Work } from './work.js';

/** Where the values of a source stand among all values of a segment. */
export interface ValueStretch {
  readonly base: number;
  readonly size: number;
}

/** A product's texts, folded and taken apart. */
export interface PreparedText {
  readonly name: string;
  /** Codes without signs. */
  readonly codes: readonly string[];
  /** Words by where they stand. */
  readonly words: ReadonlyMap<string, number>;
}

/** What a segment's text answers with: a score per product, higher is better, 0 is no match. */
export interface TextIndex {
  /** @param tolerant finds words with typing errors too */
  match(search: string, tolerant: boolean): Uint8Array;
  readonly bytes: number;
}

/** Finds products by words. */
export interface TextSearch {
  /** @returns the same for the same text, so that a product is taken apart once */
  prepare(text: TextFields): PreparedText;
  collect(): TextCollector;
}

/** Collects the texts of a segment's products. */
export interface TextCollector {
  add(text: PreparedText): void;
  /** @param order by product of the segment: the how many-eth was added */
  finish(order: Uint32Array): Work<TextIndex>;
}

/**
 * An unchangeable set of documents with everything needed to count them; only `live` and `totals` follow removals.
 * Products with one document come first, since they can be counted without asking whose document it is.
 */
export interface Segment extends CountedRows {
  readonly productIds: Float64Array;
  readonly ordinals: ReadonlyMap<number, number>;
  /** By document: the product's number in the segment. */
  readonly docProduct: Uint32Array;
  /** By document: its variation; 0 for none. */
  readonly docVersion: Float64Array;
  /** By the source's number in the dictionary. */
  readonly stretches: readonly ValueStretch[];
  readonly postStart: Uint32Array;
  readonly postDocs: Uint32Array;
  /** Sets of the values that many documents have. */
  readonly dense: ReadonlyMap<number, Bitset>;
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  readonly names: readonly string[];
  readonly position: Float64Array;
  readonly rating: Float64Array;
  readonly ratingCount: Float64Array;
  readonly sales: Float64Array;
  readonly published: Float64Array;
  readonly available: Uint8Array;
  readonly text: TextIndex;
  /** Documents of products that were not removed. */
  readonly live: Bitset;
  /** Live products by value: those with one document, those with several. */
  readonly singleTotals: Uint32Array;
  readonly groupTotals: Uint32Array;
  /** Live products by two values; absent where it would not pay. */
  readonly pairs: PairCounts | undefined;
  liveProducts: number;
  liveSingles: number;
  liveGroupDocs: number;
}

export const PRICE = 'price';
