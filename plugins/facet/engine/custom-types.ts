import type { Bitset } from './bitset.js';

/** The documents of one segment as an extension's facet type sees them: by number, with the data of its source. */
export interface DocumentView {
  /** Number of documents; a document is a product or one of its variations. */
  readonly docs: number;
  /**
   * Returns the source's number by document, NaN where there is none.
   * @param name which number, if a source has several
   */
  numbers(name?: string): Float64Array;
  /** Returns documents that have a value of the source. */
  findByValue(value: string): Bitset;
  /** Returns documents whose number is between the bounds, both inclusive; null leaves a bound open. */
  between(min: number | null, max: number | null, name?: string): Bitset;
  /** Returns documents that pass a test. */
  where(test: (doc: number) => boolean): Bitset;
}

/**
 * A selection that is neither a list of values nor a range; an extension's facet type decides which documents match.
 */
export interface CustomSelection {
  /** The facet's slug; counts of the facet ignore its own selection. */
  readonly key: string;
  readonly source: string;
  /**
   * Whether any document of a product may have a choice, as for {@link Selection}.
   * @since 0.1.0
   */
  readonly anyDocument?: boolean;
  /** Returns the matching documents; undefined matches all. */
  match(documents: DocumentView): Bitset | undefined;
  /** Returns the possible choices with their matching documents, which are counted. */
  choices(documents: DocumentView): readonly (readonly [key: string, documents: Bitset])[];
}

/** A variation of a product as an extension's sort order sees it. */
export interface RankedProduct {
  readonly id: number;
  /** Price in minor units. */
  readonly price: number;
  /** Position in the owner's order. */
  readonly position: number;
  readonly rating: number;
  readonly ratingCount: number;
  /** Units sold. */
  readonly sales: number;
  /** Seconds since the Unix epoch. */
  readonly published: number;
  readonly available: boolean;
  /** Returns the number from a source. */
  number(source: string): number | undefined;
  /**
   * Whether the product has a value of a source.
   * @param key in the form of {@link ChosenFacet.keys}
   */
  has(source: string, key: string): boolean;
  /** Relevance of the search, from 0 to 1; only for a sort order that depends on the selection. */
  readonly relevance: number;
}

/** A visitor's selection in one facet. */
export interface ChosenFacet {
  readonly slug: string;
  readonly source: string;
  /** The values as in the URL. */
  readonly values: readonly string[];
  /** The same values as keys of the index. */
  readonly keys: readonly string[];
  /** In the unit of `price` and `number`; null leaves a bound open. */
  readonly range?: { readonly min: number | null; readonly max: number | null };
  /** The selection as parsed by an extension's facet type. */
  readonly customState?: unknown;
}

/**
 * A visitor's selection and its context.
 * @since 0.1.0
 */
export interface RankedChoice {
  /** In the order of the facets; facets without a selection are absent. */
  readonly facets: readonly ChosenFacet[];
  /** Search text; empty for none. */
  readonly search: string;
  /** Id of the page's category; 0 for none. */
  readonly category: number;
}

/**
 * A sort order of an extension. The object must stay the same while the ranking does, since positions are cached by
 * identity.
 */
export interface Ranking {
  /**
   * Whether the ranking applies to one selection only: it is then called with the products found, and nothing is
   * cached.
   */
  readonly isPerSelection?: boolean;
  /**
   * Returns the scores; higher ones come first.
   * @param count number of documents; `at` returns each by its number
   */
  scores(count: number, at: (i: number) => RankedProduct): Float64Array;
}
