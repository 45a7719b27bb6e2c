import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { fold } from '../search/fold.js';
import { toQuery } from '../url-state/filter-state.js';
import { versionsOf } from '../widget/product-filter.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { type MakeEndpoint, NAMESPACE } from './endpoint.js';

const MAX_CATEGORIES = 4;
const MAX_SCOPE = 4000;

/** `GET /suggest`: products and categories for what is being typed. */
export function registerSuggestRoute(scope: PluginScope, running: RunningFilter, endpoint: MakeEndpoint): void {
  const shopUrl = (params: [string, string][]): string => scope.homeUrl(`/shop/${toQuery(params)}`);

  scope.registerRestRoute(NAMESPACE, '/suggest', endpoint({
    methods: 'GET',
    filter: 'suggest',
    public: true,
    args: {
      q: { description: 'What was typed.', type: 'string', required: true, minLength: 1, maxLength: 200 },
      limit: { description: 'Products at most.', type: 'integer', minimum: 1, maximum: 20, default: 6 },
      scope: { description: 'Other variables of the address, as in its query string.', type: 'string', maxLength: MAX_SCOPE, default: '' },
    },
    async answer(request) {
      const words = String(request.getParam('q')).trim();
      const limit = Number(request.getParam('limit'));
      const within = Object.fromEntries(new URLSearchParams(String(request.getParam('scope'))));
      const reading = await running.container().get('filter').read({ ...within, sf_q: words, sf_orderby: 'relevance', sf_paged: '1' }, { ...NO_CONTEXT, perPage: limit });
      const { engine, query, facets, names } = reading;
      const answer = words === '' ? undefined : engine.query({ ...query, perPage: limit, counts: [], bounds: [] });
      const products = await running.catalogue().summaries(answer?.hits.map(({ id }) => id) ?? [], versionsOf(answer?.hits ?? []));
      const tree = facets.find(({ source }) => source === 'tax:product_cat');
      const counts = engine.values('tax:product_cat');
      const typed = fold(words);
      const categories = tree === undefined || words === '' ? [] : names.list(tree.source).filter(({ key, label }) => counts.has(key) && fold(label).includes(typed)).slice(0, MAX_CATEGORIES);
      return {
        data: {
          results: products.map(({ id, name, url, image, sku, priceHtml }) => ({ id, name, url, image: image?.url ?? '', sku, price_html: priceHtml })),
          categories: categories.map(({ key, slug, label }) => {
            const count = counts.get(key) ?? 0;
            return { id: Number(key), name: label, url: shopUrl([[`sf_${tree?.slug ?? ''}`, slug]]), count, count_label: scope._n('%d product', '%d products', count) };
          }),
          search_url: shopUrl([['sf_q', words]]),
        },
      };
    },
  }));
}
