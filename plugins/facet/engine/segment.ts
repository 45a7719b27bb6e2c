import { uint32At, type NumberList } from './array-access.js';
import type { Bitset } from './bitset.js';
import type { Dictionary } from './dictionary.js';
import type { NumberColumn } from './number-column.js';
import type { CountedRows, PairCounts } from './pair-counts.js';
import type { TextList } from './text-list.js';
import type { SearchTerms, TextFields } from './types.js';
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
  /** Each once. */
  readonly words: readonly string[];
  /** By word: where it stands. */
  readonly places: readonly number[];
}

/** The score of a product whose code was typed; other matches have less. */
export const MAX_SCORE = 64;

/** What was typed at one place of a search, and what may stand there instead: each a list of words that must all be found, with what finding it by them costs. */
export type SearchPart = readonly { readonly typed: readonly string[]; readonly cost: number }[];

/** What is searched for, taken apart. */
export interface ReadSearch {
  /** Folded. */
  readonly phrase: string;
  /** All must be found; none where there are no letters and digits. */
  readonly parts: readonly SearchPart[];
}

/** A word of a segment's products. */
export interface KnownWord {
  /** Folded. */
  readonly word: string;
  /** Products that have it, removed ones included. */
  readonly products: number;
}

/** What a segment's text answers with. What it says of a product is the same whatever else the segment holds. */
export interface TextIndex {
  /**
   * A score per product, higher is better, 0 is no match, {@link MOST_SCORE} a code.
   * @param tolerant finds words with typing errors too
   */
  match(search: ReadSearch, tolerant: boolean): Uint8Array;
  /**
   * Calls back with products and the scores that `match` would give them, the nearest to what was typed first; of a product that comes more than once the highest counts.
   * @param visit answers whether another product with that score, behind this one in the standing order, could be of use
   * @param enough asked before it goes on to what is further away
   * @returns false where it can be found by `match` alone
   */
  nearest(
    search: ReadSearch,
    tolerant: boolean,
    visit: (product: number, score: number) => boolean,
    enough: () => boolean,
  ): boolean;
  /** The products that have a score, in no order, where they are few; undefined where all have to be looked at. @param scores of `match` */
  few(scores: Uint8Array): readonly number[] | undefined;
  /** The word itself when one begins with it; otherwise those that it may be a misspelling of. */
  near(word: string): readonly (KnownWord & { readonly distance: number })[];
  /** Words that begin with it. */
  beginning(word: string): readonly KnownWord[];
  /** What it takes now. */
  bytes(): number;
  /** By product, folded. */
  readonly names: TextList;
  /** What it is made of: lists of numbers, and texts. */
  readonly parts: object;
}

/** Finds products by words. */
export interface TextSearch {
  /** @returns the same for the same text, so that a product is taken apart once */
  prepare(text: TextFields): PreparedText;
  read(search: string, terms?: SearchTerms): ReadSearch;
  collect(): TextCollector;
  /** An index again, of its parts. */
  of(parts: object): TextIndex;
}

/** Collects the texts of a segment's products. */
export interface TextCollector {
  add(text: PreparedText): void;
  /**
   * @param order by product of the segment: the how many-eth was added
   * @param standing its products in the order of those that match alike
   */
  finish(order: Uint32Array, standing: Uint32Array): Work<TextIndex>;
}

/**
 * An unchangeable set of documents with everything needed to count them; only `live` and `totals` follow removals.
 * Products with one document come first, since they can be counted without asking whose document it is.
 */
export interface Segment extends CountedRows {
  /** Numbers of its values. */
  readonly dictionary: Dictionary;
  readonly productIds: NumberList;
  /** Numbers of its products, ascending by id. */
  readonly byId: Uint32Array;
  /** By document: the product's number in the segment. */
  readonly docProduct: Uint32Array;
  /** By document: its variation; 0 for none. */
  readonly docVariation: NumberList;
  /** By the source's number in the dictionary. */
  readonly stretches: readonly ValueStretch[];
  /** By value: where its documents begin; those that many documents have are kept as sets alone. */
  readonly postStart: Uint32Array;
  readonly postDocs: Uint32Array;
  readonly dense: ReadonlyMap<number, Bitset>;
  readonly numbers: ReadonlyMap<string, NumberColumn>;
  /** As products are put in order by them: the same list that words are looked for in, where both are the same texts. */
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

/** The number of a product in a segment, removed or not; undefined where it never stood there. */
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
