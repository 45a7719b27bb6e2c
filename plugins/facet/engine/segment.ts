import { uint32At, type NumberList } from './array-access.js';
import type { Bitset } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import type { NumberColumn } from './number-column.js';
import type { CountedRows, PairCounts } from './pair-counts.js';
import type { TextList } from './text-list.js';
import type { SearchTerms, TextFields } from './types.js';
import type { InterruptibleWork } from './work.js';

/** The range of a source's values among all values of a segment. */
export interface ValueRange {
  readonly base: number;
  readonly size: number;
}

/** A product's texts, normalized and tokenized. */
export interface PreparedText {
  readonly name: string;
  /** Codes without punctuation. */
  readonly codes: readonly string[];
  /** Without duplicates. */
  readonly words: readonly string[];
  /** Positions, by token. */
  readonly fieldMasks: readonly number[];
}

/** The score of a product whose code was typed; other matches score lower. */
export const MAX_SCORE = 64;

/**
 * The alternatives at one position of a search. Each is a list of tokens that must all be found, with the cost of
 * that match.
 */
export type SearchPart = readonly { readonly tokens: readonly string[]; readonly cost: number }[];

/** A tokenized search. */
export interface ParsedSearch {
  /** Normalized. */
  readonly phrase: string;
  /** All parts must be found; empty if the search has no letters or digits. */
  readonly parts: readonly SearchPart[];
}

/** A token of a segment's products. */
export interface IndexedWord {
  /** Normalized. */
  readonly word: string;
  /** Number of products that have it, including removed ones. */
  readonly products: number;
}

/** The text index of a segment. Its results for a product do not depend on the other products of the segment. */
export interface TextIndex {
  /**
   * Returns a score per product: higher is better, 0 is no match, {@link MAX_SCORE} a code.
   * @param tolerant whether to tolerate typos
   */
  match(search: ParsedSearch, tolerant: boolean): Uint8Array;
  /**
   * Calls back with products and the scores that `match` would return for them, nearest matches first; if a product
   * occurs several times, its highest score counts.
   * @param visit returns whether another product with that score, after this one in the standing order, could still be
   * useful
   * @param enough checked before continuing with more distant matches
   * @returns false if the search is only supported by `match`
   */
  visitNearest(
    search: ParsedSearch,
    tolerant: boolean,
    visit: (product: number, score: number) => boolean,
    enough: () => boolean,
  ): boolean;
  /**
   * Returns the products that have a score, unordered, if there are few; undefined if all scores have to be scanned.
   * @param scores result of `match`
   */
  scoredProducts(scores: Uint8Array): readonly number[] | undefined;
  /** Returns the word itself if a token begins with it; otherwise the tokens that it may be a misspelling of. */
  findSimilar(word: string): readonly (IndexedWord & { readonly distance: number })[];
  /** Returns the tokens that begin with a prefix. */
  findByPrefix(prefix: string): readonly IndexedWord[];
  /** Returns the current memory usage in bytes. */
  bytes(): number;
  /** By product, normalized. */
  readonly names: TextList;
  /** The parts it consists of: arrays of numbers, and texts. */
  readonly parts: object;
}

/** Full-text search for products. */
export interface TextSearch {
  /** @returns the same object for the same text, so that a product is tokenized once */
  prepare(text: TextFields): PreparedText;
  read(search: string, terms?: SearchTerms): ParsedSearch;
  createCollector(): TextCollector;
  /** Restores an index from its parts. */
  restore(parts: object): TextIndex;
}

/** Collects the texts of a segment's products. */
export interface TextCollector {
  add(text: PreparedText): void;
  /**
   * @param order by product of the segment: the index at which it was added
   * @param tieOrder products of the segment in the order used for equally relevant ones
   */
  finish(order: Uint32Array, tieOrder: Uint32Array): InterruptibleWork<TextIndex>;
}

/**
 * An immutable set of documents with all data needed to count them; only `live`, the totals and the pair counts change
 * on removals.
 * Products with one document come first, since they can be counted without looking up the product of a document.
 */
export interface Segment extends CountedRows {
  /** Assigns the numbers of its values. */
  readonly dictionary: Dictionary;
  readonly productIds: NumberList;
  /** Product numbers in ascending order of id. */
  readonly byId: Uint32Array;
  /** By document: the number of its product in the segment. */
  readonly docProduct: Uint32Array;
  /** By document: its variation; 0 for none. */
  readonly docVariation: NumberList;
  /** By number of the source in the dictionary. */
  readonly valueRanges: readonly ValueRange[];
  /** By value: the start of its documents; values with many documents are stored as bitsets only. */
  readonly postStart: Uint32Array;
  readonly postDocs: Uint32Array;
  readonly dense: ReadonlyMap<number, Bitset>;
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  /** Names for sorting; the same list as the one for searching if both have the same texts. */
  readonly names: TextList;
  readonly position: NumberList;
  readonly rating: NumberList;
  readonly ratingCount: NumberList;
  readonly sales: NumberList;
  readonly published: NumberList;
  readonly available: Uint8Array;
  readonly text: TextIndex;
  /** Documents of products that were not removed. */
  readonly live: Bitset;
  /** Live products by value: those with one document, and those with several. */
  readonly singleTotals: Uint32Array;
  readonly groupTotals: Uint32Array;
  /** Live products by pair of values; absent if it would not be worth the memory. */
  readonly pairs: PairCounts | undefined;
  liveProducts: number;
  liveSingles: number;
  liveGroupDocs: number;
}

export const PRICE_SOURCE = 'price';

/** Returns the number of a product in a segment, removed or not; undefined if it was never there. */
export function ordinalOf({ productIds, byId }: Pick<Segment, 'productIds' | 'byId'>, id: number): number | undefined {
  let low = 0;
  let high = byId.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((productIds[uint32At(byId, middle)] ?? NaN) < id) low = middle + 1;
    else high = middle;
  }
  const ordinal = byId[low];
  return ordinal !== undefined && productIds[ordinal] === id ? ordinal : undefined;
}
