import { comparedColumn, comparedText, rowOffset, sortedColumn, whereSameText } from '../db/index.js';
import type { Database, Knex, UserQuery } from '../api/index.js';

const SORT_COLUMNS: Record<string, string> = {
  ID: 'id',
  id: 'id',
  display_name: 'display_name',
  name: 'display_name',
  user_login: 'user_login',
  login: 'user_login',
  user_nicename: 'user_nicename',
  nicename: 'user_nicename',
  slug: 'user_nicename',
  user_email: 'user_email',
  email: 'user_email',
  user_url: 'user_url',
  url: 'user_url',
  user_registered: 'user_registered',
  registered: 'user_registered',
  registered_date: 'user_registered',
};
const UNIQUE_COLUMNS = ['id', 'user_login'];
const SEARCH_COLUMNS = ['id', 'user_login', 'user_email', 'user_url', 'user_nicename', 'display_name'];

/** Limits an account query to the accounts it names. */
export function limitByNames(db: Database, users: Knex.QueryBuilder, query: UserQuery): void {
  if (query.include?.length) void users.whereIn('id', query.include);
  else if (query.exclude?.length) void users.whereNotIn('id', query.exclude);
  if (query.login !== undefined) whereSameText(db, users, ['users', 'user_login'], [query.login]);
  if (query.nicename !== undefined) void users.where({ user_nicename: query.nicename });
  if (query.login__in?.length) whereSameText(db, users, ['users', 'user_login'], query.login__in);
  if (query.nicename__in?.length) void users.whereIn('user_nicename', query.nicename__in);
}

/** Limits an account query by authored posts and by metadata. */
export function limitByContent(db: Database, users: Knex.QueryBuilder, query: UserQuery): void {
  if (query.has_published_posts) {
    const publishedAuthors = db()('posts').select('post_author').where({ post_status: 'publish' });
    if (query.has_published_posts !== true) void publishedAuthors.whereIn('post_type', query.has_published_posts);
    void users.whereIn('id', publishedAuthors);
  }
  if (query.meta_key !== undefined) {
    const metaUsers = db()('usermeta').select('user_id').where({ meta_key: query.meta_key });
    if (query.meta_value !== undefined)
      void metaUsers.where({ meta_value: String(query.meta_value as string | number) });
    void users.whereIn('id', metaUsers);
  }
}

/** Sorts an account query; ties are sorted by ID. */
export function orderUsers(db: Database, users: Knex.QueryBuilder, query: UserQuery): void {
  const descending = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
  const column = columnOf(query);
  if (column === 'display_name') void users.orderByRaw(`${sortedColumn(db)} ${descending}`, [column]);
  else if (column !== undefined) void users.orderBy(column, descending);
  else if (query.orderby === 'include') orderByValues(users, 'id', query.include ?? []);
  else if (query.orderby === 'nicename__in') orderByValues(users, 'user_nicename', query.nicename__in ?? []);
  else void users.orderBy(metaValue(db, query), descending);
  // A second column would prevent MariaDB from using the index of the first, which is unique anyway.
  if (column === undefined || !UNIQUE_COLUMNS.includes(column)) void users.orderBy('id');
}

/** Returns the column by which accounts are sorted; undefined for an explicit order or an order by metadata. */
function columnOf({ orderby = 'login', include, meta_key: key }: UserQuery): string | undefined {
  const isExplicitOrder = (orderby === 'include' && include?.length) || orderby === 'nicename__in';
  const isMeta = (orderby === 'meta_value' || orderby === 'meta_value_num') && key !== undefined;
  return isExplicitOrder || isMeta ? undefined : (SORT_COLUMNS[orderby] ?? 'user_login');
}

function orderByValues(users: Knex.QueryBuilder, column: string, values: readonly (string | number)[]): void {
  if (values.length === 0) return;
  const cases = values.map(() => 'when ? then ?').join(' ');
  void users.orderByRaw(
    `case ${column} ${cases} end`,
    values.flatMap((value, index) => [value, index]),
  );
}

function metaValue(db: Database, query: UserQuery): Knex.QueryBuilder {
  const value = db()('usermeta')
    .select('meta_value')
    .where({ meta_key: query.meta_key })
    .whereRaw('usermeta.user_id = users.id')
    .orderBy('meta_id')
    .limit(1);
  return (query.orderby === 'meta_value' ? value : db().raw('(?) + 0', [value])) as Knex.QueryBuilder;
}

/** Limits an account query to one page. */
export function pageOfUsers(users: Knex.QueryBuilder, query: UserQuery): void {
  if (query.number === undefined || query.number <= 0) return;
  void users.limit(query.number).offset(rowOffset(query.offset ?? ((query.paged ?? 1) - 1) * query.number));
}

/** `*` at either end is a wildcard; without one the whole field must match, as in WordPress. */
export function limitBySearch(db: Database, users: Knex.QueryBuilder, query: UserQuery): void {
  const search = query.search?.trim() ?? '';
  const term = search.replace(/^\*+|\*+$/g, '');
  if (term === '') return;
  const pattern = `${search.startsWith('*') ? '%' : ''}${comparedText(db, term.replace(/[!%_]/g, '!$&'))}${search.endsWith('*') ? '%' : ''}`;
  const requestedColumns = query.search_columns
    ?.map((column) => (column === 'ID' ? 'id' : column))
    .filter((column) => SEARCH_COLUMNS.includes(column));
  const columns = requestedColumns?.length ? requestedColumns : guessColumns(term);
  void users.where((condition) => {
    for (const column of columns)
      void condition.orWhereRaw(`${comparedColumn(db)} like ? escape '!'`, [column, pattern]);
  });
}

function guessColumns(term: string): string[] {
  if (term.includes('@')) return ['user_email'];
  if (/^\d+$/.test(term)) return ['user_login', 'id'];
  if (/^https?:\/\//.test(term)) return ['user_url'];
  return ['user_login', 'user_url', 'user_email', 'user_nicename', 'display_name'];
}
