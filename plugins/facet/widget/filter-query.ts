import { type EngineQuery, type Selection, SORTS } from '../engine/types.js';
import { type Bitset, emptyBits, orInto } from '../engine/bitset.js';
import type { ChosenFacet, DocumentView, CustomSelection, RankedChoice, Ranking } from '../engine/custom-types.js';
import { QUANTILES } from './range-scale.js';
import { type Facet, stateOf } from '../settings/facet-types.js';
import type { ValueEdit } from '../settings/value-edits.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { Vocabulary } from '../index/vocabulary.js';
import { isBands, displayedValues } from './visible-values.js';
import type { ValueNames } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

/** Returns the factor between display and stored units of a facet's numbers: 100 for prices in cents. */
export type Scale = (facet: Pick<Facet, 'source' | 'measure'>) => number;

interface QueryParts {
  readonly facets: readonly Facet[];
  /** Slugs of the facets to count; all when absent. */
  readonly shownSlugs?: ReadonlySet<string>;
  readonly state: FilterState;
  readonly names: ValueNames;
  /** The context of the widget. */
  readonly context: Pick<WidgetContext, 'category' | 'term'>;
  readonly vocabulary: Pick<Vocabulary, 'terms'>;
  readonly perPage: number;
  /** Returns the ranking of an extension's sort order for a selection. */
  ranking(id: string, choice: RankedChoice): Ranking | undefined;
  readonly scale: Scale;
}

/** Converts a state of the page to an engine query. */
export function toEngineQuery({
  facets,
  shownSlugs: counted,
  state,
  names,
  context,
  vocabulary,
  perPage,
  ranking,
  scale,
}: QueryParts): EngineQuery {
  const onlyCounted = (all: readonly Facet[]): readonly Facet[] =>
    counted ? all.filter(({ slug }) => counted.has(slug)) : all;
  const toStoredUnits = (facet: Facet, end: number | null): number | null =>
    end === null ? null : Math.round(end * scale(facet) * 1e6) / 1e6;
  const isCounted = ({ slug }: Facet): boolean => !counted || counted.has(slug);
  const own = [
    ...facets
      .filter(
        (facet) =>
          stateOf(facet.kind) === 'own' &&
          !facet.kind.range &&
          (state.customStates?.has(facet.slug) || isCounted(facet)),
      )
      .map((facet) => customSelection(facet, state.customStates?.get(facet.slug), isCounted(facet))),
    ...facets
      .filter((facet) => isBands(facet) && (state.values.has(facet.slug) || isCounted(facet)))
      .map((facet) => bandSelection(facet, state.values.get(facet.slug) ?? [], toStoredUnits)),
  ];
  // A search without a selected sort order shows the best match first.
  const orderby = state.orderby === '' && state.search !== '' ? 'relevance' : state.orderby;
  const selections = facets.flatMap((facet): Selection[] => {
    const values = state.values.get(facet.slug);
    if (!values || isBands(facet)) return [];
    const { slug, source, operator } = facet;
    const keys = values.map((value) => displayedValues(facet, names).keys(value));
    // Of a value that combines several, one match suffices, even if all selected values must match.
    if (operator === 'and' && keys.some((members) => members.length > 1))
      return keys.map((some) => ({
        key: additionalKey(slug),
        source,
        values: some,
        operator: 'or',
        ...documentsOf(facet),
      }));
    return [{ key: slug, source, values: keys.flat(), operator, ...documentsOf(facet) }];
  });
  const ranges = facets.flatMap((facet) => {
    const { slug, source, kind } = facet;
    const range = state.ranges.get(slug);
    const customState = state.customStates?.get(slug);
    if (kind.range && customState !== undefined) return [{ key: slug, source, ...kind.range(customState) }];
    return range
      ? [{ key: slug, source, min: toStoredUnits(facet, range.min), max: toStoredUnits(facet, range.max) }]
      : [];
  });
  const customRanking = ranking(orderby, {
    facets: selectedFacetsOf(facets, state, { selections, ranges }),
    search: state.search,
    category: context.category,
  });
  return {
    selections,
    ranges,
    scope: scopeOf(context, vocabulary),
    search: state.search,
    sort: SORTS.find((sort) => sort === orderby) ?? '',
    ...(customRanking ? { ranking: customRanking } : {}),
    ...(own.length > 0 ? { customSelections: own } : {}),
    page: state.page,
    perPage,
    counts: countedKeys(onlyCounted(facets), ['list', 'single']),
    bounds: onlyCounted(facets)
      .filter(({ kind }) => stateOf(kind) === 'range' || kind.range)
      .map(({ slug, source, kind }) => ({ key: slug, source, ...(kind.range ? {} : { quantiles: QUANTILES }) })),
  };
}

/**
 * Returns the scope of the page: its category, or its brand, tag or attribute value. A term that does not exist matches
 * nothing.
 */
export function scopeOf({ category, term }: QueryParts['context'], { terms }: QueryParts['vocabulary']): Selection[] {
  const termSelection = (taxonomy: string, id: number): Selection => ({
    key: '',
    source: `tax:${taxonomy}`,
    values: [String(id)],
    operator: 'or',
  });
  return [
    ...(category > 0 ? [termSelection(CATEGORY, category)] : []),
    ...(term > 0 ? [termSelection(terms.get(term)?.taxonomy ?? CATEGORY, term)] : []),
  ];
}

const CATEGORY = 'product_cat';

/** Returns the key of a selection in addition to others that must match as well; counts of its facet include it. */
const additionalKey = (slug: string): string => `${slug}&`;

/** Returns the selection of bands of numbers: a product in any of the selected ones matches. */
function bandSelection(
  facet: Facet,
  selectedValues: readonly string[],
  toStoredUnits: (facet: Facet, end: number | null) => number | null,
): CustomSelection {
  const { slug, source, values } = facet;
  const bitsOf = (documents: DocumentView, { from, to }: ValueEdit): Bitset =>
    documents.between(toStoredUnits(facet, from ?? null), toStoredUnits(facet, to ?? null));
  return {
    key: slug,
    source,
    match(documents) {
      if (selectedValues.length === 0) return undefined;
      const bits = emptyBits(documents.docs);
      for (const band of values) if (selectedValues.includes(band.value)) orInto(bits, bitsOf(documents, band));
      return bits;
    },
    choices: (documents) => values.map((band) => [band.value, bitsOf(documents, band)] as const),
  };
}

/** Returns the selection in each facet, in the form that an extension's sort order receives. */
function selectedFacetsOf(
  facets: readonly Facet[],
  state: FilterState,
  { selections, ranges }: Pick<EngineQuery, 'selections' | 'ranges'>,
): ChosenFacet[] {
  return facets.flatMap(({ slug, source }): ChosenFacet[] => {
    const range = ranges.find(({ key }) => key === slug);
    const keys = selections
      .filter(({ key }) => key === slug || key === additionalKey(slug))
      .flatMap(({ values }) => values);
    const own = state.customStates?.get(slug);
    if (keys.length === 0 && !range && own === undefined) return [];
    return [
      {
        slug,
        source,
        values: state.values.get(slug) ?? [],
        keys,
        ...(range ? { range: { min: range.min, max: range.max } } : {}),
        ...(own === undefined ? {} : { customState: own }),
      },
    ];
  });
}

function countedKeys(facets: readonly Facet[], kinds: readonly string[]): EngineQuery['counts'] {
  return facets
    .filter((facet) => kinds.includes(stateOf(facet.kind)) && !isBands(facet))
    .map((facet) => ({ key: facet.slug, source: facet.source, ...documentsOf(facet) }));
}

/** A product has all of the selected values if its variations have them together. */
export const documentsOf = ({ operator }: Facet): Pick<Selection, 'anyDocument'> =>
  operator === 'and' ? { anyDocument: true } : {};

/** @param isCounted whether counts of the choices are shown */
function customSelection(facet: Facet, ownState: unknown, isCounted: boolean): CustomSelection {
  const { kind, slug, source } = facet;
  return {
    key: slug,
    source,
    match: (documents) => (ownState === undefined ? undefined : kind.match?.(documents, ownState, facet)),
    choices: (documents) => (isCounted ? (kind.choices?.(documents, ownState, facet) ?? []) : []),
  };
}
