import type { AttachmentMetadata, MaybePromise } from '../../api/index.js';
import type { AttachedFiles } from './attached-files.js';
import type { AttachmentDeps } from './deps.js';
import type { ImageMarkup } from './image-markup.js';
import type { ImageLoading } from './loading.js';
import type { ImageSources } from './srcset.js';

interface ContentImagesDeps extends AttachmentDeps {
  files: AttachedFiles;
  srcset: ImageSources;
  markup: Pick<ImageMarkup, 'linkInText'>;
  loading: ImageLoading;
}

/** Image functions used when a text is rendered. */
export interface ContentImages {
  /** Returns a text with sizes and `srcset` added to images from the library. */
  addSrcsetAndSizes(content: string): Promise<string>;
  /** Returns the loading attributes of an image of a given size. */
  loadingOf: ImageLoading['loadingOf'];
}

const IMG = /<img\s[^>]*>/g;
const attribute = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Returns the displayed size of an image: from its tag, or that of its resized copy. */
function sizeOf(tag: string, src: string, metadata: AttachmentMetadata): [width: number, height: number] {
  const copies = [
    { file: metadata.file ?? '', width: metadata.width ?? 0, height: metadata.height ?? 0 },
    ...Object.values(metadata.sizes ?? {}),
  ];
  const copy = copies.find(({ file }) => file !== '' && src.endsWith(file.slice(file.lastIndexOf('/') + 1)));
  return [
    Number(attribute(tag, 'width')) || (copy?.width ?? 0),
    Number(attribute(tag, 'height')) || (copy?.height ?? 0),
  ];
}

/** Completes images in texts, and shows attachments on their own pages. */
export function createContentImages({ hooks, files, srcset, markup, loading }: ContentImagesDeps): ContentImages {
  // An attachment's page shows its file above its description.
  hooks.addFilter(
    'the_content',
    (content: string, run?: { context?: Record<string, unknown> }): MaybePromise<string> => {
      const { postType, postId } = run?.context ?? {};
      if (postType !== 'attachment' || typeof postId !== 'number') return content;
      return withImage(content, postId);
    },
    10,
    2,
  );

  const withImage = async (content: string, postId: number): Promise<string> => {
    const link = await markup.linkInText(postId, 'medium');
    const imageHtml = await hooks.applyFilters('prepend_attachment', `<p class="attachment">${link}</p>`);
    return `${imageHtml}\n${content}`;
  };

  const allCompleted = async (content: string): Promise<string> => {
    let done = '';
    let end = 0;
    for (const { 0: tag, index } of content.matchAll(IMG)) {
      done += content.slice(end, index) + (await completed(tag));
      end = index + tag.length;
    }
    return done + content.slice(end);
  };

  const completed = async (tag: string): Promise<string> => {
    const id = Number(/\bwp-image-(\d+)/.exec(attribute(tag, 'class'))?.[1] ?? 0);
    const src = attribute(tag, 'src');
    if (id === 0 || src === '' || / srcset=/.test(tag)) return tag;
    const metadata = await files.wpGetAttachmentMetadata(id);
    if (!metadata) return tag;
    const size = sizeOf(tag, src, metadata);
    if (size[0] <= 0 || size[1] <= 0) return tag;
    const measures = / width=/.test(tag) || / height=/.test(tag) ? '' : ` width="${size[0]}" height="${size[1]}"`;
    const set = await srcset.wpCalculateImageSrcset(size, src, metadata, id);
    const sizes = set ? await srcset.wpCalculateImageSizes(size, src, metadata, id) : false;
    const sources = set && sizes ? ` srcset="${set}"${/ sizes=/.test(tag) ? '' : ` sizes="${sizes}"`}` : '';
    if (sources === '') return `<img${measures}${tag.slice(4)}`;
    return `<img${measures}${tag.slice(4).replace(/\s*\/?>$/, '')}${sources} />`;
  };

  return {
    loadingOf: loading.loadingOf,
    addSrcsetAndSizes: async (content) => (content.includes('wp-image-') ? allCompleted(content) : content),
  };
}
