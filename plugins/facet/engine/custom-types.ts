import type { Bitset } from './bitset.js';

/** The documents of one segment as a facet type of an extension sees them: by number, with what its source says of each. */
export interface DocumentView {
  /** How many there are; a document is a product, or one of its variations. */
  readonly docs: number;
  /** By document: the source's number, NaN where there is none. @param name which one, where a source gives several */
  numbers(name?: string): Float64Array;
  /** Documents that have a value of the source. */
  having(value: string): Bitset;
  /** Documents whose number lies between the ends, both included; null is open. */
  between(min: number | null, max: number | null, name?: string): Bitset;
  /** Documents that pass a test. */
  where(test: (doc: number) => boolean): Bitset;
}

/** A choice that is no list of values and no range: what it holds for is said by a facet type of an extension. */
export interface OwnSelection {
  /** The facet's slug; its own counts are made without it. */
  readonly key: string;
  readonly source: string;
  /** The documents it keeps; undefined keeps all. */
  match(documents: DocumentView): Bitset | undefined;
  /** What could be chosen instead, with the documents each choice would keep: they are counted. */
  choices(documents: DocumentView): readonly (readonly [key: string, documents: Bitset])[];
}

/** A product's version as an order of an extension sees it. */
export interface RankedProduct {
  readonly id: number;
  /** Minor units. */
  readonly price: number;
  /** The owner's order. */
  readonly position: number;
  readonly rating: number;
  readonly ratingCount: number;
  /** Units sold. */
  readonly sales: number;
  /** Seconds since 1970. */
  readonly published: number;
  readonly available: boolean;
  /** The number a source has of it. */
  number(source: string): number | undefined;
  /** Whether it has a value of a source. @param key as {@link ChosenFacet.keys} say it */
  has(source: string, key: string): boolean;
  /** How well it matches the words searched for, from 0 to 1: only for an order that follows the choice. */
  readonly relevance: number;
}

/** What a visitor has chosen of one facet. */
export interface ChosenFacet {
  readonly slug: string;
  readonly source: string;
  /** As the address says them. */
  readonly values: readonly string[];
  /** The same as the index has them. */
  readonly keys: readonly string[];
  /** In the unit of `price` and `number`; null is open. */
  readonly range?: { readonly min: number | null; readonly max: number | null };
  /** What a type of an extension has read. */
  readonly own?: unknown;
}

/** What a visitor has chosen, and where. @since 0.2.0 */
export interface RankedChoice {
  /** In the order of the facets; those of which nothing is chosen are absent. */
  readonly facets: readonly ChosenFacet[];
  /** Words to find; empty for none. */
  readonly search: string;
  /** The category the page is about; 0 for none. */
  readonly category: number;
}

/** An order that an extension brings; the same object as long as it ranks alike, since places are kept by it. */
export interface Ranking {
  /** Whether it holds for one choice alone: it is asked about what was found then, and nothing is kept. */
  readonly passing?: boolean;
  /** The higher the earlier. @param count documents, `at` answers for each by number */
  scores(count: number, at: (i: number) => RankedProduct): Float64Array;
}
