import { rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import { type AttachmentMetadata, type AttachmentsApi } from '../../api/index.js';
import { webCopyPath } from '../../images/index.js';
import { isWithin } from '../../uploads/index.js';
import { type AttachmentDeps, createUploadBase } from './deps.js';

export type AttachedFiles = Pick<
  AttachmentsApi,
  | 'getAttachedFile'
  | 'wpGetOriginalImagePath'
  | 'wpGetAttachmentMetadata'
  | 'wpGetAttachmentUrl'
  | 'wpAttachmentIs'
  | 'wpAttachmentIsImage'
  | 'updateAttachedFile'
  | 'wpUpdateAttachmentMetadata'
>;

const FILE_KEY = '_wp_attached_file';
const METADATA_KEY = '_wp_attachment_metadata';
const IMAGE_EXTENSIONS = ['jpg', 'jpeg', 'jpe', 'gif', 'png', 'webp', 'avif', 'heic'];
const AUDIO_EXTENSIONS = ['mp3', 'ogg', 'flac', 'm4a', 'wav'];
const VIDEO_EXTENSIONS = ['mp4', 'm4v', 'webm', 'ogv', 'flv'];

/** Reads and writes an attachment's stored file data and locates its file. */
export function createAttachedFiles(deps: AttachmentDeps): AttachedFiles {
  const { hooks, meta, content } = deps;
  const getUploadBase = createUploadBase(deps);

  const getStoredFile = async (id: number): Promise<string> => {
    const file = await meta.getPostMeta(id, FILE_KEY, true);
    return typeof file === 'string' ? file : '';
  };

  const getAttachedFile = async (id: number, unfiltered = false): Promise<string | false> => {
    const file = await getStoredFile(id);
    const { basedir } = await getUploadBase();
    const path = file !== '' && (isAbsolute(file) ? file : join(basedir, file));
    return unfiltered ? path : await hooks.applyFilters<string | false>('get_attached_file', path, id);
  };

  const wpGetAttachmentMetadata = async (id: number, unfiltered = false): Promise<AttachmentMetadata | false> => {
    const stored = await meta.getPostMeta(id, METADATA_KEY, true);
    if (typeof stored !== 'object' || stored === null) return false;
    const storedMetadata: AttachmentMetadata = { ...stored };
    return unfiltered
      ? storedMetadata
      : hooks.applyFilters<AttachmentMetadata | false>('wp_get_attachment_metadata', storedMetadata, id);
  };

  const wpGetOriginalImagePath = async (id: number): Promise<string | false> => {
    if (!(await wpAttachmentIs('image', id))) return false;
    const metadata = await wpGetAttachmentMetadata(id);
    const file = await getAttachedFile(id);
    if (file === false) return false;
    const original =
      metadata && typeof metadata.original_image === 'string'
        ? join(dirname(file), basename(metadata.original_image))
        : file;
    return await hooks.applyFilters<string | false>('wp_get_original_image_path', original, id);
  };

  const wpGetAttachmentUrl = async (id: number): Promise<string | false> => {
    const post = await content.getPost(id);
    if (post?.post_type !== 'attachment') return false;
    const file = await getStoredFile(id);
    const { basedir, baseurl } = await getUploadBase();
    const path = isAbsolute(file) && isWithin(basedir, file) ? relative(basedir, file) : file;
    const url = path === '' ? post.guid : `${baseurl}/${path}`;
    return (await hooks.applyFilters<string | false>('wp_get_attachment_url', url, id)) || false;
  };

  const wpAttachmentIs = async (type: string, id: number): Promise<boolean> => {
    const post = await content.getPost(id);
    const file = await getAttachedFile(id);
    if (post?.post_type !== 'attachment' || file === false) return false;
    if (post.post_mime_type.startsWith(`${type}/`)) return true;
    const ext = (/\.([^.]+)$/.exec(file)?.[1] ?? '').toLowerCase();
    if (post.post_mime_type !== 'import') return type === ext;
    const extensions: Readonly<Record<string, readonly string[]>> = {
      image: IMAGE_EXTENSIONS,
      audio: AUDIO_EXTENSIONS,
      video: VIDEO_EXTENSIONS,
    };
    return (extensions[type] ?? [type]).includes(ext);
  };

  return {
    getAttachedFile,
    wpGetOriginalImagePath,
    wpGetAttachmentMetadata,
    wpGetAttachmentUrl,
    wpAttachmentIs,
    wpAttachmentIsImage: (id) => wpAttachmentIs('image', id),
    async updateAttachedFile(id, file) {
      if (!(await content.getPost(id))) return false;
      const path = await hooks.applyFilters('update_attached_file', file, id);
      const { basedir } = await getUploadBase();
      const stored = isAbsolute(path) && isWithin(basedir, path) ? relative(basedir, path) : path;
      return stored === '' ? meta.deletePostMeta(id, FILE_KEY) : meta.updatePostMeta(id, FILE_KEY, stored);
    },
    async wpUpdateAttachmentMetadata(id, metadata) {
      if ((await content.getPost(id))?.post_type !== 'attachment') return false;
      const data = await hooks.applyFilters<AttachmentMetadata | false>('wp_update_attachment_metadata', metadata, id);
      return data && Object.keys(data).length > 0
        ? meta.updatePostMeta(id, METADATA_KEY, data)
        : meta.deletePostMeta(id, METADATA_KEY);
    },
  };
}

/** Deletes a file with its resized copies. Files outside the uploads folder are never deleted. */
export function createFileRemoval(
  deps: AttachmentDeps,
): (file: string, metadata: AttachmentMetadata | false) => Promise<void> {
  const uploadBase = createUploadBase(deps);
  return async (file, metadata) => {
    const { basedir } = await uploadBase();
    const names = metadata
      ? [
          ...Object.values(metadata.sizes ?? {}).map((copy) => copy.file),
          ...(metadata.original_image === undefined ? [] : [metadata.original_image]),
        ]
      : [];
    for (const path of new Set([file, ...names.map((name) => join(dirname(file), basename(name)))])) {
      const target = await deps.hooks.applyFilters('wp_delete_file', path);
      if (target !== '' && isWithin(basedir, target) && target !== basedir)
        for (const filePath of [target, webCopyPath(target)]) await rm(filePath, { force: true });
    }
  };
}
