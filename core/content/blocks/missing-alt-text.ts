import { htmlTags } from './html-tags.js';

/** Class of an image used as a background. */
const GROUND = /(?:^|\s)wp-block-cover__image-background(?:\s|$)/;

/** Returns the URLs of images in a text that have no alternative text, each once. */
export function unnamedImages(content: string): string[] {
  const found = new Set<string>();
  for (const tag of htmlTags(content)) {
    if (tag.name !== 'img' || tag.closing) continue;
    const value = (name: string): string => tag.attributes.find((one) => one.name === name)?.value?.trim() ?? '';
    if (
      value('alt') === '' &&
      value('role') === '' &&
      value('aria-hidden') !== 'true' &&
      !GROUND.test(value('class')) &&
      value('src') !== ''
    )
      found.add(value('src'));
  }
  return [...found];
}
