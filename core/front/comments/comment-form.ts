import { type HookApi, type Post } from '../../api/index.js';
import { discussionIsOn } from '../../content/comments/index.js';
import type { FrontPartDeps } from '../front-deps.js';
import type { Commenter } from './commenter.js';

/** The comment form for templates. Its fields are HTML that plugins may have filtered. */
export interface CommentFormView {
  readonly action: string;
  /** Output of plugins before the form; `afterHtml` is the output after it. */
  readonly beforeHtml: string;
  readonly afterHtml: string;
  /** Name of the author of the comment that is replied to; empty for a comment on the post. */
  readonly replyTo: string;
  readonly cancelUrl: string;
  /** Login URL if users must log in to comment; otherwise empty. */
  readonly loginUrl: string;
  readonly topHtml: string;
  readonly fieldsHtml: string;
  readonly submitHtml: string;
}

interface FormParts {
  readonly commenter: Commenter;
  /** ID of the comment that is replied to; 0 for a comment on the post. */
  readonly replyTo: number;
  readonly loginFirst: boolean;
  /** Submitted values of a form that was rejected. */
  readonly submittedValues: Readonly<Record<string, string>>;
}

/** Name of the nonce field for unfiltered HTML. Only users with this capability need it. */
const UNFILTERED_HTML_NONCE = '_wp_unfiltered_html_comment';

/** Prepares the comment form of a post (`comment_form`). */
export async function viewCommentForm(
  deps: FrontPartDeps,
  post: Post,
  { commenter, replyTo, loginFirst, submittedValues: enteredValues }: FormParts,
): Promise<CommentFormView> {
  const { content, formatting, hooks, siteUrl } = deps;
  const repliedComment = replyTo > 0 ? await content.getComment(replyTo) : null;
  const parent =
    repliedComment?.comment_post_id === post.id && repliedComment.comment_approved === '1' ? repliedComment : null;
  const base = (await content.getPermalink(post)) || '';
  const fields = await hooks.applyFilters(
    'comment_form_default_fields',
    await visitorFields(deps, commenter, enteredValues),
  );
  const texts = await hooks.applyFilters('comment_form_defaults', {
    fields,
    comment_field: commentField(deps, enteredValues),
    label_submit: deps.translate('Post comment'),
    comment_notes_before: '',
    comment_notes_after: '',
  });
  const beforeHtml = await captureAction(hooks, 'comment_form_before');
  const loginUrl = loginFirst ? `${siteUrl}/wp-login.php?redirect_to=${encodeURIComponent(base)}` : '';
  const parts = loginFirst
    ? { topHtml: await captureAction(hooks, 'comment_form_must_log_in_after'), fieldsHtml: '', submitHtml: '' }
    : await formParts(deps, post, { ...texts, commenter, parent: parent?.comment_id ?? 0 });
  return {
    action: `${siteUrl}/wp-comments-post.php`,
    beforeHtml,
    ...parts,
    afterHtml: await captureAction(hooks, 'comment_form_after'),
    replyTo: parent ? formatting.wpSpecialcharsDecode(await content.getCommentAuthor(parent), 'both') : '',
    cancelUrl: parent ? `${base}#respond` : '',
    loginUrl,
  };
}

interface FormTexts {
  readonly fields: Readonly<Record<string, string>>;
  readonly comment_field: string;
  readonly label_submit: string;
  readonly comment_notes_before: string;
  readonly comment_notes_after: string;
  readonly commenter: Commenter;
  readonly parent: number;
}

async function formParts(
  deps: FrontPartDeps,
  post: Post,
  texts: FormTexts,
): Promise<Pick<CommentFormView, 'topHtml' | 'fieldsHtml' | 'submitHtml'>> {
  const { formatting, hooks, nonces, roles, users, siteUrl, translate: __ } = deps;
  const user = deps.currentUserId() > 0 ? await users.getUserdata(deps.currentUserId()) : false;
  let topHtml = await captureAction(hooks, 'comment_form_top');
  if (user) {
    const loggedInHtml = `<p class="logged-in-as">${formatting.escHtml(__('Logged in as %s.', user.display_name))} <a href="${formatting.escUrl(`${siteUrl}/wp-admin/profile.php`)}">${formatting.escHtml(__('Edit your profile'))}</a></p>`;
    topHtml += await hooks.applyFilters('comment_form_logged_in', loggedInHtml, texts.commenter, user.display_name);
    topHtml += await captureAction(hooks, 'comment_form_logged_in_after', texts.commenter, user.display_name);
  } else topHtml += texts.comment_notes_before;

  const filteredFields = await hooks.applyFilters<Record<string, string>>('comment_form_fields', {
    comment: texts.comment_field,
    ...texts.fields,
  });
  const names = Object.keys(filteredFields).filter((name) => name !== 'comment');
  let fieldsHtml = '';
  for (const [name, html] of Object.entries(filteredFields)) {
    if (name === 'comment')
      fieldsHtml += (await hooks.applyFilters('comment_form_field_comment', html)) + texts.comment_notes_after;
    else if (!user) {
      if (name === names[0]) fieldsHtml += await captureAction(hooks, 'comment_form_before_fields');
      fieldsHtml += await hooks.applyFilters(`comment_form_field_${name}`, html);
      if (name === names.at(-1)) fieldsHtml += await captureAction(hooks, 'comment_form_after_fields');
    }
  }
  const button = await hooks.applyFilters(
    'comment_form_submit_button',
    `<button id="submit">${formatting.escHtml(texts.label_submit)}</button>`,
    texts,
  );
  const ids = `<input type="hidden" name="comment_post_ID" value="${post.id}"><input type="hidden" name="comment_parent" value="${texts.parent}">`;
  const hidden = await hooks.applyFilters('comment_id_fields', ids, post.id, texts.parent);
  const unfilteredHtmlNonce =
    user && (await roles.currentUserCan('unfiltered_html'))
      ? nonces.wpNonceField(`unfiltered-html-comment_${post.id}`, UNFILTERED_HTML_NONCE)
      : '';
  const submit = await hooks.applyFilters(
    'comment_form_submit_field',
    `<p class="form-submit">${button}${hidden}</p>`,
    texts,
  );
  return {
    topHtml,
    fieldsHtml,
    submitHtml: submit + (await captureAction(hooks, 'comment_form', post.id)) + unfilteredHtmlNonce,
  };
}

/** A form field for visitors who are not logged in. */
interface VisitorField {
  readonly name: 'author' | 'email' | 'url';
  readonly type: string;
  readonly label: string;
  readonly value: string;
  /** Maximum length in characters. */
  readonly length: number;
  /** The `autocomplete` attribute. */
  readonly autocomplete: string;
}

/** Renders the fields for visitors who are not logged in (`comment_form_default_fields`). */
async function visitorFields(
  deps: FrontPartDeps,
  commenter: Commenter,
  enteredValues: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const { options, translate: __ } = deps;
  const required = await discussionIsOn(options, 'require_name_email');
  const asksForConsent = await discussionIsOn(options, 'show_comments_cookies_opt_in');
  const field = ({ name, type, label, value, length, autocomplete }: VisitorField): string => {
    const isRequired = required && name !== 'url';
    return `<p class="comment-form-${name}">${renderLabel(deps, name, label, isRequired)}<input type="${type}" id="${name}" name="${name}" value="${deps.formatting.escAttr(enteredValues[name] ?? value)}" maxlength="${length}" autocomplete="${autocomplete}"${isRequired ? ' required' : ''}${name === 'email' ? ' aria-describedby="email-notes"' : ''}>${name === 'email' ? `<span id="email-notes" class="muted">${deps.formatting.escHtml(__('Your email address will not be published.'))}</span>` : ''}</p>`;
  };
  const fields: Record<string, string> = {
    author: field({
      name: 'author',
      type: 'text',
      label: __('Name'),
      value: deps.formatting.wpSpecialcharsDecode(commenter.comment_author, 'both'),
      length: 245,
      autocomplete: 'name',
    }),
    email: field({
      name: 'email',
      type: 'email',
      label: __('Email'),
      value: commenter.comment_author_email,
      length: 100,
      autocomplete: 'email',
    }),
    url: field({
      name: 'url',
      type: 'url',
      label: __('Website'),
      value: deps.formatting.wpSpecialcharsDecode(commenter.comment_author_url, 'both'),
      length: 200,
      autocomplete: 'url',
    }),
  };
  if (asksForConsent) {
    const checked =
      commenter.comment_author_email !== '' || enteredValues['wp-comment-cookies-consent'] === 'yes' ? ' checked' : '';
    fields.cookies = `<p class="comment-form-cookies-consent"><input type="checkbox" id="wp-comment-cookies-consent" name="wp-comment-cookies-consent" value="yes"${checked}> <label for="wp-comment-cookies-consent">${deps.formatting.escHtml(__('Save my name, email, and website in this browser for the next time I comment.'))}</label></p>`;
  }
  return fields;
}

function commentField(deps: FrontPartDeps, enteredValues: Readonly<Record<string, string>>): string {
  return `<p class="comment-form-comment">${renderLabel(deps, 'comment', deps.translate('Comment'), true)}<textarea id="comment" name="comment" rows="8" maxlength="65525" required>${deps.formatting.escTextarea(enteredValues.comment ?? '')}</textarea></p>`;
}

/** Renders the label of a field, which marks optional fields. */
function renderLabel(
  { formatting, translate: __ }: FrontPartDeps,
  name: string,
  label: string,
  required: boolean,
): string {
  return `<label for="${name}">${formatting.escHtml(label)}${required ? '' : ` <span class="muted">${formatting.escHtml(__('(optional)'))}</span>`}</label>`;
}

/** Returns the output of an action. Callbacks append HTML to a list, which is the last argument. */
async function captureAction(hooks: HookApi, name: string, ...args: unknown[]): Promise<string> {
  if (!hooks.hasAction(name)) return '';
  const outputs: string[] = [];
  await hooks.doAction(name, ...args, outputs);
  return outputs.join('');
}
