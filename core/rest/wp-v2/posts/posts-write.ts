import { isWpError, type Post, type PostInput, type RestRequest, WpError } from '../../../api/index.js';
import { siteZone } from '../../../dates/index.js';
import { FixedOffsetZone } from 'luxon';
import { isDictionary, isEmpty, isScalar, toText } from '../../values.js';
import { idsParam, numberParam } from '../items/collection.js';
import { readDate } from '../items/dates.js';
import type { WpV2Deps } from '../items/deps.js';
import { FORMAT_META } from './posts-schema.js';
import type { PostKind } from './post-kind.js';
import { stickyPosts } from './posts-prepare.js';
import { failure, forbidden } from '../items/refusals.js';

/** Converts a request to the input of a post (`prepare_item_for_database`). */
export async function createPostInput(
  deps: WpV2Deps,
  kind: PostKind,
  request: RestRequest,
  before: Post | undefined,
): Promise<PostInput | WpError> {
  const input: PostInput = { post_type: kind.type.name };
  addTexts(kind, request, input);
  const refusal =
    (await addStatus(deps, kind, request, before, input)) ??
    (await addDates(deps, request, before, input)) ??
    (await addSlugAndAuthor(deps, request, before, input)) ??
    addPassword(kind, request, input) ??
    (await addParent(deps, kind, request, input));
  if (refusal) return refusal;
  if (input.post_name && ['draft', 'pending'].includes(input.post_status ?? '')) {
    // In other statuses the slug is made unique on publication.
    input.post_name = await deps.content.wpUniquePostSlug(
      input.post_name,
      before?.id ?? 0,
      'publish',
      kind.type.name,
      input.post_parent ?? before?.post_parent ?? 0,
    );
  }
  if (request.hasParam('menu_order')) input.menu_order = numberParam(request, 'menu_order');
  for (const field of ['comment_status', 'ping_status'] as const)
    if (!isEmpty(request.getParam(field))) input[field] = toText(request.getParam(field));
  return deps.hooks.applyFilters<PostInput | WpError>(`rest_pre_insert_${kind.type.name}`, input, request);
}

function addTexts(kind: PostKind, request: RestRequest, input: PostInput): void {
  for (const [param, field] of [
    ['title', 'post_title'],
    ['content', 'post_content'],
    ['excerpt', 'post_excerpt'],
  ] as const) {
    const text = readRawText(request.getParam(param));
    if (text !== undefined && Object.hasOwn(kind.schema.properties, param)) input[field] = text;
  }
}

async function addStatus(
  deps: WpV2Deps,
  kind: PostKind,
  request: RestRequest,
  before: Post | undefined,
  input: PostInput,
): Promise<WpError | undefined> {
  const status = request.getParam('status');
  if (status === undefined || status === null || before?.post_status === status) return undefined;
  const allowed = await resolveStatus(deps, kind, toText(status));
  if (isWpError(allowed)) return allowed;
  input.post_status = allowed;
  return undefined;
}

/** Adds the slug and the author; refuses an id for a new post. */
async function addSlugAndAuthor(
  deps: WpV2Deps,
  request: RestRequest,
  before: Post | undefined,
  input: PostInput,
): Promise<WpError | undefined> {
  if (!before && request.hasParam('id')) return failure('rest_post_invalid_id', 'Invalid post ID.', 404);
  if (request.hasParam('slug')) input.post_name = toText(request.getParam('slug'));
  const author = request.getParam('author');
  if (isEmpty(author)) return undefined;
  if (Number(author) !== deps.currentUserId() && !(await deps.users.getUserdata(Number(author))))
    return failure('rest_invalid_author', 'Invalid author ID.', 400);
  input.post_author = Number(author);
  return undefined;
}

async function addParent(
  { content }: WpV2Deps,
  kind: PostKind,
  request: RestRequest,
  input: PostInput,
): Promise<WpError | undefined> {
  if (!kind.type.hierarchical || !request.hasParam('parent')) return undefined;
  const parent = numberParam(request, 'parent');
  if (parent !== 0 && !(await content.getPost(parent)))
    return failure('rest_post_invalid_id', 'Invalid post parent ID.', 400);
  input.post_parent = parent;
  return undefined;
}

async function resolveStatus(deps: WpV2Deps, kind: PostKind, status: string): Promise<string | WpError> {
  const mayPublish = (): Promise<boolean> => deps.roles.currentUserCan(kind.type.cap.publish_posts);
  if (status === 'private' && !(await mayPublish())) {
    return forbidden(
      deps,
      'rest_cannot_publish',
      'Sorry, you are not allowed to create private posts in this post type.',
    );
  }
  if ((status === 'publish' || status === 'future') && !(await mayPublish())) {
    return forbidden(deps, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.');
  }
  return deps.content.getPostStatusObject(status) ? status : 'draft';
}

async function addDates(
  deps: WpV2Deps,
  request: RestRequest,
  before: Post | undefined,
  input: PostInput,
): Promise<WpError | undefined> {
  const zone = await siteZone(deps.options);
  for (const [param, paramZone] of [
    ['date', zone],
    ['date_gmt', FixedOffsetZone.utcInstance],
  ] as const) {
    if (!request.hasParam(param)) continue;
    const value = request.getParam(param);
    if (value === null || value === undefined) {
      // null unsets the date.
      if (before) Object.assign(input, { post_date: null, post_date_gmt: null });
      return undefined;
    }
    const date = readDate(toText(value), paramZone, zone);
    if (!date) return failure('invalid_date', 'Invalid date.', 400);
    input.post_date = date.local;
    input.post_date_gmt = date.gmt;
    return undefined;
  }
  return undefined;
}

function addPassword(kind: PostKind, request: RestRequest, input: PostInput): WpError | undefined {
  const password = request.getParam('password');
  if (password === undefined || password === null) return undefined;
  if (kind.type.name === 'post' && password !== '' && request.getParam('sticky') === true)
    return failure('rest_invalid_field', 'A post can not be sticky and have a password.', 400);
  input.post_password = toText(password);
  return undefined;
}

/** Writes what is stored outside the post's row: sticky, image, template, terms, metadata, fields of plugins. */
export async function writePostDetails(
  deps: WpV2Deps,
  kind: PostKind,
  post: Post,
  request: RestRequest,
): Promise<WpError | undefined> {
  const { attachments, content, meta, options, rest } = deps;
  const sticky = request.getParam('sticky');
  if (typeof sticky === 'boolean' && kind.type.name === 'post') {
    const others = (await stickyPosts(deps)).filter((id) => id !== post.id);
    await options.updateOption('sticky_posts', sticky ? [...others, post.id] : others);
  }
  if (request.hasParam('featured_media')) {
    const image = numberParam(request, 'featured_media');
    await (image === 0 ? attachments.deletePostThumbnail(post.id) : attachments.setPostThumbnail(post.id, image));
  }
  if (request.hasParam('template'))
    await meta.updatePostMeta(post.id, '_wp_page_template', toText(request.getParam('template')));
  if (request.hasParam('format')) await meta.updatePostMeta(post.id, FORMAT_META, toText(request.getParam('format')));
  for (const taxonomy of kind.taxonomies()) {
    const base = taxonomy.restBase || taxonomy.name;
    if (!request.hasParam(base)) continue;
    const result = await content.wpSetObjectTerms(post.id, idsParam(request, base), taxonomy.name);
    if (isWpError(result)) return result;
  }
  const refusal = await kind.meta.write(post.id, request.getParam('meta'));
  if (refusal) return refusal;
  for (const [attribute, { updateCallback }] of rest.fields.fieldsOf(kind.type.name)) {
    if (!updateCallback || !request.hasParam(attribute)) continue;
    const result = await updateCallback(request.getParam(attribute), post, attribute, request, kind.type.name);
    if (isWpError(result)) return result;
  }
  return undefined;
}

/** Returns a text passed as a string or as `{ raw }`; undefined for other values. */
export function readRawText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isDictionary(value) && isScalar(value.raw) ? toText(value.raw) : undefined;
}
