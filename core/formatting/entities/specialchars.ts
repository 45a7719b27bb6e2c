import { isValidUtf8, toText } from '../php/text.js';
import { wpKsesNormalizeEntities } from './normalize.js';

/** The quotes that are escaped. `xml` also restricts named references to those of XML. */
type QuoteStyle = 'none' | 'double' | 'single' | 'both' | 'xml';

/** Returns '' for a text that cannot be encoded as UTF-8 (`wp_check_invalid_utf8`). */
export function wpCheckInvalidUtf8(text: string): string {
  return isValidUtf8(text) ? text : '';
}

function escapeBracketsAndQuotes(text: string, style: QuoteStyle): string {
  let out = text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (style !== 'none' && style !== 'single') out = out.replaceAll('"', '&quot;');
  if (style === 'both' || style === 'single') out = out.replaceAll("'", '&#039;');
  if (style === 'xml') out = out.replaceAll("'", '&apos;');
  return out;
}

/**
 * Escapes `&`, `<`, `>` and quotes, but leaves valid references unchanged (`_wp_specialchars`). HTML 4 does not define
 * `&apos;`, so its `&` is escaped.
 */
export function wpSpecialchars(text: string, style: QuoteStyle = 'none', doubleEncode = false): string {
  if (!/[&<>"']/.test(text)) return text;
  if (doubleEncode) return escapeBracketsAndQuotes(text.replaceAll('&', '&amp;'), style);
  const normalized = wpKsesNormalizeEntities(text, style === 'xml' ? 'xml' : 'html');
  const safe = style === 'xml' ? normalized : normalized.replaceAll('&apos;', '&amp;apos;');
  const out = escapeBracketsAndQuotes(safe, style === 'single' ? 'none' : style);
  return style === 'single' ? out.replaceAll("'", '&#039;') : out;
}

/**
 * Decodes escaped special characters (`wp_specialchars_decode`).
 * @param style which quotes to decode besides `&`, `<` and `>`
 * @since 0.1.0
 */
export function wpSpecialcharsDecode(text: string, style: 'none' | 'double' | 'single' | 'both' = 'none'): string {
  if (!text.includes('&')) return text;
  const single: Record<string, string> = { '&#039;': "'", '&#x27;': "'" };
  const double: Record<string, string> = { '&quot;': '"', '&#034;': '"', '&#x22;': '"' };
  const others: Record<string, string> = {
    '&lt;': '<',
    '&#060;': '<',
    '&gt;': '>',
    '&#062;': '>',
    '&amp;': '&',
    '&#038;': '&',
    '&#x26;': '&',
  };
  const table = {
    ...others,
    ...(style === 'both' || style === 'single' ? single : {}),
    ...(style === 'both' || style === 'double' ? double : {}),
  };
  return text.replace(/&(?:#(x?)0*([0-9a-f]+)|[a-z]+);/gi, (entity, x: string | undefined, digits = '') => {
    if (x === undefined) return table[entity] ?? entity;
    return table[x === '' ? `&#0${digits};` : `&#x${digits};`] ?? entity;
  });
}

/**
 * Returns the name or tagline of a site as plain text. WordPress stores both as escaped HTML. If a filter returns no
 * string, the result is empty.
 */
export const decodeSiteName = (stored: unknown): string => wpSpecialcharsDecode(toText(stored), 'both');
