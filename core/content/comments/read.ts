import type { Comment, CommentsApi, HookApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { statusName } from './statuses.js';

export type CommentReads = Pick<
  CommentsApi,
  'getComment' | 'wpGetCommentStatus' | 'getCommentMeta' | 'addCommentMeta' | 'updateCommentMeta' | 'deleteCommentMeta'
>;

/** Reads individual comments and their metadata. */
export function createCommentReads({
  db,
  dataCache,
  hooks,
  meta,
}: Pick<CommentDeps, 'db' | 'dataCache' | 'hooks' | 'meta'>): CommentReads {
  async function getComment(id: number): Promise<Comment | null> {
    if (!Number.isInteger(id) || id < 1) return null;
    const comment = await dataCache.getRows(
      'comments',
      `comment:${id}`,
      async () => (await db()('comments').where({ comment_id: id }).first()) ?? null,
    );
    return comment && filterComment(hooks, { ...comment });
  }

  const wpGetCommentStatus = async (id: number): Promise<string | false> => {
    const comment = await getComment(id);
    return comment !== null && statusName(comment);
  };
  return {
    getComment,
    wpGetCommentStatus,
    getCommentMeta: (id, key, single) => meta.getMetadata('comment', id, key, single),
    addCommentMeta: (id, key, value, unique) => meta.addMetadata('comment', id, key, value, unique),
    updateCommentMeta: (id, key, value, previous) => meta.updateMetadata('comment', id, key, value, previous),
    deleteCommentMeta: (id, key, value) => meta.deleteMetadata('comment', id, key, value),
  };
}

/** Applies the `get_comment` filter to a comment before it is returned. */
export async function filterComment(hooks: HookApi, comment: Comment): Promise<Comment> {
  return hooks.applyFilters('get_comment', comment);
}
