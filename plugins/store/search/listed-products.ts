import type { Database, Knex } from 'plinth';
import { LISTED, STANDING_INDEX } from '../products/tables.js';

/** Filter for listed products. */
export interface ListingFilter {
  /** IDs of a category and its descendants; undefined for all products. */
  readonly categories: readonly number[] | undefined;
  readonly buyable: boolean;
}

/** Queries for listed products (alias `product`) and their texts (alias `text`). */
export interface ListedProducts {
  /** The product table, with alias `product`. */
  productTable(): Knex.Raw;
  whereListed(query: Knex.QueryBuilder): Knex.QueryBuilder;
  /**
   * Whether a listed product satisfies a predicate: a scalar subquery instead of a join, so that both databases scan
   * product by product.
   */
  isListed(id: string, predicate?: Knex.Raw): Knex.Raw;
  /** Listed products among the given IDs that match the filter, with their texts. */
  listed(among: Knex.QueryBuilder | readonly number[], filter: ListingFilter): Knex.QueryBuilder;
  /** Adds the filter to a query. */
  applyFilter(query: Knex.QueryBuilder, filter: ListingFilter): Knex.QueryBuilder;
  inCategories(categories: readonly number[], column: string): Knex.QueryBuilder;
  orderByRank(query: Knex.QueryBuilder): Knex.QueryBuilder;
}

export function createListedProducts({ db }: { readonly db: Database }): ListedProducts {
  /**
   * Sorts listed products from a covering index: a table page holds few products, and each match is on a different
   * page. MariaDB uses the table unless forced; the index starts with columns that are equal for all listed products,
   * so that no other query by ID picks it.
   */
  const productTable = (): Knex.Raw =>
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

  function applyFilter(query: Knex.QueryBuilder, { categories, buyable }: ListingFilter): Knex.QueryBuilder {
    if (buyable) void query.whereNot('product.stock', 'outofstock');
    if (categories) void query.whereExists(inCategories(categories, 'product.id'));
    return query;
  }

  function listed(
    among: Knex.QueryBuilder | readonly number[],
    { categories, buyable }: ListingFilter,
  ): Knex.QueryBuilder {
    const query: Knex.QueryBuilder =
      among instanceof Array
        ? db()('store_product_texts as text').whereIn('text.product_id', among)
        : db().from(among.as('found')).join('store_product_texts as text', 'text.product_id', 'found.product_id');
    void query
      .join(productTable(), 'product.id', 'text.product_id')
      // The unary plus keeps SQLite from starting with the index of listed products, which covers the whole shop,
      // instead of with the matches.
      .whereRaw('+text.listed = 1');
    return applyFilter(amongListed(query), { categories, buyable });
  }

  return {
    productTable,
    whereListed: amongListed,
    isListed,
    listed,
    applyFilter,
    inCategories,
    orderByRank: (query) =>
      query.orderByRaw(
        "case when product.stock = 'outofstock' then 1 else 0 end, product.shown_rating desc, product.id",
      ),
  };
}
