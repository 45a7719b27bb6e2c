import { type AttachmentsApi, type ImageAttributes, type ImageSize } from '../../api/index.js';
import type { AttachmentDeps } from './deps.js';

type Thumbnails = Pick<
  AttachmentsApi,
  | 'getPostThumbnailId'
  | 'hasPostThumbnail'
  | 'getThePostThumbnail'
  | 'getThePostThumbnailUrl'
  | 'setPostThumbnail'
  | 'deletePostThumbnail'
>;

interface ThumbnailDeps extends AttachmentDeps {
  downsize: Pick<AttachmentsApi, 'wpGetAttachmentImageUrl'>;
  markup: Pick<AttachmentsApi, 'wpGetAttachmentImage'>;
}

const META_KEY = '_thumbnail_id';

/** Manages the featured images of posts. */
export function createThumbnails({ hooks, meta, content, downsize, markup }: ThumbnailDeps): Thumbnails {
  const getPostThumbnailId = async (postId: number): Promise<number | false> => {
    const post = await content.getPost(postId);
    if (!post) return false;
    const stored = Number(await meta.getPostMeta(postId, META_KEY, true)) || 0;
    return await hooks.applyFilters<number | false>('post_thumbnail_id', stored, post);
  };

  const hasPostThumbnail = async (postId: number): Promise<boolean> => {
    const id = await getPostThumbnailId(postId);
    return await hooks.applyFilters('has_post_thumbnail', Boolean(id), postId, id);
  };

  const getThePostThumbnail = async (
    postId: number,
    requestedSize: ImageSize = 'post-thumbnail',
    attributes: ImageAttributes = {},
  ): Promise<string> => {
    const id = await getPostThumbnailId(postId);
    const size = await hooks.applyFilters('post_thumbnail_size', requestedSize, postId);
    let html = '';
    if (id) {
      await hooks.doAction('begin_fetch_post_thumbnail_html', postId, id, size);
      const sizeName = typeof size === 'string' ? size : `${size[0]}x${size[1]}`;
      html = await markup.wpGetAttachmentImage(id, size, false, {
        class: `attachment-${sizeName} size-${sizeName} wp-post-image`,
        ...attributes,
      });
      await hooks.doAction('end_fetch_post_thumbnail_html', postId, id, size);
    }
    return await hooks.applyFilters('post_thumbnail_html', html, postId, id, size, attributes);
  };

  const getThePostThumbnailUrl = async (
    postId: number,
    size: ImageSize = 'post-thumbnail',
  ): Promise<string | false> => {
    const id = await getPostThumbnailId(postId);
    if (!id) return false;
    const url = await downsize.wpGetAttachmentImageUrl(id, size);
    return await hooks.applyFilters<string | false>('post_thumbnail_url', url, postId, size);
  };

  return {
    getPostThumbnailId,
    hasPostThumbnail,
    getThePostThumbnail,
    getThePostThumbnailUrl,
    async setPostThumbnail(postId, attachmentId) {
      if (!(await content.getPost(postId)) || !(await content.getPost(attachmentId))) return false;
      if ((await markup.wpGetAttachmentImage(attachmentId, 'thumbnail')) === '')
        return meta.deletePostMeta(postId, META_KEY);
      return meta.updatePostMeta(postId, META_KEY, attachmentId);
    },
    deletePostThumbnail: (postId) => meta.deletePostMeta(postId, META_KEY),
  };
}
