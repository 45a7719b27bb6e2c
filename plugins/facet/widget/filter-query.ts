import { type EngineQuery, type Selection, SORTS } from '../engine/types.js';
import { type Bitset, emptyBits, orInto } from '../engine/bitset.js';
import type { ChosenFacet, DocumentView, OwnSelection, RankedChoice, Ranking } from '../engine/custom-types.js';
import { QUANTILES } from './range-scale.js';
import { type Facet, stateOf } from '../settings/facet-types.js';
import type { ValueEdit } from '../settings/value-edits.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { Vocabulary } from '../index/vocabulary.js';
import { isBands, shownValues } from './visible-values.js';
import type { ValueNames } from './value-names.js';
import type { WidgetContext } from './widget-context.js';

interface QueryParts {
  readonly facets: readonly Facet[];
  /** Slugs of those that are counted; all when absent. */
  readonly shown?: ReadonlySet<string>;
  readonly state: FilterState;
  readonly names: ValueNames;
  /** Where the widget stands. */
  readonly context: Pick<WidgetContext, 'category' | 'term'>;
  readonly vocabulary: Pick<Vocabulary, 'terms'>;
  readonly perPage: number;
  /** An order of an extension, as it is for a choice. */
  ranking(id: string, choice: RankedChoice): Ranking | undefined;
  /** How many of a source's stored units the page's unit is: 100 for prices in cents. */
  scale(source: string): number;
}

/** What the engine is asked for a state of the page. */
export function toEngineQuery({
  facets,
  shown: counted,
  state,
  names,
  context,
  vocabulary,
  perPage,
  ranking,
  scale,
}: QueryParts): EngineQuery {
  const shown = (all: readonly Facet[]): readonly Facet[] =>
    counted ? all.filter(({ slug }) => counted.has(slug)) : all;
  const scaled = (source: string, end: number | null): number | null =>
    end === null ? null : Math.round(end * scale(source) * 1e6) / 1e6;
  const isCounted = ({ slug }: Facet): boolean => !counted || counted.has(slug);
  const own = [
    ...facets
      .filter((facet) => stateOf(facet.kind) === 'own' && (state.own?.has(facet.slug) || isCounted(facet)))
      .map((facet) => ownSelection(facet, state.own?.get(facet.slug), isCounted(facet))),
    ...facets
      .filter((facet) => isBands(facet) && (state.values.has(facet.slug) || isCounted(facet)))
      .map((facet) => bandSelection(facet, state.values.get(facet.slug) ?? [], scaled)),
  ];
  // Whoever searches and chose no order wants the best match first.
  const orderby = state.orderby === '' && state.search !== '' ? 'relevance' : state.orderby;
  const selections = facets.flatMap((facet): Selection[] => {
    const values = state.values.get(facet.slug);
    if (!values || isBands(facet)) return [];
    const { slug, source, operator } = facet;
    const keys = values.map((value) => shownValues(facet, names).keys(value));
    // Of a value that stands for several, one is enough, also where all values must hold.
    if (operator === 'and' && keys.some((some) => some.length > 1))
      return keys.map((some) => ({ key: besides(slug), source, values: some, operator: 'or' }));
    return [{ key: slug, source, values: keys.flat(), operator }];
  });
  const ranges = facets.flatMap(({ slug, source }) => {
    const range = state.ranges.get(slug);
    return range ? [{ key: slug, source, min: scaled(source, range.min), max: scaled(source, range.max) }] : [];
  });
  const ranked = ranking(orderby, {
    facets: chosenOf(facets, state, { selections, ranges }),
    search: state.search,
    category: context.category,
  });
  return {
    selections,
    ranges,
    scope: scopeOf(context, vocabulary),
    search: state.search,
    sort: SORTS.find((sort) => sort === orderby) ?? '',
    ...(ranked ? { ranking: ranked } : {}),
    ...(own.length > 0 ? { own } : {}),
    page: state.page,
    perPage,
    counts: keysOf(shown(facets), ['list', 'single']),
    bounds: keysOf(shown(facets), ['range']).map((wanted) => ({ ...wanted, quantiles: QUANTILES })),
  };
}

/** What the page is about: its category, or its brand, tag or value of an attribute. One that there is not finds nothing. */
export function scopeOf({ category, term }: QueryParts['context'], { terms }: QueryParts['vocabulary']): Selection[] {
  const within = (taxonomy: string, id: number): Selection => ({
    key: '',
    source: `tax:${taxonomy}`,
    values: [String(id)],
    operator: 'or',
  });
  return [
    ...(category > 0 ? [within(CATEGORY, category)] : []),
    ...(term > 0 ? [within(terms.get(term)?.taxonomy ?? CATEGORY, term)] : []),
  ];
}

const CATEGORY = 'product_cat';

/** The choice of a value besides others that must hold as well: counts of its facet are made with it. */
const besides = (slug: string): string => `${slug}&`;

/** Steps of numbers: a product that lies in any of the chosen ones is kept. */
function bandSelection(
  { slug, source, values }: Facet,
  chosen: readonly string[],
  scaled: (source: string, end: number | null) => number | null,
): OwnSelection {
  const bitsOf = (documents: DocumentView, { from, to }: ValueEdit): Bitset =>
    documents.between(scaled(source, from ?? null), scaled(source, to ?? null));
  return {
    key: slug,
    source,
    match(documents) {
      if (chosen.length === 0) return undefined;
      const bits = emptyBits(documents.docs);
      for (const band of values) if (chosen.includes(band.value)) orInto(bits, bitsOf(documents, band));
      return bits;
    },
    choices: (documents) => values.map((band) => [band.value, bitsOf(documents, band)] as const),
  };
}

/** What is chosen of each facet, as an order of an extension sees it. */
function chosenOf(
  facets: readonly Facet[],
  state: FilterState,
  { selections, ranges }: Pick<EngineQuery, 'selections' | 'ranges'>,
): ChosenFacet[] {
  return facets.flatMap(({ slug, source }): ChosenFacet[] => {
    const range = ranges.find(({ key }) => key === slug);
    const keys = selections.filter(({ key }) => key === slug || key === besides(slug)).flatMap(({ values }) => values);
    const own = state.own?.get(slug);
    if (keys.length === 0 && !range && own === undefined) return [];
    return [
      {
        slug,
        source,
        values: state.values.get(slug) ?? [],
        keys,
        ...(range ? { range: { min: range.min, max: range.max } } : {}),
        ...(own === undefined ? {} : { own }),
      },
    ];
  });
}

function keysOf(facets: readonly Facet[], kinds: readonly string[]): { key: string; source: string }[] {
  return facets
    .filter((facet) => kinds.includes(stateOf(facet.kind)) && !isBands(facet))
    .map(({ slug, source }) => ({ key: slug, source }));
}

/** @param isCounted whether anybody sees what could be chosen */
function ownSelection(facet: Facet, chosen: unknown, isCounted: boolean): OwnSelection {
  const { kind, slug, source } = facet;
  return {
    key: slug,
    source,
    match: (documents) => (chosen === undefined ? undefined : kind.match?.(documents, chosen, facet)),
    choices: (documents) => (isCounted ? (kind.choices?.(documents, chosen, facet) ?? []) : []),
  };
}
