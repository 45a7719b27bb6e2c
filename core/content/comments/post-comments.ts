import type { Comment, CommentsApi, Post } from '../../api/index.js';
import type { CommentWriteDeps } from './write.js';

type PostComments = Pick<CommentsApi, 'wpTrashPostComments' | 'wpUntrashPostComments'> & {
  /** Deletes the comments of a deleted post. */
  deletePostComments(post: Post): Promise<void>;
};

/** Meta key for the statuses that the comments had before their post was moved to the trash. */
const STATUSES_KEY = '_wp_trash_meta_comments_status';
const BATCH_SIZE = 500;

/** Trashes, restores and deletes comments together with their post. */
export function createPostComments({
  db,
  hooks,
  meta,
  counts,
  deleteWithoutRecount,
}: Pick<CommentWriteDeps, 'db' | 'hooks' | 'meta' | 'counts'> & {
  deleteWithoutRecount(comment: Comment): Promise<boolean>;
}): PostComments {
  return {
    async wpTrashPostComments(post) {
      await hooks.doAction('trash_post_comments', post.id);
      const rows = await db()('comments').where({ comment_post_id: post.id }).select('comment_id', 'comment_approved');
      if (rows.length === 0) return;
      const statuses = Object.fromEntries(
        rows.map(({ comment_id: id, comment_approved: status }) => [String(id), status]),
      );
      await meta.updatePostMeta(post.id, STATUSES_KEY, statuses);
      await db()('comments').where({ comment_post_id: post.id }).update({ comment_approved: 'post-trashed' });
      await hooks.doAction('trashed_post_comments', post.id, statuses);
    },
    async wpUntrashPostComments(post) {
      const statuses = await meta.getPostMeta(post.id, STATUSES_KEY, true);
      if (typeof statuses !== 'object' || statuses === null) return;
      await hooks.doAction('untrash_post_comments', post.id);
      const entries = Object.entries(statuses as Record<string, string>);
      for (const storedStatus of new Set(entries.map(([, status]) => status))) {
        const ids = entries.filter(([, status]) => status === storedStatus).map(([id]) => Number(id));
        // The number of values in a statement is limited.
        for (let offset = 0; offset < ids.length; offset += BATCH_SIZE) {
          await db()('comments')
            .where({ comment_post_id: post.id })
            .whereIn('comment_id', ids.slice(offset, offset + BATCH_SIZE))
            .update({ comment_approved: storedStatus === 'post-trashed' ? '0' : storedStatus });
        }
      }
      await meta.deletePostMeta(post.id, STATUSES_KEY);
      await hooks.doAction('untrashed_post_comments', post.id);
    },
    async deletePostComments(post) {
      // The newest comments are deleted first, so that no reply is moved to another parent before it is deleted.
      const found = await db()('comments').where({ comment_post_id: post.id }).orderBy('comment_id', 'desc');
      for (const comment of found) await deleteWithoutRecount(comment);
      if (found.some(({ comment_approved: status }) => status === '1')) await counts.wpUpdateCommentCount(post.id);
    },
  };
}
