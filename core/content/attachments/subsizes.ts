import { readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative } from 'node:path';
import {
  type AttachmentMetadata,
  type AttachmentsApi,
  type ImageMeta,
  type ImageSubsize,
  WpError,
} from '../../api/index.js';
import {
  cameraWords,
  createImageEditor,
  EDITABLE_TYPES,
  type PictureFacts,
  type PictureForm,
  readPicture,
  resizing,
  uprightSize,
  writeResized,
  writeWebCopy,
} from '../../images/index.js';
import { cleanSvg } from '../../uploads/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

type Names =
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

/** Wider or higher pictures are shown smaller than they were sent. */
const LARGEST = 2560;
const QUALITY = 82;
const WEBP_QUALITY = 86;
/** What people look at first is made first. */
const FIRST = ['medium', 'large', 'thumbnail', 'medium_large'];

/** The quality of a type of picture when nobody says otherwise. */
export const standardQuality = (type: string): number => (type === 'image/webp' ? WEBP_QUALITY : QUALITY);

/** Makes the smaller copies of pictures, and writes down what is known of files. */
export function createSubsizes(deps: SubsizeDeps): Pick<AttachmentsApi, Names> {
  const { hooks, content, formatting, files, sizes } = deps;
  const uploadBase = createUploadBase(deps);

  const relativePath = async (file: string): Promise<string> => relative((await uploadBase()).basedir, file);

  async function formOf({ type, isPalette }: PictureFacts): Promise<PictureForm> {
    const quality = await hooks.applyFilters('wp_editor_set_quality', standardQuality(type), type);
    const progressive = await hooks.applyFilters('image_save_progressive', false, type);
    return {
      type,
      isPalette,
      progressive,
      quality: quality >= 1 && quality <= 100 ? Math.trunc(quality) : standardQuality(type),
    };
  }

  async function wordsOf(file: string, facts: PictureFacts): Promise<ImageMeta> {
    const words = cameraWords(facts);
    const { keywords, orientation, ...texts } = words;
    const clean = Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [name, formatting.wpKsesPost(value)]),
    );
    return hooks.applyFilters(
      'wp_read_image_metadata',
      { ...words, ...clean, orientation, keywords: keywords.map((word) => formatting.wpKsesPost(word)) },
      file,
      facts.type,
      {},
      {},
    );
  }

  /** Shows a smaller, or upright, copy in place of what was sent. */
  async function showCopy(
    id: number,
    file: string,
    facts: PictureFacts,
    metadata: AttachmentMetadata,
    suffix: 'scaled' | 'rotated',
    most: number,
  ): Promise<void> {
    const size = uprightSize(facts);
    const plan = suffix === 'scaled' ? resizing(size.width, size.height, most, most, false) : undefined;
    const end = extname(file);
    const target = join(dirname(file), `${basename(file, end)}-${suffix}${end}`);
    const made = await writeResized(file, facts, plan, await formOf(facts), target).catch(() => undefined);
    if (!made) return;
    await files.updateAttachedFile(id, target);
    Object.assign(metadata, { ...made, file: await relativePath(target), original_image: basename(file) });
    if (metadata.image_meta && facts.orientation > 1) metadata.image_meta.orientation = 1;
  }

  async function describePicture(id: number, file: string): Promise<AttachmentMetadata | undefined> {
    const facts = await readPicture(file);
    if (!facts) return undefined;
    const { size: filesize } = await stat(file);
    const metadata: AttachmentMetadata = {
      width: facts.width,
      height: facts.height,
      file: await relativePath(file),
      filesize,
      sizes: {},
      image_meta: await wordsOf(file, facts),
    };
    const most =
      Number(
        await hooks.applyFilters<number | false>(
          'big_image_size_threshold',
          LARGEST,
          [facts.width, facts.height],
          file,
          id,
        ),
      ) || 0;
    if (most > 0 && (facts.width > most || facts.height > most))
      await showCopy(id, file, facts, metadata, 'scaled', most);
    else if (facts.orientation > 1) await showCopy(id, file, facts, metadata, 'rotated', 0);
    await files.wpUpdateAttachmentMetadata(id, metadata);
    const wanted = await hooks.applyFilters(
      'intermediate_image_sizes_advanced',
      await sizes.wpGetRegisteredImageSubsizes(),
      metadata,
      id,
    );
    return makeSizes(id, file, facts, wanted, metadata);
  }

  /** A picture without such a copy is served as it is. */
  const copyForWeb = (file: string, type: string): Promise<void> => writeWebCopy(file, type).catch(() => undefined);

  /** A drawing is shown in every size as it is. */
  async function describeDrawing(file: string): Promise<AttachmentMetadata | undefined> {
    const drawing = cleanSvg(await readFile(file).catch(() => Buffer.alloc(0)));
    return drawing && { width: drawing.width, height: drawing.height, file: await relativePath(file), sizes: {} };
  }

  /** Makes sizes one after the other, and writes each down: whoever is interrupted goes on where it ended. */
  async function makeSizes(
    id: number,
    file: string,
    facts: PictureFacts,
    wanted: Readonly<Record<string, ImageSubsize>>,
    metadata: AttachmentMetadata,
  ): Promise<AttachmentMetadata> {
    const form = await formOf(facts);
    const { width, height } = uprightSize(facts);
    const order = [
      ...FIRST.filter((name) => Object.hasOwn(wanted, name)),
      ...Object.keys(wanted).filter((name) => !FIRST.includes(name)),
    ];
    const end = extname(file);
    // What was made before there were copies for the web.
    for (const { file: copy } of Object.values(metadata.sizes ?? {}))
      await copyForWeb(join(dirname(file), basename(copy)), facts.type);
    for (const name of order) {
      const size = wanted[name];
      if (!size || metadata.sizes?.[name]) continue;
      const plan = resizing(width, height, size.width, size.height, size.crop);
      if (!plan) continue;
      const copy = `${basename(file, end)}-${plan.toWidth}x${plan.toHeight}${end}`;
      const made = await writeResized(file, facts, plan, form, join(dirname(file), copy)).catch(() => undefined);
      if (!made) continue;
      await copyForWeb(join(dirname(file), copy), facts.type);
      metadata.sizes = {
        ...metadata.sizes,
        [name]: {
          file: copy,
          width: made.width,
          height: made.height,
          'mime-type': facts.type,
          filesize: made.filesize,
        },
      };
      await files.wpUpdateAttachmentMetadata(id, metadata);
    }
    await copyForWeb(join(dirname(file), basename(metadata.file ?? file)), facts.type);
    return metadata;
  }

  async function wpGetMissingImageSubsizes(id: number): Promise<Record<string, ImageSubsize>> {
    if (!(await files.wpAttachmentIsImage(id))) return {};
    const registered = await sizes.wpGetRegisteredImageSubsizes();
    const metadata = await files.wpGetAttachmentMetadata(id);
    const original = await files.wpGetOriginalImagePath(id);
    if (!metadata || original === false) return registered;
    const facts = metadata.original_image === undefined ? undefined : await readPicture(original);
    const { width, height } = facts ? uprightSize(facts) : { width: metadata.width ?? 0, height: metadata.height ?? 0 };
    const possible = Object.entries(registered).filter(
      ([name, size]) => !metadata.sizes?.[name] && resizing(width, height, size.width, size.height, size.crop),
    );
    return hooks.applyFilters('wp_get_missing_image_subsizes', Object.fromEntries(possible), metadata, id);
  }

  return {
    wpGetMissingImageSubsizes,
    async wpGenerateAttachmentMetadata(id, file) {
      const post = await content.getPost(id);
      const isPicture = post !== null && EDITABLE_TYPES.includes(post.post_mime_type);
      const isDrawing = post?.post_mime_type === 'image/svg+xml';
      const metadata: AttachmentMetadata =
        (isPicture ? await describePicture(id, file) : isDrawing ? await describeDrawing(file) : undefined) ?? {};
      if (metadata.filesize === undefined) {
        const size = await stat(file).then(
          (found) => found.size,
          () => 0,
        );
        if (size > 0) metadata.filesize = size;
      }
      return hooks.applyFilters('wp_generate_attachment_metadata', metadata, id, 'create');
    },
    async wpUpdateImageSubsizes(id) {
      const original = await files.wpGetOriginalImagePath(id);
      const facts = original === false ? undefined : await readPicture(original);
      if (original === false || !facts) return new WpError('invalid_attachment', 'The attached file cannot be found.');
      const stored = await files.wpGetAttachmentMetadata(id);
      // What ended before the first copy begins anew.
      if (!stored || stored.width === undefined) {
        const described = await describePicture(id, original);
        return described ?? new WpError('invalid_attachment', 'The attached file cannot be found.');
      }
      const made = await makeSizes(id, original, facts, await wpGetMissingImageSubsizes(id), stored);
      const metadata = await hooks.applyFilters('wp_generate_attachment_metadata', made, id, 'update');
      await files.wpUpdateAttachmentMetadata(id, metadata);
      return metadata;
    },
    async wpReadImageMetadata(file) {
      const facts = await readPicture(file);
      return facts ? wordsOf(file, facts) : false;
    },
    async wpGetImageEditor(file) {
      const facts = await readPicture(file);
      if (!facts) return new WpError('image_no_editor', 'No editor could be selected.');
      const { quality, progressive } = await formOf(facts);
      return createImageEditor({ file, facts, quality, progressive });
    },
  };
}
