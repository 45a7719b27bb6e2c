import type { Database, Knex, PostQuery } from '../../api/index.js';
import { sortedColumn } from '../../db/index.js';
import { isNumericType, type MetaTableColumns, metaOrderSql } from './meta-clauses.js';
import { idsOf, isSet, listOf, textOf } from './query-values.js';
import { orderByRelevance } from './search-clause.js';

const ORDER_COLUMNS: Record<string, string> = {
  ID: 'id',
  id: 'id',
  author: 'post_author',
  post_author: 'post_author',
  title: 'post_title',
  post_title: 'post_title',
  name: 'post_name',
  post_name: 'post_name',
  type: 'post_type',
  post_type: 'post_type',
  date: 'post_date',
  post_date: 'post_date',
  modified: 'post_modified',
  post_modified: 'post_modified',
  parent: 'post_parent',
  post_parent: 'post_parent',
  comment_count: 'comment_count',
  menu_order: 'menu_order',
};

/** Sorts a query of posts. Posts with equal values are sorted by ID, so that no post is on two pages. */
export function applyOrder(db: Database, posts: Knex.QueryBuilder, query: PostQuery): void {
  const defaultDirection = toDirection(query.order);
  const orderby = query.orderby;
  if (orderby === 'none' || orderby === false) {
    void posts.orderBy('posts.id', 'asc');
    return;
  }
  let last = defaultDirection;
  let hasOrder = false;
  const add = (name: string, order: 'asc' | 'desc'): void => {
    if (!applyColumn(db, posts, query, name, order)) return;
    hasOrder = true;
    last = order;
  };
  if (typeof orderby === 'object' && orderby !== null && !Array.isArray(orderby)) {
    for (const [name, order] of Object.entries(orderby)) add(name, toDirection(order));
  } else {
    const names =
      typeof orderby === 'string'
        ? orderby.split(' ').filter((name) => name !== '')
        : listOf(query, 'orderby').map(String);
    // Results with equal relevance are sorted by ID, ascending.
    if (names.length === 0 && isSet(query, 's')) {
      orderByRelevance(db, posts, query);
      last = 'asc';
    }
    for (const name of names) add(name, defaultDirection);
  }
  if (!hasOrder) void posts.orderBy('posts.post_date', defaultDirection);
  void posts.orderBy('posts.id', last);
}

/** Whether results are sorted by relevance, the default for searches. */
export function isByRelevance(query: PostQuery): boolean {
  return isSet(query, 's') && (!isSet(query, 'orderby') || query.orderby === 'relevance');
}

function toDirection(value: unknown): 'asc' | 'desc' {
  return typeof value === 'string' && value.toUpperCase() === 'ASC' ? 'asc' : 'desc';
}

function applyColumn(
  db: Database,
  posts: Knex.QueryBuilder,
  query: PostQuery,
  name: string,
  order: 'asc' | 'desc',
): boolean {
  const column = Object.hasOwn(ORDER_COLUMNS, name) ? ORDER_COLUMNS[name] : undefined;
  if (column === 'post_title') void posts.orderByRaw(`${sortedColumn(db)} ${order}`, ['posts.post_title']);
  else if (column !== undefined) void posts.orderBy(`posts.${column}`, order);
  else if (name === 'rand') void posts.orderByRaw(db.engine === 'mysql' ? 'rand()' : 'random()');
  else if (name === 'relevance') orderByRelevance(db, posts, query);
  else if (name === 'post__in') orderByList(posts, 'posts.id', idsOf(query, 'post__in'));
  else if (name === 'post_parent__in') orderByList(posts, 'posts.post_parent', idsOf(query, 'post_parent__in'));
  else if (name === 'post_name__in') orderByList(posts, 'posts.post_name', listOf(query, 'post_name__in'));
  else return orderByMeta(db, posts, query, { name, order });
  return true;
}

/**
 * Sorts a query of posts or other objects by metadata, if it requests this.
 * @returns whether it does
 */
export function orderByMeta(
  db: Database,
  rows: Knex.QueryBuilder,
  query: PostQuery,
  { name, order, metaTable }: { name: string; order: 'asc' | 'desc'; metaTable?: MetaTableColumns },
): boolean {
  const isKey = name === 'meta_value' || name === 'meta_value_num' || (name !== '' && name === query.meta_key);
  const clause = isKey
    ? { key: textOf(query, 'meta_key'), type: name === 'meta_value_num' ? 'NUMERIC' : textOf(query, 'meta_type') }
    : namedClause(query.meta_query, name);
  if (!clause || clause.key === '') return false;
  const { sql, bindings } = metaOrderSql(db, clause.key, isNumericType(clause.type) ? clause.type : 'CHAR', metaTable)
    .toSQL()
    .toNative();
  void rows.orderByRaw(order === 'asc' ? `${sql} asc` : `${sql} desc`, bindings as string[]);
  return true;
}

/** Returns the named clause of a `meta_query` to sort by. */
function namedClause(metaQuery: unknown, name: string): { key: string; type: string } | undefined {
  if (typeof metaQuery !== 'object' || metaQuery === null || !Object.hasOwn(metaQuery, name)) return undefined;
  const clause = (metaQuery as Record<string, { key?: unknown; type?: unknown }>)[name];
  return typeof clause?.key === 'string'
    ? { key: clause.key, type: typeof clause.type === 'string' ? clause.type : 'CHAR' }
    : undefined;
}

function orderByList(posts: Knex.QueryBuilder, column: string, values: readonly (string | number)[]): void {
  if (values.length === 0) return;
  const cases = values.map(() => 'when ? then ?').join(' ');
  void posts.orderByRaw(`case ?? ${cases} end`, [column, ...values.flatMap((value, index) => [value, index])]);
}
