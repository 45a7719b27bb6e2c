import { DateTime } from 'luxon';
import { type Comment, type HookApi } from '../../api/index.js';
import { phpDate, wordsOf } from '../../dates/index.js';
import type { FeedItem } from '../feed-hooks.js';
import type { FrontPartDeps } from '../front-deps.js';
import type { MainQuery } from '../main-query.js';

const STAMP = 'D, d M Y H:i:s +0000';

/**
 * Returns the newest comments on one post, or on all public posts. Comments on password-protected posts are omitted.
 */
export async function newestComments(deps: FrontPartDeps, { post, status }: MainQuery): Promise<Comment[]> {
  const { content, options } = deps;
  if (status !== 200) return [];
  const where = post
    ? { post_id: post.id }
    : { post_status: 'publish', post_type: content.getPostTypes({ public: true }).map(({ name }) => name) };
  const found = await content.getComments({
    ...where,
    status: 'approve',
    orderby: 'comment_date_gmt',
    order: 'DESC',
    number: Number(await options.getOption('posts_per_rss', 10)) || 10,
  });
  const open: Comment[] = [];
  for (const comment of found) if (!(await content.postPasswordRequired(comment.comment_post_id))) open.push(comment);
  return open;
}

/**
 * Returns comments as feed items.
 * @param isSinglePost whether all belong to one post, which the items need not name
 */
export async function commentItems(
  deps: FrontPartDeps,
  comments: readonly Comment[],
  isSinglePost: boolean,
): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  if (comments.length > 0) await deps.hooks.doAction('comment_loop_start');
  for (const comment of comments) items.push(await itemOf(deps, comment, isSinglePost));
  return items;
}

async function itemOf(
  { content, hooks, translate: __ }: FrontPartDeps,
  comment: Comment,
  isSinglePost: boolean,
): Promise<FeedItem> {
  const id = comment.comment_id;
  const post = await content.getPost(comment.comment_post_id);
  const about = isSinglePost
    ? ''
    : await hooks.applyFilters('the_title_rss', await content.getTheTitle(comment.comment_post_id));
  const author = await hooks.applyFilters('comment_author_rss', await content.getCommentAuthor(comment));
  const url = await hooks.applyFilters('comment_link', await content.getCommentLink(comment));
  const rssDate = await filteredTime(hooks, comment);
  const more: string[] = [];
  const item = {
    title: isSinglePost ? __('By: %s', author) : __('Comment on %1$s by %2$s', about, author),
    url,
    guid: await hooks.applyFilters('get_comment_guid', `${post?.guid ?? ''}#comment-${id}`),
    author,
    date: comment.comment_date_gmt,
    rssDate,
    categories: [],
    summary: await hooks.applyFilters('comment_text_rss', await content.getCommentText(comment)),
    content: await content.commentText(comment),
  };
  await hooks.doAction('commentrss2_item', id, comment.comment_post_id, more);
  return { ...item, extraXml: more.join('') };
}

/** Returns the date after the filters of plugins, in RSS format. */
async function filteredTime(hooks: HookApi, comment: Comment): Promise<string | undefined> {
  if (!hooks.hasFilter('get_comment_time')) return undefined;
  const formatted = phpDate(STAMP, DateTime.fromSQL(comment.comment_date_gmt, { zone: 'utc' }), wordsOf('en_US'));
  return await hooks.applyFilters('get_comment_time', formatted, STAMP, true, false, comment);
}
