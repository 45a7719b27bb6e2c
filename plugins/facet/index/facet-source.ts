import type { MaybePromise, PageText } from 'plinth';
import type { ProductRecord } from './catalogue.js';

/** What a product has under a source: values to choose, a number, yes or no, or several numbers by name, such as `{ lat, lon }`. */
export type SourceValue = string | number | boolean | readonly string[] | Readonly<Record<string, number>>;

/**
 * Something of an extension's that products can be filtered by: `container.get('sources').register({ … })` in `facet/booted`.
 * It is asked when products are indexed, and what it says is kept in the index.
 * @since 0.2.0
 */
export interface FacetSource {
  readonly id: string;
  readonly label: PageText;
  /** `values`, `number` and `flag` are shown by the filter's own types; any other word by types that fit it. */
  readonly kind: string;
  /** Another number after what it says of products has changed: it is asked anew for all of them. 1 when absent. */
  readonly version?: number;
  /** The type that a new facet begins with. */
  readonly suggestedType?: string;
  /** What a product has; undefined for nothing. */
  valueOf?(product: ProductRecord): SourceValue | undefined;
  /** What many products have, by their ids: in the place of `valueOf`, for what is read from somewhere. */
  valuesOf?(products: readonly ProductRecord[]): MaybePromise<ReadonlyMap<number, SourceValue>>;
  /** What a value is called; the value itself when absent. */
  nameOf?(value: string): string;
}

/** What products have under extensions' sources, by the source's id. */
export type OwnValues = Readonly<Record<string, SourceValue>>;

/** What sources say of products. */
export interface SaidOfProducts {
  /** By the product's id. */
  readonly values: ReadonlyMap<number, OwnValues>;
  /** Who was asked, each with its version. */
  readonly asked: ReadonlySet<string>;
  /** Who of them failed, and said nothing. */
  readonly failed: ReadonlySet<string>;
}

/** The sources that extensions have added, as the index asks them. */
export interface SourceReader {
  /** Each with its version, such as `place@1`; undefined while extensions are still adding theirs. */
  wanted(): ReadonlySet<string> | undefined;
  /** Those that failed when they were last asked for all products: it is too early to ask again. */
  resting(): ReadonlySet<string>;
  /** @param only these, each with its version; all of them when absent */
  read(products: readonly ProductRecord[], only?: ReadonlySet<string>): Promise<SaidOfProducts>;
  /** A build asked these sources for all products, and they failed. */
  rest(failed: ReadonlySet<string>): void;
}

/** A site without extensions. */
export const NO_SOURCES: SourceReader = {
  wanted: () => new Set(),
  resting: () => new Set(),
  read: async () => ({ values: new Map(), asked: new Set(), failed: new Set() }),
  rest: () => undefined,
};
