import { basename, extname } from 'node:path';
import type { AttachmentsApi, ImageAttributes, ImageSize, ImageSource } from '../../api/index.js';
import type { AttachedFiles } from './attached-files.js';
import type { AttachmentDeps } from './deps.js';
import type { ImageCopyLookup } from './downsize.js';
import type { ImageLoading } from './loading.js';
import type { ImageSources } from './srcset.js';

export interface ImageMarkup extends Pick<AttachmentsApi, 'wpGetAttachmentImage' | 'wpGetAttachmentLink'> {
  /** Returns a link to the file of an attachment, for content whose images get their loading attributes later. */
  linkInText(id: number, size: ImageSize): Promise<string>;
}

interface ImageMarkupDeps extends AttachmentDeps {
  files: AttachedFiles;
  downsize: ImageCopyLookup;
  srcset: ImageSources;
  loading: ImageLoading;
}

type HtmlAttributes = Record<string, string | number | boolean>;

function sizeClass(size: ImageSize): string {
  return typeof size === 'string' ? size : `${size[0]}x${size[1]}`;
}

function attributesHtml(
  { escAttr }: Pick<ImageMarkupDeps['formatting'], 'escAttr'>,
  attributes: HtmlAttributes,
): string {
  return Object.entries(attributes)
    .filter(([name, value]) => value !== false && /^[\w:-]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escAttr(String(value))}"`)
    .join('');
}

/** Adds the `srcset` and `sizes` attributes of an image. */
async function addSources(
  { files, srcset }: Pick<ImageMarkupDeps, 'files' | 'srcset'>,
  attributes: HtmlAttributes,
  { id, src, size }: { id: number; src: string; size: readonly [number, number] },
): Promise<void> {
  const metadata = await files.wpGetAttachmentMetadata(id);
  if (!metadata) return;
  const sourceSet = await srcset.wpCalculateImageSrcset(size, src, metadata, id);
  const sizes = await srcset.wpCalculateImageSizes(size, src, metadata, id);
  if (!sourceSet || (!sizes && !attributes.sizes)) return;
  attributes.srcset = sourceSet;
  attributes.sizes ||= sizes || '';
}

/** Creates the HTML of images and links. */
export function createImageMarkup(deps: ImageMarkupDeps): ImageMarkup {
  const {
    hooks,
    meta,
    content,
    formatting,
    files,
    downsize,
    loading,
    text: { __ },
  } = deps;

  /** @param inText whether loading attributes are set later, together with those of all images of the content */
  const image = async (
    id: number,
    size: ImageSize,
    icon: boolean,
    customAttributes: ImageAttributes,
    inText: boolean,
  ): Promise<string> => {
    const source = await downsize.wpGetAttachmentImageSrc(id, size, icon);
    const html = source ? await imageHtml(id, source, size, customAttributes, inText) : '';
    return await hooks.applyFilters('wp_get_attachment_image', html, id, size, icon, customAttributes);
  };

  const imageHtml = async (
    id: number,
    [src, width, height]: ImageSource,
    size: ImageSize,
    customAttributes: ImageAttributes,
    inText: boolean,
  ): Promise<string> => {
    const post = await content.getPost(id);
    const alt = await meta.getPostMeta(id, '_wp_attachment_image_alt', true);
    const className = sizeClass(size);
    const loadingAttributes = inText || width === 0 ? {} : loading.loadingOf(width, height);
    let attributes: HtmlAttributes = {
      src,
      class: `attachment-${className} size-${className}`,
      alt: formatting.wpStripAllTags(typeof alt === 'string' ? alt : '').trim(),
      ...loadingAttributes,
      ...customAttributes,
    };
    if (attributes.srcset === undefined || attributes.srcset === '')
      await addSources(deps, attributes, { id, src, size: [width, height] });
    if (attributes.loading === 'lazy' && typeof attributes.sizes === 'string' && !/^auto\b/.test(attributes.sizes))
      attributes.sizes = `auto, ${attributes.sizes}`;
    attributes = await hooks.applyFilters('wp_get_attachment_image_attributes', attributes, post, size);
    const dimensions: HtmlAttributes = width > 0 ? { width, height } : {};
    return `<img${attributesHtml(formatting, { ...dimensions, ...attributes })} />`;
  };

  const attachmentLink = async (
    id: number,
    size: ImageSize,
    permalink: boolean,
    icon: boolean,
    text: string | false,
    attributes: ImageAttributes | undefined,
    inText: boolean,
  ): Promise<string> => {
    const post = await content.getPost(id);
    const url = await files.wpGetAttachmentUrl(id);
    if (post?.post_type !== 'attachment' || !url) return __('Missing Attachment');
    const target = permalink ? (await content.getPermalink(post)) || url : url;
    let inner = text === false ? '' : text;
    if (text === false && size !== 'none') inner = await image(id, size, icon, attributes ?? {}, inText);
    if (inner.trim() === '') inner = formatting.escHtml(post.post_title);
    if (inner.trim() === '') {
      const file = (await files.getAttachedFile(id)) || '';
      inner = formatting.escHtml(basename(file, extname(file)));
    }
    const linkAttributes = await hooks.applyFilters<Record<string, string>>(
      'wp_get_attachment_link_attributes',
      { href: target },
      id,
    );
    const link = Object.entries(linkAttributes)
      .map(([name, value]) => ` ${formatting.escAttr(name)}='${formatting.escAttr(value)}'`)
      .join('');
    return await hooks.applyFilters(
      'wp_get_attachment_link',
      `<a${link}>${inner}</a>`,
      id,
      size,
      permalink,
      icon,
      text,
      attributes ?? '',
    );
  };

  return {
    async wpGetAttachmentImage(id, size = 'thumbnail', icon = false, attributes = {}) {
      return image(id, size, icon, attributes, hooks.doingFilter('the_content'));
    },
    async wpGetAttachmentLink(
      id,
      size = 'thumbnail',
      permalink = false,
      icon = false,
      text = false,
      attributes = undefined,
    ) {
      return attachmentLink(id, size, permalink, icon, text, attributes, hooks.doingFilter('the_content'));
    },
    linkInText: (id, size) => attachmentLink(id, size, false, false, false, undefined, true),
  };
}
