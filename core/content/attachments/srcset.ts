import { posix } from 'node:path';
import type { AttachmentMetadata, AttachmentsApi, ImageSize } from '../../api/index.js';
import { hasSameRatio } from '../../images/index.js';
import type { AttachedFiles } from './attached-files.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';
import type { ImageCopyLookup } from './downsize.js';

export type ImageSources = Pick<
  AttachmentsApi,
  'wpGetAttachmentImageSrcset' | 'wpGetAttachmentImageSizes' | 'wpCalculateImageSrcset' | 'wpCalculateImageSizes'
>;

interface SrcsetDeps extends AttachmentDeps {
  files: AttachedFiles;
  downsize: ImageCopyLookup;
}

/** A candidate of a `srcset`. */
interface Source {
  url: string;
  descriptor: string;
  value: number;
}

/** Maximum width in a `srcset`, in pixels; wider copies are used only if requested by name. */
const MAX_WIDTH = 2048;
/** Suffix of images that were changed in the image editor, and of their copies. */
const EDIT_SUFFIX = /-e\d{13}/;

interface ImageCopy {
  file: string;
  width: number;
  height: number;
}

/** Returns the files of an image; none if the displayed one is animated and its copies are not. */
function getCopies({ sizes = {}, file = '', width = 0, height = 0 }: AttachmentMetadata, src: string): ImageCopy[] {
  const copies: ImageCopy[] = Object.values(sizes);
  if (copies.length === 0) return [];
  // A resized copy of an animated GIF is a still image, so it cannot replace the original.
  if (sizes.thumbnail?.['mime-type'] === 'image/gif') return src.includes(file) ? [] : copies;
  return [...copies, { file: posix.basename(file), width, height }];
}

/**
 * Returns the copies with the same aspect ratio, starting with the displayed one. `matched` is true if the displayed
 * one is among them.
 */
function getSources(
  copies: readonly ImageCopy[],
  {
    size: [width, height],
    src,
    folder,
    baseurl,
    maxWidth,
  }: { size: readonly [number, number]; src: string; folder: string; baseurl: string; maxWidth: number },
): { ordered: Source[]; matched: boolean } {
  const editSuffix = EDIT_SUFFIX.exec(posix.basename(src))?.[0];
  const sources = new Map<number, Source>();
  let matched = false;
  let first: Source | undefined;
  for (const copy of copies) {
    const isSource = !matched && src.includes(folder + copy.file);
    if (isSource) matched = true;
    if (editSuffix !== undefined && !copy.file.includes(editSuffix)) continue;
    if (maxWidth > 0 && copy.width > maxWidth && !isSource) continue;
    if (!hasSameRatio(width, height, copy.width, copy.height)) continue;
    const source = { url: `${baseurl}/${folder}${copy.file}`, descriptor: 'w', value: copy.width };
    if (isSource) first = source;
    sources.set(copy.width, source);
  }
  const all = [...sources.values()];
  if (first === undefined) return { ordered: all, matched };
  const { value: firstValue } = first;
  return { ordered: [first, ...all.filter(({ value }) => value !== firstValue)], matched };
}

/** Creates the `srcset` of images. */
export function createSrcset(deps: SrcsetDeps): ImageSources {
  const { hooks, files, downsize } = deps;
  const uploadBase = createUploadBase(deps);

  const wpCalculateImageSrcset = async (
    size: readonly [number, number],
    src: string,
    imageMeta: AttachmentMetadata,
    id: number = 0,
  ): Promise<string | false> => {
    const metadata =
      hooks.hasFilter('wp_calculate_image_srcset_meta') === false
        ? imageMeta
        : await hooks.applyFilters('wp_calculate_image_srcset_meta', imageMeta, size, src, id);
    const copies = getCopies(metadata, src);
    const { file = '' } = metadata;
    if (copies.length === 0 || file.length < 4 || size[0] < 1) return false;
    const folder = posix.dirname(file) === '.' ? '' : `${posix.dirname(file)}/`;
    const { baseurl } = await uploadBase();
    const widest = await hooks.applyFilters('max_srcset_image_width', MAX_WIDTH, size);
    const { ordered, matched } = getSources(copies, { size, src, folder, baseurl, maxWidth: widest });
    const filtered = await hooks.applyFilters('wp_calculate_image_srcset', ordered, size, src, metadata, id);
    if (!matched || filtered.length < 2) return false;
    return filtered
      .map(({ url, value, descriptor }) => `${url.replaceAll(' ', '%20')} ${value}${descriptor}`)
      .join(', ');
  };

  const wpCalculateImageSizes = async (
    size: readonly [number, number],
    src = '',
    metadata: AttachmentMetadata = {},
    id = 0,
  ): Promise<string | false> =>
    size[0] > 0
      ? hooks.applyFilters<string | false>(
          'wp_calculate_image_sizes',
          `(max-width: ${size[0]}px) 100vw, ${size[0]}px`,
          size,
          src,
          metadata,
          id,
        )
      : false;

  const forAttachment =
    (calculate: typeof wpCalculateImageSrcset | typeof wpCalculateImageSizes) =>
    async (id: number, size: ImageSize = 'medium', imageMeta?: AttachmentMetadata): Promise<string | false> => {
      const source = await downsize.wpGetAttachmentImageSrc(id, size);
      const metadata = imageMeta ?? (await files.wpGetAttachmentMetadata(id));
      return source && metadata ? await calculate([source[1], source[2]], source[0], metadata, id) : false;
    };

  return {
    wpCalculateImageSrcset,
    wpCalculateImageSizes,
    wpGetAttachmentImageSrcset: forAttachment(wpCalculateImageSrcset),
    wpGetAttachmentImageSizes: forAttachment(wpCalculateImageSizes),
  };
}
