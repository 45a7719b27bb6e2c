import { basename, extname } from 'node:path';
import { type AttachmentsApi, type ImageAttributes, type ImageSize, inSteps, type MaybePromise, ready } from '../../api/index.js';
import { type AtOnce, promised } from '../../api/at-once.js';
import type { AttachedFilesAtOnce } from './attached-files.js';
import type { AttachmentDeps } from './deps.js';
import type { DownsizeAtOnce } from './downsize.js';
import type { Loading } from './loading.js';
import type { SrcsetAtOnce } from './srcset.js';

type Names = 'wpGetAttachmentImage' | 'wpGetAttachmentLink';
export type ImageMarkupAtOnce = AtOnce<AttachmentsApi, Names>;

interface ImageMarkupDeps extends AttachmentDeps {
  files: AttachedFilesAtOnce;
  downsize: DownsizeAtOnce;
  srcset: SrcsetAtOnce;
  loading: Loading;
}

type Attributes = Record<string, string | number | boolean>;

/** Pictures and links as HTML. */
export function createImageMarkup(deps: ImageMarkupDeps): Pick<AttachmentsApi, Names> & { readonly now: ImageMarkupAtOnce } {
  const { hooks, meta, content, formatting, files, downsize, srcset, loading, text: { __ } } = deps;

  const sizeClass = (size: ImageSize): string => (typeof size === 'string' ? size : `${size[0]}x${size[1]}`);

  const wpGetAttachmentImage = (id: number, size: ImageSize = 'thumbnail', icon = false, given: ImageAttributes = {}): MaybePromise<string> =>
    inSteps(function* () {
      const source = yield* ready(downsize.wpGetAttachmentImageSrc(id, size, icon));
      const html = source ? yield* ready(imageOf(id, source[0], [source[1], source[2]], size, given)) : '';
      return yield* ready(hooks.applyFilters('wp_get_attachment_image', html, id, size, icon, given));
    });

  const imageOf = (id: number, src: string, [width, height]: readonly [number, number], size: ImageSize, given: ImageAttributes): MaybePromise<string> =>
    inSteps(function* () {
      const post = yield* ready(content.now.getPost(id));
      const alt = yield* ready(meta.now.getPostMeta(id, '_wp_attachment_image_alt', true));
      const className = sizeClass(size);
      // Pictures in a text are settled with all others of it.
      const fetched = hooks.doingFilter('the_content') || width === 0 ? {} : loading.loadingOf(width, height);
      let attributes: Attributes = {
        src,
        class: `attachment-${className} size-${className}`,
        alt: formatting.wpStripAllTags(typeof alt === 'string' ? alt : '').trim(),
        ...fetched,
        ...given,
      };
      if (attributes.srcset === undefined || attributes.srcset === '') yield* addSources(attributes, id, src, [width, height]);
      if (attributes.loading === 'lazy' && typeof attributes.sizes === 'string' && !/^auto\b/.test(attributes.sizes)) attributes.sizes = `auto, ${attributes.sizes}`;
      attributes = yield* ready(hooks.applyFilters('wp_get_attachment_image_attributes', attributes, post, size));
      const measures: Attributes = width > 0 ? { width, height } : {};
      return `<img${written({ ...measures, ...attributes })} />`;
    });

  function* addSources(attributes: Attributes, id: number, src: string, size: readonly [number, number]): Generator<PromiseLike<unknown>, void> {
    const metadata = yield* ready(files.wpGetAttachmentMetadata(id));
    if (!metadata) return;
    const set = yield* ready(srcset.wpCalculateImageSrcset(size, src, metadata, id));
    const sizes = yield* ready(srcset.wpCalculateImageSizes(size, src, metadata, id));
    if (!set || (!sizes && !attributes.sizes)) return;
    attributes.srcset = set;
    attributes.sizes ||= sizes || '';
  }

  const written = (attributes: Attributes): string =>
    Object.entries(attributes)
      .filter(([name, value]) => value !== false && /^[\w:-]+$/.test(name))
      .map(([name, value]) => ` ${name}="${formatting.escAttr(String(value))}"`)
      .join('');

  const wpGetAttachmentLink = (id: number, size: ImageSize = 'thumbnail', permalink = false, icon = false, text: string | false = false, attributes?: ImageAttributes): MaybePromise<string> =>
    inSteps(function* () {
      const post = yield* ready(content.now.getPost(id));
      const url = yield* ready(files.wpGetAttachmentUrl(id));
      if (post?.post_type !== 'attachment' || !url) return __('Missing Attachment');
      const target = permalink ? (yield* ready(content.now.getPermalink(post))) || url : url;
      let inner = text !== false ? text : size === 'none' ? '' : yield* ready(wpGetAttachmentImage(id, size, icon, attributes));
      if (inner.trim() === '') inner = formatting.escHtml(post.post_title);
      if (inner.trim() === '') {
        const file = (yield* ready(files.getAttachedFile(id))) || '';
        inner = formatting.escHtml(basename(file, extname(file)));
      }
      const given = yield* ready(hooks.applyFilters<Record<string, string>>('wp_get_attachment_link_attributes', { href: target }, id));
      const link = Object.entries(given).map(([name, value]) => ` ${formatting.escAttr(name)}='${formatting.escAttr(value)}'`).join('');
      return yield* ready(hooks.applyFilters('wp_get_attachment_link', `<a${link}>${inner}</a>`, id, size, permalink, icon, text, attributes ?? ''));
    });

  const now = { wpGetAttachmentImage, wpGetAttachmentLink };
  return { ...promised(now), now };
}
