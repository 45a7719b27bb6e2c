import type { PluginScope } from 'plinth';
import type { RunningFilter } from '../facet-plugin.js';
import { fold } from '../search/fold.js';
import { spelledAs } from '../search/spelled.js';
import { toQuery } from '../url-state/filter-state.js';
import { versionsOf } from '../widget/product-filter.js';
import { NO_CONTEXT } from '../widget/widget-context.js';
import { type MakeEndpoint, NAMESPACE } from './endpoint.js';

const MAX_NAMED = 4;
const MAX_WORDS = 4;
const MAX_SCOPE = 4000;

/** `GET /suggest`: products, categories, brands and words for what is being typed, and what was probably meant. */
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
      const found = (search: string): number => engine.query({ ...query, search, perPage: 1, counts: [], bounds: [] }).found;
      const correction = words === '' ? undefined : engine.correction?.(words, query.words);
      const completions = words === '' ? [] : (engine.completions?.(words, MAX_WORDS) ?? []).filter((completed) => found(completed) > 0);
      const named = (source: string): { id: number; name: string; url: string; count: number; count_label: string }[] => {
        const facet = facets.find((one) => one.source === source);
        if (!facet || words === '') return [];
        const counts = engine.values(source);
        return names.list(source).filter(({ key, label }) => counts.has(key) && fold(label).includes(fold(words))).slice(0, MAX_NAMED).map(({ key, slug, label }) => {
          const count = counts.get(key) ?? 0;
          return { id: Number(key), name: label, url: shopUrl([[`sf_${facet.slug}`, slug]]), count, count_label: scope._n('%d product', '%d products', count) };
        });
      };
      const [categories, brands] = [named('tax:product_cat'), named('tax:product_brand')];
      const texts = [...products, ...categories, ...brands].map(({ name }) => name);
      const searched = (folded: string): { text: string; url: string } => {
        const text = spelledAs(folded, texts);
        return { text, url: shopUrl([['sf_q', text]]) };
      };
      return {
        data: {
          results: products.map(({ id, name, url, image, sku, priceHtml }) => ({ id, name, url, image: image?.url ?? '', sku, price_html: priceHtml })),
          categories,
          brands,
          words: completions.map(searched),
          did_you_mean: correction !== undefined && found(correction) > 0 ? searched(correction) : null,
          search_url: shopUrl([['sf_q', words]]),
        },
      };
    },
  }));
}
