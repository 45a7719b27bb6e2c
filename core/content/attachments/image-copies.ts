import { basename, dirname, extname, join, relative } from 'node:path';
import type { AttachmentMetadata, AttachmentsApi, ImageSubsize } from '../../api/index.js';
import {
  type ImageInfo,
  type ImageFormat,
  planResize,
  uprightSize,
  writeResized,
  writeWebCopy,
} from '../../images/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

interface ImageCopyDeps extends AttachmentDeps {
  files: Pick<AttachmentsApi, 'updateAttachedFile' | 'wpUpdateAttachmentMetadata'>;
}

/** The image file of an attachment. */
export interface Image {
  readonly id: number;
  readonly file: string;
  readonly facts: ImageInfo;
}

const QUALITY = 82;
const WEBP_QUALITY = 86;
/** Names of the sizes that are created first, because they are shown first. */
const FIRST_SIZES = ['medium', 'large', 'thumbnail', 'medium_large'];

/** Returns the default quality of an image type. */
export const defaultQuality = (type: string): number => (type === 'image/webp' ? WEBP_QUALITY : QUALITY);

export type ImageCopies = ReturnType<typeof createImageCopies>;

/** Creates the resized copies of images, and the copies in web formats. */
export function createImageCopies(deps: ImageCopyDeps) {
  const { hooks, files } = deps;
  const getUploadBase = createUploadBase(deps);

  const relativePath = async (file: string): Promise<string> => relative((await getUploadBase()).basedir, file);

  async function writeOptions({ type, isPalette }: ImageInfo): Promise<ImageFormat> {
    const quality = await hooks.applyFilters('wp_editor_set_quality', defaultQuality(type), type);
    const progressive = await hooks.applyFilters('image_save_progressive', false, type);
    return {
      type,
      isPalette,
      progressive,
      quality: quality >= 1 && quality <= 100 ? Math.trunc(quality) : defaultQuality(type),
    };
  }

  /** Uses a scaled or rotated copy instead of the uploaded file. */
  async function replaceWithCopy(
    { id, file, facts }: Image,
    metadata: AttachmentMetadata,
    suffix: 'scaled' | 'rotated',
    max: number,
  ): Promise<void> {
    const size = uprightSize(facts);
    const resizePlan = suffix === 'scaled' ? planResize(size.width, size.height, max, max, false) : undefined;
    const end = extname(file);
    const target = join(dirname(file), `${basename(file, end)}-${suffix}${end}`);
    const resized = await writeResized(file, facts, resizePlan, await writeOptions(facts), target).catch(
      () => undefined,
    );
    if (!resized) return;
    await files.updateAttachedFile(id, target);
    Object.assign(metadata, { ...resized, file: await relativePath(target), original_image: basename(file) });
    if (metadata.image_meta && facts.orientation > 1) metadata.image_meta.orientation = 1;
  }

  /** If the copy cannot be created, the image is served unchanged. */
  const copyForWeb = (file: string, type: string): Promise<void> => writeWebCopy(file, type).catch(() => undefined);

  /** Creates the sizes one at a time and stores the metadata after each, so that an interrupted run can resume. */
  async function createSizes(
    { id, file, facts }: Image,
    requestedSizes: Readonly<Record<string, ImageSubsize>>,
    metadata: AttachmentMetadata,
  ): Promise<AttachmentMetadata> {
    const form = await writeOptions(facts);
    const { width, height } = uprightSize(facts);
    const end = extname(file);
    // Sizes may have been created before web copies were introduced.
    for (const { file: copy } of Object.values(metadata.sizes ?? {}))
      await copyForWeb(join(dirname(file), basename(copy)), facts.type);
    for (const name of sortSizeNames(Object.keys(requestedSizes))) {
      const size = requestedSizes[name];
      if (!size || metadata.sizes?.[name]) continue;
      const plan = planResize(width, height, size.width, size.height, size.crop);
      if (!plan) continue;
      const copy = `${basename(file, end)}-${plan.toWidth}x${plan.toHeight}${end}`;
      const resized = await writeResized(file, facts, plan, form, join(dirname(file), copy)).catch(() => undefined);
      if (!resized) continue;
      await copyForWeb(join(dirname(file), copy), facts.type);
      metadata.sizes = {
        ...metadata.sizes,
        [name]: {
          file: copy,
          width: resized.width,
          height: resized.height,
          'mime-type': facts.type,
          filesize: resized.filesize,
        },
      };
      await files.wpUpdateAttachmentMetadata(id, metadata);
    }
    await copyForWeb(join(dirname(file), basename(metadata.file ?? file)), facts.type);
    return metadata;
  }

  return { relativePath, formOf: writeOptions, showCopy: replaceWithCopy, makeSizes: createSizes };
}

function sortSizeNames(names: readonly string[]): string[] {
  return [
    ...FIRST_SIZES.filter((name) => names.includes(name)),
    ...names.filter((name) => !FIRST_SIZES.includes(name)),
  ];
}
