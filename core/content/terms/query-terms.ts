import { isWpError, type Knex, type Term, type TermQuery, type WpError, type WpTermQuery } from '../../api/index.js';
import { runNamed, nameValues, rowOffset, runChangedOrOwn } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import { toArray, buildTermQuery, orderTerms } from './term-conditions.js';
import { TERM_COLUMNS, selectTerms } from './term-rows.js';
import { cacheQuery, noDataCache } from '../../cache/index.js';

/** The clauses of an SQL statement that plugins filter. Values from core are bound to names. */
type TermClauses = Record<'fields' | 'join' | 'where' | 'distinct' | 'orderby' | 'order' | 'limits', string>;

/** The results of a query before the `get_terms` filter. */
interface FoundTerms {
  readonly terms: Term[];
  readonly taxonomies: string[];
  readonly queryArgs: TermQuery;
  readonly running: WpTermQuery;
}

type QueryTerms = (termQuery: TermQuery) => Promise<Term[] | WpError>;

/** Queries terms (WordPress: get_terms, and WP_Term_Query for results without the `get_terms` filter). */
export function createQueryTerms(deps: ContentDeps): {
  query: QueryTerms;
  find: QueryTerms;
  count(query: TermQuery): Promise<number | WpError>;
} {
  const { db, hooks, dataCache: cache = noDataCache, onRefusedQuery } = deps;
  /**
   * Lets plugins change the SQL statement.
   * @returns undefined if they left it unchanged
   */
  async function filterClauses(
    query: TermQuery,
    rows: Knex.QueryBuilder,
    columns: readonly string[],
  ): Promise<(() => Promise<Term[]>) | undefined> {
    const { texts, bindings } = nameValues();
    const start = selectTerms(db).select('t.term_id').toSQL().sql.length;
    const compiled = rows.clone().clearSelect().select('t.term_id').toSQL();
    const [join = '', where = ''] = texts(compiled.sql.slice(start), compiled.bindings).split(/(?:^| )where (.*)/s);
    const orderBuilder = selectTerms(db).select('t.term_id');
    orderTerms(db, orderBuilder, query);
    const { sql, bindings: values } = orderBuilder.toSQL();
    const limits =
      query.number !== undefined && query.number > 0 ? `limit ${rowOffset(query.offset ?? 0)}, ${query.number}` : '';
    const coreClauses: TermClauses = {
      fields: columns.join(', '),
      join: join.trim(),
      where,
      distinct: '',
      orderby: `order by ${texts(sql.slice(start).replace(/^ order by /, ''), values)}`,
      order: '',
      limits,
    };
    const filteredClauses: TermClauses = {
      ...coreClauses,
      ...(await hooks.applyFilters<Partial<TermClauses>>(
        'terms_clauses',
        { ...coreClauses },
        toArray(query.taxonomy ?? []),
        query,
      )),
    };
    const text = buildSql(filteredClauses);
    return text === buildSql(coreClauses)
      ? undefined
      : async () => (await runNamed(db, text, bindings)) as unknown as Term[];
  }

  /** Builds the query and lets plugins change it. The returned function runs it. */
  async function prepareQuery(query: TermQuery): Promise<(() => Promise<Term[]>) | WpError> {
    const matches = await buildTermQuery(deps, query);
    if (isWpError(matches)) return matches;
    const { rows } = matches;
    const columns = [
      ...TERM_COLUMNS,
      ...(query.fields === 'all_with_object_id' && query.object_ids ? ['r.object_id'] : []),
    ];
    const changed = hooks.hasFilter('terms_clauses') ? await filterClauses(query, rows, columns) : undefined;
    orderTerms(db, rows, query);
    if (query.number !== undefined && query.number > 0)
      void rows.limit(query.number).offset(rowOffset(query.offset ?? 0));
    const own = (): Promise<Term[]> => cacheQuery<Term>(cache, 'content', rows.select(columns));
    return () =>
      changed ? runChangedOrOwn(changed, own, (error) => onRefusedQuery?.(['terms_clauses'], error)) : own();
  }

  async function filterTerm(term: Term): Promise<Term> {
    return await hooks.applyFilters<Term>(
      `get_${term.taxonomy}`,
      await hooks.applyFilters<Term>('get_term', term, term.taxonomy),
      term.taxonomy,
    );
  }

  async function find(termQuery: TermQuery): Promise<FoundTerms | WpError> {
    const running: WpTermQuery = { queryVars: { ...termQuery }, terms: [] };
    await hooks.doAction('parse_term_query', running);
    await hooks.doAction('pre_get_terms', running);
    const taxonomies = toArray(running.queryVars.taxonomy ?? []);
    const queryArgs = await hooks.applyFilters('get_terms_args', running.queryVars, taxonomies);
    const loadTerms = await prepareQuery(queryArgs);
    if (isWpError(loadTerms)) return loadTerms;
    const preTerms = await hooks.applyFilters<Term[] | null>('terms_pre_query', null, running);
    const terms = preTerms ?? (await loadTerms());
    const filteredTerms: Term[] = [];
    for (const term of terms) filteredTerms.push(await filterTerm(term));
    running.terms = filteredTerms;
    return { terms: filteredTerms, taxonomies, queryArgs, running };
  }

  async function query(termQuery: TermQuery): Promise<Term[] | WpError> {
    const found = await find(termQuery);
    if (isWpError(found)) return found;
    return await hooks.applyFilters('get_terms', found.terms, found.taxonomies, found.queryArgs, found.running);
  }

  return {
    query,
    async find(termQuery) {
      const found = await find(termQuery);
      return isWpError(found) ? found : found.terms;
    },
    async count(termQuery) {
      const matched = await buildTermQuery(deps, termQuery);
      if (isWpError(matched)) return matched;
      const row = await matched.rows.count({ total: '*' }).first<{ total: number | string } | undefined>();
      return Number(row?.total ?? 0);
    },
  };
}

function buildSql({ distinct, fields, join, where, orderby, order, limits }: TermClauses): string {
  return [
    'select',
    distinct,
    fields,
    'from terms as t inner join term_taxonomy as x on x.term_id = t.term_id',
    join,
    where && `where ${where}`,
    orderby,
    order,
    limits,
  ]
    .filter((clause) => clause !== '')
    .join(' ');
}
