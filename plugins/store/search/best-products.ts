import type { Database, Knex } from 'plinth';
import { LISTED_VALUES, type ProductRow } from '../products/tables.js';
import type { ListingFilter, ListedProducts } from './listed-products.js';

/** A group of products to rank: the candidates that satisfy a predicate. */
export interface Group {
  /** Query with one column, `product_id`; may contain duplicates. */
  readonly candidates: () => Knex.QueryBuilder;
  readonly predicate: Knex.Raw;
}

/** A range of products in rank order that is scanned at once. */
export interface ScanRange {
  readonly from: number;
  readonly size: number;
}

/** A product with its sort keys. */
interface RankedProduct {
  readonly id: number;
  readonly rating: number;
}

/** Ranks large groups of products. */
export interface BestProducts {
  /** Returns the best products of a group by sorting the whole group. */
  findBySorting(group: Group, filter: ListingFilter, max: number): Promise<readonly number[]>;
  /**
   * Returns the best products of a group by scanning all products in rank order. Returns undefined if the scan limit
   * was reached.
   */
  findByScanning(group: Group, filter: ListingFilter, max: number): Promise<readonly number[] | undefined>;
}

const ROUNDS: readonly ScanRange[] = [
  { from: 0, size: 250 },
  { from: 250, size: 1000 },
  { from: 1250, size: 4000 },
];
const IN_STOCK = ['instock', 'onbackorder'] as const;

interface BestProductsDeps {
  readonly db: Database;
  readonly products: Pick<ListedProducts, 'listed' | 'orderByRank' | 'isListed' | 'inCategories'>;
  /** Ranges of products scanned in rank order. After the last round, all matches are sorted. */
  readonly rounds?: readonly ScanRange[];
}

export function createBestProducts({ db, products, rounds = ROUNDS }: BestProductsDeps): BestProducts {
  async function sortGroup(
    { candidates, predicate }: Group,
    filter: ListingFilter,
    max: number,
  ): Promise<readonly number[]> {
    const rows = await products
      .orderByRank(
        products.listed(db().from(candidates().as('all_found')).distinct('product_id'), filter).whereRaw(predicate),
      )
      .limit(max)
      .select<{ id: number }[]>('product.id');
    return rows.map((row) => row.id);
  }

  async function scanByRank(group: Group, filter: ListingFilter, max: number): Promise<readonly number[] | undefined> {
    const found: RankedProduct[] = [];
    for (const stock of IN_STOCK) {
      const some = await scanStockStatus(stock, group, filter, max);
      if (!some) return undefined;
      found.push(...some);
    }
    found.sort((a, b) => b.rating - a.rating || a.id - b.id);
    if (found.length >= max || filter.buyable) return found.slice(0, max).map((row) => row.id);
    const outOfStock = await scanStockStatus('outofstock', group, filter, max - found.length);
    return outOfStock && [...found, ...outOfStock].map((row) => row.id);
  }

  async function scanStockStatus(
    stock: ProductRow['stock'],
    { predicate }: Group,
    { categories }: ListingFilter,
    max: number,
  ): Promise<RankedProduct[] | undefined> {
    const found: RankedProduct[] = [];
    const rankedQuery = () =>
      db()('store_products')
        .where({ ...LISTED_VALUES, stock })
        .orderBy([
          { column: 'review_rating', order: 'desc' },
          { column: 'id', order: 'asc' },
        ]);
    for (const { from, size } of rounds) {
      const query = db()
        .from(rankedQuery().select('id', 'review_rating as rating').limit(size).offset(from).as('best'))
        .whereRaw(products.isListed('best.id', predicate))
        .orderBy([
          { column: 'best.rating', order: 'desc' },
          { column: 'best.id', order: 'asc' },
        ])
        .limit(max - found.length)
        .select<RankedProduct[]>('best.id', 'best.rating');
      if (categories) void query.whereExists(products.inCategories(categories, 'best.id'));
      found.push(...(await query));
      if (
        found.length >= max ||
        (await rankedQuery()
          .offset(from + size)
          .first('id')) === undefined
      )
        return found;
    }
    return undefined;
  }

  return { findBySorting: sortGroup, findByScanning: scanByRank };
}
