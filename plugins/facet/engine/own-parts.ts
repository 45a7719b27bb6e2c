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
}

/** An order that an extension brings; the same object as long as it ranks alike, since places are kept by it. */
export interface Ranking {
  /** By document, the higher the earlier. */
  scores(docs: number, at: (doc: number) => RankedProduct): Float64Array;
}
