import { replaceInMarkup } from '../formatting/html/html-tokens.js';
import { WS } from '../formatting/php/text.js';

const ADDRESS = `https?://[^${WS}<>"]+`;
const INLINE = '[ \\t\\v\\f\\r]*';
const ON_ITS_LINE = new RegExp(`(?<![^\\n])${INLINE}${ADDRESS}${INLINE}(?![^\\n])`, 'gi');
const IN_ITS_PARAGRAPH = new RegExp(`<p(?: [^<>]*)?>[${WS}]*${ADDRESS}[${WS}]*</p>`, 'gi');
const KEEP = '<!-- wp-line-break -->';

/**
 * An address alone on its line or in its paragraph may be an embed's: in it `&amp;` means `&`
 * (what `WP_Embed::autoembed` leaves of one that nobody embeds).
 */
export function plainAddresses(text: string): string {
  if (!text.includes('&amp;') || !/https?:\/\//i.test(text)) return text;
  const plain = (address: string): string => address.replaceAll('&amp;', '&');
  return replaceInMarkup(text, '\n', KEEP)
    .replace(ON_ITS_LINE, plain)
    .replace(IN_ITS_PARAGRAPH, plain)
    .replaceAll(KEEP, '\n');
}
