import { quotePattern, SPACES } from '../../formatting/php/text.js';
import { createClosingTagFinder } from './scan.js';

/** Removes paragraphs around standalone shortcodes (`shortcode_unautop`). */
export function unautop(text: string, tags: readonly string[]): string {
  if (tags.length === 0 || !text.includes('<p>')) return text;
  const head = new RegExp(`<p>${SPACES}*(?=\\[(${tags.map(quotePattern).join('|')})(?![\\w-]))`, 'g');
  const tail = new RegExp(`${SPACES}*</p>`, 'y');
  const closing = createClosingTagFinder(text);
  const paragraphEnd = (position: number): number => {
    tail.lastIndex = position;
    return tail.test(text) ? tail.lastIndex : -1;
  };
  let out = '';
  let position = 0;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const start = head.lastIndex;
    const tag = match[1] ?? '';
    const nameEnd = start + 1 + tag.length;
    const bracket = text.indexOf(']', nameEnd);
    if (bracket < 0) break;
    const selfClosing = bracket > nameEnd && text.charAt(bracket - 1) === '/';
    const close = selfClosing ? -1 : closing(tag, bracket + 1);
    let end = close < 0 ? bracket + 1 : close + tag.length + 3;
    let nextOffset = paragraphEnd(end);
    if (nextOffset < 0 && close >= 0) {
      end = bracket + 1;
      nextOffset = paragraphEnd(end);
    }
    if (nextOffset < 0) continue;
    out += text.slice(position, match.index) + text.slice(start, end);
    position = nextOffset;
    head.lastIndex = nextOffset;
  }
  return out + text.slice(position);
}
