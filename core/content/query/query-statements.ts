import { type Knex, type Post, type PostQuery, type PostsApi } from '../../api/index.js';
import { rowOffset, runChangedOrOwn } from '../../db/index.js';
import { toInteger } from '../../options/index.js';
import type { ContentDeps } from '../deps.js';
import { applyOrder, isByRelevance } from './order.js';
import type { PostRows, QueryKind } from './post-rows.js';
import { filterClauses, hasClauseFilters, UNCHANGED } from './query-pieces.js';
import { isOn, isSet, numberOf, textOf } from './query-values.js';
import type { RunningQuery } from './running-query.js';
import { queryCacheKey } from './query-cache.js';
import { cacheQuery, noDataCache, cacheRows } from '../../cache/index.js';

interface StatementDeps extends Pick<
  ContentDeps,
  'db' | 'hooks' | 'types' | 'options' | 'dataCache' | 'onRefusedQuery'
> {
  getPageByPath: PostsApi['getPageByPath'];
}

/** How a query runs: its kind, its paging, and which columns it returns. */
interface QueryPlan {
  readonly kind: QueryKind;
  /** Whether filters of plugins are suppressed. */
  readonly suppressFilters: boolean;
  readonly size: number;
  readonly paged: boolean;
  readonly offset: number;
  readonly onlyIds: boolean;
}

/** A query statement before it is executed. */
export interface QueryStatement {
  readonly plan: QueryPlan;
  /**
   * `rows` returns the rows of this page, and `total` the number of rows on all pages. `counts` tells whether the total
   * is needed.
   */
  rows(): Promise<Post[]>;
  total(): Promise<number>;
  readonly counts: boolean;
}

/** Creates query statements that plugins may change. */
export function createQueryStatements(
  { db, hooks, types, options, dataCache: cache = noDataCache, onRefusedQuery, getPageByPath }: StatementDeps,
  { kindOf, build }: PostRows,
): { prepare(running: RunningQuery, query: PostQuery): Promise<QueryStatement> } {
  async function pageSize(query: PostQuery): Promise<number> {
    const requestedSize = isSet(query, 'showposts') ? query.showposts : query.posts_per_page;
    if (
      requestedSize === undefined ||
      requestedSize === null ||
      requestedSize === '' ||
      requestedSize === 0 ||
      requestedSize === '0'
    )
      return Number(await options.getOption('posts_per_page')) || 10;
    const size = toInteger(requestedSize);
    return size < -1 ? Math.abs(size) : size || 1;
  }

  async function createPlan(query: PostQuery): Promise<QueryPlan> {
    const kind = kindOf(query);
    const size = await pageSize(query);
    const page = Math.max(1, Math.abs(numberOf(query, 'paged')));
    return {
      kind,
      suppressFilters: isOn(query.suppress_filters),
      size,
      paged: !kind.singular && !isOn(query.nopaging) && size > 0,
      offset: rowOffset(isSet(query, 'offset') ? numberOf(query, 'offset') : (page - 1) * size),
      onlyIds: query.fields === 'ids' && !kind.singular,
    };
  }

  /** Replaces a page path by the page's ID, so that the query can be cached. */
  async function withPageId(query: PostQuery, kind: QueryKind): Promise<PostQuery> {
    if (!kind.page || !isSet(query, 'pagename') || isSet(query, 'name') || isSet(query, 'post_type')) return query;
    const page = await getPageByPath(textOf(query, 'pagename'), 'page');
    return { ...query, pagename: undefined, page_id: page?.id ?? 0 };
  }

  return {
    async prepare(running, query) {
      const plan = await createPlan(query);
      const { kind, size, paged, offset } = plan;
      const columns = plan.onlyIds ? 'posts.id' : 'posts.*';
      const order = (builder: Knex.QueryBuilder): void => applyOrder(db, builder, query);
      const orderAndLimit = (posts: Knex.QueryBuilder): Knex.QueryBuilder => {
        const statement = posts.clone();
        order(statement);
        if (paged) void statement.limit(size).offset(offset);
        return statement.select(columns);
      };
      const isChanged = !plan.suppressFilters && hasClauseFilters(hooks);
      const key = isChanged ? undefined : queryCacheKey(await withPageId(query, kind), types, kind.singular);
      if (key !== undefined) {
        const loadPosts = async (): Promise<Post[]> =>
          (await orderAndLimit((await build(query, kind)).posts)) as Post[];
        return {
          plan,
          counts: false,
          rows: () => cacheRows(cache, 'content', `${key} ${size}`, loadPosts),
          total: async () => 0,
        };
      }

      const parts = await build(query, kind);
      const changed = isChanged
        ? await filterClauses(db, hooks, running, {
            ...parts,
            order,
            byRelevance: parts.search !== undefined && isByRelevance(query),
            fields: columns,
            limits: paged ? `limit ${offset}, ${size}` : '',
          })
        : UNCHANGED;
      parts.search?.(parts.posts);
      const rows = (): Promise<Post[]> => cacheQuery<Post>(cache, 'content', orderAndLimit(parts.posts));
      const total = async (): Promise<number> => {
        const [row] = await cacheQuery<{ total: number }>(cache, 'content', parts.posts.clone().count({ total: '*' }));
        return Number(row?.total ?? 0);
      };
      const { rows: changedRows, total: changedTotal } = changed;
      const reportRefusal = (error: unknown): void => onRefusedQuery?.(changed.filters, error);
      return {
        plan,
        counts: paged && !isOn(query.no_found_rows),
        rows: () =>
          changedRows ? runChangedOrOwn(changedRows as unknown as () => Promise<Post[]>, rows, reportRefusal) : rows(),
        total: () => (changedTotal ? runChangedOrOwn(changedTotal, total, reportRefusal) : total()),
      };
    },
  };
}
