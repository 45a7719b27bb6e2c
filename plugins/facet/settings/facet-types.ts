import type { MaybePromise, PageText } from 'plinth';
import type { Bitset } from '../engine/bitset.js';
import type { DocumentView } from '../engine/custom-types.js';
import type { FacetSettings } from './settings.js';

/** What products have under a source. Extensions' sources may have kinds of their own. */
export type SourceKind = 'values' | 'number' | 'rating' | 'flag' | 'words';

/** How the state of a facet looks that the filter reads itself: several values, one value, a range, or words. */
type PlainState = 'list' | 'single' | 'range' | 'search';

/** What an address says of one facet. */
export interface Given {
  /** `sf_near=…`, cut to 200 characters; empty when absent. */
  readonly text: string;
  /** `sf_near[place]=…&sf_near[km]=…`, as a form writes it: by name. */
  readonly parts: Readonly<Record<string, string>>;
}

/** A state of an extension's own: what is chosen, and its one spelling. */
export interface StateCodec<S> {
  /** Undefined for nothing, and for nonsense. It must take what `write` makes. */
  read(given: Given, facet: Facet): S | undefined;
  /** The text behind `sf_<slug>=`. It says all that the state is: pages are kept by it. */
  write(state: S, facet: Facet): string;
}

/** How a list of values looks. */
export interface ListStyle {
  readonly view: 'options' | 'dropdown' | 'tree';
  /** Whether there is a field to look for a value: for long lists when absent. */
  readonly field?: 'always' | 'never';
  /** With a bar of first letters. */
  readonly letters?: boolean;
  /** The first value alone, as a switch. */
  readonly toggle?: boolean;
  /** Steps of numbers that the owner sets, in the place of values of the source. @since 0.3.0 */
  readonly bands?: boolean;
}

/** An option of a facet that its type brings, in the form and in the stored settings. */
export interface TypeOption {
  readonly name: string;
  readonly label: PageText;
  readonly help?: PageText;
  readonly default: string | number | boolean;
  /** Of a number. */
  readonly min?: number;
  readonly max?: number;
}

/** What the body of a facet with a state of its own is made of. */
interface OwnView<S> {
  readonly facet: Facet;
  /** What is chosen. */
  readonly state: S | undefined;
  /** The name of its form field; `${name}[place]` for parts of it. */
  readonly name: string;
  /** Begins the ids of its elements. */
  readonly id: string;
  /** By choice: products that choosing it would find. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * A way to show a source, and to choose by it: `container.get('types').register({ … })` in `facet/booted`.
 * With one of the plain states, the filter reads, counts and draws it itself, as `look` says. With a state of its own, a type says what it keeps and how it looks.
 * @since 0.2.0
 */
export interface FacetType<S = unknown> {
  readonly id: string;
  readonly label: PageText;
  /** What it is good for, for the owner. */
  readonly help?: PageText;
  readonly state: PlainState | StateCodec<S>;
  /** Whether it can show a source. */
  fits(source: { readonly source: string; readonly kind: string }): boolean;
  readonly look?: ListStyle;
  /** Options of a facet where they were not set. */
  readonly defaults?: Partial<
    Pick<Facet, 'operator' | 'order' | 'limit' | 'show_counts' | 'hide_empty' | 'collapsed' | 'unit' | 'step'>
  >;
  /** Options it brings besides: `facet.options`. */
  readonly options?: readonly TypeOption[];
  /** The documents a choice keeps; undefined keeps all. */
  match?(documents: DocumentView, state: S, facet: Facet): Bitset | undefined;
  /** What could be chosen, by a key of its own, with the documents that would be kept: they are counted. */
  choices?(
    documents: DocumentView,
    state: S | undefined,
    facet: Facet,
  ): readonly (readonly [key: string, documents: Bitset])[];
  /** A choice in plain words, without the facet's label. */
  describe?(state: S, facet: Facet): string;
  /** The HTML of its body. */
  render?(view: OwnView<S>): MaybePromise<string>;
}

/** A facet with every option, as the widget uses it. */
export interface Facet extends Required<FacetSettings> {
  /** What `type` stands for. */
  readonly kind: FacetType;
}

export function withDefaults(facet: FacetSettings, kind: FacetType): Facet {
  const options = Object.fromEntries((kind.options ?? []).map(({ name, default: value }) => [name, value]));
  return {
    operator: 'or',
    order: 'position',
    limit: 8,
    show_counts: true,
    hide_empty: true,
    collapsed: false,
    unit: '',
    step: 0,
    help: '',
    categories: [],
    min_coverage: 0,
    roles: [],
    values: [],
    ...kind.defaults,
    ...facet,
    options: { ...options, ...facet.options },
    kind,
  };
}

/** The plain state of a type; `own` for one that an extension reads. */
export const stateOf = ({ state }: FacetType): PlainState | 'own' => (typeof state === 'string' ? state : 'own');

/** Whether a type's values are chosen from a list, one or several. */
export const isList = (type: FacetType): boolean => type.state === 'list' || type.state === 'single';

/** How a list looks that says nothing about it. */
export const lookOf = ({ look }: FacetType): ListStyle => look ?? { view: 'options' };
