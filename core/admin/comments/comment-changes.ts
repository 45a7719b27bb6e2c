import type { AdminDeps } from '../deps.js';

type Step = (id: number) => Promise<unknown>;

/** Actions on a comment, by their WordPress names. */
export const COMMENT_ACTIONS = ['approve', 'unapprove', 'spam', 'unspam', 'trash', 'untrash', 'delete'] as const;
export type CommentAction = (typeof COMMENT_ACTIONS)[number];

export function isCommentAction(name: string): name is CommentAction {
  return (COMMENT_ACTIONS as readonly string[]).includes(name);
}

/** Returns the actions offered for a stored comment status; '' stands for pending and approved comments. */
export function actionsFor(status: string): [CommentAction, ...CommentAction[]] {
  if (status === 'spam') return ['unspam', 'delete'];
  if (status === 'trash') return ['untrash', 'spam', 'delete'];
  if (status === '1') return ['unapprove', 'spam', 'trash'];
  return status === '0' ? ['approve', 'spam', 'trash'] : ['approve', 'unapprove', 'spam', 'trash'];
}

/** Returns the button labels of the actions. */
export function actionLabels({ text: { __ } }: Pick<AdminDeps, 'text'>): Record<CommentAction, string> {
  return {
    approve: __('Approve'),
    unapprove: __('Unapprove'),
    spam: __('Spam'),
    unspam: __('Not spam'),
    trash: __('Move to trash'),
    untrash: __('Restore'),
    delete: __('Delete permanently'),
  };
}

/**
 * Applies an action to several comments, skipping those the user may not change. Returns the number of changed
 * comments.
 */
export async function changeComments(
  { content, roles }: Pick<AdminDeps, 'content' | 'roles'>,
  action: CommentAction,
  ids: readonly number[],
): Promise<number> {
  const steps: Record<CommentAction, Step> = {
    approve: (id) => content.wpSetCommentStatus(id, 'approve'),
    unapprove: (id) => content.wpSetCommentStatus(id, 'hold'),
    spam: content.wpSpamComment,
    unspam: content.wpUnspamComment,
    trash: content.wpTrashComment,
    untrash: content.wpUntrashComment,
    delete: (id) => content.wpDeleteComment(id, true),
  };
  let changedCount = 0;
  for (const id of ids) {
    const comment = await content.getComment(id);
    if (
      !comment ||
      !actionsFor(comment.comment_approved).includes(action) ||
      !(await roles.currentUserCan('edit_comment', id))
    )
      continue;
    if ((await steps[action](id)) === true) changedCount += 1;
  }
  return changedCount;
}
