import { urlEncode } from '../php/query-string.js';
import { stripTags } from '../php/strip-tags.js';
import { asciiLower, isValidUtf8, trim } from '../php/text.js';

/**
 * Percent-encodes non-ASCII characters (`utf8_uri_encode`). The result has at most `limit` bytes, and no character is
 * split.
 * @since 0.1.0
 */
export function utf8UriEncode(text: string, limit = 0, encodeAscii = false): string {
  let out = '';
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const ascii = encodeAscii ? urlEncode(char).replace('+', '%20') : char;
    const next = code < 0x80 ? ascii : urlEncode(char).toLowerCase();
    if (limit > 0 && out.length + next.length > limit) break;
    out += next;
  }
  return out;
}

/** Removes everything that looks like an HTML character reference: from `&` to `;` on the same line. */
export function removeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text
    .split('\n')
    .map((line) => {
      const last = line.lastIndexOf(';') + 1;
      return line.slice(0, last).replace(/&[^][^;]*;/g, '') + line.slice(last);
    })
    .join('\n');
}

/** Character references that become hyphens. */
const HYPHEN_ENTITIES = /&(?:nbsp|#160|ndash|#8211|mdash|#8212);/g;
const HYPHEN_CHARACTERS = /%c2%a0|%e2%80%9[34]/g;
/** Punctuation, accents and invisible characters that are removed. */
const REMOVED_CHARACTERS =
  /%c2%a[19bde]|%c2%b[04bf]|%e2%80%(?:9[89a-f]|b[9a]|a2|a6|8[b-f]|a[a-e])|%e2%84%a2|%cb%8a|%c[cd]%81|%cc%(?:80|84|8c)|%ef%bb%bf|%ef%bf%bc/g;
/** Invisible characters with a width, which become hyphens. */
const WIDE_SPACES = /%e2%80%(?:8[0-9a]|a[89f])/g;

/**
 * Converts a title to a slug (`sanitize_title_with_dashes`): in lower case, with hyphens for spaces, and with
 * percent-encoded letters of other scripts.
 * @param context `save` also replaces typographic characters
 * @since 0.1.0
 */
export function titleWithDashes(title: string, context: string): string {
  let slug = stripTags(title)
    .replace(/%([a-fA-F0-9]{2})/g, '---$1---')
    .replaceAll('%', '')
    .replace(/---([a-fA-F0-9]{2})---/g, '%$1');
  if (isValidUtf8(slug)) slug = utf8UriEncode(slug.toLowerCase(), 200);
  slug = asciiLower(slug);
  if (context === 'save') {
    slug = slug
      .replace(HYPHEN_CHARACTERS, '-')
      .replace(HYPHEN_ENTITIES, '-')
      .replaceAll('/', '-')
      .replace(REMOVED_CHARACTERS, '')
      .replace(WIDE_SPACES, '-')
      .replaceAll('%c3%97', 'x');
  }
  slug = removeEntities(slug)
    .replaceAll('.', '-')
    .replace(/[^%a-z0-9 _-]/g, '')
    .replace(/ +/g, '-')
    .replace(/-+/g, '-');
  return trim(slug, '-');
}
