import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { type AttachmentMetadata, type Post, type RestRequest, RestResponse } from '../../../api/index.js';
import { defaultQuality } from '../../../content/attachments/index.js';
import { requestedFields } from '../../fields.js';
import { type Dictionary, isDictionary } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { contextOf, filterByContext, wantsLinks } from '../items/item-schema.js';
import type { PostKind } from '../posts/post-kind.js';
import { preparePost } from '../posts/posts-prepare.js';
import { itemsRoute } from '../types/types.js';

/** Creates the response for an attachment (`WP_REST_Attachments_Controller::prepare_item_for_response`). */
export async function prepareMedia(
  deps: WpV2Deps,
  kind: PostKind,
  post: Post,
  request: RestRequest,
): Promise<RestResponse> {
  const { hooks } = deps;
  const context = contextOf(request);
  const response = await preparePost(deps, kind, post, request);
  const prepared = response.getData();
  const data: Dictionary = isDictionary(prepared) ? { ...prepared } : {};
  const fields = requestedFields(request);
  // A part of one of these fields does not count as a request for it, as in WordPress.
  const wants = (field: string): boolean =>
    Object.hasOwn(kind.schema.properties, field) && (fields.length === 0 || fields.includes(field));
  const addField = async (field: string, value: () => unknown): Promise<void> => {
    if (wants(field)) data[field] = await value();
  };
  await addField('description', async () => ({
    raw: post.post_content,
    rendered: await deps.theContent(post.post_content, post),
  }));
  await addField('caption', async () => ({ raw: post.post_excerpt, rendered: await deps.theExcerpt(post) }));
  await addField(
    'alt_text',
    async () => (await deps.meta.getPostMeta(post.id, '_wp_attachment_image_alt', true)) || '',
  );
  const isImage = await deps.attachments.wpAttachmentIsImage(post.id);
  await addField('media_type', () => (isImage ? 'image' : 'file'));
  await addField('mime_type', () => post.post_mime_type);
  await addField('media_details', () => getMediaDetails(deps, post.id));
  await addField('post', () => (post.post_parent > 0 ? post.post_parent : null));
  await addField('source_url', async () => (await deps.attachments.wpGetAttachmentUrl(post.id)) || '');
  if (context === 'edit')
    await addField('missing_image_sizes', async () =>
      Object.keys(await deps.attachments.wpGetMissingImageSubsizes(post.id)),
    );
  const file =
    (await deps.attachments.wpGetOriginalImagePath(post.id)) || (await deps.attachments.getAttachedFile(post.id));
  await addField('filename', () => (file === false ? null : posix.basename(file)));
  await addField('filesize', () =>
    file === false
      ? null
      : stat(file).then(
          ({ size }) => size,
          () => null,
        ),
  );
  if (isImage && context === 'edit') await addSubsizeOptions(deps, post, addField);
  const mediaResponse = new RestResponse(
    filterByContext(data, { ...kind.schema, type: 'object' }, context),
    response.getStatus(),
    response.getHeaders(),
  );
  for (const [rel, links] of Object.entries(response.getLinks()))
    for (const { href, ...attributes } of links) mediaResponse.addLink(rel, href, attributes);
  if (wantsLinks(request)) await linkParent(deps, post, mediaResponse);
  const filtered = await hooks.applyFilters('rest_prepare_attachment', mediaResponse, post, request);
  return filtered instanceof RestResponse ? filtered : mediaResponse;
}

/** Adds the options with which copies of an image are saved, for clients that create them themselves. */
async function addSubsizeOptions(
  { attachments, hooks }: WpV2Deps,
  post: Post,
  addField: (field: string, value: () => unknown) => Promise<void>,
): Promise<void> {
  const type = post.post_mime_type;
  const metadata = await attachments.wpGetAttachmentMetadata(post.id, true);
  await addField('exif_orientation', () => Number((metadata && metadata.image_meta?.orientation) || 0) || 1);
  await addField(
    'image_output_format',
    async () =>
      (await hooks.applyFilters<Record<string, string>>('image_editor_output_format', {}, '', type))[type] ?? null,
  );
  await addField('image_save_progressive', () => hooks.applyFilters('image_save_progressive', false, type));
  await addField('image_quality', async () => ({
    default: await hooks.applyFilters('wp_editor_set_quality', defaultQuality(type), type),
    sizes: [],
  }));
}

/** Returns a file's metadata, with the URLs of its copies. */
async function getMediaDetails({ attachments }: WpV2Deps, id: number): Promise<Dictionary> {
  const metadata: AttachmentMetadata = (await attachments.wpGetAttachmentMetadata(id)) || {};
  const sizes: Dictionary = {};
  for (const [name, { 'mime-type': mime, ...size }] of Object.entries(metadata.sizes ?? {})) {
    const source = await attachments.wpGetAttachmentImageSrc(id, name);
    if (source) sizes[name] = { ...size, mime_type: mime, source_url: source[0] };
  }
  if (Object.keys(sizes).length > 0) {
    const full = await attachments.wpGetAttachmentImageSrc(id, 'full');
    const mime = Object.values(metadata.sizes ?? {})[0]?.['mime-type'];
    if (full)
      sizes.full = {
        file: posix.basename(full[0]),
        width: full[1],
        height: full[2],
        mime_type: mime,
        source_url: full[0],
      };
  }
  return { ...metadata, sizes };
}

async function linkParent({ content, rest }: WpV2Deps, post: Post, response: RestResponse): Promise<void> {
  const parent = post.post_parent > 0 ? await content.getPost(post.post_parent) : null;
  const type = parent && content.getPostTypeObject(parent.post_type);
  if (!parent || !type?.showInRest) return;
  response.addLink('https://api.w.org/attached-to', rest.restUrl(`${itemsRoute(type)}/${parent.id}`), {
    embeddable: true,
    post_type: parent.post_type,
    id: parent.id,
  });
}
