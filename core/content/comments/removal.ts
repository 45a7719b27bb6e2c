import type { Comment, CommentsApi } from '../../api/index.js';
import { BEFORE } from './deps.js';
import type { CommentWriteDeps } from './write.js';

type Removals = Pick<
  CommentsApi,
  'wpDeleteComment' | 'wpTrashComment' | 'wpUntrashComment' | 'wpSpamComment' | 'wpUnspamComment'
> & {
  /** Deletes a comment permanently; the caller must update the comment count of its post. */
  deleteWithoutRecount(comment: Comment): Promise<boolean>;
};

interface RemovalDeps extends CommentWriteDeps {
  status: Pick<CommentsApi, 'wpSetCommentStatus' | 'wpTransitionCommentStatus'>;
}

/** Moves comments to the trash or spam and back, and deletes them (WordPress: wp_delete_comment and its family). */
export function createCommentRemovals({ db, hooks, reads, counts, status, now }: RemovalDeps): Removals {
  async function remove(comment: Comment, counted: boolean): Promise<boolean> {
    const { comment_id: id, comment_parent: parent } = comment;
    await hooks.doAction('delete_comment', id, comment);
    // Replies move up to its parent.
    await db()('comments')
      .where({ comment_parent: id })
      .whereNot({ comment_id: id })
      .update({ comment_parent: parent === id ? 0 : parent });
    await db()('commentmeta').where({ comment_id: id }).delete();
    if ((await db()('comments').where({ comment_id: id }).delete()) === 0) return false;
    await hooks.doAction('deleted_comment', id, comment);
    if (counted && comment.comment_post_id > 0 && comment.comment_approved === '1')
      await counts.wpUpdateCommentCount(comment.comment_post_id);
    await hooks.doAction('wp_set_comment_status', id, 'delete');
    await status.wpTransitionCommentStatus('delete', comment.comment_approved, comment);
    return true;
  }

  /** Moves a comment to the trash or spam and stores its previous status. */
  async function putAway(id: number, where: 'trash' | 'spam', done: string): Promise<boolean> {
    const comment = await reads.getComment(id);
    if (!comment || (where === 'trash' && comment.comment_approved === 'trash')) return false;
    return db.transaction(async () => {
      await hooks.doAction(`${where}_comment`, id, comment);
      if (!(await status.wpSetCommentStatus(id, where))) return false;
      await forgetBefore(id);
      await reads.addCommentMeta(id, BEFORE.status, comment.comment_approved);
      await reads.addCommentMeta(id, BEFORE.time, Math.floor(now() / 1000));
      await hooks.doAction(done, id, { ...comment, comment_approved: where });
      return true;
    });
  }

  async function takeBack(id: number, startHook: string, done: string): Promise<boolean> {
    const comment = await reads.getComment(id);
    if (!comment) return false;
    return db.transaction(async () => {
      await hooks.doAction(startHook, id, comment);
      const storedStatus = await reads.getCommentMeta(id, BEFORE.status, true);
      const standard = storedStatus === 1 ? '1' : '0';
      const before = typeof storedStatus === 'string' && storedStatus !== '' ? storedStatus : standard;
      if (!(await status.wpSetCommentStatus(id, before))) return false;
      await forgetBefore(id);
      await hooks.doAction(done, id, { ...comment, comment_approved: before });
      return true;
    });
  }

  async function forgetBefore(id: number): Promise<void> {
    await reads.deleteCommentMeta(id, BEFORE.status);
    await reads.deleteCommentMeta(id, BEFORE.time);
  }

  const wpTrashComment: Removals['wpTrashComment'] = (id) => putAway(id, 'trash', 'trashed_comment');
  return {
    wpTrashComment,
    deleteWithoutRecount: (comment) => db.transaction(() => remove(comment, false)),
    wpSpamComment: (id) => putAway(id, 'spam', 'spammed_comment'),
    wpUntrashComment: (id) => takeBack(id, 'untrash_comment', 'untrashed_comment'),
    wpUnspamComment: (id) => takeBack(id, 'unspam_comment', 'unspammed_comment'),
    async wpDeleteComment(id, force = false) {
      const comment = await reads.getComment(id);
      if (!comment) return false;
      if (!force && comment.comment_approved !== 'trash' && comment.comment_approved !== 'spam')
        return wpTrashComment(id);
      return db.transaction(() => remove(comment, true));
    },
  };
}
