import { quotePattern } from '../php/text.js';

/**
 * Splits HTML into text and markup, which alternate (`wp_html_split`). Even entries are text. Odd entries are a tag, a
 * comment or a CDATA section with its delimiters. Unclosed markup extends to the end.
 * @since 0.1.0
 */
export function splitHtml(text: string): string[] {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    const open = text.indexOf('<', position);
    if (open < 0) {
      parts.push(text.slice(position));
      return parts;
    }
    const end = endOfMarkup(text, open, true);
    parts.push(text.slice(position, open), text.slice(open, end));
    position = end;
  }
}

/** Returns a search function for increasing offsets, which never searches the same range twice. */
export function createSearch(text: string, needle: string): (from: number) => number {
  let position = -1;
  let searched = -1;
  return (from) => {
    if (searched < 0 || (position >= 0 && position < from)) position = text.indexOf(needle, from);
    searched = from;
    return position;
  };
}

/** Returns the end (exclusive) of the markup that starts at `open`. */
export function endOfMarkup(text: string, open: number, cdata: boolean): number {
  let close: number;
  if (text.startsWith('!--', open + 1)) {
    close = text.indexOf('-->', open + 2);
    return close < 0 ? text.length : close + 3;
  }
  if (cdata && text.startsWith('![CDATA[', open + 1)) {
    close = text.indexOf(']]>', open + 9);
    return close < 0 ? text.length : close + 3;
  }
  close = text.indexOf('>', open);
  return close < 0 ? text.length : close + 1;
}

/**
 * Replaces strings, but only inside tags and comments. At each position, the longest string is replaced
 * (`wp_replace_in_html_tags`).
 * @since 0.1.0
 */
export function replacePairsInMarkup(text: string, pairs: Readonly<Record<string, string>>): string {
  const searched = Object.keys(pairs)
    .filter((search) => search !== '')
    .sort((a, b) => b.length - a.length);
  if (searched.length === 0) return text;
  const any = new RegExp(searched.map(quotePattern).join('|'), 'g');
  return splitHtml(text)
    .map((part, index) => (index % 2 === 1 ? part.replace(any, (found) => pairs[found] ?? found) : part))
    .join('');
}

/** Replaces a string, but only inside tags and comments. */
export function replaceInMarkup(text: string, search: string, replacement: string): string {
  if (!text.includes(search) || !text.includes('<')) return text;
  return splitHtml(text)
    .map((part, index) => (index % 2 === 1 ? part.replaceAll(search, replacement) : part))
    .join('');
}
