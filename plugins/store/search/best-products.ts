import type { Database, Knex } from 'plinth';
import { LISTED, type ProductRow } from '../products/tables.js';
import type { Fitting, ListedProducts } from './listed-products.js';

/** Products of which the best are wanted: those among some that hold what the predicate says. */
export interface Group {
  /** One column, `product_id`; products may stand in it several times. */
  readonly among: () => Knex.QueryBuilder;
  readonly predicate: Knex.Raw;
}

export interface Round {
  readonly from: number;
  readonly size: number;
}

/** A product and what it is put in order by. */
interface Rated {
  readonly id: number;
  readonly rating: number;
}

/** Finds the best among products that are many. */
export interface BestProducts {
  /** The best of a group, all of which is looked at. */
  bestOfAll(group: Group, asked: Fitting, max: number): Promise<readonly number[]>;
  /** The best of a group, from the best product of the shop down; undefined where that takes too long. */
  bestFirst(group: Group, asked: Fitting, max: number): Promise<readonly number[] | undefined>;
}

const ROUNDS: readonly Round[] = [
  { from: 0, size: 250 },
  { from: 250, size: 1000 },
  { from: 1250, size: 4000 },
];
const IN_STOCK = ['instock', 'onbackorder'] as const;

interface BestProductsDeps {
  readonly db: Database;
  readonly products: Pick<ListedProducts, 'listed' | 'byStanding' | 'isListed' | 'inCategories'>;
  /** Products that are looked at from the best down, in rounds, before all that match are put in order. */
  readonly rounds?: readonly Round[];
}

export function createBestProducts({ db, products, rounds = ROUNDS }: BestProductsDeps): BestProducts {
  async function bestOfAll({ among, predicate }: Group, asked: Fitting, max: number): Promise<readonly number[]> {
    const rows = await products
      .byStanding(products.listed(db().from(among().as('all_found')).distinct('product_id'), asked).whereRaw(predicate))
      .limit(max)
      .select<{ id: number }[]>('product.id');
    return rows.map((row) => row.id);
  }

  async function bestFirst(group: Group, asked: Fitting, max: number): Promise<readonly number[] | undefined> {
    const found: Rated[] = [];
    for (const stock of IN_STOCK) {
      const some = await bestOf(stock, group, asked, max);
      if (!some) return undefined;
      found.push(...some);
    }
    found.sort((a, b) => b.rating - a.rating || a.id - b.id);
    if (found.length >= max || asked.buyable) return found.slice(0, max).map((row) => row.id);
    const soldOut = await bestOf('outofstock', group, asked, max - found.length);
    return soldOut && [...found, ...soldOut].map((row) => row.id);
  }

  async function bestOf(
    stock: ProductRow['stock'],
    { predicate }: Group,
    { categories }: Fitting,
    max: number,
  ): Promise<Rated[] | undefined> {
    const found: Rated[] = [];
    const inOrder = () =>
      db()('store_products')
        .where({ ...LISTED, stock })
        .orderBy([
          { column: 'shown_rating', order: 'desc' },
          { column: 'id', order: 'asc' },
        ]);
    for (const { from, size } of rounds) {
      const query = db()
        .from(inOrder().select('id', 'shown_rating as rating').limit(size).offset(from).as('best'))
        .whereRaw(products.isListed('best.id', predicate))
        .orderBy([
          { column: 'best.rating', order: 'desc' },
          { column: 'best.id', order: 'asc' },
        ])
        .limit(max - found.length)
        .select<Rated[]>('best.id', 'best.rating');
      if (categories) void query.whereExists(products.inCategories(categories, 'best.id'));
      found.push(...(await query));
      if (
        found.length >= max ||
        (await inOrder()
          .offset(from + size)
          .first('id')) === undefined
      )
        return found;
    }
    return undefined;
  }

  return { bestOfAll, bestFirst };
}
