import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  type AttachmentsApi,
  type FileToStore,
  isWpError,
  type Post,
  type UploadsApi,
  WpError,
} from '../../api/index.js';
import type { AttachmentDeps } from './deps.js';

type SideloadFunction = 'mediaHandleUpload' | 'mediaHandleSideload' | 'mediaSideloadImage';

interface SideloadDeps extends AttachmentDeps {
  api: Pick<
    AttachmentsApi,
    | 'wpInsertAttachment'
    | 'wpReadImageMetadata'
    | 'wpGenerateAttachmentMetadata'
    | 'wpUpdateAttachmentMetadata'
    | 'wpGetAttachmentUrl'
  >;
}

/** Matches the URLs that are accepted for image downloads. */
const IMAGE_URL = /\.(?:jpe?g|jpe|png|gif|webp|avif)$/i;

/** Creates the functions that store an uploaded or downloaded file and add it to the library. */
export function createSideload({
  content,
  uploads,
  formatting,
  api,
  fetchSafely,
  text: { __ },
}: SideloadDeps): Pick<AttachmentsApi, SideloadFunction> {
  /** Returns the date whose uploads folder receives the file: that of the post; null for the current date. */
  async function uploadDate(postId: number): Promise<string | null> {
    const parent = postId > 0 ? await content.getPost(postId) : null;
    return parent && parent.post_type !== 'page' && Number((parent.post_date ?? '').slice(0, 4)) > 0
      ? parent.post_date
      : null;
  }

  async function addToLibrary(
    store: UploadsApi['wpHandleUpload'],
    file: FileToStore,
    postId: number,
    postFields: Partial<Post>,
  ): Promise<number | WpError> {
    const stored = await store(file, { time: await uploadDate(postId) });
    if (isWpError(stored)) return stored;
    const imageMeta = stored.type.startsWith('image/') ? await api.wpReadImageMetadata(stored.file) : false;
    const embeddedTitle =
      imageMeta && imageMeta.title.trim() !== '' && Number.isNaN(Number(formatting.sanitizeTitle(imageMeta.title)))
        ? imageMeta.title
        : '';
    const id = await api.wpInsertAttachment(
      {
        post_mime_type: stored.type,
        guid: stored.url,
        post_title: embeddedTitle || formatting.sanitizeTextField(basename(file.name).replace(/\.[^.]*$/, '')),
        post_content: '',
        post_excerpt: imageMeta ? imageMeta.caption.trim() : '',
        ...postFields,
      },
      stored.file,
      postId,
      true,
    );
    if (isWpError(id)) {
      await rm(stored.file, { force: true });
      return id;
    }
    await api.wpUpdateAttachmentMetadata(id, await api.wpGenerateAttachmentMetadata(id, stored.file));
    return id;
  }

  const mediaHandleSideload: AttachmentsApi['mediaHandleSideload'] = (
    file,
    postId = 0,
    description = null,
    post = {},
  ) =>
    addToLibrary(uploads.wpHandleSideload, file, postId, {
      ...(description === null || description === '' ? {} : { post_title: description }),
      ...post,
    });

  return {
    mediaHandleUpload: (file, postId = 0, post = {}) => addToLibrary(uploads.wpHandleUpload, file, postId, post),
    mediaHandleSideload,
    async mediaSideloadImage(url, postId = 0, description = null, returnType = 'html') {
      const download = IMAGE_URL.test(url.replace(/[?#].*$/, ''))
        ? await fetchSafely(url)
        : new WpError('image_sideload_failed', __('Invalid image URL.'));
      if (isWpError(download)) return download;
      const id = await mediaHandleSideload(download, postId, description);
      if (isWpError(id) || returnType === 'id') return id;
      const src = (await api.wpGetAttachmentUrl(id)) || '';
      return returnType === 'src'
        ? src
        : `<img src='${formatting.escAttr(src)}' alt='${formatting.escAttr(description ?? '')}' />`;
    },
  };
}
