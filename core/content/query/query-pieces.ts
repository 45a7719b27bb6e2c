import { askNamed, nameValues } from '../../db/index.js';
import { type Database, type HookApi, type Knex, type WpQuery } from '../../api/index.js';

/**
 * The clauses of a statement as plugins filter them. The host's own values are bound to names such as `:plinth_1` and
 * never part of the text.
 */
type Pieces = Record<'where' | 'groupby' | 'join' | 'orderby' | 'distinct' | 'fields' | 'limits', string>;

/** The host's own query, as separate builders. */
interface QueryParts {
  /** The conditions. */
  readonly posts: Knex.QueryBuilder;
  readonly search: ((posts: Knex.QueryBuilder) => void) | undefined;
  readonly order: (posts: Knex.QueryBuilder) => void;
  /** Whether results are sorted by search relevance. */
  readonly byRelevance: boolean;
  readonly fields: string;
  readonly limits: string;
}

/** Changes made by plugins; absent where they left the host's query unchanged. */
interface ChangedQuery {
  readonly rows?: () => Promise<Record<string, unknown>[]>;
  /** Returns the number of rows on all pages. */
  readonly total?: () => Promise<number>;
  /** The filters that changed the query. */
  readonly filters: readonly string[];
}

/** The result if no plugin changes the query. */
export const UNCHANGED: ChangedQuery = { filters: [] };

const FILTERS = [
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

/** Whether any callback filters the clauses; building them unnecessarily would cost more than most queries. */
export function hasPieceFilters(hooks: Pick<HookApi, 'hasFilter'>): boolean {
  return FILTERS.some((name) => hooks.hasFilter(name));
}

/**
 * Lets plugins change a query's statement (WordPress: the filters `posts_where` to `posts_request` in
 * WP_Query::get_posts).
 * @returns no changes if all filters left the statement as it was, so that it can run and be cached like any other
 */
export async function filterPieces(
  db: Database,
  hooks: HookApi,
  query: WpQuery,
  parts: QueryParts,
): Promise<ChangedQuery> {
  const { texts, bindings } = nameValues();
  const by = new Set<string>();
  async function filter(name: string, text: string): Promise<string> {
    const filtered = await hooks.applyFilters<string>(name, text, query);
    if (filtered !== text) by.add(name);
    return filtered;
  }
  const rows = (): Knex.QueryBuilder => db()('posts').select('posts.id');
  const start = rows().toSQL().sql.length;
  const withoutKeyword = (builder: Knex.QueryBuilder, keyword: string): string => {
    const { sql, bindings: values } = builder.toSQL();
    return texts(sql.slice(start).replace(new RegExp(`^ ${keyword} `), ''), values);
  };
  const ordered = rows();
  parts.order(ordered);
  const conditions = withoutKeyword(parts.posts.clone().select('posts.id'), 'where');
  let search = '';
  if (parts.search) {
    const searched = rows();
    parts.search(searched);
    const text = withoutKeyword(searched, 'where');
    search = text === '' ? '' : ` AND (${text})`;
  }
  const own: Pieces = {
    where: `${search}${conditions === '' ? '' : ` AND ${conditions}`}`,
    groupby: '',
    join: '',
    orderby: withoutKeyword(ordered, 'order by'),
    distinct: '',
    fields: parts.fields,
    limits: parts.limits,
  };
  const originalSql = statementOf(own);

  const clauses = { ...own };
  const found = await filter('posts_search', search);
  if (parts.byRelevance) clauses.orderby = await filter('posts_search_orderby', clauses.orderby);
  clauses.where = await filter('posts_where', `${found}${clauses.where.slice(search.length)}`);
  clauses.join = await filter('posts_join', clauses.join);
  clauses.where = await filter('posts_where_paged', clauses.where);
  clauses.groupby = await filter('posts_groupby', clauses.groupby);
  clauses.join = await filter('posts_join_paged', clauses.join);
  clauses.orderby = await filter('posts_orderby', clauses.orderby);
  clauses.distinct = await filter('posts_distinct', clauses.distinct);
  clauses.limits = await filter('post_limits', clauses.limits);
  clauses.fields = await filter('posts_fields', clauses.fields);
  const filteredClauses: Pieces = {
    ...clauses,
    ...(await hooks.applyFilters<Partial<Pieces>>('posts_clauses', { ...clauses }, query)),
  };
  if (statementOf(filteredClauses) !== statementOf(clauses)) by.add('posts_clauses');
  const request = await filter('posts_request', statementOf(filteredClauses));
  const isChanged = request !== originalSql;
  const counted = `select count(*) as total from (${statementOf({ ...filteredClauses, fields: 'posts.id', orderby: '', limits: '' })}) as found`;
  const total = async (): Promise<number> => {
    const [row] = await askNamed(db, await hooks.applyFilters<string>('found_posts_query', counted, query), bindings);
    return Number(Object.values(row ?? {})[0]) || 0;
  };
  return {
    filters: [...by, ...(hooks.hasFilter('found_posts_query') ? ['found_posts_query'] : [])],
    ...(isChanged ? { rows: () => askNamed(db, request, bindings) } : {}),
    ...(isChanged || hooks.hasFilter('found_posts_query') ? { total } : {}),
  };
}

function statementOf({ distinct, fields, join, where, groupby, orderby, limits }: Pieces): string {
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
