import type { CommentsApi, HookApi, Post } from '../../api/index.js';
import { toUnixTime } from '../site-time.js';
import type { CommentDeps } from './deps.js';
import { discussionIsOn, discussionNumber } from './discussion.js';
import { expireAt } from '../../cache/index.js';

const DAY_SECONDS = 86_400;

/** Determines whether posts accept comments. Comments on old posts are closed if the owner has enabled that. */
export function createCommentsOpen({
  hooks,
  options,
  posts,
  now,
}: Pick<CommentDeps, 'hooks' | 'options' | 'posts' | 'now'>): Pick<CommentsApi, 'commentsOpen'> {
  const isTooOld = async (post: Post): Promise<boolean> => {
    if (!(await discussionIsOn(options, 'close_comments_for_old_posts')) || post.post_date_gmt === null) return false;
    const days = await discussionNumber(options, 'close_comments_days_old');
    const types = await hooks.applyFilters('close_comments_for_post_types', ['post']);
    if (days === 0 || !types.includes(post.post_type)) return false;
    const closesAt = (toUnixTime(post.post_date_gmt) + days * DAY_SECONDS) * 1000;
    if (closesAt <= now()) return true;
    // A cached page that contains the comment form expires when the comments close.
    expireAt(closesAt);
    return false;
  };

  registerCloseFilter(hooks, async (id) => {
    const post = await posts.getPost(id);
    return post !== null && isTooOld(post);
  });
  return {
    async commentsOpen(id) {
      const post = await posts.getPost(id);
      return hooks.applyFilters('comments_open', post?.comment_status === 'open', id);
    },
  };
}

function registerCloseFilter(hooks: HookApi, isClosed: (id: number) => Promise<boolean>): void {
  hooks.addFilter('comments_open', async (open: boolean, id: number) => open && !(await isClosed(id)), 10, 2);
}
