import type { Filters, PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { NO_CONTEXT } from '../widget/widget-context.js';

type FoundResults = Parameters<Filters['store/search_results']>[0];
type ProductSearch = Parameters<Filters['store/search_results']>[1];

const BUYABLE_SELECTION = { key: '', source: 'stock', values: ['instock', 'onbackorder'], operator: 'or' } as const;

/** Makes every search of the shop return what its list finds for the same text, in the same order. */
export function registerShopSearch(scope: Pick<PluginScope, 'addFilter'>, running: RunningFilter): void {
  scope.addFilter(
    'store/search_results',
    async (found: FoundResults, { text, limit, categoryId, buyable }: ProductSearch): Promise<FoundResults> => {
      if (found) return found;
      const { engine, query } = await running
        .container()
        .get('filter')
        .read({ sf_q: text }, { ...NO_CONTEXT, category: categoryId, perPage: limit });
      const result = await engine.query({
        ...query,
        scope: buyable ? [...query.scope, BUYABLE_SELECTION] : query.scope,
        counts: [],
        bounds: [],
      });
      return { ids: result.hits.map(({ id }) => id), total: result.found };
    },
    10,
    2,
  );
}
