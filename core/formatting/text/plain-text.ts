import { ENTITY_NAMES, decodeNamed } from '../entities/normalize.js';
import { wpStripAllTags } from '../html/strip-all-tags.js';
import { toText, trim } from '../php/text.js';

/**
 * Replaces repeated line breaks and repeated spaces with a single one (`normalize_whitespace`).
 * @since 0.1.0
 */
export function normalizeWhitespace(text: string): string {
  return trim(text)
    .replaceAll('\r', '\n')
    .replace(/\n+/g, '\n')
    .replace(/[ \t]+/g, ' ');
}

/**
 * Pads a number or text with leading zeros (`zeroise`).
 * @since 0.1.0
 */
export function zeroise(value: unknown, length: number): string {
  return toText(value).padStart(length, '0');
}

/**
 * Adds a backslash before every letter, so that a date format outputs the letters unchanged (`backslashit`).
 * @since 0.1.0
 */
export function backslashit(text: string): string {
  return (/^[0-9]/.test(text) ? '\\\\' : '') + text.replace(/[A-Za-z]/g, '\\$&');
}

/** Named character references for which WordPress uses other code points than HTML does today. */
const OLD_CODE_POINTS: Readonly<Record<string, number>> = { lang: 0x2329, rang: 0x232a };

/**
 * Converts named character references to numeric ones (`ent2ncr`).
 * @since 0.1.0
 */
export function ent2ncr(text: string): string {
  return text.replace(/&([A-Za-z]{2,8}[0-9]{0,2});/g, (entity, name: string) => {
    if (!ENTITY_NAMES.has(name) || name === 'apos') return entity;
    return `&#${OLD_CODE_POINTS[name] ?? decodeNamed(name).codePointAt(0) ?? 0};`;
  });
}

/**
 * Escapes each `&` that does not start a character reference (`convert_chars`).
 * @since 0.1.0
 */
export function convertChars(text: string): string {
  return text.includes('&') ? text.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1') : text;
}

/**
 * Corrects the capitalization of the name WordPress (`capital_P_dangit`).
 * @param title whether the text is a title
 * @since 0.1.0
 */
export function capitalPDangit(text: string, title = false): string {
  if (title) return text.replaceAll('Wordpress', 'WordPress');
  return text.replace(/( |&#8216;|&#8220;|>|\()Wordpress/g, '$1WordPress');
}

/**
 * Whether a text is a UUID, optionally of a specific version (`wp_is_uuid`).
 * @since 0.1.0
 */
export function wpIsUuid(uuid: unknown, version?: number | null): boolean {
  if (typeof uuid !== 'string' || (version !== undefined && version !== null && version !== 4)) return false;
  const pattern =
    version === 4
      ? /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
      : /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  return pattern.test(uuid);
}

/**
 * Returns the first words of a text without tags (`wp_trim_words`).
 * @param more text that is appended if words were removed
 */
export function trimWords(text: string, count: number, more: string): string {
  const words = wpStripAllTags(text)
    .split(/[\n\r\t ]+/)
    .filter((word) => word !== '');
  if (words.length <= count) return words.join(' ');
  return words.slice(0, count < 0 ? -1 : count).join(' ') + more;
}

/**
 * Returns the first characters of a text without tags and line breaks (`wp_html_excerpt`).
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
