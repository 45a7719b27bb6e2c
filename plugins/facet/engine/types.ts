import type { MaybePromise } from 'plinth';
import type { CustomSelection, Ranking } from './custom-types.js';
import type { Boosts } from './boosts.js';

/** One buyable version of a product. A selection in several facets must match on the same document. */
export interface FacetDocument {
  /** Keys of discrete values by source, including the keys of ancestors. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Numbers by source; prices in minor units. */
  readonly numbers: Readonly<Record<string, number>>;
  /** Id of the variation; absent for a product without variations. */
  readonly variation?: number;
}

/** The keys that products are sorted by. */
export interface OrderKeys {
  /** Position in the owner's order. */
  readonly position: number;
  readonly name: string;
  readonly rating: number;
  readonly ratingCount: number;
  /** Units sold. */
  readonly sales: number;
  /** Seconds since the Unix epoch. */
  readonly published: number;
  /** Whether it can be bought now; only used in the order by relevance. */
  readonly available: boolean;
}

/** The searchable texts of a product. */
export interface TextFields {
  readonly name: string;
  /** SKU and GTIN of the product and its variations. */
  readonly codes: readonly string[];
  /** All other searchable text. */
  readonly other: string;
}

/** A product in the form that the engine reads. */
export interface FacetRecord {
  readonly id: number;
  readonly order: OrderKeys;
  readonly text: TextFields;
  /** At least one; those that can be bought first, each part by price. */
  readonly docs: readonly FacetDocument[];
}

/** The selected values of one facet. */
export interface Selection {
  /** The facet's slug; counts of this facet ignore its own selection. */
  readonly key: string;
  readonly source: string;
  /** Keys of values; a key that no product has matches nothing. */
  readonly values: readonly string[];
  /** `or`: any of the values; `and`: all of them. */
  readonly operator: 'or' | 'and';
  /**
   * Whether any document of a product may have each value, whatever else is selected, instead of the one that matches
   * the rest.
   * @since 0.1.0
   */
  readonly anyDocument?: boolean;
}

/** The selected range of one facet, both bounds inclusive; null leaves a bound open. */
export interface RangeSelection {
  readonly key: string;
  readonly source: string;
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * The owner's settings for search words.
 * @since 0.1.0
 */
export interface SearchTerms {
  /** Groups of interchangeable words or phrases. */
  readonly synonyms: readonly (readonly string[])[];
  /** Words that are ignored in a search that has others. */
  readonly stopWords: readonly string[];
}

export const SORTS = ['', 'popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'] as const;
export type Sort = (typeof SORTS)[number];

export interface EngineQuery {
  readonly selections: readonly Selection[];
  readonly ranges: readonly RangeSelection[];
  /** Facets with a type from an extension, with or without a selection. */
  readonly customSelections?: readonly CustomSelection[];
  /** The context of the page, such as a category: restricts everything and is never excluded. */
  readonly scope: readonly Selection[];
  /** Search text; empty for all products. */
  readonly search: string;
  /** Synonyms and stop words; none when absent. @since 0.1.0 */
  readonly terms?: SearchTerms;
  readonly sort: Sort;
  /** A sort order of an extension that replaces `sort`. */
  readonly ranking?: Ranking;
  /**
   * The owner's placement of products in the default and the relevance order; other sort orders are the visitor's
   * choice and are not changed.
   * @since 0.1.0
   */
  readonly placement?: Boosts;
  /** From 1; a page past the end returns the last one. */
  readonly page: number;
  readonly perPage: number;
  /** The facets to count. */
  readonly counts: readonly {
    readonly key: string;
    readonly source: string;
    /** As in the selection of the facet. */
    readonly anyDocument?: boolean;
  }[];
  /** The ranges to return bounds for. */
  readonly bounds: readonly {
    readonly key: string;
    readonly source: string;
    /** Number of parts that the quantiles divide into; none when absent. */ readonly quantiles?: number;
  }[];
}

/**
 * Minimum and maximum of the products' numbers; null if none has a number. Prices of sold-out variations count only if
 * nothing of the product can be bought.
 */
export interface Bounds {
  /** With the other facets, the search and the scope applied. */
  readonly min: number | null;
  readonly max: number | null;
  /** With the scope alone applied. */
  readonly fullMin: number | null;
  readonly fullMax: number | null;
  /**
   * Numbers that divide the products found with the other facets into equal parts, in ascending order; empty if there
   * is none, absent if not requested or not supported by the engine.
   * @since 0.1.0
   */
  readonly quantiles?: readonly number[];
}

/** A product of the page, with the price of its first matching variation: the cheapest that can be bought, if any. */
export interface Hit {
  readonly id: number;
  readonly price: number;
  /** Matching variations, in the order of the documents; absent if all match. */
  readonly variations?: readonly number[];
}

export interface EngineResult {
  /** Number of matching products. */
  readonly found: number;
  readonly page: number;
  readonly pages: number;
  readonly hits: readonly Hit[];
  /**
   * By facet: products per value key; a value without products is absent, unless an extension declares that it can be
   * selected.
   */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly bounds: ReadonlyMap<string, Bounds>;
}

export interface EngineStats {
  readonly products: number;
  readonly documents: number;
  readonly values: number;
  /** Products that changed since the last complete build. */
  readonly pending: number;
  /** Returns the current memory usage in bytes, computed on demand. */
  bytes(): number;
}

export interface EngineChanges {
  readonly upserts: readonly FacetRecord[];
  readonly removals: readonly number[];
}

/**
 * The data an engine was filled with, and its position in the changes.
 * @since 0.1.0
 */
export interface EnginePosition {
  /** Identifies the rows and names it was filled with; differs if either does. */
  readonly fingerprint: string;
  /** Position in the catalog's changes. */
  readonly sequence: number;
  /** Position in the changes of extensions' sources. */
  readonly ownSequence: number;
}

/**
 * The state of an engine that all processes of a site fill together.
 * @since 0.1.0
 */
export interface SharedEngine {
  /** Returns the position that all processes together have reached; undefined if the engine has not been filled. */
  position(): Promise<EnginePosition | undefined>;
  /** Runs work while no other process writes to the engine; products and the position are only written in here. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  /** Stores the position of the engine's data. */
  setPosition(position: EnginePosition): Promise<void>;
}

/**
 * Answers filter queries. An extension may bind another implementation as `engine`.
 * Queries and counts may return promises, since an engine may run on another machine; the in-memory engine answers
 * synchronously.
 * @since 0.1.0
 */
export interface FacetEngine {
  /**
   * Replaces all data; queries see the old state until it is done. If the records end with an error, the old state
   * remains and the promise rejects with that error.
   * @param signal aborts the build: the old state remains, and the promise rejects with the signal's reason
   * @param position the position of the records; for shared engines
   */
  build(records: AsyncIterable<readonly FacetRecord[]>, signal?: AbortSignal, position?: EnginePosition): Promise<void>;
  /** Writes changed products and removes deleted ones. */
  apply(changes: EngineChanges): MaybePromise<void>;
  /**
   * Writes many products that are already known, in the background and in one step at the end; products that `apply`
   * writes meanwhile keep that state.
   * @param signal aborts the operation without any change
   * @since 0.1.0
   */
  merge?(records: AsyncIterable<readonly FacetRecord[]>, signal?: AbortSignal): Promise<void>;
  /**
   * Returns products that have any of the values of a source, on any document.
   * @since 0.1.0
   */
  findByValues?(source: string, values: readonly string[]): MaybePromise<readonly number[]>;
  query(query: EngineQuery): MaybePromise<EngineResult>;
  /** Returns products whose text matches, the best first, at most `limit`, within the scope. */
  suggest(search: string, scope: readonly Selection[], limit: number): MaybePromise<readonly Hit[]>;
  /**
   * Returns a normalized correction for words that no product has; undefined if all words are known or no known word is
   * near.
   * @since 0.1.0
   */
  correction?(search: string, terms?: SearchTerms): string | undefined;
  /**
   * Returns completions of the last word from the words of products, the most frequent first, each with the text before
   * it; normalized.
   * @since 0.1.0
   */
  completions?(search: string, limit: number): readonly string[];
  /** Returns how many products have any value of the source. */
  coverage(source: string): number;
  /** Returns the value keys of a source with the number of products for each. */
  values(source: string): ReadonlyMap<string, number>;
  stats(): EngineStats;
  /**
   * Present if several processes fill the engine together.
   * @since 0.1.0
   */
  readonly shared?: SharedEngine;
  /**
   * Present if the engine can be filled from a copy.
   * @since 0.1.0
   */
  readonly copies?: EngineCopies;
}

/**
 * The data of an engine: arrays of numbers, texts, and lists and maps of them.
 * @since 0.1.0
 */
export interface EngineCopy {
  readonly parts: object;
}

/**
 * Copies the data of an engine, and fills it from a copy.
 * @since 0.1.0
 */
export interface EngineCopies {
  /** Returns the data the engine was last filled with. It may lack products that were removed or changed since. */
  take(): EngineCopy;
  /** Replaces all data, as `build` does. */
  fill(copy: EngineCopy, signal?: AbortSignal): Promise<void>;
}
