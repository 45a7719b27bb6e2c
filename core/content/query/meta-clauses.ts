import type { Database, Knex, MetaQueryClause, PostQuery } from '../../api/index.js';
import { toStoredText } from '../../options/index.js';
import { type Group, isGroup, isSet, readGroup, textOf } from './query-values.js';

/** Returns all metadata conditions: those in `meta_query`, and those in `meta_key` and `meta_value`. */
export function readMetaQuery(query: PostQuery): Group<MetaQueryClause> | undefined {
  const clauses: (MetaQueryClause | Group<MetaQueryClause>)[] = [];
  const hasValue = query.meta_value !== undefined && query.meta_value !== '' && query.meta_value !== null;
  if (isSet(query, 'meta_key') || hasValue) {
    clauses.push({
      ...(isSet(query, 'meta_key') ? { key: textOf(query, 'meta_key') } : {}),
      ...(hasValue ? { value: query.meta_value } : {}),
      ...(!hasValue && isSet(query, 'meta_value_num') ? { value: query.meta_value_num, type: 'NUMERIC' } : {}),
      ...(isSet(query, 'meta_compare') ? { compare: textOf(query, 'meta_compare') } : {}),
      ...(isSet(query, 'meta_type') ? { type: textOf(query, 'meta_type') } : {}),
    });
  }
  const group = readGroup<MetaQueryClause>(query.meta_query, (clause) => 'key' in clause || 'value' in clause);
  if (group) clauses.push(group);
  return clauses.length > 0 ? { relation: 'AND', clauses } : undefined;
}

/** A metadata table, its column with the object ID, and the ID column of the objects. */
export interface MetaTableColumns {
  readonly table: string;
  readonly object: string;
  readonly id: string;
}

const POST_META: MetaTableColumns = { table: 'postmeta', object: 'post_id', id: 'posts.id' };

/**
 * Adds the conditions to a query of posts or other objects. Each condition has its own subquery, so that they do not
 * affect each other.
 */
export function applyMetaQuery(
  db: Database,
  where: Knex.QueryBuilder,
  group: Group<MetaQueryClause>,
  metaTable = POST_META,
): void {
  for (const clause of group.clauses) {
    const part = (inner: Knex.QueryBuilder): void =>
      isGroup(clause) ? applyMetaQuery(db, inner, clause, metaTable) : applyClause(db, inner, clause, metaTable);
    void (group.relation === 'OR' ? where.orWhere(part) : where.andWhere(part));
  }
}

/** Returns SQL that sorts by the first value of a meta key. */
export function metaOrderSql(
  db: Database,
  key: string,
  type: string,
  { table, object, id }: MetaTableColumns = POST_META,
): Knex.Raw {
  const value = db()(table)
    .select('meta_value')
    .where({ meta_key: key })
    .whereRaw('?? = ??', [`${table}.${object}`, id])
    .orderBy('meta_id')
    .limit(1);
  const { sql, bindings } = value.toSQL().toNative();
  return db().raw(isNumericType(type) ? `cast((${sql}) as ${decimalType(db)})` : `(${sql})`, bindings as string[]);
}

function applyClause(
  db: Database,
  where: Knex.QueryBuilder,
  clause: MetaQueryClause,
  { table, object, id }: MetaTableColumns,
): void {
  const isList = Array.isArray(clause.value);
  const compare = (clause.compare ?? (isList ? 'IN' : '=')).toUpperCase();
  const rows = db()(table).select(object);
  if (clause.key !== undefined) {
    if (clause.compare_key?.toUpperCase() === 'LIKE')
      void rows.whereRaw("meta_key like ? escape '!'", [likePattern(clause.key)]);
    else void rows.where({ meta_key: clause.key });
  }
  if (compare === 'NOT EXISTS') {
    void where.whereNotIn(id, rows);
    return;
  }
  if (compare !== 'EXISTS' && clause.value !== undefined)
    applyValue(db, rows, compare, clause.value, clause.type ?? 'CHAR');
  void where.whereIn(id, rows);
}

function applyValue(db: Database, rows: Knex.QueryBuilder, compare: string, value: unknown, type: string): void {
  const numeric = isNumericType(type);
  const column = numeric ? `cast(meta_value as ${decimalType(db)})` : 'meta_value';
  const toBinding = (operand: unknown): string | number => (numeric ? Number(operand) || 0 : toStoredText(operand));
  const list = (Array.isArray(value) ? (value as unknown[]) : String(value).split(/[\s,]+/)).map(toBinding);
  const placeholders = list.map(() => '?').join(', ');
  if (compare === 'IN' || compare === 'NOT IN') void rows.whereRaw(`${column} ${compare} (${placeholders})`, list);
  else if (compare === 'BETWEEN' || compare === 'NOT BETWEEN')
    void rows.whereRaw(`${column} ${compare} ? and ?`, list.slice(0, 2));
  else if (compare === 'LIKE' || compare === 'NOT LIKE')
    void rows.whereRaw(`${column} ${compare} ? escape '!'`, [likePattern(String(value))]);
  else
    void rows.whereRaw(`${column} ${['=', '!=', '>', '>=', '<', '<='].includes(compare) ? compare : '='} ?`, [
      toBinding(value),
    ]);
}

function likePattern(text: string): string {
  return `%${text.replace(/[!%_]/g, '!$&')}%`;
}

export function isNumericType(type: string): boolean {
  return /^(NUMERIC|SIGNED|UNSIGNED|DECIMAL)/i.test(type);
}

function decimalType(db: Database): string {
  return db.engine === 'mysql' ? 'decimal(30, 6)' : 'real';
}
