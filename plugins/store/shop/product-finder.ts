import type { PluginScope } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { FoundProducts, ProductFinder } from '../contract/index.js';
import { categoryWithDescendants } from '../taxonomies/term-store.js';
import type { ExactSearch } from '../search/exact-search.js';
import type { ProductList } from './product-list.js';

interface ProductFinderDeps {
  readonly scope: Pick<PluginScope, 'applyFilters'>;
  readonly parts: Pick<CatalogParts, 'terms'>;
  readonly list: ProductList;
  readonly exactSearch: ExactSearch;
}

/** Creates the service `store.search`. */
export function createProductFinder({ scope, parts, list, exactSearch }: ProductFinderDeps): ProductFinder {
  return {
    findExact: exactSearch.find,
    async find(productQuery) {
      const found = await scope.applyFilters<FoundProducts | null>('store/search_results', null, productQuery);
      if (found) return found;
      const { text, limit, categoryId, buyable } = productQuery;
      const query = {
        search: text,
        buyable,
        ...(categoryId > 0
          ? { termIds: categoryWithDescendants(categoryId, await parts.terms.all('product_cat')) }
          : {}),
      };
      return { ids: await list.ids({ ...query, limit }), total: await list.count(query) };
    },
  };
}
