import { type Database, type Knex, type TermQuery, WpError } from '../../api/index.js';
import { comparedColumn, comparedText, sortedColumn } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import { applyMetaQuery, type MetaTableColumns, readMetaQuery } from '../query/meta-clauses.js';
import { orderByMeta } from '../query/order.js';
import { selectTerms, withDescendants } from './term-rows.js';

const ORDER_COLUMNS: Record<string, string> = {
  name: 't.name',
  slug: 't.slug',
  term_id: 't.term_id',
  id: 't.term_id',
  ID: 't.term_id',
  term_group: 't.term_group',
  description: 'x.description',
  parent: 'x.parent',
  count: 'x.count',
  term_taxonomy_id: 'x.term_taxonomy_id',
  taxonomy: 'x.taxonomy',
};

const TERM_META: MetaTableColumns = { table: 'termmeta', object: 'term_id', id: 't.term_id' };

export const invalidTaxonomy = (): WpError => new WpError('invalid_taxonomy', 'Invalid taxonomy.');

/**
 * Returns the query for terms, without order and paging. It is returned in an object, because `await` on a query
 * builder would run the query.
 */
export async function buildTermQuery(
  { db, types, formatting }: Pick<ContentDeps, 'db' | 'types' | 'formatting'>,
  query: TermQuery,
): Promise<{ rows: Knex.QueryBuilder } | WpError> {
  const taxonomies = toArray(query.taxonomy ?? []);
  if (taxonomies.some((name) => !types.taxonomyExists(name))) return invalidTaxonomy();
  const rows = selectTerms(db);
  if (taxonomies.length > 0) void rows.whereIn('x.taxonomy', taxonomies);
  if (query.object_ids) limitToObjects(db, rows, query.object_ids, query.fields === 'all_with_object_id');
  if (query.include?.length) void rows.whereIn('t.term_id', query.include);
  else if (query.exclude?.length) void rows.whereNotIn('t.term_id', query.exclude);
  if (query.slug !== undefined)
    void rows.whereIn(
      't.slug',
      toArray(query.slug).map((slug) => formatting.sanitizeTitle(slug)),
    );
  if (query.name !== undefined) limitToNames(db, rows, toArray(query.name));
  if (query.parent !== undefined) void rows.where({ 'x.parent': query.parent });
  if (query.child_of && taxonomies[0] !== undefined) {
    const descendantIds = (await withDescendants(db, taxonomies[0], [query.child_of])).filter(
      (id) => id !== query.child_of,
    );
    void rows.whereIn('t.term_id', descendantIds);
  }
  const meta = readMetaQuery({ ...query });
  if (meta) void rows.where((part) => void applyMetaQuery(db, part, meta, TERM_META));
  if (query.search) limitToSearch(db, rows, query.search);
  if (query.hide_empty !== false && !query.object_ids) {
    const nested = taxonomies.some((name) => (types.getTaxonomy(name) || undefined)?.hierarchical);
    excludeEmpty(db, rows, nested);
  }
  return { rows };
}

function limitToObjects(
  db: Database,
  rows: Knex.QueryBuilder,
  ids: TermQuery['object_ids'] & object,
  withObjects: boolean,
): void {
  if (withObjects)
    void rows.join('term_relationships as r', 'r.term_taxonomy_id', 'x.term_taxonomy_id').whereIn('r.object_id', ids);
  else
    void rows.whereIn(
      'x.term_taxonomy_id',
      db()('term_relationships').select('term_taxonomy_id').whereIn('object_id', ids),
    );
}

/** Limits terms to the given names, which the database compares without case and accents. */
export function limitToNames(db: Database, rows: Knex.QueryBuilder, names: readonly string[]): void {
  if (names.length === 0) return void rows.whereRaw('1 = 0');
  const placeholders = names.map(() => '?').join(', ');
  void rows.whereRaw(`${comparedColumn(db)} in (${placeholders})`, [
    't.name',
    ...names.map((name) => comparedText(db, name)),
  ]);
}

function limitToSearch(db: Database, rows: Knex.QueryBuilder, search: string): void {
  const pattern = `%${comparedText(db, search.replace(/[!%_]/g, '!$&'))}%`;
  const like = `${comparedColumn(db)} like ? escape '!'`;
  void rows.where((any) => void any.whereRaw(like, ['t.name', pattern]).orWhereRaw(like, ['t.slug', pattern]));
}

/** Excludes terms without posts. A parent term is included if a child term has posts. */
function excludeEmpty(db: Database, rows: Knex.QueryBuilder, nested: boolean): void {
  const parents = db()('term_taxonomy').select('parent').where('count', '>', 0);
  void rows.where((any) => {
    void any.where('x.count', '>', 0);
    if (nested) void any.orWhereIn('t.term_id', parents);
  });
}

/** Sorts a term query. Terms with equal values are sorted by ID. */
export function orderTerms(db: Database, rows: Knex.QueryBuilder, query: TermQuery): void {
  const order = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
  const name = query.orderby ?? '';
  if (name === 'include' && query.include?.length) {
    const position = query.include.map(() => 'when ? then ?').join(' ');
    void rows.orderByRaw(
      `case t.term_id ${position} end`,
      query.include.flatMap((id, index) => [id, index]),
    );
  } else if (name !== 'none' && !orderByMeta(db, rows, { ...query }, { name, order, metaTable: TERM_META })) {
    const column = Object.hasOwn(ORDER_COLUMNS, name) ? ORDER_COLUMNS[name] : undefined;
    if (column === undefined || column === 't.name') void rows.orderByRaw(`${sortedColumn(db)} ${order}`, ['t.name']);
    else void rows.orderBy(column, order);
  }
  void rows.orderBy('t.term_id');
}

export function toArray<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}
