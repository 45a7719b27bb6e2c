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
      const instead = await hooks.applyFilters<unknown>('pre_wp_update_comment_count_now', null, before, id);
      const count = typeof instead === 'number' ? instead : await approvedOf(id);
      // A comment that is only held must not invalidate all cached pages.
      if (count !== before) await db()('posts').where({ id }).update({ comment_count: count });
      const counted = { ...post, comment_count: count };
      await hooks.doAction('clean_post_cache', id, counted);
      await hooks.doAction('wp_update_comment_count', id, count, before);
      await hooks.doAction(`edit_post_${post.post_type}`, id, counted);
      await hooks.doAction('edit_post', id, counted);
      return true;
    },
    async wpCountComments(id = 0) {
      const instead = await hooks.applyFilters<CommentCounts | Record<string, never>>('wp_count_comments', {}, id);
      if ('all' in instead) return instead as CommentCounts;
      const rows = db()('comments')
        .whereNot({ comment_type: 'note' })
        .groupBy('comment_approved')
        .select('comment_approved')
        .count({ total: '*' });
      if (id > 0) void rows.where({ comment_post_id: id });
      const found = await cacheQuery<{ comment_approved: string; total: number }>(dataCache, 'comments', rows);
      const of = (status: string): number =>
        Number(found.find(({ comment_approved: stored }) => stored === status)?.total ?? 0);
      const [approved, moderated, spam, trash] = [of('1'), of('0'), of('spam'), of('trash')];
      return {
        approved,
        moderated,
        spam,
        trash,
        'post-trashed': of('post-trashed'),
        all: approved + moderated,
        total_comments: approved + moderated + spam,
      };
    },
  };

  async function approvedOf(id: number): Promise<number> {
    const row = await db()('comments')
      .where({ comment_post_id: id, comment_approved: '1' })
      .whereNot({ comment_type: 'note' })
      .count({ total: '*' })
      .first();
    return Number(row?.total ?? 0);
  }
}
