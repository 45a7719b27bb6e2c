import type { Database, Knex } from 'plinth';
import { LISTED_VALUES, SEARCH_ORDER_INDEX } from '../products/tables.js';

/** Filter for listed products. */
export interface ListingFilter {
  /** IDs of a category and its descendants; undefined for all products. */
  readonly categories: readonly number[] | undefined;
  readonly buyable: boolean;
}

/** Queries for listed products (alias `product`) and their texts (alias `text`). */
export interface ListedProducts {
  /** Returns the product table, with the alias `product`. */
  productTable(): Knex.Raw;
  whereListed(query: Knex.QueryBuilder): Knex.QueryBuilder;
  /**
   * SQL condition: whether a product is listed and satisfies a predicate. It is a scalar subquery and not a join, so
   * that both databases scan product by product.
   */
  isListed(id: string, predicate?: Knex.Raw): Knex.Raw;
  /** Returns a query for the listed products with the given IDs that match the filter, with their texts. */
  listed(among: Knex.QueryBuilder | readonly number[], filter: ListingFilter): Knex.QueryBuilder;
  /** Adds the filter to a query. */
  applyFilter(query: Knex.QueryBuilder, filter: ListingFilter): Knex.QueryBuilder;
  inCategories(categories: readonly number[], column: string): Knex.QueryBuilder;
  orderByRank(query: Knex.QueryBuilder): Knex.QueryBuilder;
}

export function createListedProducts({ db }: { readonly db: Database }): ListedProducts {
  /**
   * Forces the covering index for sorting listed products on MariaDB, which would otherwise read the table. Reading the
   * table is slow, because each match is usually on a different database page. The index starts with columns that are
   * equal for all listed products, so that other queries by ID do not use it.
   */
  const productTable = (): Knex.Raw =>
    db.engine === 'mysql'
      ? db().raw('store_products as product force index (??)', [SEARCH_ORDER_INDEX])
      : db().raw('store_products as product');
  const amongListed = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    db.engine === 'mysql'
      ? query.where({ 'product.status': LISTED_VALUES.status, 'product.visibility': LISTED_VALUES.visibility })
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

  function applyFilter(query: Knex.QueryBuilder, { categories, buyable }: ListingFilter): Knex.QueryBuilder {
    if (buyable) void query.whereNot('product.stock', 'outofstock');
    if (categories) void query.whereExists(inCategories(categories, 'product.id'));
    return query;
  }

  function listedQuery(
    among: Knex.QueryBuilder | readonly number[],
    { categories, buyable }: ListingFilter,
  ): Knex.QueryBuilder {
    const query: Knex.QueryBuilder =
      among instanceof Array
        ? db()('store_product_texts as text').whereIn('text.product_id', among)
        : db().from(among.as('found')).join('store_product_texts as text', 'text.product_id', 'found.product_id');
    void query
      .join(productTable(), 'product.id', 'text.product_id')
      // The unary plus prevents SQLite from using the index of listed products, which contains all products, instead
      // of the matches.
      .whereRaw('+text.listed = 1');
    return applyFilter(amongListed(query), { categories, buyable });
  }

  return {
    productTable,
    whereListed: amongListed,
    isListed,
    listed: listedQuery,
    applyFilter,
    inCategories,
    orderByRank: (query) =>
      query.orderByRaw(
        "case when product.stock = 'outofstock' then 1 else 0 end, product.review_rating desc, product.id",
      ),
  };
}
