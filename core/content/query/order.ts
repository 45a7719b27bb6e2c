import type { Database, Knex, PostQuery } from '../../api/index.js';
import { sortedColumn } from '../../db/index.js';
import { isNumericType, type MetaPlace, metaOrder } from './meta-clauses.js';
import { idsOf, isSet, listOf, textOf } from './query-values.js';
import { orderByRelevance } from './search-clause.js';

const COLUMNS: Record<string, string> = {
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

/** Sorts a query of posts; ties are sorted by ID, so that pages never overlap. */
export function applyOrder(db: Database, posts: Knex.QueryBuilder, query: PostQuery): void {
  const standard = direction(query.order);
  const orderby = query.orderby;
  if (orderby === 'none' || orderby === false) {
    void posts.orderBy('posts.id', 'asc');
    return;
  }
  let last = standard;
  let any = false;
  const add = (name: string, order: 'asc' | 'desc'): void => {
    if (!applyOne(db, posts, query, name, order)) return;
    any = true;
    last = order;
  };
  if (typeof orderby === 'object' && orderby !== null && !Array.isArray(orderby)) {
    for (const [name, order] of Object.entries(orderby)) add(name, direction(order));
  } else {
    const names =
      typeof orderby === 'string'
        ? orderby.split(' ').filter((name) => name !== '')
        : listOf(query, 'orderby').map(String);
    // Equally relevant results are sorted oldest first.
    if (names.length === 0 && isSet(query, 's')) {
      orderByRelevance(db, posts, query);
      last = 'asc';
    }
    for (const name of names) add(name, standard);
  }
  if (!any) void posts.orderBy('posts.post_date', standard);
  void posts.orderBy('posts.id', last);
}

/** Whether results are sorted by relevance, the default for searches. */
export function isByRelevance(query: PostQuery): boolean {
  return isSet(query, 's') && (!isSet(query, 'orderby') || query.orderby === 'relevance');
}

function direction(value: unknown): 'asc' | 'desc' {
  return typeof value === 'string' && value.toUpperCase() === 'ASC' ? 'asc' : 'desc';
}

function applyOne(
  db: Database,
  posts: Knex.QueryBuilder,
  query: PostQuery,
  name: string,
  order: 'asc' | 'desc',
): boolean {
  const column = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
  if (column === 'post_title') void posts.orderByRaw(`${sortedColumn(db)} ${order}`, ['posts.post_title']);
  else if (column !== undefined) void posts.orderBy(`posts.${column}`, order);
  else if (name === 'rand') void posts.orderByRaw(db.engine === 'mysql' ? 'rand()' : 'random()');
  else if (name === 'relevance') orderByRelevance(db, posts, query);
  else if (name === 'post__in') inGivenOrder(posts, 'posts.id', idsOf(query, 'post__in'));
  else if (name === 'post_parent__in') inGivenOrder(posts, 'posts.post_parent', idsOf(query, 'post_parent__in'));
  else if (name === 'post_name__in') inGivenOrder(posts, 'posts.post_name', listOf(query, 'post_name__in'));
  else return orderByMeta(db, posts, query, { name, order });
  return true;
}

/**
 * Sorts by metadata if a query of posts or other objects requests it.
 * @returns whether it does
 */
export function orderByMeta(
  db: Database,
  rows: Knex.QueryBuilder,
  query: PostQuery,
  { name, order, metaTable }: { name: string; order: 'asc' | 'desc'; metaTable?: MetaPlace },
): boolean {
  const isKey = name === 'meta_value' || name === 'meta_value_num' || (name !== '' && name === query.meta_key);
  const clause = isKey
    ? { key: textOf(query, 'meta_key'), type: name === 'meta_value_num' ? 'NUMERIC' : textOf(query, 'meta_type') }
    : namedClause(query.meta_query, name);
  if (!clause || clause.key === '') return false;
  const { sql, bindings } = metaOrder(db, clause.key, isNumericType(clause.type) ? clause.type : 'CHAR', metaTable)
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

function inGivenOrder(posts: Knex.QueryBuilder, column: string, values: readonly (string | number)[]): void {
  if (values.length === 0) return;
  const cases = values.map(() => 'when ? then ?').join(' ');
  void posts.orderByRaw(`case ?? ${cases} end`, [column, ...values.flatMap((value, index) => [value, index])]);
}
