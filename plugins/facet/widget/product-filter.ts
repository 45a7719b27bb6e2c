import type { Source } from '../settings/sources.js';
import type { Settings } from '../settings/settings.js';
import { toParams } from '../url-state/filter-state.js';
import type { FacetValues } from './value-list.js';
import { createFilterResults, type FilterResultDeps } from './filter-result.js';
import { createFilterReader, type FilterReaderDeps, type ListRequest, type FilterRequest } from './filter-reading.js';
import { createFilterSettings, type FilterSettingsDeps } from './filter-settings.js';
import { type Fragments, cacheParts, type PageTexts, partsOf } from './fragments.js';
import type { Scale } from './filter-query.js';
import { countCombinedValues } from './combined-counts.js';
import { contextData, type WidgetContext } from './widget-context.js';
import type { WidgetData } from './widget-data.js';

/**
 * Renders the filter from URL variables to HTML.
 * @since 0.1.0
 */
export interface ProductFilter {
  /**
   * Returns the four fragments for the variables of a URL.
   * @param onList receives the request and the result, whether cached or not, and the last change of the catalog that the
   * answer includes
   */
  fragments(
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
    onList?: (list: CountableList, sequence: number) => void,
  ): Promise<Fragments>;
  /**
   * Returns the whole widget with its fragments.
   * @param onData receives the widget's data, and whether the requested page is beyond the last
   * @param draft unsaved settings, for a preview
   */
  widget(
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
    onData?: (data: WidgetData, beyond: boolean) => void,
    draft?: Settings,
  ): Promise<string>;
  /** Returns the stored settings, with the filter `facet/settings` applied. */
  settings(): Promise<Settings>;
  /**
   * Returns the values of one facet for a selection, filtered by `sf_find[<slug>]`; undefined if they cannot be
   * searched.
   */
  values(
    slug: string,
    params: Readonly<Record<string, unknown>>,
    context: WidgetContext,
  ): Promise<FacetValues | undefined>;
  sources(): Promise<readonly Source[]>;
  /** Returns the state for the variables of a URL, and its engine query. */
  read(params: Readonly<Record<string, unknown>>, context: WidgetContext): Promise<FilterRequest>;
}

/**
 * The data of an answer that can be counted.
 * @since 0.1.0
 */
export interface CountableList extends Pick<ListRequest, 'state' | 'facets'> {
  /** Number of matching products. */
  readonly found: number;
}

interface ProductFilterDeps
  extends Omit<FilterSettingsDeps, 'scope'>, Omit<FilterReaderDeps, 'scope'>, Omit<FilterResultDeps, 'scope'> {
  readonly scope: FilterSettingsDeps['scope'] & FilterReaderDeps['scope'] & FilterResultDeps['scope'];
  /** Returns the texts of the page for the selection. */
  page(data: WidgetData): Promise<PageTexts>;
}

export function createProductFilter(deps: ProductFilterDeps): ProductFilter {
  const { scope } = deps;
  const scale: Scale = ({ source, measure }) =>
    10 ** (source === 'price' ? deps.catalog().currencyDigits() : (measure?.digits ?? 0));
  const filterSettings = createFilterSettings(deps);
  const read = createFilterReader(deps, filterSettings, scale);
  const loadWidgetData = createFilterResults(deps, scale);

  return {
    read: (params, context) => read(params, context),
    async fragments(params, context, onList) {
      const { state, facets, shownSlugs, valueSearches, unavailable, generation, sequence, ownSequence } = await read(
        params,
        context,
        {
          fallbackSnapshot: deps.fallback().snapshot,
        },
      );
      // However the URL is written, the same selection in the same context has the same cached answer until its data
      // changes.
      const key = JSON.stringify([
        scope.locale(),
        scope.getCurrentUserId(),
        generation,
        sequence,
        ownSequence,
        toParams(state, facets),
        [...valueSearches],
        unavailable,
        [...shownSlugs],
        contextData(context),
        deps.urls().any(),
      ]);
      const cachedFragments = await scope.cache.get(`facet:fragments:${key}`, async () => {
        // Read again inside, since the cache entry depends on everything that is read here.
        const data = await loadWidgetData(
          await read(params, context, { fallbackSnapshot: deps.fallback().snapshot }),
          context,
        );
        const fragments = await deps.renderer().fragments(data);
        if (context.leads === '') return fragments;
        const parts = partsOf(fragments);
        const withPage = { ...fragments, page: await deps.page(data) };
        return parts ? cacheParts(withPage, parts) : withPage;
      });
      onList?.({ state, facets, found: cachedFragments.found }, sequence);
      return cachedFragments;
    },
    async widget(params, context, onData, draft) {
      const data = await loadWidgetData(
        await read(params, context, { draft, fallbackSnapshot: deps.fallback().snapshot }),
        context,
        onData,
      );
      return deps.renderer().widget(data, await deps.renderer().fragments(data));
    },
    async values(slug, params, context) {
      const { engine, query: fullQuery, facets, names, state, valueSearches } = await read(params, context);
      const facet = facets.find((candidate) => candidate.slug === slug);
      if (!facet) return undefined;
      const query = {
        ...fullQuery,
        page: 1,
        perPage: 1,
        counts: fullQuery.counts.filter(({ key }) => key === slug),
        bounds: [],
      };
      const result = await engine.query(query);
      const counts = await scope.applyFilters(
        'facet/counts',
        await countCombinedValues({
          runQuery: async (engineQuery) => engine.query(engineQuery),
          query,
          counts: result.counts,
          facets: [facet],
          names,
        }),
        query,
      );
      return deps.renderer().values(facet, { names, context, counts, scale, result, state, valueSearches });
    },
    settings: filterSettings.settings,
    sources: filterSettings.sources,
  };
}
