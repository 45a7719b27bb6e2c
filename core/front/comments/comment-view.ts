import { DateTime } from 'luxon';
import { type Comment, type Post } from '../../api/index.js';
import { phpDate, dateNames } from '../../dates/index.js';
import type { FrontPartDeps } from '../front-deps.js';

/** A comment for templates. Fields whose names end with `Html` contain HTML. */
export interface CommentView {
  readonly id: number;
  readonly classes: string;
  readonly authorHtml: string;
  readonly textHtml: string;
  readonly url: string;
  /** Date in UTC. */
  readonly date: string;
  /** Date as plugins have filtered it; empty if none has changed it. */
  readonly dateText: string;
  /** Whether the comment awaits moderation and is shown only to its author. */
  readonly isPending: boolean;
  readonly editUrl: string;
  readonly replyHtml: string;
  readonly children: readonly CommentView[];
}

/** The position of a comment in its list, and what its replies need. */
export interface CommentPosition {
  readonly post: Post;
  readonly depth: number;
  readonly index: number;
  readonly children: readonly CommentView[];
  /** Whether replies are allowed, and whether they require login. */
  readonly allowsReplies: boolean;
  readonly loginFirst: boolean;
  readonly cpage: number;
}

/** Prepares a comment for a template. */
export async function viewComment(
  deps: FrontPartDeps,
  comment: Comment,
  position: CommentPosition,
): Promise<CommentView> {
  const { content, hooks, roles, siteUrl } = deps;
  const { depth, index, children, cpage } = position;
  const classes = await content.getCommentClass(comment, depth, index);
  const authorHtml = await authorLink(deps, comment);
  const url = await content.getCommentLink(comment, { cpage });
  const dateText = await filteredDate(deps, comment);
  const mayEdit = deps.currentUserId() > 0 && (await roles.currentUserCan('edit_comment', comment.comment_id));
  return {
    id: comment.comment_id,
    classes: classes.join(' '),
    authorHtml,
    url,
    date: comment.comment_date_gmt,
    dateText,
    isPending: comment.comment_approved === '0',
    editUrl: mayEdit
      ? await hooks.applyFilters(
          'get_edit_comment_link',
          `${siteUrl}/wp-admin/comment.php?action=editcomment&c=${comment.comment_id}`,
          comment.comment_id,
          'display',
        )
      : '',
    textHtml: await content.commentText(comment),
    replyHtml:
      position.allowsReplies && comment.comment_approved === '1' ? await replyLink(deps, comment, position) : '',
    children,
  };
}

/** Renders the name of the author as a link to the submitted URL (`get_comment_author_link`). */
async function authorLink({ content, formatting, hooks }: FrontPartDeps, comment: Comment): Promise<string> {
  const url = await content.getCommentAuthorUrl(comment);
  const name = await content.getCommentAuthor(comment);
  const displayName = await hooks.applyFilters('comment_author', name, comment.comment_id);
  const link =
    url === ''
      ? displayName
      : `<a href="${formatting.escUrl(url)}" class="url" rel="ugc external nofollow">${displayName}</a>`;
  return await hooks.applyFilters('get_comment_author_link', link, name, comment.comment_id);
}

/** Returns the date as plugins have filtered it, which replaces the date format of the template. */
async function filteredDate({ hooks, options, locale }: FrontPartDeps, comment: Comment): Promise<string> {
  if (!hooks.hasFilter('get_comment_date') && !hooks.hasFilter('get_comment_time')) return '';
  const commentTime = DateTime.fromSQL(comment.comment_date, { zone: 'utc' });
  const format = {
    date: String(await options.getOption('date_format', 'F j, Y')),
    time: String(await options.getOption('time_format', 'H:i')),
  };
  const [date, time] = [
    phpDate(format.date, commentTime, dateNames(locale())),
    phpDate(format.time, commentTime, dateNames(locale())),
  ];
  const newDate = await hooks.applyFilters('get_comment_date', date, '', comment);
  const newTime = await hooks.applyFilters('get_comment_time', time, '', false, true, comment);
  return newDate === date && newTime === time ? '' : `${newDate} ${newTime}`;
}

async function replyLink(
  deps: FrontPartDeps,
  comment: Comment,
  { post, depth, loginFirst }: CommentPosition,
): Promise<string> {
  const { content, formatting, hooks, siteUrl, translate: __ } = deps;
  const name = await content.getCommentAuthor(comment);
  const base = (await content.getPermalink(post)) || '';
  const defaults = {
    add_below: 'comment',
    respond_id: 'respond',
    reply_text: __('Reply'),
    reply_to_text: __('Reply to %s', formatting.wpSpecialcharsDecode(name, 'both')),
    login_text: __('Log in to reply'),
    depth,
    before: '',
    after: '',
  };
  const args = await hooks.applyFilters('comment_reply_link_args', defaults, comment, post);
  const link = loginFirst
    ? `<a rel="nofollow" class="comment-reply-login" href="${formatting.escUrl(`${siteUrl}/wp-login.php?redirect_to=${encodeURIComponent(base)}`)}">${formatting.escHtml(args.login_text)}</a>`
    : `<a rel="nofollow" class="comment-reply-link" href="${formatting.escUrl(`${formatting.addQueryArg('replytocom', String(comment.comment_id), base)}#respond`)}" aria-label="${formatting.escAttr(args.reply_to_text)}">${formatting.escHtml(args.reply_text)}</a>`;
  return await hooks.applyFilters('comment_reply_link', args.before + link + args.after, args, comment, post);
}
