import { posix } from 'node:path';
import {
  type AttachmentMetadata,
  type AttachmentsApi,
  type ImageSize,
  type ImageSource,
  type StoredSubsize,
} from '../../api/index.js';
import { constrainDimensions, hasSameRatio } from '../../images/index.js';
import type { AttachedFiles } from './attached-files.js';
import type { AttachmentDeps } from './deps.js';
import type { createImageSizes } from './image-sizes.js';

export type ImageCopyLookup = Pick<
  AttachmentsApi,
  'imageDownsize' | 'imageGetIntermediateSize' | 'wpGetAttachmentImageSrc' | 'wpGetAttachmentImageUrl'
>;

interface DownsizeDeps extends AttachmentDeps {
  files: AttachedFiles;
  sizes: Pick<ReturnType<typeof createImageSizes>, 'sizeOf'>;
}

type FoundCopy = StoredSubsize & { path?: string; url?: string };

/** Creates the lookup of the image copy that fits a size. */
export function createDownsize({ hooks, files, sizes }: DownsizeDeps): ImageCopyLookup {
  /** The display size of an image for a requested size (`image_constrain_size_for_editor`). */
  const displaySize = async (width: number, height: number, size: ImageSize): Promise<[number, number]> => {
    const definition =
      typeof size === 'string'
        ? await sizes.sizeOf(size === 'thumb' ? 'thumbnail' : size)
        : { width: size[0], height: size[1] };
    const max: [number, number] = definition ? [definition.width, definition.height] : [width, height];
    const [maxWidth, maxHeight] = await hooks.applyFilters('editor_max_image_size', max, size, 'display');
    return constrainDimensions(width, height, maxWidth, maxHeight);
  };

  async function findBySize(
    metadata: AttachmentMetadata,
    requestedSize: readonly [number, number],
  ): Promise<StoredSubsize | undefined> {
    const stored = Object.values(metadata.sizes ?? {});
    const [width, height] = requestedSize;
    const exact = stored.find((size) => size.width === width && size.height === height);
    const hasRequestedRatio = (size: StoredSubsize): boolean =>
      width === 0 || height === 0
        ? hasSameRatio(size.width, size.height, metadata.width ?? 0, metadata.height ?? 0)
        : hasSameRatio(size.width, size.height, width, height);
    const larger = stored
      .filter((size) => size.width >= width && size.height >= height && hasRequestedRatio(size))
      .sort((a, b) => a.width * a.height - b.width * b.height);
    const thumbnail = metadata.sizes?.thumbnail;
    const found =
      exact ??
      larger[0] ??
      (thumbnail && thumbnail.width >= width && thumbnail.height >= height ? thumbnail : undefined);
    if (!found) return undefined;
    const [shownWidth, shownHeight] = await displaySize(found.width, found.height, requestedSize);
    return { ...found, width: shownWidth, height: shownHeight };
  }

  const imageGetIntermediateSize = async (id: number, size: ImageSize = 'thumbnail'): Promise<FoundCopy | false> => {
    const metadata = await files.wpGetAttachmentMetadata(id);
    if (!metadata || !metadata.sizes || Object.keys(metadata.sizes).length === 0) return false;
    const stored = typeof size === 'string' ? metadata.sizes[size] : await findBySize(metadata, size);
    if (!stored) return false;
    const found: FoundCopy = { ...stored };
    const url = metadata.file === undefined ? false : await files.wpGetAttachmentUrl(id);
    if (url)
      Object.assign(found, {
        path: posix.join(posix.dirname(metadata.file ?? ''), stored.file),
        url: url.slice(0, url.lastIndexOf('/') + 1) + stored.file,
      });
    return await hooks.applyFilters<FoundCopy | false>('image_get_intermediate_size', found, id, size);
  };

  const imageDownsize = async (id: number, size: ImageSize = 'medium'): Promise<ImageSource | false> => {
    const isImage = await files.wpAttachmentIsImage(id);
    const filteredSource = await hooks.applyFilters<ImageSource | false>('image_downsize', false, id, size);
    if (filteredSource) return filteredSource;
    const url = await files.wpGetAttachmentUrl(id);
    if (!isImage || url === false) return false;
    const imageCopy = await imageGetIntermediateSize(id, size);
    if (imageCopy) {
      const [width, height] = await displaySize(imageCopy.width, imageCopy.height, size);
      return [url.slice(0, url.lastIndexOf('/') + 1) + imageCopy.file, width, height, true];
    }
    const metadata = await files.wpGetAttachmentMetadata(id);
    const [width, height] = await displaySize(
      (metadata && metadata.width) || 0,
      (metadata && metadata.height) || 0,
      size,
    );
    return [url, width, height, false];
  };

  const wpGetAttachmentImageSrc = async (
    id: number,
    size: ImageSize = 'thumbnail',
    icon = false,
  ): Promise<ImageSource | false> => {
    const source = await imageDownsize(id, size);
    return await hooks.applyFilters<ImageSource | false>('wp_get_attachment_image_src', source, id, size, icon);
  };

  const wpGetAttachmentImageUrl = async (
    id: number,
    size: ImageSize = 'thumbnail',
    icon = false,
  ): Promise<string | false> => {
    const source = await wpGetAttachmentImageSrc(id, size, icon);
    return source ? source[0] : false;
  };

  return { imageGetIntermediateSize, imageDownsize, wpGetAttachmentImageSrc, wpGetAttachmentImageUrl };
}
