import type { MaybePromise, PluginScope } from 'plinth';
import { foldedLine } from '../search-tokens/ngrams.js';
import { LISTED } from '../products/tables.js';

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
const up = (column: string): Column => ({ column, order: 'asc' });
const down = (column: string): Column => ({ column, order: 'desc' });

const ORDERS: Readonly<Record<Sort, readonly Column[]>> = {
  '': [up('position'), up('name'), up('id')],
  popularity: [down('sales'), up('id')],
  rating: [down('shown_rating'), down('review_count'), up('id')],
  date: [down('published_at'), down('id')],
  price: [up('price'), up('id')],
  'price-desc': [down('price'), down('id')],
};

/** Listed products for the shop's own pages; without a filter plugin these are the only lists. */
export interface ProductList {
  ids(query: ListQuery): MaybePromise<readonly number[]>;
  count(query: Omit<ListQuery, 'limit'>): MaybePromise<number>;
}

export function createProductList({ db, cache }: Pick<PluginScope, 'db' | 'cache'>): ProductList {
  /** Caches lists only: the number of possible searches is unlimited. */
  const cacheList = <T>(what: string, query: Partial<ListQuery>, load: () => Promise<T>): MaybePromise<T> =>
    (query.search ?? '') === '' ? cache.get(`store:${what}:${JSON.stringify(query)}`, load) : load();

  function matching({ termIds, search = '', featured, onSale, buyable = false }: Omit<ListQuery, 'limit'>) {
    const query = db()('store_products').where(LISTED).whereNotNull('price');
    if (termIds !== undefined)
      void query.whereIn('id', db()('store_product_terms').whereIn('term_id', termIds).select('product_id'));
    if (featured !== undefined) void query.where({ featured: featured ? 1 : 0 });
    if (onSale !== undefined) void query.where({ on_sale: onSale ? 1 : 0 });
    if (buyable) void query.whereNot({ stock: 'outofstock' });
    for (const word of foldedLine(search).split(' ').filter(Boolean).slice(0, 8))
      void query.whereRaw("search like ? escape '!'", [`%${word.replace(/[!%_]/g, '!$&')}%`]);
    return query;
  }

  return {
    ids: (query) =>
      cacheList('list', query, async () => {
        const rows = await matching(query)
          .orderBy([...ORDERS[query.sort ?? '']])
          .limit(query.limit)
          .offset(query.offset ?? 0)
          .select('id');
        return rows.map((row) => row.id);
      }),
    count: (query) =>
      cacheList('count', query, async () => {
        const row = await matching(query).count({ total: '*' }).first<{ total: number | string } | undefined>();
        return Number(row?.total ?? 0);
      }),
  };
}

/** Parses the sort order of a request; the shop's default when none is given. */
export function readSort(text: string): Sort {
  return SORTS.find((sort) => sort === text) ?? '';
}
