import { type CommentCounts, type CommentsApi } from '../../api/index.js';
import type { CommentDeps } from './deps.js';
import { cacheQuery } from '../../cache/index.js';

type Counts = Pick<CommentsApi, 'getCommentsNumber' | 'wpUpdateCommentCount' | 'wpCountComments'>;

/** Counts comments per post and for moderators. */
export function createCommentCounts({
  db,
  hooks,
  dataCache,
  posts,
}: Pick<CommentDeps, 'db' | 'hooks' | 'dataCache' | 'posts'>): Counts {
  return {
    async getCommentsNumber(id) {
      const post = await posts.getPost(id);
      return Number(await hooks.applyFilters('get_comments_number', post?.comment_count ?? 0, id));
    },
    async wpUpdateCommentCount(id) {
      const post = await posts.getPost(id);
      if (!post) return false;
      const before = post.comment_count;
      const preCount = await hooks.applyFilters<unknown>('pre_wp_update_comment_count_now', null, before, id);
      const count = typeof preCount === 'number' ? preCount : await countApproved(id);
      // A comment that waits for approval must not invalidate all cached pages.
      if (count !== before) await db()('posts').where({ id }).update({ comment_count: count });
      const updatedPost = { ...post, comment_count: count };
      await hooks.doAction('clean_post_cache', id, updatedPost);
      await hooks.doAction('wp_update_comment_count', id, count, before);
      await hooks.doAction(`edit_post_${post.post_type}`, id, updatedPost);
      await hooks.doAction('edit_post', id, updatedPost);
      return true;
    },
    async wpCountComments(id = 0) {
      const filteredCounts = await hooks.applyFilters<CommentCounts | Record<string, never>>(
        'wp_count_comments',
        {},
        id,
      );
      if ('all' in filteredCounts) return filteredCounts as CommentCounts;
      const rows = db()('comments')
        .whereNot({ comment_type: 'note' })
        .groupBy('comment_approved')
        .select('comment_approved')
        .count({ total: '*' });
      if (id > 0) void rows.where({ comment_post_id: id });
      const countRows = await cacheQuery<{ comment_approved: string; total: number }>(dataCache, 'comments', rows);
      const countOf = (status: string): number =>
        Number(countRows.find(({ comment_approved: stored }) => stored === status)?.total ?? 0);
      const [approved, moderated, spam, trash] = [countOf('1'), countOf('0'), countOf('spam'), countOf('trash')];
      return {
        approved,
        moderated,
        spam,
        trash,
        'post-trashed': countOf('post-trashed'),
        all: approved + moderated,
        total_comments: approved + moderated + spam,
      };
    },
  };

  async function countApproved(id: number): Promise<number> {
    const row = await db()('comments')
      .where({ comment_post_id: id, comment_approved: '1' })
      .whereNot({ comment_type: 'note' })
      .count({ total: '*' })
      .first();
    return Number(row?.total ?? 0);
  }
}
