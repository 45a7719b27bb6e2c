import { type AttachmentsApi, type ImageAttributes, type ImageSize } from '../../api/index.js';
import { type AtOnce, promised } from '../../api/sync-api.js';
import type { AttachmentDeps } from './deps.js';
import type { DownsizeAtOnce } from './downsize.js';
import type { ImageMarkupAtOnce } from './image-markup.js';

type Names = 'getPostThumbnailId' | 'hasPostThumbnail' | 'getThePostThumbnail' | 'getThePostThumbnailUrl';
export type ThumbnailsAtOnce = AtOnce<AttachmentsApi, Names>;
type Thumbnails = Pick<AttachmentsApi, Names | 'setPostThumbnail' | 'deletePostThumbnail'>;

interface ThumbnailDeps extends AttachmentDeps {
  downsize: DownsizeAtOnce;
  markup: ImageMarkupAtOnce;
}

const KEY = '_thumbnail_id';

/** Manages the featured images of posts. */
export function createThumbnails({
  hooks,
  meta,
  content,
  downsize,
  markup,
}: ThumbnailDeps): Thumbnails & { readonly now: ThumbnailsAtOnce } {
  const getPostThumbnailId = async (postId: number): Promise<number | false> => {
    const post = await content.now.getPost(postId);
    if (!post) return false;
    const stored = Number(await meta.now.getPostMeta(postId, KEY, true)) || 0;
    return await hooks.applyFilters<number | false>('post_thumbnail_id', stored, post);
  };

  const hasPostThumbnail = async (postId: number): Promise<boolean> => {
    const id = await getPostThumbnailId(postId);
    return await hooks.applyFilters('has_post_thumbnail', Boolean(id), postId, id);
  };

  const getThePostThumbnail = async (
    postId: number,
    wanted: ImageSize = 'post-thumbnail',
    attributes: ImageAttributes = {},
  ): Promise<string> => {
    const id = await getPostThumbnailId(postId);
    const size = await hooks.applyFilters('post_thumbnail_size', wanted, postId);
    let html = '';
    if (id) {
      await hooks.doAction('begin_fetch_post_thumbnail_html', postId, id, size);
      const own = typeof size === 'string' ? size : `${size[0]}x${size[1]}`;
      html = await markup.wpGetAttachmentImage(id, size, false, {
        class: `attachment-${own} size-${own} wp-post-image`,
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

  const now = { getPostThumbnailId, hasPostThumbnail, getThePostThumbnail, getThePostThumbnailUrl };
  return {
    ...promised(now),
    now,
    async setPostThumbnail(postId, attachmentId) {
      if (!(await content.getPost(postId)) || !(await content.getPost(attachmentId))) return false;
      if ((await markup.wpGetAttachmentImage(attachmentId, 'thumbnail')) === '')
        return meta.deletePostMeta(postId, KEY);
      return meta.updatePostMeta(postId, KEY, attachmentId);
    },
    deletePostThumbnail: (postId) => meta.deletePostMeta(postId, KEY),
  };
}
