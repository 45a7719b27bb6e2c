import { currentContext, MAIN_QUERY } from '../../context/index.js';
import { type Post, type PostQuery, type PostsApi, type QueryResult } from '../../api/index.js';
import type { ContentDeps } from '../deps.js';
import type { PostTerms } from '../terms/post-terms.js';
import { parseConditions } from './conditions.js';
import { createPostRows } from './post-rows.js';
import { hasClauseFilters } from './query-pieces.js';
import { createQueryStatements, type QueryStatement } from './query-statements.js';
import { idsOf, isOn, isSet, listOf } from './query-values.js';
import { type GetConditions, RunningQuery } from './running-query.js';

interface QueryDeps extends ContentDeps {
  getPageByPath: PostsApi['getPageByPath'];
  getPostStatus: PostsApi['getPostStatus'];
  primePostTerms: PostTerms['primePostTerms'];
  findTerms: PostTerms['findTerms'];
}

/** The filters of query results. */
const RESULT_FILTERS = ['posts_pre_query', 'found_posts', 'posts_results', 'the_posts'] as const;

/**
 * The two halves of a query. They are separate for the main query of a page, because filters may change its results
 * independently of its variables.
 */
export interface QueryRun {
  fireQueryHooks(query: RunningQuery): Promise<void>;
  execute(query: RunningQuery, by: PostQuery): Promise<QueryResult>;
  /** Whether any callback filters query results. */
  hasResultFilters(): boolean;
  /** Runs the query of an admin list, which is its main query. */
  runListQuery(query: PostQuery): Promise<QueryResult>;
}

interface PostQueries extends Pick<PostsApi, 'queryPosts' | 'getPosts'> {
  isSingularQuery(query: PostQuery): boolean;
  readonly run: QueryRun;
}

/** Runs post queries by query variables (WordPress: WP_Query). */
export function createQueryPosts(deps: QueryDeps): PostQueries {
  const { hooks, types, roles } = deps;
  const rows = createPostRows(deps);
  const statements = createQueryStatements(deps, rows);
  const getConditions: GetConditions = (vars) => parseConditions(vars, types).is;

  /** Whether the user may read a single post that was requested by its URL (last part of `WP_Query::get_posts`). */
  async function isReadable(post: Post, statusName: string): Promise<boolean> {
    const status = types.getPostStatusObject(statusName);
    if (status?.public) return true;
    if (!status || (currentContext()?.userId ?? 0) === 0) return false;
    if (status.protected) return roles.currentUserCan('edit_post', post.id);
    return status.private && roles.currentUserCan('read_post', post.id);
  }

  /** Fires the hooks before a query runs. Term variables are ignored if the query selects a single post. */
  async function announce(query: RunningQuery): Promise<void> {
    if (!rows.kindOf(query.queryVars).singular) await hooks.doAction('parse_tax_query', query);
    await hooks.doAction('parse_query', query);
    await hooks.doAction('pre_get_posts', query);
  }

  async function execute(running: RunningQuery, query: PostQuery): Promise<QueryResult> {
    if (typeof query.s === 'object' && query.s !== null) query.s = '';
    const statement = await statements.prepare(running, query);
    if (!statement.plan.kind.singular) await hooks.doAction('parse_tax_query', running);
    const preResults = await hooks.applyFilters<(Post | number)[] | null>('posts_pre_query', null, running);
    if (preResults)
      return storeResults(running, preResults, {
        found: running.foundPosts || preResults.length,
        pages: running.maxNumPages,
      });
    const list = await statement.rows();
    const counts = await count(running, query, statement, list.length);
    const results = statement.plan.onlyIds
      ? list.map(({ id }) => id)
      : await filterResults(running, query, statement.plan, list);
    return storeResults(running, results, counts);
  }

  /** Returns the number of posts on all pages. `listed` is the number of posts on this page. */
  async function count(
    running: RunningQuery,
    query: PostQuery,
    { plan: { paged, size }, counts, total: countTotal }: QueryStatement,
    listed: number,
  ): Promise<Counts> {
    const isCounted = !isOn(query.no_found_rows);
    let total = isCounted ? listed : 0;
    if (counts) total = await countTotal();
    // WordPress does not count if nothing was found.
    if (listed === 0 && paged) return { found: 0, pages: 0, total };
    const found = listed > 0 && isCounted ? await hooks.applyFilters('found_posts', total, running) : total;
    return { found, pages: counts ? Math.ceil(found / size) : 0, total };
  }

  /** Applies the filters of plugins and the user's capabilities to the results. */
  async function filterResults(
    running: RunningQuery,
    query: PostQuery,
    { kind, suppressFilters }: QueryStatement['plan'],
    found: Post[],
  ): Promise<Post[]> {
    let list = found;
    // The main query of a page preloads the terms of all its posts. Other queries do so if requested.
    const primesTerms = running.isMainQuery() || isOn(query.update_post_term_cache);
    if (primesTerms && !kind.singular) await deps.primePostTerms(list);
    if (!suppressFilters) list = await hooks.applyFilters('posts_results', list, running);
    const first = list[0];
    if (kind.singular && first) {
      const status = (await deps.getPostStatus(first.id)) || first.post_status;
      if (!listOf(query, 'post_status').includes(status) && !(await isReadable(first, status))) list = [];
    }
    if (!suppressFilters) list = await hooks.applyFilters('the_posts', list, running);
    if (primesTerms && kind.singular) await deps.primePostTerms(list);
    return list;
  }

  async function run(queryVars: PostQuery, isMain = false): Promise<QueryResult> {
    const running = new RunningQuery({ ...queryVars }, getConditions, isMain);
    if (isMain) currentContext()?.memo.set(MAIN_QUERY, running);
    await announce(running);
    return await execute(running, running.queryVars);
  }

  function getPosts(query: PostQuery & { fields: 'ids' }): Promise<number[]>;
  function getPosts(query?: PostQuery): Promise<Post[]>;
  async function getPosts(query: PostQuery = {}): Promise<Post[] | number[]> {
    const size = query.numberposts ?? query.posts_per_page ?? 5;
    const include = idsOf(query, 'include');
    const statuses = query.post_status ?? (query.post_type === 'attachment' ? 'inherit' : 'publish');
    const result = await run({
      orderby: 'date',
      order: 'DESC',
      ...query,
      post_type: query.post_type ?? 'post',
      post_status: statuses,
      posts_per_page: include.length > 0 ? include.length : size,
      no_found_rows: true,
      suppress_filters: query.suppress_filters ?? true,
      ...(include.length > 0 ? { post__in: include } : {}),
      ...(isSet(query, 'exclude') ? { post__not_in: idsOf(query, 'exclude') } : {}),
      ...(isSet(query, 'category') ? { cat: query.category } : {}),
    });
    return query.fields === 'ids' ? [...result.ids] : result.posts;
  }

  return {
    queryPosts: (query) => run(query),
    run: {
      fireQueryHooks: announce,
      execute,
      hasResultFilters: () => hasClauseFilters(hooks) || RESULT_FILTERS.some((name) => hooks.hasFilter(name)),
      runListQuery: (query) => run(query, true),
    },
    isSingularQuery: (query) => rows.kindOf(query).singular,
    getPosts,
  };
}

/** Number of posts and pages after filters, and the number of posts before them. */
interface Counts {
  readonly found: number;
  readonly pages: number;
  readonly total?: number;
}

/** Stores the results of a query: posts, or only their IDs. */
function storeResults(
  running: RunningQuery,
  list: readonly (Post | number)[],
  { found, pages, total = found }: Counts,
): QueryResult {
  const posts = list.filter((entry): entry is Post => typeof entry === 'object');
  Object.assign(running, { posts, foundPosts: found, maxNumPages: pages });
  return { posts, ids: list.map((entry) => (typeof entry === 'object' ? entry.id : entry)), found, pages, total };
}
