import type { Database, Knex } from 'plinth';
import { LISTED, STANDING_INDEX } from '../products/tables.js';

/** Which of the listed products a question lets through. */
export interface Fitting {
  /** Ids of a category and all below it; undefined for all products. */
  readonly categories: readonly number[] | undefined;
  readonly buyable: boolean;
}

/** Queries for listed products, as `product`, and their texts, as `text`. */
export interface ListedProducts {
  /** The table of products, as `product`. */
  standing(): Knex.Raw;
  amongListed(query: Knex.QueryBuilder): Knex.QueryBuilder;
  /** Whether a listed product is as a predicate says: a value and no join, so that both databases look from product to product. */
  isListed(id: string, predicate?: Knex.Raw): Knex.Raw;
  /** Listed products of some ids with their texts, as far as the question lets them through. */
  listed(among: Knex.QueryBuilder | readonly number[], asked: Fitting): Knex.QueryBuilder;
  /** Those of the products that the question lets through. */
  fitting(query: Knex.QueryBuilder, asked: Fitting): Knex.QueryBuilder;
  inCategories(categories: readonly number[], column: string): Knex.QueryBuilder;
  byStanding(query: Knex.QueryBuilder): Knex.QueryBuilder;
}

export function createListedProducts({ db }: { readonly db: Database }): ListedProducts {
  /**
   * What puts listed products in order, from an index that has it all: on a page of the table there are few products, and each of those that are found lies on another one.
   * MariaDB takes the table unless told; the index begins with what all of them have, so that nobody else is led to it by an id.
   */
  const standing = (): Knex.Raw =>
    db.engine === 'mysql'
      ? db().raw('store_products as product force index (??)', [STANDING_INDEX])
      : db().raw('store_products as product');
  const amongListed = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    db.engine === 'mysql'
      ? query.where({ 'product.status': LISTED.status, 'product.visibility': LISTED.visibility })
      : query;

  const inCategories = (categories: readonly number[], column: string): Knex.QueryBuilder =>
    db()('store_product_terms as placed')
      .where('placed.product_id', db().ref(column))
      .whereIn('placed.term_id', [...categories])
      .select(db().raw('1'));

  const isListed = (id: string, predicate: Knex.Raw = db().raw('1 = 1')): Knex.Raw =>
    db().raw(
      '(select case when text.listed = 1 and ? then 1 else 0 end from store_product_texts as text where text.product_id = ??) = 1',
      [predicate, id],
    );

  function fitting(query: Knex.QueryBuilder, { categories, buyable }: Fitting): Knex.QueryBuilder {
    if (buyable) void query.whereNot('product.stock', 'outofstock');
    if (categories) void query.whereExists(inCategories(categories, 'product.id'));
    return query;
  }

  function listed(among: Knex.QueryBuilder | readonly number[], { categories, buyable }: Fitting): Knex.QueryBuilder {
    const query: Knex.QueryBuilder =
      among instanceof Array
        ? db()('store_product_texts as text').whereIn('text.product_id', among)
        : db().from(among.as('found')).join('store_product_texts as text', 'text.product_id', 'found.product_id');
    void query
      .join(standing(), 'product.id', 'text.product_id')
      // The sign keeps SQLite from beginning with the index of all that are listed, which is the whole shop, instead of with what was found.
      .whereRaw('+text.listed = 1');
    return fitting(amongListed(query), { categories, buyable });
  }

  return {
    standing,
    amongListed,
    isListed,
    listed,
    fitting,
    inCategories,
    byStanding: (query) =>
      query.orderByRaw(
        "case when product.stock = 'outofstock' then 1 else 0 end, product.shown_rating desc, product.id",
      ),
  };
}
