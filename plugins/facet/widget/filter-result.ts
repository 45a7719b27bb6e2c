import type { PluginScope } from 'plinth';
import type { RankedChoice } from '../engine/custom-types.js';
import type { EngineResult, EngineQuery, Hit } from '../engine/types.js';
import type { Catalog, ProductSummary } from '../index/catalog.js';
import type { Fallback } from '../index/fallback.js';
import type { FacetRanking } from '../settings/rankings.js';
import { type Scale, toEngineQuery } from './filter-query.js';
import type { FilterRequest } from './filter-reading.js';
import { countCombinedValues } from './combined-counts.js';
import { suggestCorrection } from './did-you-mean.js';
import { cachePerUserOutsidePages } from './render-cache.js';
import type { Renderer } from './renderer.js';
import type { WidgetContext } from './widget-context.js';
import type { Chip, WidgetData } from './widget-data.js';

export interface FilterResultDeps {
  readonly scope: Pick<PluginScope, 'applyFilters' | 'cache' | 'locale' | 'getCurrentUserId' | 'currentRequest'>;
  readonly catalog: () => Catalog;
  readonly fallback: () => Fallback;
  readonly renderer: () => Renderer;
  readonly ranking: () => FacetRanking;
}

/** Returns the matching variations by product, for products of which not all match. */
export function variationsOf(hits: readonly Hit[]): ReadonlyMap<number, readonly number[]> {
  return new Map(hits.flatMap(({ id, variations }) => (variations ? [[id, variations] as const] : [])));
}

/** Maximum number of suggestions for an empty result. */
const MAX_ALTERNATIVES = 6;

/**
 * Answers a request for a list.
 * @param onData receives the data, and whether the requested page is beyond the last
 */
export type FilterResults = (
  reading: FilterRequest,
  context: WidgetContext,
  onData?: (data: WidgetData, beyond: boolean) => void,
) => Promise<WidgetData>;

export function createFilterResults(deps: FilterResultDeps, scale: Scale): FilterResults {
  const { scope } = deps;
  const ranking = (id: string, choice: RankedChoice) => deps.ranking().find(id, choice);

  /** Shows a product with the price it was sorted by, even if the catalog has a newer one. */
  function withPrice(product: ProductSummary, price: number | undefined): ProductSummary {
    const { shownPrice = product.price } = product;
    if (price === undefined || price === shownPrice) return product;
    const digits = deps.catalog().currencyDigits();
    const priceText = (price / 10 ** digits).toFixed(digits);
    // A price without tax does not tell the price that includes it.
    return { ...product, ...(shownPrice === product.price ? { price } : {}), shownPrice: price, priceText };
  }

  /** Returns the selections that yield products if they are removed, the one with the most products first. */
  async function findAlternatives(
    chips: readonly Chip[],
    { engine, facets, names, query, vocabulary }: FilterRequest,
    context: WidgetContext,
  ): Promise<Chip[]> {
    const alternatives: (Chip & { readonly found: number })[] = [];
    const { perPage, terms } = query;
    for (const chip of chips) {
      const state = chip.stateWithout;
      const widerQuery = toEngineQuery({ facets, state, names, context, vocabulary, perPage, ranking, scale });
      const { found } = await engine.query({ ...widerQuery, terms, counts: [], bounds: [] });
      alternatives.push({ ...chip, found });
    }
    return alternatives
      .filter(({ found }) => found > 0)
      .sort((a, b) => b.found - a.found)
      .slice(0, MAX_ALTERNATIVES);
  }

  /** Returns the products of the page with the prices that they were sorted by. */
  async function productsOf({ hits }: EngineResult, sequence: number): Promise<readonly ProductSummary[]> {
    const prices = new Map(hits.map(({ id, price }) => [id, price]));
    const [ids, variations] = [hits.map(({ id }) => id), variationsOf(hits)];
    // Many selections lead to the same list; prices may be individual to a user.
    const products = await cachePerUserOutsidePages(scope, 'products', [sequence, ids, [...variations]], () =>
      deps.catalog().summaries(ids, variations),
    );
    const priced = products.map((product) => withPrice(product, prices.get(product.id)));
    return priced.every((product, i) => product === products[i]) ? products : priced;
  }

  return async (request, context, onData) => {
    const { query, facets, state, names } = request;
    const runQuery = (engineQuery: EngineQuery): Promise<EngineResult> => deps.fallback().query(request, engineQuery);
    const found = await runQuery(query);
    const counts = await scope.applyFilters(
      'facet/counts',
      await countCombinedValues({ runQuery, query, counts: found.counts, facets, names }),
      query,
    );
    const products = await productsOf(found, request.sequence);
    const chips = found.found === 0 ? deps.renderer().chips({ facets, state, names, context, scale }) : [];
    const data: WidgetData = {
      settings: request.settings,
      facets,
      shownSlugs: request.shownSlugs,
      names,
      context,
      counts,
      scale,
      result: found,
      state: { ...state, page: found.page },
      valueSearches: request.valueSearches,
      unavailable: request.unavailable,
      products,
      alternatives: await findAlternatives(chips, request, context),
      // A full page of products means that the words are known or close enough.
      ...(found.found < query.perPage
        ? { correction: await suggestCorrection({ engine: request.engine, query, catalog: deps.catalog() }) }
        : {}),
    };
    onData?.(data, state.page > found.pages);
    return data;
  };
}
