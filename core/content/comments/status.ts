import { type Comment, type CommentsApi, WpError } from '../../api/index.js';
import type { CommentWriteDeps } from './write.js';
import { hookName, storedStatus } from './statuses.js';

type Statuses = Pick<CommentsApi, 'wpSetCommentStatus' | 'wpTransitionCommentStatus'>;

const SETTABLE_STATUSES = ['0', '1', 'spam', 'trash'];

/** Sets the status of comments and fires the corresponding hooks. */
export function createCommentStatuses({ db, hooks, reads, counts, translate: __ }: CommentWriteDeps): Statuses {
  const wpTransitionCommentStatus: Statuses['wpTransitionCommentStatus'] = async (to, from, comment) => {
    const [after, before] = [hookName(to), hookName(from)];
    if (after !== before) {
      await hooks.doAction('transition_comment_status', after, before, comment);
      await hooks.doAction(`comment_${before}_to_${after}`, comment);
    }
    await hooks.doAction(`comment_${after}_${comment.comment_type}`, comment.comment_id, comment);
  };

  async function changeStatus(comment: Comment, stored: string, status: string): Promise<void> {
    const id = comment.comment_id;
    if (comment.comment_approved !== stored)
      await db()('comments').where({ comment_id: id }).update({ comment_approved: stored });
    await hooks.doAction('wp_set_comment_status', id, status);
    const after = (await reads.getComment(id)) ?? { ...comment, comment_approved: stored };
    await wpTransitionCommentStatus(stored, comment.comment_approved, after);
    await counts.wpUpdateCommentCount(comment.comment_post_id);
  }

  return {
    wpTransitionCommentStatus,
    async wpSetCommentStatus(id, status, wpError = false) {
      const comment = await reads.getComment(id);
      const stored = storedStatus(status);
      if (!comment || !SETTABLE_STATUSES.includes(stored))
        return wpError && !comment ? new WpError('invalid_comment_id', __('Invalid comment ID.')) : false;
      await db.transaction(() => changeStatus(comment, stored, status));
      return true;
    },
  };
}
