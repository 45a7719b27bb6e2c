import { wpStripAllTags } from '../html/strip-all-tags.js';
import { trim } from '../php/text.js';

/** The first words of a text without tags (`wp_trim_words`). @param more what follows when words were left out */
export function trimWords(text: string, count: number, more: string): string {
  const words = wpStripAllTags(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  if (words.length <= count) return words.join(' ');
  return words.slice(0, count < 0 ? -1 : count).join(' ') + more;
}

/**
 * The first characters of a text without tags and line breaks (`wp_html_excerpt`).
 * @since 0.1.0
 */
export function wpHtmlExcerpt(text: string, count: number, more?: string | null): string {
  const plain = wpStripAllTags(text, true);
  const excerpt = [...plain]
    .slice(0, count)
    .join('')
    .replace(/&[^;\s]{0,6}$/, '');
  return plain === excerpt ? excerpt : trim(excerpt) + (more ?? '');
}
