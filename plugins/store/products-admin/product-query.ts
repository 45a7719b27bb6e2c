import type { PageRequest } from 'plinth';
import type { CatalogParts } from '../catalog/boot.js';
import type { ProductQuery } from '../catalog/product-reader.js';
import type { CatalogTerm } from '../contract/index.js';
import type { StoreOptions } from '../products/store-settings.js';

/** Active filters of the product list. */
export interface ProductListFilter {
  readonly query: Omit<ProductQuery, 'limit' | 'offset'> &
    Required<Pick<ProductQuery, 'search' | 'sort' | 'descending'>>;
  /** ID of the selected category; 0 for all. */
  readonly category: number;
  /** All product categories. */
  readonly categories: readonly CatalogTerm[];
}

interface ProductQueryDeps {
  readonly terms: CatalogParts['terms'];
  readonly settings: Pick<StoreOptions, 'read'>;
}

const SORT_KEYS = ['name', 'price', 'date', 'stock'] as const;

/** Reads the filters and the sort order of the list from the URL. */
export async function readProductFilter(
  { terms, settings }: ProductQueryDeps,
  request: PageRequest,
): Promise<ProductListFilter> {
  const field = (name: string): string => request.url.searchParams.get(name) ?? '';
  const status = (['publish', 'draft', 'trash'] as const).find((candidate) => candidate === field('status'));
  const stock = (['instock', 'onbackorder', 'outofstock'] as const).find((candidate) => candidate === field('stock'));
  const category = /^\d{1,10}$/.test(field('category')) ? Number(field('category')) : 0;
  const [, key, direction = 'desc'] = /^(\w+)-(asc|desc)$/.exec(field('sort')) ?? [];
  const sort = SORT_KEYS.find((candidate) => candidate === key);
  const all = await terms.all('product_cat');
  const categoryIds = [category];
  for (let index = 0; index < categoryIds.length; index++)
    categoryIds.push(...all.filter((term) => term.parentId === categoryIds[index]).map((term) => term.id));
  const maxStock = field('stock') === 'low' ? (await settings.read()).lowStock : undefined;
  return {
    query: {
      search: field('s').trim().slice(0, 100),
      ...(status ? { status } : {}),
      ...(stock ? { stock } : {}),
      ...(maxStock === undefined ? {} : { maxStock }),
      ...(category > 0 ? { termIds: categoryIds } : {}),
      sort: sort ?? 'date',
      descending: sort === undefined || direction === 'desc',
    },
    category,
    categories: all,
  };
}
