import { basename, dirname, extname, join, relative } from 'node:path';
import type { AttachmentMetadata, AttachmentsApi, ImageSubsize } from '../../api/index.js';
import {
  type ImageFacts,
  type ImageForm,
  resizing,
  uprightSize,
  writeResized,
  writeWebCopy,
} from '../../images/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

interface ImageCopyDeps extends AttachmentDeps {
  files: Pick<AttachmentsApi, 'updateAttachedFile' | 'wpUpdateAttachmentMetadata'>;
}

/** The file of an attachment that is a picture. */
export interface Image {
  readonly id: number;
  readonly file: string;
  readonly facts: ImageFacts;
}

const QUALITY = 82;
const WEBP_QUALITY = 86;
/** What people look at first is made first. */
const FIRST = ['medium', 'large', 'thumbnail', 'medium_large'];

/** The quality of a type of picture when nobody says otherwise. */
export const standardQuality = (type: string): number => (type === 'image/webp' ? WEBP_QUALITY : QUALITY);

export type ImageCopies = ReturnType<typeof createImageCopies>;

/** Writes the smaller copies of pictures, and those for the web. */
export function createImageCopies(deps: ImageCopyDeps) {
  const { hooks, files } = deps;
  const uploadBase = createUploadBase(deps);

  const relativePath = async (file: string): Promise<string> => relative((await uploadBase()).basedir, file);

  async function formOf({ type, isPalette }: ImageFacts): Promise<ImageForm> {
    const quality = await hooks.applyFilters('wp_editor_set_quality', standardQuality(type), type);
    const progressive = await hooks.applyFilters('image_save_progressive', false, type);
    return {
      type,
      isPalette,
      progressive,
      quality: quality >= 1 && quality <= 100 ? Math.trunc(quality) : standardQuality(type),
    };
  }

  /** Shows a smaller, or upright, copy in place of what was sent. */
  async function showCopy(
    { id, file, facts }: Image,
    metadata: AttachmentMetadata,
    suffix: 'scaled' | 'rotated',
    max: number,
  ): Promise<void> {
    const size = uprightSize(facts);
    const plan = suffix === 'scaled' ? resizing(size.width, size.height, max, max, false) : undefined;
    const end = extname(file);
    const target = join(dirname(file), `${basename(file, end)}-${suffix}${end}`);
    const made = await writeResized(file, facts, plan, await formOf(facts), target).catch(() => undefined);
    if (!made) return;
    await files.updateAttachedFile(id, target);
    Object.assign(metadata, { ...made, file: await relativePath(target), original_image: basename(file) });
    if (metadata.image_meta && facts.orientation > 1) metadata.image_meta.orientation = 1;
  }

  /** A picture without such a copy is served as it is. */
  const copyForWeb = (file: string, type: string): Promise<void> => writeWebCopy(file, type).catch(() => undefined);

  /** Makes sizes one after the other, and writes each down: whoever is interrupted goes on where it ended. */
  async function makeSizes(
    { id, file, facts }: Image,
    wanted: Readonly<Record<string, ImageSubsize>>,
    metadata: AttachmentMetadata,
  ): Promise<AttachmentMetadata> {
    const form = await formOf(facts);
    const { width, height } = uprightSize(facts);
    const end = extname(file);
    // What was made before there were copies for the web.
    for (const { file: copy } of Object.values(metadata.sizes ?? {}))
      await copyForWeb(join(dirname(file), basename(copy)), facts.type);
    for (const name of inOrder(Object.keys(wanted))) {
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

  return { relativePath, formOf, showCopy, makeSizes };
}

function inOrder(names: readonly string[]): string[] {
  return [...FIRST.filter((name) => names.includes(name)), ...names.filter((name) => !FIRST.includes(name))];
}
