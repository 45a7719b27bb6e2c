import type { Comment, CommentsApi, Post } from '../../api/index.js';
import type { CommentWriteDeps } from './write.js';

type OfPosts = Pick<CommentsApi, 'wpTrashPostComments' | 'wpUntrashPostComments'> & {
  /** Deletes the comments of a deleted post. */
  deletePostComments(post: Post): Promise<void>;
};

/** Meta key of the comments' statuses before their post was moved to the trash. */
const STATUSES = '_wp_trash_meta_comments_status';
const BATCH = 500;

/** Trashes, restores and deletes comments together with their post. */
export function createCommentsOfPosts({
  db,
  hooks,
  meta,
  counts,
  deleteWithoutRecount,
}: Pick<CommentWriteDeps, 'db' | 'hooks' | 'meta' | 'counts'> & {
  deleteWithoutRecount(comment: Comment): Promise<boolean>;
}): OfPosts {
  return {
    async wpTrashPostComments(post) {
      await hooks.doAction('trash_post_comments', post.id);
      const rows = await db()('comments').where({ comment_post_id: post.id }).select('comment_id', 'comment_approved');
      if (rows.length === 0) return;
      const statuses = Object.fromEntries(
        rows.map(({ comment_id: id, comment_approved: status }) => [String(id), status]),
      );
      await meta.updatePostMeta(post.id, STATUSES, statuses);
      await db()('comments').where({ comment_post_id: post.id }).update({ comment_approved: 'post-trashed' });
      await hooks.doAction('trashed_post_comments', post.id, statuses);
    },
    async wpUntrashPostComments(post) {
      const statuses = await meta.getPostMeta(post.id, STATUSES, true);
      if (typeof statuses !== 'object' || statuses === null) return;
      await hooks.doAction('untrash_post_comments', post.id);
      const entries = Object.entries(statuses as Record<string, string>);
      for (const storedStatus of new Set(entries.map(([, status]) => status))) {
        const ids = entries.filter(([, status]) => status === storedStatus).map(([id]) => Number(id));
        // The number of values in a statement is limited.
        for (let at = 0; at < ids.length; at += BATCH) {
          await db()('comments')
            .where({ comment_post_id: post.id })
            .whereIn('comment_id', ids.slice(at, at + BATCH))
            .update({ comment_approved: storedStatus === 'post-trashed' ? '0' : storedStatus });
        }
      }
      await meta.deletePostMeta(post.id, STATUSES);
      await hooks.doAction('untrashed_post_comments', post.id);
    },
    async deletePostComments(post) {
      // Newest first, so that no reply is moved to another parent before it is deleted too.
      const found = await db()('comments').where({ comment_post_id: post.id }).orderBy('comment_id', 'desc');
      for (const comment of found) await deleteWithoutRecount(comment);
      if (found.some(({ comment_approved: status }) => status === '1')) await counts.wpUpdateCommentCount(post.id);
    },
  };
}
