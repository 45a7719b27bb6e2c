import { htmlTags } from './html-tags.js';

/** Class of the background image of a cover block. */
const BACKGROUND_CLASS = /(?:^|\s)wp-block-cover__image-background(?:\s|$)/;

/** Returns the URLs of images in a text that have no alternative text, each once. */
export function imagesWithoutAlt(content: string): string[] {
  const urls = new Set<string>();
  for (const tag of htmlTags(content)) {
    if (tag.name !== 'img' || tag.closing) continue;
    const attributeValue = (name: string): string =>
      tag.attributes.find((attribute) => attribute.name === name)?.value?.trim() ?? '';
    if (
      attributeValue('alt') === '' &&
      attributeValue('role') === '' &&
      attributeValue('aria-hidden') !== 'true' &&
      !BACKGROUND_CLASS.test(attributeValue('class')) &&
      attributeValue('src') !== ''
    )
      urls.add(attributeValue('src'));
  }
  return [...urls];
}
