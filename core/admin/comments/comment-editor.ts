import { type AdminPage, type Comment, isWpError, type PageRequest, type Reply } from '../../api/index.js';
import { plainMessage } from '../../formatting/text/plain-message.js';
import { createRedirect, messageScreen } from '../screen-replies.js';
import type { AdminDeps } from '../deps.js';
import { nonceAction } from '../admin-urls.js';
import { actionLabels, actionsFor, changeComments, isCommentAction } from './comment-changes.js';
import { COMMENTS_SLUG } from './comment-list.js';
import { commentRow } from './comment-row.js';

const SLUG = 'comment.php';
const STATUSES = ['1', '0', 'spam'];

interface SubmittedComment {
  readonly name: string;
  readonly email: string;
  readonly url: string;
  readonly content: string;
  readonly status: string;
}

/** The screen that edits a comment, and confirms an action requested by an email's link (`comment.php`). */
export function commentEditorScreen(deps: AdminDeps): AdminPage {
  const { content, formatting, roles, views, nonces } = deps;
  const { __ } = deps.text;
  const nonceField = (): string => nonces.wpNonceField(nonceAction(SLUG));

  function readSubmitted(request: PageRequest): SubmittedComment {
    return {
      name: request.field('newcomment_author').trim(),
      email: request.field('newcomment_author_email').trim(),
      url: request.field('newcomment_author_url').trim(),
      content: request.field('content'),
      status: request.field('comment_status'),
    };
  }

  function toSubmitted(comment: Comment): SubmittedComment {
    const decoded = (text: string): string => formatting.wpSpecialcharsDecode(text, 'both');
    return {
      name: decoded(comment.comment_author),
      email: comment.comment_author_email,
      url: decoded(comment.comment_author_url),
      content: comment.comment_content,
      status: comment.comment_approved,
    };
  }

  function validateComment({ email, content: text, status }: SubmittedComment): string {
    if (email !== '' && !formatting.isEmail(email))
      return __('Enter a complete email address, such as anna@example.com.');
    if (text.trim() === '') return __('Enter the comment text.');
    return STATUSES.includes(status) ? '' : __('Choose an option from the list.');
  }

  /** Saves the comment. Returns the error message, or an empty string on success. */
  async function save(comment: Comment, input: SubmittedComment): Promise<string> {
    const problem = validateComment(input);
    if (problem !== '') return problem;
    const fields = {
      comment_id: comment.comment_id,
      comment_author: input.name,
      comment_author_email: input.email,
      comment_author_url: input.url,
      comment_content: input.content,
    };
    const lengths = await content.wpCheckCommentDataMaxLengths(fields);
    if (isWpError(lengths)) return plainMessage(lengths, __);
    const updated = await content.wpUpdateComment({ ...fields, comment_approved: input.status }, true);
    return isWpError(updated) ? plainMessage(updated, __) : '';
  }

  async function showEditor(request: PageRequest, comment: Comment): Promise<Reply> {
    const isSubmitted = request.method === 'POST';
    const input = isSubmitted || request.restored ? readSubmitted(request) : toSubmitted(comment);
    const problem = isSubmitted ? await save(comment, input) : '';
    if (isSubmitted && problem === '')
      return createRedirect(request, COMMENTS_SLUG, { kind: 'success', text: __('Comment updated.') });
    const labels: Record<string, string> = { '1': __('Approved'), '0': __('Pending'), spam: __('Spam') };
    const html = views.renderCore('admin/comment-editor', {
      ...input,
      problem,
      id: comment.comment_id,
      row: await commentRow(deps, comment, []),
      statuses: STATUSES.map((value) => ({ value, label: labels[value], checked: value === input.status })),
      nonceField: nonceField(),
    });
    return { kind: 'page', title: __('Edit comment'), html, ...(problem === '' ? {} : { status: 400 }) };
  }

  async function confirmAction(request: PageRequest, comment: Comment, action: string): Promise<Reply> {
    if (!isCommentAction(action) || !actionsFor(comment.comment_approved).includes(action))
      return createRedirect(request, COMMENTS_SLUG, {
        kind: 'warning',
        text: __('This comment already has that status.'),
      });
    if (request.method === 'POST') {
      const changedCount = await changeComments(deps, action, [comment.comment_id]);
      return createRedirect(
        request,
        COMMENTS_SLUG,
        changedCount > 0
          ? { kind: 'success', text: deps.text._n('%d comment updated.', '%d comments updated.', changedCount) }
          : { kind: 'error', text: __('No changes made.') },
      );
    }
    const html = views.renderCore('admin/comment-confirm', {
      action,
      id: comment.comment_id,
      label: actionLabels(deps)[action],
      danger: action === 'delete',
      row: await commentRow(deps, comment, []),
      nonceField: nonceField(),
    });
    return { kind: 'page', title: __('Moderate comment'), html };
  }

  return {
    slug: SLUG,
    title: () => __('Edit comment'),
    capability: 'edit_posts',
    parent: COMMENTS_SLUG,
    hidden: true,
    savesDraft: true,
    async handler(request): Promise<Reply> {
      const comment = await content.getComment(Math.trunc(Number(request.field('c')) || 0));
      if (!comment) return messageScreen(404, __('This comment doesn’t exist.'));
      if (!(await roles.currentUserCan('edit_comment', comment.comment_id)))
        return messageScreen(403, __('Sorry, you are not allowed to edit this comment.'));
      const action = request.field('action');
      return action === 'editcomment' || action === 'editedcomment' || action === ''
        ? showEditor(request, comment)
        : confirmAction(request, comment, action);
    },
  };
}
