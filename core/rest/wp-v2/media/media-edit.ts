import { basename, extname, join, posix } from 'node:path';
import {
  type ImageEditor,
  isWpError,
  type Post,
  type RestArg,
  type RestRequest,
  type RestResponse,
  type RestSchema,
  type WpError,
} from '../../../api/index.js';
import { EDITABLE_TYPES } from '../../../images/index.js';
import { type Dictionary, isDictionary, listItems } from '../../values.js';
import type { WpV2Deps } from '../items/deps.js';
import { failure } from '../items/refusals.js';
import type { PostKind } from '../posts/post-kind.js';
import { type PostParts, withStatus } from '../posts/posts.js';
import { toCreatedResponse } from './media-create.js';

const percentArg = (description: string): RestArg => ({ description, type: 'number', minimum: 0, maximum: 100 });
const percentProperty = (description: string): RestSchema => ({
  description,
  type: 'number',
  minimum: 0,
  maximum: 100,
  required: true,
});
const modifier = (type: string, properties: Record<string, RestSchema>): RestSchema => ({
  title: type,
  type: 'object',
  properties: {
    type: { type: 'string', enum: [type.toLowerCase()], required: true },
    args: { type: 'object', required: true, properties },
  },
});

/** Parameters of an edit (`get_edit_media_item_args`). */
export const EDIT_ARGS: Record<string, RestArg> = {
  src: { description: 'URL to the edited image file.', type: 'string', format: 'uri', required: true },
  modifiers: {
    description: 'Array of image edits.',
    type: 'array',
    minItems: 1,
    items: {
      type: 'object',
      oneOf: [
        modifier('Flip', {
          flip: {
            type: 'object',
            required: true,
            properties: {
              horizontal: { type: 'boolean', required: true },
              vertical: { type: 'boolean', required: true },
            },
          },
        }),
        modifier('Rotate', {
          angle: { description: 'Angle to rotate clockwise in degrees.', type: 'number', required: true },
        }),
        modifier('Crop', {
          left: percentProperty(
            'Horizontal position from the left to begin the crop as a percentage of the image width.',
          ),
          top: percentProperty('Vertical position from the top to begin the crop as a percentage of the image height.'),
          width: percentProperty('Width of the crop as a percentage of the image width.'),
          height: percentProperty('Height of the crop as a percentage of the image height.'),
        }),
      ],
    },
  },
  rotation: {
    description: 'The amount to rotate the image clockwise in degrees. DEPRECATED: Use `modifiers` instead.',
    type: 'integer',
    minimum: 0,
    exclusiveMinimum: true,
    maximum: 360,
    exclusiveMaximum: true,
  },
  x: percentArg(
    'As a percentage of the image, the x position to start the crop from. DEPRECATED: Use `modifiers` instead.',
  ),
  y: percentArg(
    'As a percentage of the image, the y position to start the crop from. DEPRECATED: Use `modifiers` instead.',
  ),
  width: percentArg(
    'As a percentage of the image, the width to crop the image to. DEPRECATED: Use `modifiers` instead.',
  ),
  height: percentArg(
    'As a percentage of the image, the height to crop the image to. DEPRECATED: Use `modifiers` instead.',
  ),
};

type ImageChange = { type: string; args: Dictionary };

function readChanges(request: RestRequest): ImageChange[] {
  const listed = listItems(request.getParam('modifiers'));
  if (listed)
    return listed
      .filter(isDictionary)
      .map(({ type, args }) => ({ type: String(type), args: isDictionary(args) ? args : {} }));
  const changes: ImageChange[] = [];
  const [rotation, x, y, width, height] = ['rotation', 'x', 'y', 'width', 'height'].map((name) =>
    request.getParam(name),
  );
  if (typeof rotation === 'number' && rotation !== 0) changes.push({ type: 'rotate', args: { angle: rotation } });
  if ([x, y, width, height].every((value) => typeof value === 'number'))
    changes.push({ type: 'crop', args: { left: x, top: y, width, height } });
  return changes;
}

async function applyChange(editor: ImageEditor, { type, args }: ImageChange): Promise<WpError | undefined> {
  const number = (name: string): number => (typeof args[name] === 'number' ? args[name] : 0);
  if (type === 'rotate' && number('angle') !== 0)
    return isWpError(await editor.rotate(-number('angle')))
      ? failure('rest_image_rotation_failed', 'Unable to rotate this image.', 500)
      : undefined;
  if (type === 'flip' && isDictionary(args.flip))
    return isWpError(await editor.flip(args.flip.vertical === true, args.flip.horizontal === true))
      ? failure('rest_image_flip_failed', 'Unable to flip this image.', 500)
      : undefined;
  if (type !== 'crop') return undefined;
  const size = editor.getSize();
  const [x, y] = [Math.round((size.width * number('left')) / 100), Math.round((size.height * number('top')) / 100)];
  const [width, height] = [
    Math.round((size.width * number('width')) / 100),
    Math.round((size.height * number('height')) / 100),
  ];
  if (width === size.width && height === size.height) return undefined;
  return isWpError(await editor.crop(x, y, width, height))
    ? failure('rest_image_crop_failed', 'Unable to crop this image.', 500)
    : undefined;
}

/** Creates an edited copy of an image, as a new attachment (`edit_media_item`). */
export function editMedia(
  deps: WpV2Deps,
  kind: PostKind,
  parts: PostParts,
): (request: RestRequest) => Promise<RestResponse | WpError> {
  const { attachments, content, meta, rest, uploads } = deps;

  /** Whether a URL belongs to the image itself. */
  async function isUrlOfImage(id: number, src: unknown): Promise<boolean> {
    const url = await attachments.wpGetAttachmentUrl(id);
    const metadata = await attachments.wpGetAttachmentMetadata(id);
    if (!url || !metadata || typeof src !== 'string') return false;
    const names = [
      basename(metadata.file ?? ''),
      metadata.original_image ?? '',
      ...Object.values(metadata.sizes ?? {}).map(({ file }) => file),
    ];
    return names.some((name) => name !== '' && src.split(/[?#]/)[0] === url.slice(0, url.lastIndexOf('/') + 1) + name);
  }

  async function insertCopy(
    post: Post,
    saved: { path: string; file: string; 'mime-type': string },
    url: string,
    original: string,
  ): Promise<number | WpError> {
    const { post_content, post_excerpt, post_title } = post;
    const id = await attachments.wpInsertAttachment(
      {
        post_mime_type: saved['mime-type'],
        guid: url,
        post_title: post_title || saved.file.replace(/\.[^.]+$/, ''),
        post_content,
        post_excerpt,
      },
      saved.path,
      0,
      true,
    );
    if (isWpError(id)) return withStatus(id);
    const alternative = await meta.getPostMeta(post.id, '_wp_attachment_image_alt', true);
    if (alternative) await meta.updatePostMeta(id, '_wp_attachment_image_alt', alternative);
    const metadata = await attachments.wpGenerateAttachmentMetadata(id, saved.path);
    const before = await attachments.wpGetAttachmentMetadata(post.id);
    if (before && before.image_meta)
      metadata.image_meta = {
        ...before.image_meta,
        orientation: Number(before.image_meta.orientation) > 0 ? 1 : before.image_meta.orientation,
      };
    metadata.parent_image = { attachment_id: post.id, file: original };
    await attachments.wpUpdateAttachmentMetadata(
      id,
      await deps.hooks.applyFilters('wp_edited_image_metadata', metadata, id, post.id),
    );
    return id;
  }

  return async (request) => {
    const post = await parts.access.find(request);
    if (isWpError(post)) return post;
    const file = await attachments.wpGetOriginalImagePath(post.id);
    const metadata = await attachments.wpGetAttachmentMetadata(post.id);
    if (!file || !metadata || !(await isUrlOfImage(post.id, request.getParam('src'))))
      return failure('rest_unknown_attachment', 'Unable to get meta information for file.', 404);
    if (!EDITABLE_TYPES.includes(post.post_mime_type))
      return failure('rest_cannot_edit_file_type', 'This type of file cannot be edited.', 400);
    const changes = readChanges(request);
    if (changes.length === 0)
      return failure(
        'rest_image_not_edited',
        'The image was not edited. Edit the image before applying the changes.',
        400,
      );
    const editor = await attachments.wpGetImageEditor(file);
    if (isWpError(editor)) return failure('rest_unknown_image_file_type', 'Unable to edit this image.', 500);
    await editor.maybeExifRotate();
    for (const change of changes) {
      const failed = await applyChange(editor, change);
      if (failed) return failed;
    }
    const extension = extname(file);
    const uploadDir = await uploads.wpUploadDir();
    const name = await uploads.wpUniqueFilename(
      uploadDir.path,
      `${basename(file, extension).replace(/-edited(?:-\d+)?$/, '')}-edited${extension}`,
    );
    const saved = await editor.save(join(uploadDir.path, name));
    if (isWpError(saved)) return withStatus(saved);
    const id = await insertCopy(
      post,
      saved,
      `${uploadDir.url}/${name}`,
      posix.join(posix.dirname(metadata.file ?? ''), basename(file)),
    );
    const copy = isWpError(id) ? null : await content.getPost(id);
    if (isWpError(id) || !copy) return isWpError(id) ? id : failure('rest_post_invalid_id', 'Invalid post ID.', 404);
    request.setParam('context', 'edit');
    return toCreatedResponse(await parts.prepare(copy, request), id, rest.restUrl(`${kind.route}/${id}`));
  };
}
