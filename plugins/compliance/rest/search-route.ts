import { type PluginScope, WpError } from 'plinth';
import type { Catalog, FoundProducts, ProductCard, ShopSearch } from '../store/shop.js';
import type { Settings } from '../settings/settings.js';
import { createEndpoint, NAMESPACE } from './route.js';

interface SearchRouteDeps {
  readonly settings: Settings;
  catalog(): Catalog | undefined;
  shopSearch(): ShopSearch | undefined;
}

const MAX_PHRASE_LENGTH = 200;
const MAX_LIMIT = 50;
const NO_PRODUCTS: FoundProducts = { ids: [], total: 0 };

const toProductView = (product: ProductCard) => ({
  id: product.id,
  title: product.name,
  url: product.url,
  image: product.image?.url ?? '',
  price_html: product.priceHtml,
  category: product.category,
  in_stock: product.stock !== 'outofstock',
  // Only if the shop owner entered a date in the future.
  ...(product.expectedOn ? { expected_on: product.expectedOn } : {}),
  rating: product.rating,
});

/** Endpoint 10: public product search. */
export function registerSearchRoute(scope: PluginScope, { settings, catalog, shopSearch }: SearchRouteDeps): void {
  const { __ } = scope;

  scope.registerRestRoute(
    NAMESPACE,
    '/search',
    createEndpoint(scope)({
      methods: 'GET',
      filter: 'search',
      public: true,
      args: {
        q: {
          description: 'Search phrase.',
          type: 'string',
          required: true,
          minLength: 1,
          maxLength: MAX_PHRASE_LENGTH,
          validateCallback(value) {
            if (typeof value !== 'string') return new WpError('rest_invalid_type', __('Must be a string.'));
            const { length } = [...value.trim()];
            return length >= 1 && length <= MAX_PHRASE_LENGTH
              ? true
              : new WpError('rest_invalid_length', __('Must have 1 to %d characters.', MAX_PHRASE_LENGTH));
          },
          sanitizeCallback: (value) => (typeof value === 'string' ? value.trim() : value),
        },
        limit: {
          description: 'Maximum number of results; defaults to the number in the settings.',
          type: 'integer',
          minimum: 1,
          maximum: MAX_LIMIT,
        },
        cat: { description: 'Category ID; descendants are included.', type: 'integer' },
        as_shop: {
          description:
            'Whether to search like the shop’s product list, in its order and with inflections and typos tolerated. By default, words are matched as written.',
          type: 'boolean',
          default: false,
        },
        in_stock: {
          description: 'Whether to return only products that can be bought.',
          type: 'boolean',
          default: false,
        },
      },
      async callback(request) {
        const values = await settings.values();
        if (!values.flag('search_enabled'))
          return new WpError('shop_module_disabled', __('Product search is turned off in the settings.'), {
            status: 400,
          });
        const phrase = String(request.getParam('q'));
        const limit = Number(request.getParam('limit') ?? values.number('search_limit'));
        const cat = request.getParam('cat');
        const searchQuery = { text: phrase, limit, buyable: request.getParam('in_stock') === true };
        const find = (shop: ShopSearch): Promise<FoundProducts> =>
          request.getParam('as_shop') === true
            ? shop.find({ ...searchQuery, categoryId: typeof cat === 'number' ? cat : 0 })
            : shop.findExact({
                ...searchQuery,
                ...(typeof cat === 'number' ? { categoryId: cat } : {}),
                codes: values.flag('search_in_sku'),
                terms: values.flag('search_in_categories'),
              });
        const shop = shopSearch();
        const found = shop ? await find(shop) : NO_PRODUCTS;
        const products = found.ids.length === 0 ? [] : await (catalog()?.summaries(found.ids) ?? []);
        return {
          data: { results: products.map(toProductView), total: found.total, query: phrase },
          total: found.total,
          pages: Math.ceil(found.total / limit),
        };
      },
    }),
  );
}
