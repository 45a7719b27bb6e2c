import type { EngineQuery, Selection } from '../engine/types.js';
import type { OwnSelection, Ranking } from '../engine/own-parts.js';
import { SORTS } from '../engine/types.js';
import { type Facet, stateOf } from '../settings/facet-types.js';
import type { FilterState } from '../url-state/filter-state.js';
import type { ValueNames } from './value-names.js';

interface QueryParts {
  readonly facets: readonly Facet[];
  /** Slugs of those that are counted; all when absent. */
  readonly shown?: ReadonlySet<string>;
  readonly state: FilterState;
  readonly names: ValueNames;
  /** The category the page is about; 0 for none. */
  readonly category: number;
  readonly perPage: number;
  /** An order of an extension. */
  ranking(id: string): Ranking | undefined;
  /** How many of a source's stored units the page's unit is: 100 for prices in cents. */
  scale(source: string): number;
}

/** What the engine is asked for a state of the page. */
export function toEngineQuery({ facets, shown: counted, state, names, category, perPage, ranking, scale }: QueryParts): EngineQuery {
  const shown = (all: readonly Facet[]): readonly Facet[] => (counted ? all.filter(({ slug }) => counted.has(slug)) : all);
  const scaled = (source: string, end: number | null): number | null => (end === null ? null : Math.round(end * scale(source) * 1e6) / 1e6);
  const own = facets.filter((facet) => stateOf(facet.kind) === 'own' && (state.own?.has(facet.slug) || !counted || counted.has(facet.slug)));
  // Whoever searches and chose no order wants the best match first.
  const orderby = state.orderby === '' && state.search !== '' ? 'relevance' : state.orderby;
  const ranked = ranking(orderby);
  return {
    selections: facets.flatMap((facet): Selection[] => {
      const values = state.values.get(facet.slug);
      if (!values) return [];
      return [{ key: facet.slug, source: facet.source, values: values.flatMap((value) => names.keys(facet.source, value)), operator: facet.operator }];
    }),
    ranges: facets.flatMap(({ slug, source }) => {
      const range = state.ranges.get(slug);
      return range ? [{ key: slug, source, min: scaled(source, range.min), max: scaled(source, range.max) }] : [];
    }),
    scope: category > 0 ? [{ key: '', source: 'tax:product_cat', values: [String(category)], operator: 'or' }] : [],
    search: state.search,
    sort: SORTS.find((sort) => sort === orderby) ?? '',
    ...(ranked ? { ranking: ranked } : {}),
    ...(own.length > 0 ? { own: own.map((facet) => ownSelection(facet, state.own?.get(facet.slug), !counted || counted.has(facet.slug))) } : {}),
    page: state.page,
    perPage,
    counts: keysOf(shown(facets), ['list', 'single']),
    bounds: keysOf(shown(facets), ['range']),
  };
}

function keysOf(facets: readonly Facet[], kinds: readonly string[]): { key: string; source: string }[] {
  return facets.filter(({ kind }) => kinds.includes(stateOf(kind))).map(({ slug, source }) => ({ key: slug, source }));
}

/** @param isCounted whether anybody sees what could be chosen */
function ownSelection(facet: Facet, chosen: unknown, isCounted: boolean): OwnSelection {
  const { kind, slug, source } = facet;
  return {
    key: slug,
    source,
    match: (documents) => (chosen === undefined ? undefined : kind.match?.(documents, chosen, facet)),
    choices: (documents) => (isCounted ? kind.choices?.(documents, chosen, facet) ?? [] : []),
  };
}
