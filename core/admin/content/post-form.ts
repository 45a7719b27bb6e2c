import type { FormFields, PageRequest, Post, PostInput } from '../../api/index.js';

/** The values of the editor's form, as submitted. */
export interface PostForm {
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly parent: number;
  readonly order: number;
  readonly template: string;
  readonly visibility: 'public' | 'private' | 'password';
  readonly password: string;
  /** `YYYY-MM-DDTHH:MM` in the site's time zone; empty for immediate publication. */
  readonly date: string;
  /** ID of the featured image, 0 for none; absent if the form has no such field. */
  readonly image?: number;
  /** Search term for the featured image. */
  readonly imageSearch?: string;
  /** Whether comments are open; empty if the form does not set it. */
  readonly comments: 'open' | 'closed' | '';
  /** Modification time of the post when the form was opened; detects changes by other users in the meantime. */
  readonly modified: string;
  /** The submitted term fields; absent when the form is first shown. */
  readonly terms?: FormFields;
  /** All submitted fields, for the fields of plugins; absent when the form is first shown. */
  readonly submittedFields?: FormFields;
}

const MAX_LENGTH = 2_000_000;

export function readPostForm(request: PageRequest): PostForm {
  const visibility = request.field('visibility');
  const date = request.field('post_date');
  return {
    // The field grows to several lines, but a title is a single line.
    title: request
      .field('post_title')
      .replace(/\s*[\r\n]+\s*/g, ' ')
      .slice(0, 1000),
    content: request.field('content').replaceAll('\r\n', '\n').slice(0, MAX_LENGTH),
    excerpt: request.field('excerpt').slice(0, 10_000),
    slug: request.field('post_name').slice(0, 200),
    parent: parseInteger(request.field('parent_id')),
    order: parseInteger(request.field('menu_order')),
    template: request.field('page_template').slice(0, 100),
    visibility: visibility === 'private' || visibility === 'password' ? visibility : 'public',
    password: request.field('post_password').slice(0, 255),
    date: /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(date) ? date : '',
    ...(request.field('_thumbnail_id') === ''
      ? {}
      : { image: Math.max(0, parseInteger(request.field('_thumbnail_id'))) }),
    imageSearch: request.field('image_search').slice(0, 200),
    comments: request.field('comments_asked') === '' ? '' : commentStatus(request.field('comment_status')),
    modified: request.field('modified'),
    submittedFields: request.form,
    terms: Object.fromEntries(Object.entries(request.form).filter(([name]) => /^terms?_/.test(name))),
  };
}

/** Returns the form values of a stored post. */
export function toPostForm(post: Post, template: string, image: number): PostForm {
  return {
    title: post.post_title,
    content: post.post_content,
    excerpt: post.post_excerpt,
    slug: post.post_name,
    parent: post.post_parent,
    order: post.menu_order,
    template,
    image,
    visibility: visibilityOf(post),
    password: post.post_password,
    date: post.post_date_gmt === null ? '' : (post.post_date ?? '').slice(0, 16).replace(' ', 'T'),
    comments: commentStatus(post.comment_status),
    modified: post.post_modified_gmt ?? '',
  };
}

/** Returns the submitted time in the site's time zone, in storage format. */
export function toMysqlDate({ date }: PostForm): string {
  return `${date.replace('T', ' ')}:00`;
}

/**
 * Returns the post data to store, without the status.
 * @param dateGmt the submitted time in UTC; it makes a draft keep that time, whereas a draft without one gets the time
 * of publication
 * @param oldPassword the post's current password
 */
export function toPostInput(form: PostForm, dateGmt: string, oldPassword = ''): PostInput {
  // A typed password applies even if the visibility is still “public”; removing the protection leaves the password in
  // its field.
  const isLocked = form.visibility === 'password' || (form.visibility === 'public' && oldPassword === '');
  return {
    post_title: form.title,
    post_content: form.content,
    post_excerpt: form.excerpt,
    post_name: form.slug,
    post_parent: form.parent,
    menu_order: form.order,
    post_password: isLocked ? form.password : '',
    ...(form.comments === '' ? {} : { comment_status: form.comments }),
    page_template: form.template === '' ? 'default' : form.template,
    ...(form.date === '' ? {} : { post_date: toMysqlDate(form), post_date_gmt: dateGmt }),
  };
}

function parseInteger(text: string): number {
  const number = Number(text);
  return Number.isInteger(number) && Math.abs(number) < 2 ** 31 ? number : 0;
}

function commentStatus(stored: string): 'open' | 'closed' {
  return stored === 'open' ? 'open' : 'closed';
}

function visibilityOf(post: Post): PostForm['visibility'] {
  if (post.post_status === 'private') return 'private';
  return post.post_password === '' ? 'public' : 'password';
}
