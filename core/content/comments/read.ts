import { type Comment, type CommentsApi, type HookApi, type MaybePromise } from '../../api/index.js';
import { type AtOnce, promised } from '../../api/sync-api.js';
import type { CommentDeps } from './deps.js';
import { statusOf } from './statuses.js';

type Reads = Pick<
  CommentsApi,
  'getComment' | 'wpGetCommentStatus' | 'getCommentMeta' | 'addCommentMeta' | 'updateCommentMeta' | 'deleteCommentMeta'
>;

export type CommentReads = Reads & { readonly now: AtOnce<CommentsApi, 'getComment' | 'wpGetCommentStatus'> };

/** Reads individual comments and their metadata. */
export function createCommentReads({
  db,
  kept,
  hooks,
  meta,
}: Pick<CommentDeps, 'db' | 'kept' | 'hooks' | 'meta'>): CommentReads {
  async function getComment(id: number): Promise<Comment | null> {
    if (!Number.isInteger(id) || id < 1) return null;
    const row = kept.keep(
      'comments',
      `comment:${id}`,
      async () => (await db()('comments').where({ comment_id: id }).first()) ?? null,
    );
    const comment = await row;
    return comment && shownTo(hooks, { ...comment });
  }

  const wpGetCommentStatus = async (id: number): Promise<string | false> => {
    const comment = await getComment(id);
    return comment !== null && statusOf(comment);
  };
  const now = { getComment, wpGetCommentStatus };
  return {
    ...promised(now),
    now,
    getCommentMeta: (id, key, single) => meta.getMetadata('comment', id, key, single),
    addCommentMeta: (id, key, value, unique) => meta.addMetadata('comment', id, key, value, unique),
    updateCommentMeta: (id, key, value, previous) => meta.updateMetadata('comment', id, key, value, previous),
    deleteCommentMeta: (id, key, value) => meta.deleteMetadata('comment', id, key, value),
  };
}

/** Filters a comment before it is returned. */
export function shownTo(hooks: HookApi, comment: Comment): MaybePromise<Comment> {
  return hooks.applyFilters('get_comment', comment);
}
