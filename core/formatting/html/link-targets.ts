import { escapeHtml } from '../escape/escape.js';
import { quotePattern } from '../php/text.js';

/** Gives links, and other elements that are named, a `target` (`links_add_target`). @since 0.1.0 */
export function linksAddTarget(text: string, target = '_blank', tags: readonly string[] = ['a']): string {
  if (tags.length === 0) return text;
  const opening = new RegExp(`<(${tags.map(quotePattern).join('|')})((?:[ \\t\\n\\v\\f\\r][^>]*)?)>`, 'gi');
  // Past the last '>' no tag is complete.
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(opening, (_whole, name: string, attributes: string) => {
    const others = attributes.replace(/ target=(?:"[^"]*"|'[^']*')/gi, '');
    return `<${name}${others} target="${escapeHtml(target)}">`;
  });
  return head + text.slice(end);
}

/** An address for people: without protocol, `www.` and the last slash, and cut when it is long (`url_shorten`). @since 0.1.0 */
export function urlShorten(url: string, length = 35): string {
  const short = ['https://', 'http://', 'www.']
    .reduce((left, part) => left.replaceAll(part, ''), url)
    .replace(/\/$/, '');
  const bytes = Buffer.from(short);
  if (bytes.length <= length) return short;
  // A character that does not fit as a whole is left out.
  return `${bytes
    .subarray(0, length - 3)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}&hellip;`;
}
