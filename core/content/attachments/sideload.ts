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

type Names = 'mediaHandleUpload' | 'mediaHandleSideload' | 'mediaSideloadImage';

interface HandleDeps extends AttachmentDeps {
  api: Pick<
    AttachmentsApi,
    | 'wpInsertAttachment'
    | 'wpReadImageMetadata'
    | 'wpGenerateAttachmentMetadata'
    | 'wpUpdateAttachmentMetadata'
    | 'wpGetAttachmentUrl'
  >;
}

/** URL extensions accepted for image downloads. */
const IMAGE = /\.(?:jpe?g|jpe|png|gif|webp|avif)$/i;

/** Handles uploads and downloads into the library in one step. */
export function createHandlers({
  content,
  uploads,
  formatting,
  api,
  fetchSafely,
  text: { __ },
}: HandleDeps): Pick<AttachmentsApi, Names> {
  /** Files are stored in the folder of their post's date. */
  async function timeOf(postId: number): Promise<string | null> {
    const parent = postId > 0 ? await content.getPost(postId) : null;
    return parent && parent.post_type !== 'page' && Number((parent.post_date ?? '').slice(0, 4)) > 0
      ? parent.post_date
      : null;
  }

  async function handle(
    store: UploadsApi['wpHandleUpload'],
    file: FileToStore,
    postId: number,
    described: Partial<Post>,
  ): Promise<number | WpError> {
    const stored = await store(file, { time: await timeOf(postId) });
    if (isWpError(stored)) return stored;
    const imageMeta = stored.type.startsWith('image/') ? await api.wpReadImageMetadata(stored.file) : false;
    const ownTitle =
      imageMeta && imageMeta.title.trim() !== '' && Number.isNaN(Number(formatting.sanitizeTitle(imageMeta.title)))
        ? imageMeta.title
        : '';
    const id = await api.wpInsertAttachment(
      {
        post_mime_type: stored.type,
        guid: stored.url,
        post_title: ownTitle || formatting.sanitizeTextField(basename(file.name).replace(/\.[^.]*$/, '')),
        post_content: '',
        post_excerpt: imageMeta ? imageMeta.caption.trim() : '',
        ...described,
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
    handle(uploads.wpHandleSideload, file, postId, {
      ...(description === null || description === '' ? {} : { post_title: description }),
      ...post,
    });

  return {
    mediaHandleUpload: (file, postId = 0, post = {}) => handle(uploads.wpHandleUpload, file, postId, post),
    mediaHandleSideload,
    async mediaSideloadImage(url, postId = 0, description = null, returnType = 'html') {
      const fetched = IMAGE.test(url.replace(/[?#].*$/, ''))
        ? await fetchSafely(url)
        : new WpError('image_sideload_failed', __('Invalid image URL.'));
      if (isWpError(fetched)) return fetched;
      const id = await mediaHandleSideload(fetched, postId, description);
      if (isWpError(id) || returnType === 'id') return id;
      const src = (await api.wpGetAttachmentUrl(id)) || '';
      return returnType === 'src'
        ? src
        : `<img src='${formatting.escAttr(src)}' alt='${formatting.escAttr(description ?? '')}' />`;
    },
  };
}
