import type { PluginScope } from 'plinth';
import { normalizeLine } from '../search-tokens/ngrams.js';
import { LISTED_VALUES } from '../products/tables.js';

export const SORTS = ['', 'popularity', 'rating', 'date', 'price', 'price-desc'] as const;
export type Sort = (typeof SORTS)[number];

/** Query for a product list. */
export interface ListQuery {
  readonly termIds?: readonly number[];
  readonly search?: string;
  readonly sort?: Sort;
  readonly featured?: boolean;
  readonly onSale?: boolean;
  /** Only products that can be bought. */
  readonly buyable?: boolean;
  readonly limit: number;
  readonly offset?: number;
}

type Column = { column: string; order: 'asc' | 'desc' };
const ascending = (column: string): Column => ({ column, order: 'asc' });
const descending = (column: string): Column => ({ column, order: 'desc' });

const ORDER_COLUMNS: Readonly<Record<Sort, readonly Column[]>> = {
  '': [ascending('position'), ascending('name'), ascending('id')],
  popularity: [descending('sales'), ascending('id')],
  rating: [descending('review_rating'), descending('review_count'), ascending('id')],
  date: [descending('published_at'), descending('id')],
  price: [ascending('price'), ascending('id')],
  'price-desc': [descending('price'), descending('id')],
};

/** Lists of products for pages of the shop. */
export interface ProductList {
  ids(query: ListQuery): Promise<readonly number[]>;
  count(query: Omit<ListQuery, 'limit'>): Promise<number>;
}

export function createProductList({ db, cache }: Pick<PluginScope, 'db' | 'cache'>): ProductList {
  /** Caches lists without a search. Searches are not cached, because their number is unlimited. */
  const cacheList = async <T>(prefix: string, query: Partial<ListQuery>, load: () => Promise<T>): Promise<T> =>
    (query.search ?? '') === '' ? cache.get(`store:${prefix}:${JSON.stringify(query)}`, load) : load();

  function filteredQuery({ termIds, search = '', featured, onSale, buyable = false }: Omit<ListQuery, 'limit'>) {
    const query = db()('store_products').where(LISTED_VALUES).whereNotNull('price');
    if (termIds !== undefined)
      void query.whereIn('id', db()('store_product_terms').whereIn('term_id', termIds).select('product_id'));
    if (featured !== undefined) void query.where({ featured: featured ? 1 : 0 });
    if (onSale !== undefined) void query.where({ on_sale: onSale ? 1 : 0 });
    if (buyable) void query.whereNot({ stock: 'outofstock' });
    for (const word of normalizeLine(search).split(' ').filter(Boolean).slice(0, 8))
      void query.whereRaw("search like ? escape '!'", [`%${word.replace(/[!%_]/g, '!$&')}%`]);
    return query;
  }

  return {
    ids: (query) =>
      cacheList('list', query, async () => {
        const rows = await filteredQuery(query)
          .orderBy([...ORDER_COLUMNS[query.sort ?? '']])
          .limit(query.limit)
          .offset(query.offset ?? 0)
          .select('id');
        return rows.map((row) => row.id);
      }),
    count: (query) =>
      cacheList('count', query, async () => {
        const row = await filteredQuery(query).count({ total: '*' }).first<{ total: number | string } | undefined>();
        return Number(row?.total ?? 0);
      }),
  };
}

/** Parses the sort order of a request; the default order for other values. */
export function readSort(text: string): Sort {
  return SORTS.find((sort) => sort === text) ?? '';
}
