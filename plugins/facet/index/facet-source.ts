import type { MaybePromise, PageText } from 'plinth';
import type { ProductRecord } from './catalog.js';

/** A product's value under a source: options, a number, a boolean, or several named numbers such as `{ lat, lon }`. */
export type SourceValue = string | number | boolean | readonly string[] | Readonly<Record<string, number>>;

/**
 * A custom source by which products can be filtered: `container.get('sources').register({ … })` in `facet/booted`.
 * It is called when products are indexed, and its values are stored in the index.
 * @since 0.1.0
 */
export interface FacetSource {
  readonly id: string;
  readonly label: PageText;
  /**
   * `values`, `number` and `flag` work with the built-in facet types; any other kind works with facet types that
   * support it.
   */
  readonly kind: string;
  /** Version of the values; a changed number makes the index query all products again. 1 when absent. */
  readonly version?: number;
  /** The default type of a new facet. */
  readonly suggestedType?: string;
  /** Returns a product's value; undefined for none. */
  getValue?(product: ProductRecord): SourceValue | undefined;
  /** Returns the values of many products by id; replaces `getValue` for values that are loaded from elsewhere. */
  getValues?(products: readonly ProductRecord[]): MaybePromise<ReadonlyMap<number, SourceValue>>;
  /** Returns the label of a value; the value itself when absent. */
  getLabel?(value: string): string;
}

/** Values of a product from extensions' sources, by source id. */
export type CustomValues = Readonly<Record<string, SourceValue>>;

/** Values that sources returned for products. */
export interface SourceResults {
  /** By product id. */
  readonly values: ReadonlyMap<number, CustomValues>;
  /** The sources queried, each with its version. */
  readonly queried: ReadonlySet<string>;
  /** The sources that failed and returned no values. */
  readonly failed: ReadonlySet<string>;
}

/** Reads the sources of extensions for the index. */
export interface SourceReader {
  /**
   * Returns the registered sources with their versions, such as `place@1`; undefined while extensions are still adding
   * theirs.
   */
  listRegistered(): ReadonlySet<string> | undefined;
  /** Returns sources that recently failed for all products and must not be queried again yet. */
  listSuspended(): ReadonlySet<string>;
  /** @param only the sources to query, with their versions; all when absent */
  read(products: readonly ProductRecord[], only?: ReadonlySet<string>): Promise<SourceResults>;
  /** Marks sources as failed in a build over all products. */
  rest(failed: ReadonlySet<string>): void;
}

/** The reader of a site without extensions. */
export const NO_SOURCES: SourceReader = {
  listRegistered: () => new Set(),
  listSuspended: () => new Set(),
  read: async () => ({ values: new Map(), queried: new Set(), failed: new Set() }),
  rest: () => undefined,
};
