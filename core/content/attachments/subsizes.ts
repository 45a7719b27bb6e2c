import { readFile, stat } from 'node:fs/promises';
import {
  type AttachmentMetadata,
  type AttachmentsApi,
  type ImageMeta,
  type ImageSubsize,
  WpError,
} from '../../api/index.js';
import {
  readImageMeta,
  createImageEditor,
  EDITABLE_TYPES,
  type ImageInfo,
  readImageInfo,
  planResize,
  uprightSize,
} from '../../images/index.js';
import { sanitizeSvg } from '../../uploads/index.js';
import type { AttachmentDeps } from './deps.js';
import { createImageCopies } from './image-copies.js';

type SubsizeFunction =
  | 'wpGenerateAttachmentMetadata'
  | 'wpGetMissingImageSubsizes'
  | 'wpUpdateImageSubsizes'
  | 'wpReadImageMetadata'
  | 'wpGetImageEditor';

interface SubsizeDeps extends AttachmentDeps {
  files: Pick<
    AttachmentsApi,
    | 'updateAttachedFile'
    | 'getAttachedFile'
    | 'wpGetAttachmentMetadata'
    | 'wpUpdateAttachmentMetadata'
    | 'wpGetOriginalImagePath'
    | 'wpAttachmentIsImage'
  >;
  sizes: Pick<AttachmentsApi, 'wpGetRegisteredImageSubsizes'>;
}

/** Maximum width and height of an image in pixels; larger ones are scaled down. */
const MAX_DIMENSION = 2560;
/** Whether an image exceeds the maximum by more than one pixel, for which no copy is created. */
function isLarger(facts: ImageInfo, max: number): boolean {
  const { width, height } = uprightSize(facts);
  return planResize(width, height, max, max, false) !== undefined;
}

/** Creates the resized copies of images and stores metadata of files. */
export function createSubsizes(deps: SubsizeDeps): Pick<AttachmentsApi, SubsizeFunction> {
  const { hooks, content, formatting, files, sizes } = deps;
  const { relativePath, formOf, showCopy, makeSizes } = createImageCopies(deps);

  async function readMetadata(file: string, facts: ImageInfo): Promise<ImageMeta> {
    const metaTexts = readImageMeta(facts);
    const { keywords, orientation, ...texts } = metaTexts;
    const clean = Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, formatting.wpKsesPost(value)]),
    );
    return hooks.applyFilters(
      'wp_read_image_metadata',
      { ...metaTexts, ...clean, orientation, keywords: keywords.map((keyword) => formatting.wpKsesPost(keyword)) },
      file,
      facts.type,
      {},
      {},
    );
  }

  async function describeImage(id: number, file: string): Promise<AttachmentMetadata | undefined> {
    const facts = await readImageInfo(file);
    if (!facts) return undefined;
    const { size: filesize } = await stat(file);
    const metadata: AttachmentMetadata = {
      width: facts.width,
      height: facts.height,
      file: await relativePath(file),
      filesize,
      sizes: {},
      image_meta: await readMetadata(file, facts),
    };
    const dimensions = [facts.width, facts.height];
    const max =
      Number(
        await hooks.applyFilters<number | false>('big_image_size_threshold', MAX_DIMENSION, dimensions, file, id),
      ) || 0;
    const image = { id, file, facts };
    if (max > 0 && isLarger(facts, max)) await showCopy(image, metadata, 'scaled', max);
    else if (facts.orientation > 1) await showCopy(image, metadata, 'rotated', 0);
    await files.wpUpdateAttachmentMetadata(id, metadata);
    const requestedSizes = await hooks.applyFilters(
      'intermediate_image_sizes_advanced',
      await sizes.wpGetRegisteredImageSubsizes(),
      metadata,
      id,
    );
    return makeSizes(image, requestedSizes, metadata);
  }

  /** Returns the metadata of an SVG, which is used unchanged in every size. */
  async function describeSvg(file: string): Promise<AttachmentMetadata | undefined> {
    const drawing = sanitizeSvg(await readFile(file).catch(() => Buffer.alloc(0)));
    return drawing && { width: drawing.width, height: drawing.height, file: await relativePath(file), sizes: {} };
  }

  async function describe(id: number, file: string, type: string): Promise<AttachmentMetadata | undefined> {
    if (EDITABLE_TYPES.includes(type)) return describeImage(id, file);
    return type === 'image/svg+xml' ? describeSvg(file) : undefined;
  }

  async function wpGetMissingImageSubsizes(id: number): Promise<Record<string, ImageSubsize>> {
    if (!(await files.wpAttachmentIsImage(id))) return {};
    const registered = await sizes.wpGetRegisteredImageSubsizes();
    const metadata = await files.wpGetAttachmentMetadata(id);
    const original = await files.wpGetOriginalImagePath(id);
    if (!metadata || original === false) return registered;
    const facts = metadata.original_image === undefined ? undefined : await readImageInfo(original);
    const { width, height } = facts ? uprightSize(facts) : { width: metadata.width ?? 0, height: metadata.height ?? 0 };
    const creatableSizes = Object.entries(registered).filter(
      ([name, size]) => !metadata.sizes?.[name] && planResize(width, height, size.width, size.height, size.crop),
    );
    return hooks.applyFilters('wp_get_missing_image_subsizes', Object.fromEntries(creatableSizes), metadata, id);
  }

  const wpUpdateImageSubsizes: AttachmentsApi['wpUpdateImageSubsizes'] = async (id) => {
    const original = await files.wpGetOriginalImagePath(id);
    const facts = original === false ? undefined : await readImageInfo(original);
    if (original === false || !facts) return new WpError('invalid_attachment', 'The attached file cannot be found.');
    const stored = await files.wpGetAttachmentMetadata(id);
    // A run that was interrupted before the first copy starts again.
    if (!stored || stored.width === undefined) {
      const described = await describeImage(id, original);
      return described ?? new WpError('invalid_attachment', 'The attached file cannot be found.');
    }
    const updated = await makeSizes({ id, file: original, facts }, await wpGetMissingImageSubsizes(id), stored);
    const metadata = await hooks.applyFilters('wp_generate_attachment_metadata', updated, id, 'update');
    await files.wpUpdateAttachmentMetadata(id, metadata);
    return metadata;
  };

  return {
    wpGetMissingImageSubsizes,
    async wpGenerateAttachmentMetadata(id, file) {
      const post = await content.getPost(id);
      const metadata = (await describe(id, file, post?.post_mime_type ?? '')) ?? {};
      if (metadata.filesize === undefined) {
        const size = await stat(file).then(
          (found) => found.size,
          () => 0,
        );
        if (size > 0) metadata.filesize = size;
      }
      return hooks.applyFilters('wp_generate_attachment_metadata', metadata, id, 'create');
    },
    wpUpdateImageSubsizes,
    async wpReadImageMetadata(file) {
      const facts = await readImageInfo(file);
      return facts ? readMetadata(file, facts) : false;
    },
    async wpGetImageEditor(file) {
      const facts = await readImageInfo(file);
      if (!facts) return new WpError('image_no_editor', 'No editor could be selected.');
      const { quality, progressive } = await formOf(facts);
      return createImageEditor({ file, facts, quality, progressive });
    },
  };
}
