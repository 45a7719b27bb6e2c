import type { Comment, CommentsApi } from '../../api/index.js';
import { BEFORE } from './deps.js';
import type { CommentWriteDeps } from './write.js';

type Removals = Pick<
  CommentsApi,
  'wpDeleteComment' | 'wpTrashComment' | 'wpUntrashComment' | 'wpSpamComment' | 'wpUnspamComment'
> & {
  /** Deletes a comment permanently. The caller must update the comment count of its post. */
  deleteWithoutRecount(comment: Comment): Promise<boolean>;
};

interface RemovalDeps extends CommentWriteDeps {
  status: Pick<CommentsApi, 'wpSetCommentStatus' | 'wpTransitionCommentStatus'>;
}

/** Moves comments to the trash or spam and back, and deletes them (WordPress: wp_trash_comment, wp_delete_comment). */
export function createCommentRemovals({ db, hooks, reads, counts, status, now }: RemovalDeps): Removals {
  async function deleteComment(comment: Comment, updatesCount: boolean): Promise<boolean> {
    const { comment_id: id, comment_parent: parent } = comment;
    await hooks.doAction('delete_comment', id, comment);
    // Replies become replies to the parent of the deleted comment.
    await db()('comments')
      .where({ comment_parent: id })
      .whereNot({ comment_id: id })
      .update({ comment_parent: parent === id ? 0 : parent });
    await db()('commentmeta').where({ comment_id: id }).delete();
    if ((await db()('comments').where({ comment_id: id }).delete()) === 0) return false;
    await hooks.doAction('deleted_comment', id, comment);
    if (updatesCount && comment.comment_post_id > 0 && comment.comment_approved === '1')
      await counts.wpUpdateCommentCount(comment.comment_post_id);
    await hooks.doAction('wp_set_comment_status', id, 'delete');
    await status.wpTransitionCommentStatus('delete', comment.comment_approved, comment);
    return true;
  }

  /** Moves a comment to the trash or spam and stores its previous status. */
  async function moveTo(id: number, newStatus: 'trash' | 'spam', doneHook: string): Promise<boolean> {
    const comment = await reads.getComment(id);
    if (!comment || (newStatus === 'trash' && comment.comment_approved === 'trash')) return false;
    return db.transaction(async () => {
      await hooks.doAction(`${newStatus}_comment`, id, comment);
      if (!(await status.wpSetCommentStatus(id, newStatus))) return false;
      await deletePreviousStatus(id);
      await reads.addCommentMeta(id, BEFORE.status, comment.comment_approved);
      await reads.addCommentMeta(id, BEFORE.time, Math.floor(now() / 1000));
      await hooks.doAction(doneHook, id, { ...comment, comment_approved: newStatus });
      return true;
    });
  }

  async function restore(id: number, startHook: string, doneHook: string): Promise<boolean> {
    const comment = await reads.getComment(id);
    if (!comment) return false;
    return db.transaction(async () => {
      await hooks.doAction(startHook, id, comment);
      const storedStatus = await reads.getCommentMeta(id, BEFORE.status, true);
      const defaultStatus = storedStatus === 1 ? '1' : '0';
      const before = typeof storedStatus === 'string' && storedStatus !== '' ? storedStatus : defaultStatus;
      if (!(await status.wpSetCommentStatus(id, before))) return false;
      await deletePreviousStatus(id);
      await hooks.doAction(doneHook, id, { ...comment, comment_approved: before });
      return true;
    });
  }

  async function deletePreviousStatus(id: number): Promise<void> {
    await reads.deleteCommentMeta(id, BEFORE.status);
    await reads.deleteCommentMeta(id, BEFORE.time);
  }

  const wpTrashComment: Removals['wpTrashComment'] = (id) => moveTo(id, 'trash', 'trashed_comment');
  return {
    wpTrashComment,
    deleteWithoutRecount: (comment) => db.transaction(() => deleteComment(comment, false)),
    wpSpamComment: (id) => moveTo(id, 'spam', 'spammed_comment'),
    wpUntrashComment: (id) => restore(id, 'untrash_comment', 'untrashed_comment'),
    wpUnspamComment: (id) => restore(id, 'unspam_comment', 'unspammed_comment'),
    async wpDeleteComment(id, force = false) {
      const comment = await reads.getComment(id);
      if (!comment) return false;
      if (!force && comment.comment_approved !== 'trash' && comment.comment_approved !== 'spam')
        return wpTrashComment(id);
      return db.transaction(() => deleteComment(comment, true));
    },
  };
}
