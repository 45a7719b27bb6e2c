import type { PluginScope } from 'plinth';
import type { Suggest } from '../embed/suggestions.js';
import { parseContext } from '../widget/widget-context.js';
import { type MakeEndpoint, NAMESPACE, contextArgs } from './endpoint.js';

const MAX_SCOPE_LENGTH = 4000;

/** Registers `GET /suggest`: products, categories, brands and words for the typed text, and a spelling correction. */
export function registerSuggestRoute(scope: PluginScope, suggest: Suggest, endpoint: MakeEndpoint): void {
  scope.registerRestRoute(
    NAMESPACE,
    '/suggest',
    endpoint({
      methods: 'GET',
      filter: 'suggest',
      public: true,
      args: {
        q: { description: 'Text entered so far.', type: 'string', required: true, minLength: 1, maxLength: 200 },
        limit: { description: 'Maximum number of products.', type: 'integer', minimum: 1, maximum: 20, default: 6 },
        ...contextArgs(MAX_SCOPE_LENGTH),
      },
      async handle(request) {
        const { products, categories, brands, completions, correction, url } = await suggest({
          text: String(request.getParam('q')),
          products: Number(request.getParam('limit')),
          otherParams: Object.fromEntries(new URLSearchParams(String(request.getParam('scope')))),
          context: parseContext({ category: request.getParam('category'), term: request.getParam('term') }),
        });
        const withCountLabels = <T extends { readonly count: number }>(list: readonly T[]) =>
          list.map((item) => ({ ...item, count_label: scope._n('%d product', '%d products', item.count) }));
        return {
          data: {
            results: products.map(({ id, name, url: address, image, sku, priceHtml }) => ({
              id,
              name,
              url: address,
              image: image?.url ?? '',
              sku,
              price_html: priceHtml,
            })),
            categories: withCountLabels(categories),
            brands: withCountLabels(brands),
            words: completions,
            did_you_mean: correction,
            search_url: url,
          },
        };
      },
    }),
  );
}
