import { DateTime } from 'luxon';
import { type Comment, type HookApi } from '../../api/index.js';
import { phpDate, dateNames } from '../../dates/index.js';
import type { FeedItem } from '../feed-hooks.js';
import type { FrontPartDeps } from '../front-deps.js';
import type { MainQuery } from '../main-query.js';

const RSS_DATE_FORMAT = 'D, d M Y H:i:s +0000';

/** Returns the newest comments on one post, or on all public posts, without those on password-protected posts. */
export async function getNewestComments(deps: FrontPartDeps, { post, status }: MainQuery): Promise<Comment[]> {
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
  const visibleComments: Comment[] = [];
  for (const comment of found)
    if (!(await content.postPasswordRequired(comment.comment_post_id))) visibleComments.push(comment);
  return visibleComments;
}

/**
 * Converts comments to feed items.
 * @param isSinglePost whether all comments belong to one post, so that the items do not name the post
 */
export async function commentItems(
  deps: FrontPartDeps,
  comments: readonly Comment[],
  isSinglePost: boolean,
): Promise<FeedItem[]> {
  const items: FeedItem[] = [];
  if (comments.length > 0) await deps.hooks.doAction('comment_loop_start');
  for (const comment of comments) items.push(await toFeedItem(deps, comment, isSinglePost));
  return items;
}

async function toFeedItem(
  { content, hooks, translate: __ }: FrontPartDeps,
  comment: Comment,
  isSinglePost: boolean,
): Promise<FeedItem> {
  const id = comment.comment_id;
  const post = await content.getPost(comment.comment_post_id);
  const postTitle = isSinglePost
    ? ''
    : await hooks.applyFilters('the_title_rss', await content.getTheTitle(comment.comment_post_id));
  const author = await hooks.applyFilters('comment_author_rss', await content.getCommentAuthor(comment));
  const url = await hooks.applyFilters('comment_link', await content.getCommentLink(comment));
  const rssDate = await filteredDate(hooks, comment);
  const more: string[] = [];
  const item = {
    title: isSinglePost ? __('By: %s', author) : __('Comment on %1$s by %2$s', postTitle, author),
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

/** Returns the date in RSS format if plugins filter it; otherwise undefined. */
async function filteredDate(hooks: HookApi, comment: Comment): Promise<string | undefined> {
  if (!hooks.hasFilter('get_comment_time')) return undefined;
  const formatted = phpDate(
    RSS_DATE_FORMAT,
    DateTime.fromSQL(comment.comment_date_gmt, { zone: 'utc' }),
    dateNames('en_US'),
  );
  return await hooks.applyFilters('get_comment_time', formatted, RSS_DATE_FORMAT, true, false, comment);
}
