import {
  type AttachmentsApi,
  type ImageAttributes,
  type ImageSize,
  ready,
  type Steps,
  stepwise,
} from '../../api/index.js';
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
  const getPostThumbnailId = stepwise(function* (postId: number): Steps<number | false> {
    const post = yield* ready(content.now.getPost(postId));
    if (!post) return false;
    const stored = Number(yield* ready(meta.now.getPostMeta(postId, KEY, true))) || 0;
    return yield* ready(hooks.applyFilters<number | false>('post_thumbnail_id', stored, post));
  });

  const hasPostThumbnail = stepwise(function* (postId: number): Steps<boolean> {
    const id = yield* ready(getPostThumbnailId(postId));
    return yield* ready(hooks.applyFilters('has_post_thumbnail', Boolean(id), postId, id));
  });

  const getThePostThumbnail = stepwise(function* (
    postId: number,
    wanted: ImageSize = 'post-thumbnail',
    attributes: ImageAttributes = {},
  ): Steps<string> {
    const id = yield* ready(getPostThumbnailId(postId));
    const size = yield* ready(hooks.applyFilters('post_thumbnail_size', wanted, postId));
    let html = '';
    if (id) {
      yield* ready(hooks.doAction('begin_fetch_post_thumbnail_html', postId, id, size));
      const own = typeof size === 'string' ? size : `${size[0]}x${size[1]}`;
      html = yield* ready(
        markup.wpGetAttachmentImage(id, size, false, {
          class: `attachment-${own} size-${own} wp-post-image`,
          ...attributes,
        }),
      );
      yield* ready(hooks.doAction('end_fetch_post_thumbnail_html', postId, id, size));
    }
    return yield* ready(hooks.applyFilters('post_thumbnail_html', html, postId, id, size, attributes));
  });

  const getThePostThumbnailUrl = stepwise(function* (
    postId: number,
    size: ImageSize = 'post-thumbnail',
  ): Steps<string | false> {
    const id = yield* ready(getPostThumbnailId(postId));
    if (!id) return false;
    const url = yield* ready(downsize.wpGetAttachmentImageUrl(id, size));
    return yield* ready(hooks.applyFilters<string | false>('post_thumbnail_url', url, postId, size));
  });

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
