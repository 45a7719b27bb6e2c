import {
  isWpError,
  type Post,
  type PostInput,
  type PostQuery,
  type RestRequest,
  type RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isEmpty } from '../../values.js';
import { listParam, numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure, forbidden } from '../items/refusals.js';
import type { PostKind } from '../posts/post-kind.js';
import { createPostHandlers, type PostParts } from '../posts/posts.js';
import { createPostQuery } from '../posts/posts-query.js';
import { createPostInput, readRawText } from '../posts/posts-write.js';
import { refuseParent, writeAltText } from './media-create.js';

/** Converts a request to the input of an attachment. */
export async function mediaInput(
  deps: WpV2Deps,
  kind: PostKind,
  request: RestRequest,
  before: Post | undefined,
): Promise<PostInput | WpError> {
  const input = await createPostInput(deps, kind, request, before);
  if (isWpError(input)) return input;
  for (const [param, field] of [
    ['caption', 'post_excerpt'],
    ['description', 'post_content'],
  ] as const) {
    const text = readRawText(request.getParam(param));
    if (text !== undefined) input[field] = text;
  }
  if (request.hasParam('post')) input.post_parent = numberParam(request, 'post');
  return input;
}

/** Returns the query for a request. */
export async function mediaQuery(deps: WpV2Deps, kind: PostKind, request: RestRequest): Promise<PostQuery | WpError> {
  const query = await createPostQuery(deps, kind, request);
  if (isWpError(query)) return query;
  const types = [...new Set([...listParam(request, 'media_type'), ...listParam(request, 'mime_type')].map(String))];
  return {
    ...query,
    ...(types.length > 0 ? { post_mime_type: types } : {}),
    ...(query.s === undefined ? {} : { search_filenames: true }),
  };
}

/** Handlers of the media library: those of posts, with overrides for attachments. */
export interface MediaHandlers extends ReturnType<typeof createPostHandlers> {
  canCreate(request: RestRequest): Promise<true | WpError>;
  canEditImage(request: RestRequest): Promise<true | WpError>;
  postProcess(request: RestRequest): Promise<RestResponse | WpError>;
}

/** Creates the handlers of the media library. */
export function createMediaHandlers(deps: WpV2Deps, kind: PostKind, parts: PostParts): MediaHandlers {
  const { attachments, content, hooks, roles } = deps;
  const { access } = parts;
  const handlers = createPostHandlers(deps, kind, parts);

  async function mayCreate(request: RestRequest): Promise<true | WpError> {
    const allowed = await access.canCreate(request);
    if (allowed !== true) return allowed;
    if (!(await roles.currentUserCan('upload_files')))
      return failure('rest_cannot_create', 'Sorry, you are not allowed to upload media on this site.', 400);
    const parent = request.getParam('post');
    if (isEmpty(parent) || (await roles.currentUserCan('edit_post', Number(parent)))) return true;
    return forbidden(deps, 'rest_cannot_edit', 'Sorry, you are not allowed to upload media to this post.');
  }

  async function mayChangeImage(request: RestRequest): Promise<true | WpError> {
    if (!(await roles.currentUserCan('upload_files')))
      return forbidden(deps, 'rest_cannot_edit_image', 'Sorry, you are not allowed to upload media on this site.');
    return access.canUpdate(request);
  }

  async function update(request: RestRequest): Promise<unknown> {
    const refusal = await refuseParent(deps, request);
    if (refusal) return refusal;
    const before = await access.find(request);
    const updated = await handlers.update(request);
    if (isWpError(updated) || isWpError(before)) return updated;
    await writeAltText(deps, before.id, request);
    const post = (await content.getPost(before.id)) ?? before;
    request.setParam('context', 'edit');
    await hooks.doAction('rest_after_insert_attachment', post, request, false);
    await hooks.doAction('wp_after_insert_post', post.id, post, true, before);
    return parts.prepare(post, request);
  }

  async function remove(request: RestRequest): Promise<unknown> {
    const post = await access.find(request);
    if (isWpError(post) || request.getParam('force') === true) return handlers.remove(request);
    return failure('rest_trash_not_supported', "The post does not support trashing. Set 'force=true' to delete.", 501);
  }

  async function postProcess(request: RestRequest): Promise<RestResponse | WpError> {
    const post = await access.find(request);
    if (isWpError(post)) return post;
    await attachments.wpUpdateImageSubsizes(post.id);
    request.setParam('context', 'edit');
    return parts.prepare((await content.getPost(post.id)) ?? post, request);
  }

  return { ...handlers, update, remove, canCreate: mayCreate, canEditImage: mayChangeImage, postProcess };
}
