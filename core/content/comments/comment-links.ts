import { type Comment, type CommentPlacing, type CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber, discussionText } from './discussion.js';
import { cacheQuery } from '../../cache/index.js';

type CommentLinks = Pick<CommentsApi, 'getCommentLink' | 'getPageOfComment' | 'getCommentPagesCount'>;

interface PlaceDeps extends Pick<CommentDeps, 'db' | 'hooks' | 'dataCache' | 'options' | 'posts'> {
  reads: Pick<CommentsApi, 'getComment'>;
}

/** Maximum number of parents followed to find the start of a thread. */
const HIGHEST = 50;

/** Determines the page and the URL of comments. */
export function createPlaces({ db, hooks, dataCache, options, posts, reads }: PlaceDeps): CommentLinks {
  async function perPage(placing: CommentPlacing): Promise<number> {
    if (placing.per_page !== undefined) return placing.per_page;
    return (await discussionIsOn(options, 'page_comments')) ? await discussionNumber(options, 'comments_per_page') : 0;
  }

  /** Returns the top-level comment of a thread. */
  async function startOf(comment: Comment): Promise<Comment> {
    let start = comment;
    for (
      let height = 0;
      height < HIGHEST && start.comment_parent > 0 && start.comment_parent !== start.comment_id;
      height++
    ) {
      const parent = await reads.getComment(start.comment_parent);
      if (!parent) break;
      start = parent;
    }
    return start;
  }

  async function countShown(postId: number, threaded: boolean, before?: Comment): Promise<number> {
    const rows = db()('comments')
      .where({ comment_post_id: postId, comment_approved: '1' })
      .whereNot({ comment_type: 'note' });
    if (threaded) void rows.where({ comment_parent: 0 });
    if (before)
      void rows.where(
        (any) =>
          void any
            .where('comment_date_gmt', '<', before.comment_date_gmt)
            .orWhere(
              (same) =>
                void same
                  .where('comment_date_gmt', before.comment_date_gmt)
                  .where('comment_id', '<', before.comment_id),
            ),
      );
    const [{ total } = { total: 0 }] = await cacheQuery<{ total: number }>(
      dataCache,
      'comments',
      rows.count({ total: '*' }),
    );
    return Number(total);
  }

  async function pageOf(id: number, placing: CommentPlacing): Promise<number> {
    const comment = await reads.getComment(id);
    const size = await perPage(placing);
    if (!comment || size < 1) return 1;
    const threaded =
      (placing.max_depth ??
        ((await discussionIsOn(options, 'thread_comments'))
          ? await discussionNumber(options, 'thread_comments_depth')
          : -1)) > 1;
    const start = threaded ? await startOf(comment) : comment;
    const older = await countShown(comment.comment_post_id, threaded, start);
    return await hooks.applyFilters('get_page_of_comment', Math.ceil((older + 1) / size), placing, placing, id);
  }

  async function linkTo(comment: Comment, placing: CommentPlacing): Promise<string> {
    const post = await posts.getPost(comment.comment_post_id);
    const base = (post && (await posts.getPermalink(post))) || '';
    const paged = await discussionIsOn(options, 'page_comments');
    let page = placing.cpage ?? placing.page;
    if (page === undefined && paged) page = await pageOf(comment.comment_id, placing);
    if (
      page === 1 &&
      placing.cpage === undefined &&
      (await discussionText(options, 'default_comments_page')) === 'oldest'
    )
      page = 0;
    const pretty = String(await options.getOption('permalink_structure', '')) !== '';
    const url = paged && page ? commentsPageUrl(base, page, pretty) : base;
    return await hooks.applyFilters(
      'get_comment_link',
      `${url}#comment-${comment.comment_id}`,
      comment,
      placing,
      page ?? 0,
    );
  }

  return {
    getPageOfComment: (id, placing = {}) => pageOf(id, placing),
    getCommentLink: (comment, placing = {}) => linkTo(comment, placing),
    getCommentPagesCount: async (postId) => {
      const size = await perPage({});
      if (size < 1) return 1;
      return Math.max(
        1,
        Math.ceil((await countShown(postId, await discussionIsOn(options, 'thread_comments'))) / size),
      );
    },
  };
}

/** Returns the URL of a page of a post's comments. */
export function commentsPageUrl(postUrl: string, page: number, pretty: boolean): string {
  return pretty && !postUrl.includes('?')
    ? `${postUrl.replace(/\/?$/, '/')}comment-page-${page}/`
    : `${postUrl}${postUrl.includes('?') ? '&' : '?'}cpage=${page}`;
}
