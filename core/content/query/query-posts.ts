import { currentContext, MAIN_QUERY } from '../../context/index.js';
import {
  andThen,
  inSteps,
  type Knex,
  type MaybePromise,
  type Post,
  type PostQuery,
  type PostsApi,
  type QueryResult,
  ready,
  type Steps,
} from '../../api/index.js';
import { type AtOnce, promised } from '../../api/at-once.js';
import { keepFound, keepNothing, keepRows, rowOffset, unlessRefused } from '../../db/index.js';
import { toInteger } from '../../options/index.js';
import type { ContentDeps } from '../deps.js';
import type { PagesAtOnce } from '../pages/pages.js';
import type { PostTerms } from '../terms/post-terms.js';
import type { PostsAtOnce } from '../posts/read.js';
import { readConditions } from './conditions.js';
import { applyOrder, isByRelevance } from './order.js';
import { createPostRows, type QueryKind } from './post-rows.js';
import { filterPieces, hasPieceFilters, UNCHANGED } from './query-pieces.js';
import { idsOf, isOn, isSet, listOf, numberOf, textOf } from './query-values.js';
import { type AboutQuery, RunningQuery } from './running-query.js';
import { settledKey } from './settled-queries.js';

export type QueriesAtOnce = AtOnce<PostsApi, 'queryPosts'>;

interface QueryDeps extends ContentDeps {
  getPageByPath: PagesAtOnce['getPageByPath'];
  getPostStatus: PostsAtOnce['getPostStatus'];
  primePostTerms: PostTerms['primePostTerms'];
  findTerms: PostTerms['findTerms'];
}

/** The filters of what was found. */
const FOUND = ['posts_pre_query', 'found_posts', 'posts_results', 'the_posts'] as const;

/** The halves of a query, for the one that a page's address asks: what it finds by may differ from what its variables say. */
export interface QueryRun {
  announce(query: RunningQuery): Steps<void>;
  execute(query: RunningQuery, by: PostQuery): Steps<QueryResult>;
  /** Whether somebody listens to what queries find. */
  isHeard(): boolean;
  /** Asks what a list of the admin shows, which is its main query. */
  askList(query: PostQuery): MaybePromise<QueryResult>;
}

interface Queries extends Pick<PostsApi, 'queryPosts' | 'getPosts'> {
  isSingularQuery(query: PostQuery): boolean;
  readonly run: QueryRun;
  readonly now: QueriesAtOnce;
}

/** Finds posts by query variables (WordPress: WP_Query). */
export function createQueryPosts(deps: QueryDeps): Queries {
  const { db, hooks, types, options, roles, kept = keepNothing } = deps;
  const rows = createPostRows(deps);
  const about: AboutQuery = (vars) => readConditions(vars, types).is;

  function* pageSize(query: PostQuery): Steps<number> {
    const wish = isSet(query, 'showposts') ? query.showposts : query.posts_per_page;
    if (wish === undefined || wish === null || wish === '' || wish === 0 || wish === '0')
      return Number(yield* ready(options.optionNow('posts_per_page'))) || 10;
    const size = toInteger(wish);
    return size < -1 ? Math.abs(size) : size || 1;
  }

  /** One post by its address is shown to whoever may read it (the last part of `WP_Query::get_posts`). */
  function readable(post: Post, statusName: string): MaybePromise<boolean> {
    const status = types.getPostStatusObject(statusName);
    if (status?.public) return true;
    if (!status || (currentContext()?.userId ?? 0) === 0) return false;
    if (status.protected) return roles.now.currentUserCan('edit_post', post.id);
    return status.private && roles.now.currentUserCan('read_post', post.id);
  }

  /** Tells plugins of a query before it runs. The variables decide about terms only where they do not name one post. */
  function* announce(query: RunningQuery): Steps<void> {
    if (!rows.kindOf(query.queryVars).singular) yield* ready(hooks.doAction('parse_tax_query', query));
    yield* ready(hooks.doAction('parse_query', query));
    yield* ready(hooks.doAction('pre_get_posts', query));
  }

  function* execute(running: RunningQuery, query: PostQuery): Steps<QueryResult> {
    if (typeof query.s === 'object' && query.s !== null) query.s = '';
    const kind = rows.kindOf(query);
    const isQuiet = isOn(query.suppress_filters);
    const size = yield* pageSize(query);
    const paged = !kind.singular && !isOn(query.nopaging) && size > 0;
    const offset = rowOffset(
      isSet(query, 'offset') ? numberOf(query, 'offset') : (Math.max(1, Math.abs(numberOf(query, 'paged'))) - 1) * size,
    );
    const onlyIds = query.fields === 'ids' && !kind.singular;
    const columns = onlyIds ? 'posts.id' : 'posts.*';
    const order = (builder: Knex.QueryBuilder): void => applyOrder(db, builder, query);
    const inOrder = (posts: Knex.QueryBuilder): Knex.QueryBuilder => {
      const asked = posts.clone();
      order(asked);
      if (paged) void asked.limit(size).offset(offset);
      return asked.select(columns);
    };
    const isChanged = !isQuiet && hasPieceFilters(hooks);
    const key = isChanged ? undefined : settledKey(yield* withPageId(query, kind), types, kind.singular);
    const made = key === undefined ? yield* rows.build(query, kind) : undefined;
    const changed =
      made && isChanged
        ? yield* filterPieces(db, hooks, running, {
            ...made,
            order,
            byRelevance: made.search !== undefined && isByRelevance(query),
            fields: columns,
            limits: paged ? `limit ${offset}, ${size}` : '',
          })
        : UNCHANGED;
    made?.search?.(made.posts);
    if (!kind.singular) yield* ready(hooks.doAction('parse_tax_query', running));
    const early = yield* ready(hooks.applyFilters<(Post | number)[] | null>('posts_pre_query', null, running));
    if (early) return settle(running, early, { found: running.foundPosts || early.length, pages: running.maxNumPages });

    const refused = (error: unknown): void => deps.onRefusedQuery?.(changed.by, error);
    const settled = async (): Promise<Post[]> =>
      (await inOrder((await inSteps(() => rows.build(query, kind))).posts)) as Post[];
    const rowsOf = (): MaybePromise<Post[]> =>
      made
        ? keepFound<Post>(kept, 'content', inOrder(made.posts))
        : keepRows(kept, 'content', `${key} ${size}`, settled);
    let list = yield* ready(
      changed.rows ? unlessRefused(changed.rows as unknown as () => Promise<Post[]>, rowsOf, refused) : rowsOf(),
    );
    const counts = made !== undefined && paged && !isOn(query.no_found_rows);
    let found = isOn(query.no_found_rows) ? 0 : list.length;
    if (counts) {
      const countOf = (): MaybePromise<number> =>
        andThen(keepFound<{ total: number }>(kept, 'content', made.posts.clone().count({ total: '*' })), ([row]) =>
          Number(row?.total ?? 0),
        );
      found = yield* ready(changed.total ? unlessRefused(changed.total, countOf, refused) : countOf());
    }
    const total = found;
    if (list.length > 0 && !isOn(query.no_found_rows))
      found = yield* ready(hooks.applyFilters('found_posts', found, running));
    let pages = counts ? Math.ceil(found / size) : 0;
    // WordPress does not count what it found nothing of.
    if (list.length === 0 && paged) found = pages = 0;
    if (onlyIds)
      return settle(
        running,
        list.map(({ id }) => id),
        { found, pages, total },
      );
    // What a page shows of its posts is read for all of them at once; of other queries whoever wants it says so.
    const primes = running.isMainQuery() || isOn(query.update_post_term_cache);
    if (primes && !kind.singular) yield* deps.primePostTerms(list);
    if (!isQuiet) list = yield* ready(hooks.applyFilters('posts_results', list, running));
    const first = list[0];
    if (kind.singular && first) {
      const status = (yield* ready(deps.getPostStatus(first.id))) || first.post_status;
      if (!listOf(query, 'post_status').includes(status) && !(yield* ready(readable(first, status)))) list = [];
    }
    if (!isQuiet) list = yield* ready(hooks.applyFilters('the_posts', list, running));
    if (primes && kind.singular) yield* deps.primePostTerms(list);
    return settle(running, list, { found, pages, total });
  }

  /** A page's address is looked up, and its number settles what is asked. */
  function* withPageId(query: PostQuery, kind: QueryKind): Steps<PostQuery> {
    if (!kind.page || !isSet(query, 'pagename') || isSet(query, 'name') || isSet(query, 'post_type')) return query;
    const page = yield* ready(deps.getPageByPath(textOf(query, 'pagename'), 'page'));
    return { ...query, pagename: undefined, page_id: page?.id ?? 0 };
  }

  function* run(given: PostQuery, isMain = false): Steps<QueryResult> {
    const running = new RunningQuery({ ...given }, about, isMain);
    if (isMain) currentContext()?.memo.set(MAIN_QUERY, running);
    yield* announce(running);
    return yield* execute(running, running.queryVars);
  }

  const now: QueriesAtOnce = { queryPosts: (query) => inSteps(() => run(query)) };
  function getPosts(query: PostQuery & { fields: 'ids' }): Promise<number[]>;
  function getPosts(query?: PostQuery): Promise<Post[]>;
  async function getPosts(query: PostQuery = {}): Promise<Post[] | number[]> {
    const size = query.numberposts ?? query.posts_per_page ?? 5;
    const include = idsOf(query, 'include');
    const statuses = query.post_status ?? (query.post_type === 'attachment' ? 'inherit' : 'publish');
    const result = await now.queryPosts({
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
    ...promised(now),
    now,
    run: {
      announce,
      execute,
      isHeard: () => hasPieceFilters(hooks) || FOUND.some((name) => hooks.hasFilter(name)),
      askList: (query) => inSteps(() => run(query, true)),
    },
    isSingularQuery: (query) => rows.kindOf(query).singular,
    getPosts,
  };
}

/** What a query found: posts, or their ids alone. */
function settle(
  running: RunningQuery,
  list: readonly (Post | number)[],
  { found, pages, total = found }: { found: number; pages: number; total?: number },
): QueryResult {
  const posts = list.filter((one): one is Post => typeof one === 'object');
  Object.assign(running, { posts, foundPosts: found, maxNumPages: pages });
  return { posts, ids: list.map((one) => (typeof one === 'object' ? one.id : one)), found, pages, total };
}
