import type { AttachmentMetadata } from '../../api/index.js';
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

/** Image functions that are used when content is rendered. */
export interface ContentImages {
  /** Returns the content with `width`, `height`, `sizes` and `srcset` added to images from the library. */
  addSrcsetAndSizes(content: string): Promise<string>;
  /** Returns the loading attributes of an image. */
  loadingOf: ImageLoading['loadingOf'];
}

const IMG_TAG = /<img\s[^>]*>/g;
const getAttribute = (tag: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';

/** Returns the displayed size of an image, from its tag or from the metadata of the resized copy. */
function displayedSize(tag: string, src: string, metadata: AttachmentMetadata): [width: number, height: number] {
  const copies = [
    { file: metadata.file ?? '', width: metadata.width ?? 0, height: metadata.height ?? 0 },
    ...Object.values(metadata.sizes ?? {}),
  ];
  const copy = copies.find(({ file }) => file !== '' && src.endsWith(file.slice(file.lastIndexOf('/') + 1)));
  return [
    Number(getAttribute(tag, 'width')) || (copy?.width ?? 0),
    Number(getAttribute(tag, 'height')) || (copy?.height ?? 0),
  ];
}

/** Adds sizes and `srcset` to images in content, and shows attachments on their own pages. */
export function createContentImages({ hooks, files, srcset, markup, loading }: ContentImagesDeps): ContentImages {
  // The page of an attachment shows the file above the description.
  hooks.addFilter(
    'the_content',
    async (content: string, run?: { context?: Record<string, unknown> }): Promise<string> => {
      const { postType, postId } = run?.context ?? {};
      if (postType !== 'attachment' || typeof postId !== 'number') return content;
      return prependImage(content, postId);
    },
    10,
    2,
  );

  const prependImage = async (content: string, postId: number): Promise<string> => {
    const link = await markup.linkInText(postId, 'medium');
    const imageHtml = await hooks.applyFilters('prepend_attachment', `<p class="attachment">${link}</p>`);
    return `${imageHtml}\n${content}`;
  };

  const completeImages = async (content: string): Promise<string> => {
    let html = '';
    let end = 0;
    for (const { 0: tag, index } of content.matchAll(IMG_TAG)) {
      html += content.slice(end, index) + (await completeImage(tag));
      end = index + tag.length;
    }
    return html + content.slice(end);
  };

  const completeImage = async (tag: string): Promise<string> => {
    const id = Number(/\bwp-image-(\d+)/.exec(getAttribute(tag, 'class'))?.[1] ?? 0);
    const src = getAttribute(tag, 'src');
    if (id === 0 || src === '' || / srcset=/.test(tag)) return tag;
    const metadata = await files.wpGetAttachmentMetadata(id);
    if (!metadata) return tag;
    const size = displayedSize(tag, src, metadata);
    if (size[0] <= 0 || size[1] <= 0) return tag;
    const dimensions = / width=/.test(tag) || / height=/.test(tag) ? '' : ` width="${size[0]}" height="${size[1]}"`;
    const sourceSet = await srcset.wpCalculateImageSrcset(size, src, metadata, id);
    const sizes = sourceSet ? await srcset.wpCalculateImageSizes(size, src, metadata, id) : false;
    const sources = sourceSet && sizes ? ` srcset="${sourceSet}"${/ sizes=/.test(tag) ? '' : ` sizes="${sizes}"`}` : '';
    if (sources === '') return `<img${dimensions}${tag.slice(4)}`;
    return `<img${dimensions}${tag.slice(4).replace(/\s*\/?>$/, '')}${sources} />`;
  };

  return {
    loadingOf: loading.loadingOf,
    addSrcsetAndSizes: async (content) => (content.includes('wp-image-') ? completeImages(content) : content),
  };
}
