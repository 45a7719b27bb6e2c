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

  async function refusedParent(postId: number, parentId: number): Promise<WpError | undefined> {
    const parent = parentId > 0 ? await reads.getComment(parentId) : null;
    if (parentId === 0 || (parent?.comment_approved === '1' && parent.comment_post_id === postId)) return undefined;
    await hooks.doAction('comment_reply_to_unapproved_comment', postId, parentId);
    return new WpError(
      'comment_reply_to_unapproved_comment',
      __('Sorry, replies to unapproved comments are not allowed.'),
      403,
    );
  }

  /** Returns why a post accepts no comment from anyone. */
  async function refusedPost(id: number, post: Post | null): Promise<WpError | undefined> {
    const status = post && ((await posts.getPostStatus(id)) || post.post_status);
    if (!post || !status || (status === 'private' && !(await roles.currentUserCan('read_post', id)))) {
      if (!post) await hooks.doAction('comment_id_not_found', id);
      return new WpError('comment_id_not_found');
    }
    const known = types.getPostStatusObject(status);
    if (!(await comments.commentsOpen(id))) {
      await hooks.doAction('comment_closed', id);
      return new WpError('comment_closed', __('Sorry, comments are closed for this item.'), 403);
    }
    if (status === 'trash') {
      await hooks.doAction('comment_on_trash', id);
      return new WpError('comment_on_trash');
    }
    if (!known?.public && !known?.private) {
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

  /** Returns the comment's author: the logged-in account, or the person named in the form. */
  async function authorOf(submission: CommentSubmission): Promise<CommentInput | WpError> {
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
      comment_author: formatting.wpStripAllTags(textOf(submission.author)).trim(),
      comment_author_email: textOf(submission.email).trim(),
      comment_author_url: textOf(submission.url).trim(),
    };
    if (!(await discussionIsOn(options, 'require_name_email'))) return author;
    if (author.comment_author === '' || author.comment_author_email === '')
      return new WpError('require_name_email', __('<strong>Error:</strong> Please fill the required fields.'), 200);
    return formatting.isEmail(author.comment_author_email)
      ? author
      : new WpError('require_valid_email', __('<strong>Error:</strong> Please enter a valid email address.'), 200);
  }

  /**
   * Users who may post unfiltered HTML can do so only with a form issued to them, so that nobody else can submit HTML
   * in their name.
   */
  async function contentOf(submission: CommentSubmission, postId: number): Promise<string> {
    const text = textOf(submission.comment).trim();
    const mayAnything = deps.verifyNonce(
      textOf(submission._wp_unfiltered_html_comment),
      `unfiltered-html-comment_${postId}`,
    );
    return mayAnything || !(await roles.currentUserCan('unfiltered_html')) ? text : formatting.wpKsesPost(text);
  }

  return {
    async wpHandleCommentSubmission(submission) {
      const id = toInteger(submission.comment_post_ID);
      const parent = toInteger(submission.comment_parent);
      const refusal = (await refusedParent(id, parent)) ?? (await refusedPost(id, await posts.getPost(id)));
      if (refusal) return refusal;
      const author = await authorOf(submission);
      if (isWpError(author)) return author;
      const comment: CommentInput = {
        ...author,
        comment_post_id: id,
        comment_content: await contentOf(submission, id),
        comment_type: 'comment',
        comment_parent: parent,
      };
      const mayBeEmpty = await hooks.applyFilters('allow_empty_comment', false, comment);
      if (comment.comment_content === '' && !mayBeEmpty)
        return new WpError('require_valid_comment', __('<strong>Error:</strong> Please type your comment text.'), 200);
      const lengths = await comments.wpCheckCommentDataMaxLengths(comment);
      if (isWpError(lengths)) return lengths;
      const stored = await comments.wpNewComment({ ...comment, comment_agent: agentOf() }, true);
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

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the visitor's user agent. */
function agentOf(): string {
  return (currentContext()?.memo.get(PAGE_REQUEST) as PageRequest | undefined)?.header('user-agent') ?? '';
}
