import { type Comment, type CommentPageOptions, type CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber, discussionText } from './discussion.js';
import { cacheQuery } from '../../cache/index.js';

type CommentLinks = Pick<CommentsApi, 'getCommentLink' | 'getPageOfComment' | 'getCommentPagesCount'>;

interface CommentLinkDeps extends Pick<CommentDeps, 'db' | 'hooks' | 'dataCache' | 'options' | 'posts'> {
  reads: Pick<CommentsApi, 'getComment'>;
}

/** Maximum number of parents that are followed to find the start of a thread. */
const MAX_PARENTS = 50;

/** Determines the page and the URL of comments. */
export function createCommentLinks({ db, hooks, dataCache, options, posts, reads }: CommentLinkDeps): CommentLinks {
  async function commentsPerPage(placement: CommentPageOptions): Promise<number> {
    if (placement.per_page !== undefined) return placement.per_page;
    return (await discussionIsOn(options, 'page_comments')) ? await discussionNumber(options, 'comments_per_page') : 0;
  }

  /** Returns the top-level comment of a thread. */
  async function findTopLevel(comment: Comment): Promise<Comment> {
    let start = comment;
    for (
      let height = 0;
      height < MAX_PARENTS && start.comment_parent > 0 && start.comment_parent !== start.comment_id;
      height++
    ) {
      const parent = await reads.getComment(start.comment_parent);
      if (!parent) break;
      start = parent;
    }
    return start;
  }

  async function countApproved(postId: number, threaded: boolean, before?: Comment): Promise<number> {
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

  async function findPage(id: number, placement: CommentPageOptions): Promise<number> {
    const comment = await reads.getComment(id);
    const size = await commentsPerPage(placement);
    if (!comment || size < 1) return 1;
    const threaded =
      (placement.max_depth ??
        ((await discussionIsOn(options, 'thread_comments'))
          ? await discussionNumber(options, 'thread_comments_depth')
          : -1)) > 1;
    const start = threaded ? await findTopLevel(comment) : comment;
    const older = await countApproved(comment.comment_post_id, threaded, start);
    return await hooks.applyFilters('get_page_of_comment', Math.ceil((older + 1) / size), placement, placement, id);
  }

  async function buildLink(comment: Comment, placement: CommentPageOptions): Promise<string> {
    const post = await posts.getPost(comment.comment_post_id);
    const base = (post && (await posts.getPermalink(post))) || '';
    const paged = await discussionIsOn(options, 'page_comments');
    let page = placement.cpage ?? placement.page;
    if (page === undefined && paged) page = await findPage(comment.comment_id, placement);
    if (
      page === 1 &&
      placement.cpage === undefined &&
      (await discussionText(options, 'default_comments_page')) === 'oldest'
    )
      page = 0;
    const pretty = String(await options.getOption('permalink_structure', '')) !== '';
    const url = paged && page ? commentsPageUrl(base, page, pretty) : base;
    return await hooks.applyFilters(
      'get_comment_link',
      `${url}#comment-${comment.comment_id}`,
      comment,
      placement,
      page ?? 0,
    );
  }

  return {
    getPageOfComment: (id, pageOptions = {}) => findPage(id, pageOptions),
    getCommentLink: (comment, pageOptions = {}) => buildLink(comment, pageOptions),
    getCommentPagesCount: async (postId) => {
      const size = await commentsPerPage({});
      if (size < 1) return 1;
      return Math.max(
        1,
        Math.ceil((await countApproved(postId, await discussionIsOn(options, 'thread_comments'))) / size),
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
