import {
  type CommentInput,
  type CommentSubmission,
  type CommentsApi,
  isWpError,
  type PageRequest,
  type Post,
  WpError,
} from '../../api/index.js';
import { currentContext, PAGE_REQUEST } from '../../context/index.js';
import { toInteger } from '../../options/index.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn } from './discussion.js';
import type { CommentReads } from './read.js';

interface SubmissionDeps extends CommentDeps {
  reads: CommentReads;
  comments: Pick<CommentsApi, 'commentsOpen' | 'wpNewComment' | 'wpCheckCommentDataMaxLengths'>;
  verifyNonce(nonce: string, action: string): boolean;
}

/** Handles the comment form (WordPress: wp_handle_comment_submission). */
export function createSubmissions(deps: SubmissionDeps): Pick<CommentsApi, 'wpHandleCommentSubmission'> {
  const { hooks, formatting, options, posts, reads, roles, types, users, comments, translate: __ } = deps;

  async function checkParent(postId: number, parentId: number): Promise<WpError | undefined> {
    const parent = parentId > 0 ? await reads.getComment(parentId) : null;
    if (parentId === 0 || (parent?.comment_approved === '1' && parent.comment_post_id === postId)) return undefined;
    await hooks.doAction('comment_reply_to_unapproved_comment', postId, parentId);
    return new WpError(
      'comment_reply_to_unapproved_comment',
      __('Sorry, replies to unapproved comments are not allowed.'),
      403,
    );
  }

  /** Returns the reason if a post accepts no comments; undefined if it does. */
  async function checkPost(id: number, post: Post | null): Promise<WpError | undefined> {
    const status = post && ((await posts.getPostStatus(id)) || post.post_status);
    if (!post || !status || (status === 'private' && !(await roles.currentUserCan('read_post', id)))) {
      if (!post) await hooks.doAction('comment_id_not_found', id);
      return new WpError('comment_id_not_found');
    }
    const statusObject = types.getPostStatusObject(status);
    if (!(await comments.commentsOpen(id))) {
      await hooks.doAction('comment_closed', id);
      return new WpError('comment_closed', __('Sorry, comments are closed for this item.'), 403);
    }
    if (status === 'trash') {
      await hooks.doAction('comment_on_trash', id);
      return new WpError('comment_on_trash');
    }
    if (!statusObject?.public && !statusObject?.private) {
      await hooks.doAction('comment_on_draft', id);
      return (await roles.currentUserCan('read_post', id))
        ? new WpError('comment_on_draft', __('Sorry, comments are not allowed for this item.'), 403)
        : new WpError('comment_on_draft');
    }
    if (await posts.postPasswordRequired(id)) {
      await hooks.doAction('comment_on_password_protected', id);
      return new WpError('comment_on_password_protected');
    }
    await hooks.doAction('pre_comment_on_post', id);
    return undefined;
  }

  /** Returns the author of the comment: the logged-in user, or the person named in the form. */
  async function getAuthor(submission: CommentSubmission): Promise<CommentInput | WpError> {
    const user = await users.getUserdata(currentContext()?.userId ?? 0);
    if (user)
      return {
        user_id: user.id,
        comment_author: user.display_name || user.user_login,
        comment_author_email: user.user_email,
        comment_author_url: user.user_url,
      };
    if (await discussionIsOn(options, 'comment_registration'))
      return new WpError('not_logged_in', __('Sorry, you must be logged in to comment.'), 403);
    const author = {
      user_id: 0,
      comment_author: formatting.wpStripAllTags(toText(submission.author)).trim(),
      comment_author_email: toText(submission.email).trim(),
      comment_author_url: toText(submission.url).trim(),
    };
    if (!(await discussionIsOn(options, 'require_name_email'))) return author;
    if (author.comment_author === '' || author.comment_author_email === '')
      return new WpError('require_name_email', __('<strong>Error:</strong> Please fill the required fields.'), 200);
    return formatting.isEmail(author.comment_author_email)
      ? author
      : new WpError('require_valid_email', __('<strong>Error:</strong> Please enter a valid email address.'), 200);
  }

  /**
   * Users who may post unfiltered HTML need the form's nonce to do so. Without it, other sites could submit HTML in
   * their name.
   */
  async function getContent(submission: CommentSubmission, postId: number): Promise<string> {
    const text = toText(submission.comment).trim();
    const hasValidNonce = deps.verifyNonce(
      toText(submission._wp_unfiltered_html_comment),
      `unfiltered-html-comment_${postId}`,
    );
    return hasValidNonce || !(await roles.currentUserCan('unfiltered_html')) ? text : formatting.wpKsesPost(text);
  }

  return {
    async wpHandleCommentSubmission(submission) {
      const id = toInteger(submission.comment_post_ID);
      const parent = toInteger(submission.comment_parent);
      const rejection = (await checkParent(id, parent)) ?? (await checkPost(id, await posts.getPost(id)));
      if (rejection) return rejection;
      const author = await getAuthor(submission);
      if (isWpError(author)) return author;
      const comment: CommentInput = {
        ...author,
        comment_post_id: id,
        comment_content: await getContent(submission, id),
        comment_type: 'comment',
        comment_parent: parent,
      };
      const mayBeEmpty = await hooks.applyFilters('allow_empty_comment', false, comment);
      if (comment.comment_content === '' && !mayBeEmpty)
        return new WpError('require_valid_comment', __('<strong>Error:</strong> Please type your comment text.'), 200);
      const lengths = await comments.wpCheckCommentDataMaxLengths(comment);
      if (isWpError(lengths)) return lengths;
      const stored = await comments.wpNewComment({ ...comment, comment_agent: userAgent() }, true);
      if (isWpError(stored)) return stored;
      return (
        (stored !== false && (await reads.getComment(stored))) ||
        new WpError(
          'comment_save_error',
          __('<strong>Error:</strong> The comment could not be saved. Please try again later.'),
          500,
        )
      );
    },
  };
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the visitor's user agent. */
function userAgent(): string {
  return (currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined)?.header('user-agent') ?? '';
}
