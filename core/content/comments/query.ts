import {
  type Comment,
  type CommentQuery,
  type CommentQueryResult,
  type CommentsApi,
  type Knex,
  mapSeries,
} from '../../api/index.js';
import { rowOffset } from '../../db/index.js';
import type { CommentDeps } from './deps.js';
import { applyClauses } from './query-clauses.js';
import { filterComment } from './read.js';
import { cacheQuery } from '../../cache/index.js';

type CommentQueries = Pick<CommentsApi, 'getComments' | 'queryComments'>;

const ORDER_COLUMNS = [
  'comment_agent',
  'comment_approved',
  'comment_author',
  'comment_author_email',
  'comment_author_ip',
  'comment_author_url',
  'comment_content',
  'comment_date',
  'comment_date_gmt',
  'comment_id',
  'comment_karma',
  'comment_parent',
  'comment_post_id',
  'comment_type',
  'user_id',
];
/** Maximum depth of replies that are returned. */
const MAX_DEPTH = 50;

/** Queries comments (WordPress: WP_Comment_Query). */
export function createCommentQueries({
  db,
  dataCache,
  hooks,
}: Pick<CommentDeps, 'db' | 'dataCache' | 'hooks'>): CommentQueries {
  function matchingRows(query: CommentQuery): Knex.QueryBuilder {
    const rows: Knex.QueryBuilder = db()('comments');
    applyClauses(db, rows, query);
    return rows;
  }

  async function countMatches(query: CommentQuery): Promise<number> {
    const [{ total } = { total: 0 }] = await cacheQuery<{ total: number }>(
      dataCache,
      'comments',
      matchingRows(query).count({ total: '*' }),
    );
    return Number(total);
  }

  async function fetchPage(query: CommentQuery): Promise<Comment[]> {
    const rows = matchingRows(query);
    const order = String(query.order ?? '').toUpperCase() === 'ASC' ? 'asc' : 'desc';
    const orderColumn = (query.orderby ?? 'comment_date_gmt').toLowerCase();
    if (orderColumn === 'comment__in' && query.comment__in?.length) {
      void rows.orderByRaw(
        `case comments.comment_id ${query.comment__in.map(() => 'when ? then ?').join(' ')} end`,
        query.comment__in.flatMap((id, index) => [id, index]),
      );
    } else if (orderColumn !== 'none')
      void rows.orderBy(`comments.${ORDER_COLUMNS.includes(orderColumn) ? orderColumn : 'comment_date_gmt'}`, order);
    void rows.orderBy('comments.comment_id', order);
    if (query.number !== undefined && query.number > 0)
      void rows.limit(query.number).offset(rowOffset(query.offset ?? ((query.paged ?? 1) - 1) * query.number));
    return await cacheQuery<Comment>(dataCache, 'comments', rows.select('comments.*'));
  }

  /** Returns all replies to comments, recursively. */
  async function fetchReplies(found: readonly Comment[], query: CommentQuery): Promise<Comment[]> {
    const all: Comment[] = [];
    const visited = new Set(found.map(({ comment_id: id }) => id));
    let level = found;
    for (let depth = 0; level.length > 0 && depth < MAX_DEPTH; depth++) {
      const {
        parent: _parent,
        number: _number,
        offset: _offset,
        paged: _paged,
        parent__in: _in,
        parent__not_in: _not,
        ...rest
      } = query;
      const next: Comment[] = await fetchPage({ ...rest, parent__in: level.map(({ comment_id: id }) => id) });
      level = next.filter(({ comment_id: id }) => !visited.has(id));
      for (const comment of level) visited.add(comment.comment_id);
      all.push(...level);
    }
    return all;
  }

  async function runQuery(initialQuery: CommentQuery): Promise<CommentQueryResult> {
    const query: CommentQuery = { ...initialQuery };
    if (query.hierarchical && query.parent === undefined) query.parent = 0;
    await hooks.doAction('parse_comment_query', query);
    await hooks.doAction('pre_get_comments', query);
    const preResult = await hooks.applyFilters<unknown>('comments_pre_query', null, query);
    if (query.count) {
      const found = typeof preResult === 'number' ? preResult : await countMatches(query);
      return { comments: [], ids: [], found, pages: 0 };
    }
    let comments = Array.isArray(preResult) ? (preResult as Comment[]) : await fetchPage(query);
    const countsAll = query.no_found_rows === false && !Array.isArray(preResult);
    const found = countsAll && query.number ? await countMatches(query) : comments.length;
    if (query.hierarchical && !Array.isArray(preResult))
      comments = [...comments, ...(await fetchReplies(comments, query))];
    if (hooks.hasFilter('get_comment'))
      comments = await mapSeries(comments, (comment) => filterComment(hooks, comment));
    comments = await hooks.applyFilters('the_comments', comments, query);
    return {
      comments,
      ids: comments.map(({ comment_id: id }) => id),
      found,
      pages: query.number ? Math.ceil(found / query.number) : 1,
    };
  }

  return {
    queryComments: runQuery,
    getComments: async (query = {}) => (await runQuery(query)).comments,
  };
}
