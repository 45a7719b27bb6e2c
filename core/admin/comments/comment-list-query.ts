import type { Comment, CommentQuery, PageRequest } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { isSortKey } from '../list-table/list-table.js';
import { pageNumber } from '../paging.js';

/** Default number of comments per page, which plugins may change. */
const PER_PAGE = 20;

/** The tabs, with the status each one queries. */
const STATUSES: Readonly<Record<string, string>> = {
  all: 'all',
  mine: 'all',
  moderated: 'hold',
  approved: 'approve',
  spam: 'spam',
  trash: 'trash',
};
const SORTS: Readonly<Record<string, string>> = {
  comment_author: 'comment_author',
  comment_post_id: 'comment_post_id',
  comment_date: 'comment_date_gmt',
};

/** The filters of the comment list. */
export interface CommentListQuery {
  readonly tab: string;
  readonly postId: number;
  readonly search: string;
  readonly query: CommentQuery;
}

/** The comments on one page of the list. */
export interface CommentListPage {
  readonly comments: readonly Comment[];
  readonly total: number;
  readonly perPage: number;
}

/** Reads the filters from the URL. */
export function readListQuery(url: URL, userId: number): CommentListQuery {
  const status = url.searchParams.get('comment_status') ?? '';
  const tab = Object.hasOwn(STATUSES, status) ? status : 'all';
  const postId = Math.max(0, Math.trunc(Number(url.searchParams.get('p')) || 0));
  const search = (url.searchParams.get('s') ?? '').slice(0, 200);
  const type = url.searchParams.get('comment_type') ?? '';
  const requested = url.searchParams.get('orderby') ?? '';
  // Sort keys unknown to the list belong to a plugin, which handles them in `comments_list_table_query_args`.
  const sortKey = SORTS[requested] ?? (isSortKey(requested) ? requested : undefined);
  return {
    tab,
    postId,
    search,
    query: {
      status: STATUSES[tab],
      search,
      ...(tab === 'mine' ? { user_id: userId } : {}),
      ...(postId > 0 ? { post_id: postId } : {}),
      ...(type === '' ? {} : { type }),
      orderby: sortKey ?? 'comment_date_gmt',
      order: sortKey !== undefined && url.searchParams.get('order') === 'asc' ? 'asc' : 'desc',
    },
  };
}

/** Queries the comments of the list before the screen is rendered. */
export async function findComments(
  { content, hooks }: AdminDeps,
  { url, userId }: PageRequest,
): Promise<CommentListPage> {
  const { tab, query } = readListQuery(url, userId);
  const perPage = await hooks.applyFilters('comments_per_page', PER_PAGE, tab);
  const filteredQuery = await hooks.applyFilters<CommentQuery>('comments_list_table_query_args', {
    ...query,
    number: perPage,
    offset: (pageNumber(url) - 1) * perPage,
    no_found_rows: false,
  });
  const { comments, found } = await content.queryComments(filteredQuery);
  return { comments, total: found, perPage };
}
