import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  isWpError,
  type Post,
  type PostInput,
  type RestFile,
  type RestRequest,
  RestResponse,
  type WpError,
} from '../../../api/index.js';
import { isEmpty, toText } from '../../values.js';
import { numberParam } from '../items/collection.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';
import type { PostKind } from '../posts/post-kind.js';
import { type PostParts, withStatus } from '../posts/posts.js';
import { writePostDetails } from '../posts/posts-write.js';
import { storeUpload } from './uploaded-file.js';

/** Post types that cannot have attachments. */
const INVALID_PARENT_TYPES = ['attachment', 'revision'];

export async function refuseParent({ content }: WpV2Deps, request: RestRequest): Promise<WpError | undefined> {
  const parent = numberParam(request, 'post');
  const type = parent > 0 ? await content.getPostType(parent) : false;
  return type && INVALID_PARENT_TYPES.includes(type)
    ? failure('rest_invalid_param', 'Invalid parent type.', 400)
    : undefined;
}

/** Stores the alternative text of a request (`alt_text`). */
export async function writeAltText({ meta }: WpV2Deps, id: number, request: RestRequest): Promise<void> {
  if (request.hasParam('alt_text'))
    await meta.updatePostMeta(id, '_wp_attachment_image_alt', toText(request.getParam('alt_text')));
}

/** Adds a file to the media library (`WP_REST_Attachments_Controller::create_item`). */
export function createMedia(
  deps: WpV2Deps,
  kind: PostKind,
  parts: PostParts,
): (request: RestRequest) => Promise<RestResponse | WpError> {
  const { attachments, content, hooks, rest } = deps;

  /** Returns the time that determines the upload folder: files are stored with the other files of their post. */
  async function getUploadTime(request: RestRequest): Promise<string | null> {
    const parent = await content.getPost(numberParam(request, 'post'));
    return parent && parent.post_type !== 'page' && Number((parent.post_date ?? '').slice(0, 4)) > 0
      ? parent.post_date
      : null;
  }

  /** Uses the texts of the image's metadata if the request has none. */
  async function addImageTexts(request: RestRequest, file: string, type: string): Promise<void> {
    const imageMeta = type.startsWith('image/') ? await attachments.wpReadImageMetadata(file) : false;
    if (!imageMeta) return;
    const isNumber = !Number.isNaN(Number(deps.formatting.sanitizeTitle(imageMeta.title)));
    if (isEmpty(request.getParam('title')) && imageMeta.title.trim() !== '' && !isNumber)
      request.setParam('title', imageMeta.title);
    if (isEmpty(request.getParam('caption')) && imageMeta.caption.trim() !== '')
      request.setParam('caption', imageMeta.caption);
  }

  async function insert(request: RestRequest): Promise<{ post: Post; file: string } | WpError> {
    const stored = await storeUpload(deps, request, await getUploadTime(request));
    if (isWpError(stored)) return stored;
    await addImageTexts(request, stored.file, stored.type);
    const requested = await parts.input(request, undefined);
    const input: PostInput = {
      ...(isWpError(requested) ? {} : requested),
      post_mime_type: stored.type,
      guid: stored.url,
    };
    if (isEmpty(input.post_title))
      input.post_title = clientFileName(request) || basename(stored.file).replace(/\.[^.]+$/, '');
    const id = await attachments.wpInsertAttachment(input, stored.file, 0, true);
    const post = isWpError(id) ? null : await content.getPost(id);
    if (isWpError(id) || !post) {
      await rm(stored.file, { force: true });
      return isWpError(id) ? withStatus(id) : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    }
    await hooks.doAction('rest_insert_attachment', post, request, true);
    return { post, file: stored.file };
  }

  return async (request) => {
    const refusal = await refuseParent(deps, request);
    if (refusal) return refusal;
    const inserted = await insert(request);
    if (isWpError(inserted)) return inserted;
    const { post, file } = inserted;
    await writeAltText(deps, post.id, request);
    const error = await writePostDetails(deps, kind, post, request);
    if (error) return error;
    request.setParam('context', 'edit');
    await hooks.doAction('rest_after_insert_attachment', post, request, true);
    await hooks.doAction('wp_after_insert_post', post.id, post, false, null);
    await attachments.wpUpdateAttachmentMetadata(
      post.id,
      await attachments.wpGenerateAttachmentMetadata(post.id, file),
    );
    const response = await parts.prepare((await content.getPost(post.id)) ?? post, request);
    return toCreatedResponse(response, post.id, rest.restUrl(`${kind.route}/${post.id}`));
  };
}

/** Creates the response for a new item. */
export function toCreatedResponse(response: RestResponse, id: number, url: string): RestResponse {
  response.setStatus(201);
  response.header('X-WP-Upload-Attachment-ID', String(id));
  response.header('Location', url);
  return response;
}

/** Returns the client's name of the file in a form. */
function clientFileName(request: RestRequest): string {
  const { file } = request.getFileParams() as { file?: RestFile | RestFile[] };
  return file === undefined || Array.isArray(file) ? '' : file.name.replace(/\.[^.]*$/, '');
}
