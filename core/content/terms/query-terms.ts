import {
  inSteps,
  isWpError,
  type Knex,
  type MaybePromise,
  ready,
  type Steps,
  type Term,
  type TermQuery,
  WpError,
  type WpTermQuery,
} from '../../api/index.js';
import { askNamed, keepFound, keepNothing, nameValues, rowOffset, unlessRefused } from '../../db/index.js';
import type { ContentDeps } from '../deps.js';
import { applyMetaQuery, type MetaPlace, readMetaQuery } from '../query/meta-clauses.js';
import { orderByMeta } from '../query/order.js';
import { TERM_COLUMNS, termRows, withDescendants } from './term-rows.js';

const ORDER: Record<string, string> = {
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

const OF_TERMS: MetaPlace = { table: 'termmeta', object: 'term_id', id: 't.term_id' };

export const invalidTaxonomy = (): WpError => new WpError('invalid_taxonomy', 'Invalid taxonomy.');

/** The statement of a question in pieces, as plugins get it; values of the host's own stand under names. */
type Pieces = Record<'fields' | 'join' | 'where' | 'distinct' | 'orderby' | 'order' | 'limits', string>;

/** What a question found, before plugins say what is left of it (`get_terms`). */
interface FoundTerms {
  readonly terms: Term[];
  readonly taxonomies: string[];
  readonly asked: TermQuery;
  readonly running: WpTermQuery;
}

type QueryTerms = (given: TermQuery) => Steps<Term[] | WpError>;

/** Finds terms (WordPress: get_terms, and WP_Term_Query for what is not filtered by `get_terms`). */
export function createQueryTerms({ db, hooks, types, formatting, kept = keepNothing, onRefusedQuery }: ContentDeps): {
  query: QueryTerms;
  find: QueryTerms;
  count(query: TermQuery): Promise<number | WpError>;
} {
  /** The rows a question finds, before order and paging; wrapped, since waiting for a bare builder would run it. */
  function* matching(query: TermQuery): Steps<{ rows: Knex.QueryBuilder } | WpError> {
    const taxonomies = list(query.taxonomy ?? []);
    if (taxonomies.some((name) => !types.taxonomyExists(name))) return invalidTaxonomy();
    const rows = termRows(db);
    if (taxonomies.length > 0) void rows.whereIn('x.taxonomy', taxonomies);
    if (query.object_ids) {
      if (query.fields === 'all_with_object_id')
        void rows
          .join('term_relationships as r', 'r.term_taxonomy_id', 'x.term_taxonomy_id')
          .whereIn('r.object_id', query.object_ids);
      else
        void rows.whereIn(
          'x.term_taxonomy_id',
          db()('term_relationships').select('term_taxonomy_id').whereIn('object_id', query.object_ids),
        );
    }
    if (query.include?.length) void rows.whereIn('t.term_id', query.include);
    else if (query.exclude?.length) void rows.whereNotIn('t.term_id', query.exclude);
    if (query.slug !== undefined)
      void rows.whereIn(
        't.slug',
        list(query.slug).map((slug) => formatting.sanitizeTitle(slug)),
      );
    if (query.name !== undefined) void rows.whereIn('t.name', list(query.name));
    if (query.parent !== undefined) void rows.where({ 'x.parent': query.parent });
    if (query.child_of && taxonomies[0] !== undefined) {
      const below = (yield* ready(withDescendants(db, taxonomies[0], [query.child_of]))).filter(
        (id) => id !== query.child_of,
      );
      void rows.whereIn('t.term_id', below);
    }
    const meta = readMetaQuery({ ...query });
    if (meta) void rows.where((part) => void applyMetaQuery(db, part, meta, OF_TERMS));
    if (query.search) {
      const pattern = `%${query.search.replace(/[!%_]/g, '!$&')}%`;
      void rows.where(
        (any) =>
          void any.whereRaw("t.name like ? escape '!'", [pattern]).orWhereRaw("t.slug like ? escape '!'", [pattern]),
      );
    }
    if (query.hide_empty !== false && !query.object_ids) {
      // A parent is not empty while something is filed below it.
      const parents = db()('term_taxonomy').select('parent').where('count', '>', 0);
      void rows.where((any) => {
        void any.where('x.count', '>', 0);
        if (taxonomies.some((name) => (types.getTaxonomy(name) || undefined)?.hierarchical))
          void any.orWhereIn('t.term_id', parents);
      });
    }
    return { rows };
  }

  function order(rows: Knex.QueryBuilder, query: TermQuery): void {
    const direction = query.order?.toUpperCase() === 'DESC' ? 'desc' : 'asc';
    if (query.orderby === 'include' && query.include?.length) {
      const position = query.include.map(() => 'when ? then ?').join(' ');
      void rows.orderByRaw(
        `case t.term_id ${position} end`,
        query.include.flatMap((id, index) => [id, index]),
      );
    } else if (
      query.orderby !== 'none' &&
      !orderByMeta(db, rows, { ...query }, query.orderby ?? '', direction, OF_TERMS)
    )
      void rows.orderBy(Object.hasOwn(ORDER, query.orderby ?? '') ? ORDER[query.orderby ?? ''] : 't.name', direction);
    void rows.orderBy('t.term_id');
  }

  /** Lets plugins change the statement. @returns undefined when they left it as it was */
  function* filterPieces(
    query: TermQuery,
    rows: Knex.QueryBuilder,
    columns: readonly string[],
  ): Steps<(() => Promise<Term[]>) | undefined> {
    const { texts, bindings } = nameValues();
    const start = termRows(db).select('t.term_id').toSQL().sql.length;
    const compiled = rows.clone().clearSelect().select('t.term_id').toSQL();
    const [join = '', where = ''] = texts(compiled.sql.slice(start), compiled.bindings).split(/(?:^| )where (.*)/s);
    const ordered = termRows(db).select('t.term_id');
    order(ordered, query);
    const { sql, bindings: values } = ordered.toSQL();
    const limits =
      query.number !== undefined && query.number > 0 ? `limit ${rowOffset(query.offset ?? 0)}, ${query.number}` : '';
    const own: Pieces = {
      fields: columns.join(', '),
      join: join.trim(),
      where,
      distinct: '',
      orderby: `order by ${texts(sql.slice(start).replace(/^ order by /, ''), values)}`,
      order: '',
      limits,
    };
    const chosen: Pieces = {
      ...own,
      ...(yield* ready(
        hooks.applyFilters<Partial<Pieces>>('terms_clauses', { ...own }, list(query.taxonomy ?? []), query),
      )),
    };
    const text = statementOf(chosen);
    return text === statementOf(own)
      ? undefined
      : async () => (await askNamed(db, text, bindings)) as unknown as Term[];
  }

  /** Makes the question, so that plugins may change it, and asks it when it is still wanted then. */
  function* prepare(query: TermQuery): Steps<(() => MaybePromise<Term[]>) | WpError> {
    const matched = yield* matching(query);
    if (isWpError(matched)) return matched;
    const { rows } = matched;
    const columns = [
      ...TERM_COLUMNS,
      ...(query.fields === 'all_with_object_id' && query.object_ids ? ['r.object_id'] : []),
    ];
    const changed = hooks.hasFilter('terms_clauses') ? yield* filterPieces(query, rows, columns) : undefined;
    order(rows, query);
    if (query.number !== undefined && query.number > 0)
      void rows.limit(query.number).offset(rowOffset(query.offset ?? 0));
    const own = (): MaybePromise<Term[]> => keepFound<Term>(kept, 'content', rows.select(columns));
    return () => (changed ? unlessRefused(changed, own, (error) => onRefusedQuery?.(['terms_clauses'], error)) : own());
  }

  function* filtered(term: Term): Steps<Term> {
    return yield* ready(
      hooks.applyFilters<Term>(
        `get_${term.taxonomy}`,
        yield* ready(hooks.applyFilters<Term>('get_term', term, term.taxonomy)),
        term.taxonomy,
      ),
    );
  }

  function* find(given: TermQuery): Steps<FoundTerms | WpError> {
    const running: WpTermQuery = { queryVars: { ...given }, terms: [] };
    yield* ready(hooks.doAction('parse_term_query', running));
    yield* ready(hooks.doAction('pre_get_terms', running));
    const taxonomies = list(running.queryVars.taxonomy ?? []);
    const asked = yield* ready(hooks.applyFilters('get_terms_args', running.queryVars, taxonomies));
    const ask = yield* prepare(asked);
    if (isWpError(ask)) return ask;
    const early = yield* ready(hooks.applyFilters<Term[] | null>('terms_pre_query', null, running));
    const terms = early ?? (yield* ready(ask()));
    const each: Term[] = [];
    for (const term of terms) each.push(yield* filtered(term));
    running.terms = each;
    return { terms: each, taxonomies, asked, running };
  }

  function* query(given: TermQuery): Steps<Term[] | WpError> {
    const found = yield* find(given);
    if (isWpError(found)) return found;
    return yield* ready(hooks.applyFilters('get_terms', found.terms, found.taxonomies, found.asked, found.running));
  }

  return {
    query,
    *find(given) {
      const found = yield* find(given);
      return isWpError(found) ? found : found.terms;
    },
    async count(given) {
      const matched = await inSteps(() => matching(given));
      if (isWpError(matched)) return matched;
      const [{ total } = { total: 0 }] = (await matched.rows.count({ total: '*' })) as { total: number }[];
      return Number(total);
    },
  };
}

function statementOf({ distinct, fields, join, where, orderby, order, limits }: Pieces): string {
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
    .filter((piece) => piece !== '')
    .join(' ');
}

function list<T>(value: T | T[]): T[] {
  return Array.isArray(value) ? value : [value];
}
