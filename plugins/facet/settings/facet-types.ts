import type { MaybePromise, PageText } from 'plinth';
import type { Bitset } from '../engine/bitset.js';
import type { DocumentView } from '../engine/custom-types.js';
import type { FacetSettings } from './settings.js';

/** The kind of data that products have under a source. Extensions' sources may use kinds of their own. */
export type SourceKind = 'values' | 'number' | 'date' | 'rating' | 'flag' | 'words';

/** The form of a facet's state that the filter itself parses: several values, one value, a range, or a search. */
type PlainState = 'list' | 'single' | 'range' | 'search';

/** The variables of one facet in a URL. */
export interface UrlVariables {
  /** `sf_near=…`, cut to 200 characters; empty when absent. */
  readonly text: string;
  /** `sf_near[place]=…&sf_near[km]=…` as sent by a form, by name. */
  readonly parts: Readonly<Record<string, string>>;
}

/** Parses and serializes the state of an extension's type. */
export interface StateCodec<S> {
  /** Returns the state; undefined for an empty or invalid one. It must accept the output of `write`. */
  read(variables: UrlVariables, facet: Facet): S | undefined;
  /** Returns the text after `sf_<slug>=`. It must contain the whole state, since pages are cached by it. */
  write(state: S, facet: Facet): string;
}

/** Appearance of a list of values. */
export interface ListStyle {
  readonly view: 'options' | 'dropdown' | 'tree';
  /** Whether there is a search field; when absent, long lists have one. */
  readonly field?: 'always' | 'never';
  /** Whether there is a bar of first letters. */
  readonly letters?: boolean;
  /** Whether only the first value is shown, as a switch. */
  readonly toggle?: boolean;
  /**
   * Whether the owner defines bands of numbers, in place of the source's values.
   * @since 0.1.0
   */
  readonly bands?: boolean;
}

/** A facet option defined by its type, for the form and the stored settings. */
export interface TypeOption {
  readonly name: string;
  readonly label: PageText;
  readonly help?: PageText;
  readonly default: string | number | boolean;
  /** Limits of a number. */
  readonly min?: number;
  readonly max?: number;
}

/** Data for rendering the body of a facet whose type has a state of its own. */
interface CustomView<S> {
  readonly facet: Facet;
  /** The current selection. */
  readonly state: S | undefined;
  /** Name of the form field; `${name}[place]` for its parts. */
  readonly name: string;
  /** Prefix of element ids. */
  readonly id: string;
  /** By choice: number of products found by selecting it. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * A facet type, which shows a source and parses its selection: `container.get('types').register({ … })` in
 * `facet/booted`.
 * With one of the plain states, the filter itself parses, counts and renders the facet according to `style`. With a
 * state of its own, the type implements matching and rendering.
 * @since 0.1.0
 */
export interface FacetType<S = unknown> {
  readonly id: string;
  readonly label: PageText;
  /** Description of the type for the owner. */
  readonly help?: PageText;
  readonly state: PlainState | StateCodec<S>;
  /** Whether the type can show a source. */
  supports(source: { readonly source: string; readonly kind: string }): boolean;
  readonly style?: ListStyle;
  /** Default options of a facet. */
  readonly defaults?: Partial<
    Pick<Facet, 'operator' | 'order' | 'limit' | 'show_counts' | 'hide_empty' | 'collapsed' | 'unit' | 'step'>
  >;
  /** Additional options defined by the type: `facet.options`. */
  readonly options?: readonly TypeOption[];
  /** Returns the documents that match a selection; undefined matches all. */
  match?(documents: DocumentView, state: S, facet: Facet): Bitset | undefined;
  /**
   * Returns the range of the source's numbers that a selection stands for. Every engine supports it, so it replaces
   * `match`.
   * @since 0.1.0
   */
  range?(state: S): { readonly min: number | null; readonly max: number | null };
  /** Returns the possible choices by key, with their matching documents, which are counted. */
  choices?(
    documents: DocumentView,
    state: S | undefined,
    facet: Facet,
  ): readonly (readonly [key: string, documents: Bitset])[];
  /** Describes a selection in text, without the facet's label. */
  describe?(state: S, facet: Facet): string;
  /** Returns the HTML of the facet's body. */
  render?(view: CustomView<S>): MaybePromise<string>;
}

/** The unit of a source's numbers. */
export interface Measure {
  /** ISO 4217; empty unless the numbers are amounts of money. */
  readonly currency: string;
  readonly unit: string;
  /** Decimals of the unit that the stored numbers are multiples of: 2 for cents. */
  readonly digits: number;
}

/** A facet with every option, in the form that the widget uses. */
export interface Facet extends Required<FacetSettings> {
  /** The type that `type` refers to. */
  readonly kind: FacetType;
  /** Unit of the source's numbers; absent for none, and for the price. */
  readonly measure?: Measure;
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
    labels: {},
    ...kind.defaults,
    ...facet,
    options: { ...options, ...facet.options },
    kind,
  };
}

/** Returns the plain state of a type; `own` if an extension parses it. */
export const stateOf = ({ state }: FacetType): PlainState | 'own' => (typeof state === 'string' ? state : 'own');

/** Whether values are selected from a list, one or several. */
export const isList = (type: FacetType): boolean => type.state === 'list' || type.state === 'single';

/** Returns the appearance of a list, or the default one. */
export const listStyleOf = ({ style }: FacetType): ListStyle => style ?? { view: 'options' };
