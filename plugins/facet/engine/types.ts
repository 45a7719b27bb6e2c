import type { MaybePromise } from 'plinth';
import type { OwnSelection, Ranking } from './custom-types.js';
import type { Placing } from './boosts.js';

/** One buyable version of a product. A choice of several facets must hold on one and the same document. */
export interface FacetDocument {
  /** Keys of discrete values by source; ancestors of a value included. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Numbers by source; prices in minor units. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The variation it stands for; absent for a product without any. */
  readonly variation?: number;
}

/** What products are put in order by. */
export interface OrderKeys {
  /** The owner's order. */
  readonly position: number;
  readonly name: string;
  readonly rating: number;
  readonly ratingCount: number;
  /** Units sold. */
  readonly sales: number;
  /** Seconds since 1970. */
  readonly published: number;
  /** Whether it can be bought now: only for the order by relevance. */
  readonly available: boolean;
}

/** The words a product is found by. */
export interface TextFields {
  readonly name: string;
  /** SKU and GTIN of the product and its versions. */
  readonly codes: readonly string[];
  /** Everything else that is searched. */
  readonly other: string;
}

/** A product as the engine knows it. */
export interface FacetRecord {
  readonly id: number;
  readonly order: OrderKeys;
  readonly text: TextFields;
  /** At least one; the cheapest first. */
  readonly docs: readonly FacetDocument[];
}

/** The chosen values of one facet. */
export interface Selection {
  /** The facet's slug; counts of this facet are made without its own selection. */
  readonly key: string;
  readonly source: string;
  /** Keys of values; one that no product has finds nothing. */
  readonly values: readonly string[];
  /** `or`: any of the values; `and`: all of them. */
  readonly operator: 'or' | 'and';
}

/** The chosen range of one facet, both ends included; null is open. */
export interface RangeSelection {
  readonly key: string;
  readonly source: string;
  readonly min: number | null;
  readonly max: number | null;
}

/** What the owner says about words that are searched for. @since 0.3.0 */
export interface SearchTerms {
  /** Groups of words or phrases that stand for one another. */
  readonly synonyms: readonly (readonly string[])[];
  /** Words that are left out of a search when it has others. */
  readonly stopWords: readonly string[];
}

export const SORTS = ['', 'popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'] as const;
export type Sort = (typeof SORTS)[number];

export interface EngineQuery {
  readonly selections: readonly Selection[];
  readonly ranges: readonly RangeSelection[];
  /** Facets whose type an extension brings, chosen or not. */
  readonly own?: readonly OwnSelection[];
  /** What the page is about, such as a category: restricts everything and is never excluded. */
  readonly scope: readonly Selection[];
  /** Words to find; empty for all products. */
  readonly search: string;
  /** Synonyms and stop words; none when absent. @since 0.3.0 */
  readonly terms?: SearchTerms;
  readonly sort: Sort;
  /** An order of an extension, in the place of `sort`. */
  readonly ranking?: Ranking;
  /** Where the owner puts products in the shop's own order and that of the best match; others are the visitor's, and stay as they are. @since 0.3.0 */
  readonly placing?: Placing;
  /** From 1; a page past the end answers with the last one. */
  readonly page: number;
  readonly perPage: number;
  /** The facets to count. */
  readonly counts: readonly { readonly key: string; readonly source: string }[];
  /** The ranges whose bounds are wanted. */
  readonly bounds: readonly {
    readonly key: string;
    readonly source: string;
    /** Into how many parts its quantiles divide; none when absent. */ readonly quantiles?: number;
  }[];
}

/** The ends of what products have; null when none has a number. */
export interface Bounds {
  /** Under the other facets, the search and the scope. */
  readonly min: number | null;
  readonly max: number | null;
  /** Under the scope alone. */
  readonly fullMin: number | null;
  readonly fullMax: number | null;
  /**
   * Numbers that divide what is found under the other facets into equal parts, ascending; empty when there is none, absent when nobody asked, or the engine does not know.
   * @since 0.3.0
   */
  readonly quantiles?: readonly number[];
}

/** A product of the page, with the price of its cheapest version that matches. */
export interface Hit {
  readonly id: number;
  readonly price: number;
  /** Its versions that match, the cheapest first; absent when all of them do. */
  readonly variations?: readonly number[];
}

export interface EngineAnswer {
  /** Products that match. */
  readonly found: number;
  readonly page: number;
  readonly pages: number;
  readonly hits: readonly Hit[];
  /** By facet: products per value key; a value without products is absent, unless an extension says that it can be chosen. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly bounds: ReadonlyMap<string, Bounds>;
}

export interface EngineStats {
  readonly products: number;
  readonly documents: number;
  readonly values: number;
  /** Products that changed since the last complete build. */
  readonly pending: number;
  /** What it takes now, looked up for who asks. */
  bytes(): number;
}

export interface EngineChanges {
  readonly upserts: readonly FacetRecord[];
  readonly removals: readonly number[];
}

/** What an engine was filled with, and how far in the changes it is. @since 0.3.0 */
export interface EnginePosition {
  /** The rows and the names it was filled with; another text where either differs. */
  readonly filling: string;
  /** In the catalogue's changes. */
  readonly sequence: number;
  /** In those of extensions' sources. */
  readonly ownSequence: number;
}

/** Where an engine stands that all processes of a site fill together. @since 0.3.0 */
export interface SharedEngine {
  /** How far the others and this process have brought it; undefined while nobody has filled it. */
  position(): Promise<EnginePosition | undefined>;
  /** Runs work while no other process writes into it; what it holds is put in, and said of it, in here alone. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Notes what it holds now. */
  reach(position: EnginePosition): Promise<void>;
}

/**
 * Answers filter queries. An extension may bind another implementation as `engine`.
 * What is counted may be answered by a promise, since an engine may be another machine; the one in memory answers at once.
 * @since 0.1.0
 */
export interface FacetEngine {
  /**
   * Replaces everything; queries see the old state until it is done, and stay with it when the records end with an error, with which the promise fails.
   * @param signal calls it off: the old state stays, and the promise fails with the signal's reason
   * @param position what it is filled with; for engines that are shared
   */
  build(records: AsyncIterable<readonly FacetRecord[]>, signal?: AbortSignal, position?: EnginePosition): Promise<void>;
  /** Puts changed products in and takes removed ones out. */
  apply(changes: EngineChanges): MaybePromise<void>;
  /**
   * Puts many products in that are known already, behind the readers and in one step at its end; what `apply` brings of them meanwhile stays.
   * @param signal calls it off: everything stays as it is
   * @since 0.3.0
   */
  absorb?(records: AsyncIterable<readonly FacetRecord[]>, signal?: AbortSignal): Promise<void>;
  /** Products that have any of the values of a source, on any document. @since 0.3.0 */
  having?(source: string, values: readonly string[]): MaybePromise<readonly number[]>;
  query(query: EngineQuery): MaybePromise<EngineAnswer>;
  /** Products whose text matches, the best first, at most `limit`; within the scope. */
  suggest(search: string, scope: readonly Selection[], limit: number): MaybePromise<readonly Hit[]>;
  /** What was probably meant by words that no product has, folded; undefined when all words are known, or none is near. @since 0.3.0 */
  correction?(search: string, terms?: SearchTerms): string | undefined;
  /** Words of products that begin with what is typed last, the most frequent first, each with what is typed before it; folded. @since 0.3.0 */
  completions?(search: string, limit: number): readonly string[];
  /** How many products have a value of the source at all. */
  coverage(source: string): number;
  /** The value keys of a source with the number of products each. */
  values(source: string): ReadonlyMap<string, number>;
  stats(): EngineStats;
  /** There where several processes fill it together. @since 0.3.0 */
  readonly shared?: SharedEngine;
  /** There where it can be filled with what it held before. @since 0.3.0 */
  readonly copies?: EngineCopies;
}

/** What an engine holds, as data: lists of numbers, texts, and lists and maps of them. @since 0.3.0 */
export interface EngineCopy {
  readonly parts: object;
}

/** Takes copies of an engine, and fills it with them. @since 0.3.0 */
export interface EngineCopies {
  /** What it was filled with last; of what changed since, products that are gone or others may be missing. */
  take(): EngineCopy;
  /** Replaces everything, as `build` does. */
  fill(copy: EngineCopy, signal?: AbortSignal): Promise<void>;
}
