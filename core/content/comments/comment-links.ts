import {
  type Comment,
  type CommentPlacing,
  type CommentsApi,
  inSteps,
  ready,
  type Steps,
  stepwise,
} from '../../api/index.js';
import { type AtOnce, promised } from '../../api/sync-api.js';
import { cacheFound } from '../../db/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber, discussionText } from './discussion.js';
import type { CommentReads } from './read.js';

type CommentLinks = Pick<CommentsApi, 'getCommentLink' | 'getPageOfComment' | 'getCommentPagesCount'>;
export type PlacesAtOnce = AtOnce<CommentsApi, 'getCommentLink' | 'getPageOfComment' | 'getCommentPagesCount'>;

interface PlaceDeps extends Pick<CommentDeps, 'db' | 'hooks' | 'kept' | 'options' | 'posts'> {
  reads: CommentReads;
}

/** Maximum number of parents followed to find the start of a thread. */
const HIGHEST = 50;

/** Determines the page and the URL of comments. */
export function createPlaces({
  db,
  hooks,
  kept,
  options,
  posts,
  reads,
}: PlaceDeps): CommentLinks & { readonly now: PlacesAtOnce } {
  function* perPage(placing: CommentPlacing): Steps<number> {
    if (placing.per_page !== undefined) return placing.per_page;
    return (yield* ready(discussionIsOn(options, 'page_comments')))
      ? yield* ready(discussionNumber(options, 'comments_per_page'))
      : 0;
  }

  /** Returns the top-level comment of a thread. */
  function* startOf(comment: Comment): Steps<Comment> {
    let start = comment;
    for (
      let height = 0;
      height < HIGHEST && start.comment_parent > 0 && start.comment_parent !== start.comment_id;
      height++
    ) {
      const parent = yield* ready(reads.now.getComment(start.comment_parent));
      if (!parent) break;
      start = parent;
    }
    return start;
  }

  function* countShown(postId: number, threaded: boolean, before?: Comment): Steps<number> {
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
    const [{ total } = { total: 0 }] = yield* ready(
      cacheFound<{ total: number }>(kept, 'comments', rows.count({ total: '*' })),
    );
    return Number(total);
  }

  function* pageOf(id: number, placing: CommentPlacing): Steps<number> {
    const comment = yield* ready(reads.now.getComment(id));
    const size = yield* perPage(placing);
    if (!comment || size < 1) return 1;
    const threaded =
      (placing.max_depth ??
        ((yield* ready(discussionIsOn(options, 'thread_comments')))
          ? yield* ready(discussionNumber(options, 'thread_comments_depth'))
          : -1)) > 1;
    const start = threaded ? yield* startOf(comment) : comment;
    const older = yield* countShown(comment.comment_post_id, threaded, start);
    return yield* ready(hooks.applyFilters('get_page_of_comment', Math.ceil((older + 1) / size), placing, placing, id));
  }

  function* linkTo(comment: Comment, placing: CommentPlacing): Steps<string> {
    const post = yield* ready(posts.getPost(comment.comment_post_id));
    const base = (post && (yield* ready(posts.getPermalink(post)))) || '';
    const paged = yield* ready(discussionIsOn(options, 'page_comments'));
    let page = placing.cpage ?? placing.page;
    if (page === undefined && paged) page = yield* pageOf(comment.comment_id, placing);
    if (
      page === 1 &&
      placing.cpage === undefined &&
      (yield* ready(discussionText(options, 'default_comments_page'))) === 'oldest'
    )
      page = 0;
    const pretty = String(yield* ready(options.optionNow('permalink_structure', ''))) !== '';
    const url = paged && page ? commentsPageUrl(base, page, pretty) : base;
    return yield* ready(
      hooks.applyFilters('get_comment_link', `${url}#comment-${comment.comment_id}`, comment, placing, page ?? 0),
    );
  }

  const now: PlacesAtOnce = {
    getPageOfComment: (id, placing = {}) => inSteps(() => pageOf(id, placing)),
    getCommentLink: (comment, placing = {}) => inSteps(() => linkTo(comment, placing)),
    getCommentPagesCount: stepwise(function* (postId) {
      const size = yield* perPage({});
      if (size < 1) return 1;
      return Math.max(
        1,
        Math.ceil((yield* countShown(postId, yield* ready(discussionIsOn(options, 'thread_comments')))) / size),
      );
    }),
  };
  return { ...promised(now), now };
}

/** Returns the URL of a page of a post's comments. */
export function commentsPageUrl(postUrl: string, page: number, pretty: boolean): string {
  return pretty && !postUrl.includes('?')
    ? `${postUrl.replace(/\/?$/, '/')}comment-page-${page}/`
    : `${postUrl}${postUrl.includes('?') ? '&' : '?'}cpage=${page}`;
}
