import { runNamed, nameValues } from '../../db/index.js';
import { type Database, type HookApi, type Knex, type WpQuery } from '../../api/index.js';

/**
 * The clauses of an SQL statement that plugins filter. Values from core are bound to names such as `:plinth_1` and are
 * never part of the SQL text.
 */
type QueryClauses = Record<'where' | 'groupby' | 'join' | 'orderby' | 'distinct' | 'fields' | 'limits', string>;

/** The parts of core's query, as separate builders. */
interface QueryParts {
  /** The query with its conditions. */
  readonly posts: Knex.QueryBuilder;
  readonly search: ((posts: Knex.QueryBuilder) => void) | undefined;
  readonly order: (posts: Knex.QueryBuilder) => void;
  /** Whether results are sorted by search relevance. */
  readonly byRelevance: boolean;
  readonly fields: string;
  readonly limits: string;
}

/** Changes by plugins. `rows` and `total` are missing if the query is unchanged. */
interface QueryChanges {
  readonly rows?: () => Promise<Record<string, unknown>[]>;
  /** Returns the number of rows on all pages. */
  readonly total?: () => Promise<number>;
  /** The filters that changed the query. */
  readonly filters: readonly string[];
}

/** The result if no plugin changes the query. */
export const UNCHANGED: QueryChanges = { filters: [] };

const CLAUSE_FILTERS = [
  'posts_search',
  'posts_search_orderby',
  'posts_where',
  'posts_join',
  'posts_where_paged',
  'posts_groupby',
  'posts_join_paged',
  'posts_orderby',
  'posts_distinct',
  'post_limits',
  'posts_fields',
  'posts_clauses',
  'posts_request',
  'found_posts_query',
] as const;

/** Whether any callback filters the clauses. If not, they are not built, because that would slow down all queries. */
export function hasClauseFilters(hooks: Pick<HookApi, 'hasFilter'>): boolean {
  return CLAUSE_FILTERS.some((name) => hooks.hasFilter(name));
}

/**
 * Lets plugins change the SQL statement of a query (WordPress: the filters `posts_where` to `posts_request` in
 * WP_Query::get_posts).
 * @returns no changes if the filters left the statement unchanged, so that it can be cached like any other
 */
export async function filterClauses(
  db: Database,
  hooks: HookApi,
  query: WpQuery,
  parts: QueryParts,
): Promise<QueryChanges> {
  const { texts, bindings } = nameValues();
  const changingFilters = new Set<string>();
  async function filter(name: string, text: string): Promise<string> {
    const filtered = await hooks.applyFilters<string>(name, text, query);
    if (filtered !== text) changingFilters.add(name);
    return filtered;
  }
  const rows = (): Knex.QueryBuilder => db()('posts').select('posts.id');
  const start = rows().toSQL().sql.length;
  const withoutKeyword = (builder: Knex.QueryBuilder, keyword: string): string => {
    const { sql, bindings: values } = builder.toSQL();
    return texts(sql.slice(start).replace(new RegExp(`^ ${keyword} `), ''), values);
  };
  const orderBuilder = rows();
  parts.order(orderBuilder);
  const conditions = withoutKeyword(parts.posts.clone().select('posts.id'), 'where');
  let search = '';
  if (parts.search) {
    const searchBuilder = rows();
    parts.search(searchBuilder);
    const text = withoutKeyword(searchBuilder, 'where');
    search = text === '' ? '' : ` AND (${text})`;
  }
  const coreClauses: QueryClauses = {
    where: `${search}${conditions === '' ? '' : ` AND ${conditions}`}`,
    groupby: '',
    join: '',
    orderby: withoutKeyword(orderBuilder, 'order by'),
    distinct: '',
    fields: parts.fields,
    limits: parts.limits,
  };
  const originalSql = buildSql(coreClauses);

  const clauses = { ...coreClauses };
  const searchClause = await filter('posts_search', search);
  if (parts.byRelevance) clauses.orderby = await filter('posts_search_orderby', clauses.orderby);
  clauses.where = await filter('posts_where', `${searchClause}${clauses.where.slice(search.length)}`);
  clauses.join = await filter('posts_join', clauses.join);
  clauses.where = await filter('posts_where_paged', clauses.where);
  clauses.groupby = await filter('posts_groupby', clauses.groupby);
  clauses.join = await filter('posts_join_paged', clauses.join);
  clauses.orderby = await filter('posts_orderby', clauses.orderby);
  clauses.distinct = await filter('posts_distinct', clauses.distinct);
  clauses.limits = await filter('post_limits', clauses.limits);
  clauses.fields = await filter('posts_fields', clauses.fields);
  const filteredClauses: QueryClauses = {
    ...clauses,
    ...(await hooks.applyFilters<Partial<QueryClauses>>('posts_clauses', { ...clauses }, query)),
  };
  if (buildSql(filteredClauses) !== buildSql(clauses)) changingFilters.add('posts_clauses');
  const request = await filter('posts_request', buildSql(filteredClauses));
  const isChanged = request !== originalSql;
  const countSql = `select count(*) as total from (${buildSql({ ...filteredClauses, fields: 'posts.id', orderby: '', limits: '' })}) as found`;
  const total = async (): Promise<number> => {
    const [row] = await runNamed(db, await hooks.applyFilters<string>('found_posts_query', countSql, query), bindings);
    return Number(Object.values(row ?? {})[0]) || 0;
  };
  return {
    filters: [...changingFilters, ...(hooks.hasFilter('found_posts_query') ? ['found_posts_query'] : [])],
    ...(isChanged ? { rows: () => runNamed(db, request, bindings) } : {}),
    ...(isChanged || hooks.hasFilter('found_posts_query') ? { total } : {}),
  };
}

function buildSql({ distinct, fields, join, where, groupby, orderby, limits }: QueryClauses): string {
  return [
    'select',
    distinct,
    fields,
    'from posts',
    join,
    'where 1 = 1',
    where,
    groupby && `group by ${groupby}`,
    orderby && `order by ${orderby}`,
    limits,
  ]
    .filter((clause) => clause !== '')
    .join(' ');
}
