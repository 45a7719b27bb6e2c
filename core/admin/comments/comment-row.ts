import type { Comment } from '../../api/index.js';
import type { AdminDeps } from '../deps.js';
import { actionLabels, actionsFor } from './comment-changes.js';

/** A row of the comment list. */
export interface CommentRow {
  readonly id: number;
  readonly classes: string;
  readonly status: string;
  readonly isPending: boolean;
  /** The name announced by screen readers. */
  readonly name: string;
  readonly authorHtml: string;
  readonly url: string;
  /** Shown to users who may edit the comment. */
  readonly email: string;
  readonly ip: string;
  readonly textHtml: string;
  readonly replyTo: string;
  readonly actionsHtml: string;
  readonly postTitle: string;
  readonly postEditUrl: string;
  readonly postUrl: string;
  readonly postCount: number;
  readonly date: string;
  readonly link: string;
  /** Content of the columns added by plugins. */
  readonly cells: Readonly<Record<string, string>>;
}

/** Prepares a comment for the list, with the actions the current user may take. */
export async function commentRow(
  deps: AdminDeps,
  comment: Comment,
  ownColumns: readonly string[],
): Promise<CommentRow> {
  const { content, formatting, hooks, roles } = deps;
  const id = comment.comment_id;
  const mayEdit = await roles.currentUserCan('edit_comment', id);
  const classes = await content.getCommentClass(comment);
  const url = await content.getCommentAuthorUrl(comment);
  const author = await content.getCommentAuthor(comment);
  const authorHtml = await hooks.applyFilters('comment_author', author, id);
  await content.getCommentType(comment);
  const email = mayEdit ? await hooks.applyFilters('comment_email', comment.comment_author_email, comment) : '';
  const ip = mayEdit ? await hooks.applyFilters('get_comment_author_IP', comment.comment_author_ip, id, comment) : '';
  const textHtml = await content.commentText(comment);
  const parent = comment.comment_parent > 0 ? await content.getComment(comment.comment_parent) : null;
  const actions = await hooks.applyFilters<Record<string, string>>(
    'comment_row_actions',
    mayEdit ? await rowActions(deps, comment) : {},
    comment,
  );
  const post = await content.getPost(comment.comment_post_id);
  const cells: Record<string, string> = {};
  for (const name of ownColumns) {
    const outputs: string[] = [];
    await hooks.doAction('manage_comments_custom_column', name, id, outputs);
    cells[name] = outputs.join('');
  }
  return {
    id,
    classes: classes.join(' '),
    status: comment.comment_approved,
    isPending: comment.comment_approved === '0',
    name: formatting.wpSpecialcharsDecode(author, 'both'),
    authorHtml,
    url,
    email,
    ip,
    textHtml,
    replyTo: parent ? formatting.wpSpecialcharsDecode(await content.getCommentAuthor(parent), 'both') : '',
    actionsHtml: Object.values(actions).join(''),
    postTitle: post ? await content.getTheTitle(post.id) : '',
    postEditUrl:
      post && (await roles.currentUserCan('edit_post', post.id)) ? `post.php?post=${post.id}&action=edit` : '',
    postUrl: post ? (await content.getPermalink(post)) || '' : '',
    postCount: post ? await content.getCommentsNumber(post.id) : 0,
    date: comment.comment_date_gmt,
    link: await content.getCommentLink(comment),
    cells,
  };
}

/** Returns the buttons and links below a comment, by their WordPress names. */
async function rowActions(deps: AdminDeps, comment: Comment): Promise<Record<string, string>> {
  const { content, formatting } = deps;
  const { __ } = deps.text;
  const { comment_id: id, comment_approved: status, comment_post_id: postId } = comment;
  const labels = actionLabels(deps);
  const actions: Record<string, string> = {};
  const button = (name: keyof typeof labels): string =>
    `<button class="link${name === 'delete' || name === 'spam' || name === 'trash' ? ' link--danger' : ''}" name="one" value="${name}-${id}"${name === 'delete' ? ` data-confirm="${formatting.escAttr(__('Delete permanently? This can’t be undone.'))}"` : ''}>${formatting.escHtml(labels[name])}</button>`;
  const [first, ...others] = actionsFor(status);
  actions[first] = button(first);
  if (status === '1' && (await content.commentsOpen(postId))) {
    const post = await content.getPost(postId);
    const url = post ? (await content.getPermalink(post)) || '' : '';
    actions.reply = `<a href="${formatting.escUrl(`${formatting.addQueryArg('replytocom', String(id), url)}#respond`)}">${formatting.escHtml(__('Reply'))}</a>`;
  }
  if (status === '0' || status === '1')
    actions.edit = `<a href="comment.php?action=editcomment&amp;c=${id}">${formatting.escHtml(__('Edit'))}</a>`;
  for (const name of others) actions[name] = button(name);
  return actions;
}
