import { mapSeries, type PluginScope } from 'plinth';
import type { RankedChoice } from '../engine/custom-types.js';
import type { Boosts } from '../engine/boosts.js';
import type { EngineQuery } from '../engine/types.js';
import type { Catalog } from '../index/catalog.js';
import type { LiveIndex } from '../index/live-index.js';
import type { Snapshot } from '../index/loaded.js';
import type { ShowsNetPrices } from '../index/price-display.js';
import { createFreshnessCheck } from '../index/freshness.js';
import type { LocalNames, Vocabulary } from '../index/vocabulary.js';
import type { FacetSources } from '../index/source-registry.js';
import type { Facet } from '../settings/facet-types.js';
import type { FacetRanking } from '../settings/rankings.js';
import type { SearchTermsStore } from '../settings/search-terms.js';
import type { Settings } from '../settings/settings.js';
import { type FilterState, unavailableValues, parseState } from '../url-state/filter-state.js';
import type { FacetUrls } from '../url-state/spellings.js';
import { parseValueSearches } from '../url-state/value-finds.js';
import { isDisplayed, isForRoles } from './facet-conditions.js';
import { type Scale, scopeOf, toEngineQuery } from './filter-query.js';
import type { FilterSettings } from './filter-settings.js';
import { displayedValues, withoutAncestors } from './visible-values.js';
import { createValueNames } from './value-names.js';
import type { WidgetContext } from './widget-context.js';
import type { WidgetData } from './widget-data.js';

/** Everything known about a request before it is answered. */
export interface FilterRequest
  extends
    Snapshot,
    Pick<WidgetData, 'settings' | 'facets' | 'shownSlugs' | 'names' | 'state' | 'valueSearches' | 'unavailable'> {
  readonly query: EngineQuery;
}

/**
 * A requested list: its context, and the selection.
 * @since 0.1.0
 */
export interface ListRequest {
  readonly context: WidgetContext;
  readonly state: FilterState;
  readonly facets: readonly Facet[];
  readonly vocabulary: Pick<Vocabulary, 'terms' | 'lineage'>;
}

/** Inputs of a request besides the URL. */
export interface RequestOptions {
  /** Unsaved settings. */
  readonly draft?: Settings;
  /** Returns a snapshot to use while there is no index yet; when absent, the request fails. */
  readonly fallbackSnapshot?: () => Promise<Snapshot | undefined>;
}

export interface FilterReaderDeps {
  readonly scope: Pick<PluginScope, '__' | '_n' | 'locale' | 'applyFilters' | 'cache' | 'wpGetCurrentUser'>;
  readonly catalog: () => Catalog;
  /** Names in the language of the request. */
  readonly localNames: LocalNames;
  readonly index: () => LiveIndex;
  readonly searchTerms: () => SearchTermsStore;
  readonly customSources: () => Pick<FacetSources, 'all'>;
  readonly ranking: () => FacetRanking;
  readonly urls: () => FacetUrls;
  /** Returns the owner's placement of products in a list. */
  getPlacement(list: ListRequest): Promise<Boosts | undefined>;
  readonly showsNetPrices: ShowsNetPrices;
  /** Returns the last change of sources that extensions announced. */
  lastAnnouncedChange(): Promise<number>;
}

/** Reads a request from the variables of a URL. */
export type FilterReader = (
  variables: Readonly<Record<string, unknown>>,
  context: WidgetContext,
  options?: RequestOptions,
) => Promise<FilterRequest>;

export function createFilterReader(deps: FilterReaderDeps, filterSettings: FilterSettings, scale: Scale): FilterReader {
  const { scope } = deps;
  const isUpToDate = createFreshnessCheck({
    scope,
    catalog: deps.catalog,
    showsNetPrices: deps.showsNetPrices,
    lastAnnouncedChange: deps.lastAnnouncedChange,
  });
  const ranking = (id: string, choice: RankedChoice) => deps.ranking().find(id, choice);

  async function snapshotNow(fallbackSnapshot: () => Promise<Snapshot | undefined>): Promise<Snapshot> {
    const loaded = await deps
      .index()
      .getSnapshot()
      .catch(async (error: unknown) => {
        const stored = await fallbackSnapshot();
        if (!stored) throw error;
        scope.cache.bypass();
        return stored;
      });
    const snapshot = { ...loaded, vocabulary: await deps.localNames(loaded.vocabulary) };
    if (!(await isUpToDate(snapshot))) scope.cache.bypass();
    return snapshot;
  }

  /** Returns the roles of the current user; the user is only looked up if a facet depends on roles. */
  async function rolesFor(facets: readonly Partial<Facet>[]): Promise<readonly string[]> {
    if (!facets.some(({ roles = [] }) => roles.length > 0)) return [];
    const user = await scope.wpGetCurrentUser();
    return user ? user.roles : [];
  }

  /** Returns the slugs of the facets that appear on the page. */
  async function shownSlugsOf(
    facets: readonly Facet[],
    context: WidgetContext,
    { vocabulary, engine }: Snapshot,
  ): Promise<ReadonlySet<string>> {
    const displayContext = { context, vocabulary, engine, scope: scopeOf(context, vocabulary) };
    const shownFlags = await mapSeries(
      facets,
      (facet) =>
        (context.facets.length === 0 || context.facets.includes(facet.slug)) && isDisplayed(facet, displayContext),
    );
    return new Set(facets.flatMap(({ slug }, i) => (shownFlags[i] ? [slug] : [])));
  }

  async function createQuery(
    listRequest: Omit<Parameters<typeof toEngineQuery>[0], 'ranking' | 'scale'> & ListRequest,
  ): Promise<EngineQuery> {
    const { state, facets, context } = listRequest;
    const searchTerms = state.search === '' ? {} : { terms: await deps.searchTerms().read() };
    const boosts = await deps.getPlacement({ context, state, facets, vocabulary: listRequest.vocabulary });
    return scope.applyFilters<EngineQuery>(
      'facet/query',
      {
        ...toEngineQuery({ ...listRequest, ranking, scale }),
        ...searchTerms,
        ...(boosts ? { placement: boosts } : {}),
      },
      state,
      context,
    );
  }

  return async (variables, context, { draft, fallbackSnapshot = async () => undefined } = {}) => {
    const params = deps.urls().read(variables);
    const snapshot = await snapshotNow(fallbackSnapshot);
    const { vocabulary, engine } = snapshot;
    const lists = filterSettings.getValueLists(vocabulary);
    const own = deps
      .customSources()
      .all()
      .filter(({ id }) => snapshot.customSources.has(id));
    const { settings, facets: all } = await filterSettings.settingsFor(vocabulary, own, draft, context);
    const roles = await rolesFor(all);
    const facets = all.filter((facet) => isForRoles(facet, roles));
    const shownSlugs = await shownSlugsOf(facets, context, snapshot);
    const names = createValueNames(vocabulary, engine, scope, lists, own);
    const rankings = deps
      .ranking()
      .all()
      .map(({ id }) => id);
    const urlState = parseState(params, facets, (facet, value) => displayedValues(facet, names).slug(value), rankings);
    const state = withoutAncestors(urlState, facets, names);
    const perPage = context.perPage || settings.per_page;
    const query = await createQuery({ facets, shownSlugs, state, names, context, vocabulary, perPage });
    const slugs = facets.map(({ slug }) => slug);
    return {
      ...snapshot,
      settings,
      facets,
      shownSlugs,
      names,
      state,
      unavailable: unavailableValues(params, facets, state),
      valueSearches: parseValueSearches(params, slugs),
      query,
    };
  };
}
