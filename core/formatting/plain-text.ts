import { trim } from './php/text.js';

/** One line break and one space where there were more (`normalize_whitespace`). @since 0.1.0 */
export function normalizeWhitespace(text: string): string {
  return trim(text).replaceAll('\r', '\n').replace(/\n+/g, '\n').replace(/[ \t]+/g, ' ');
}

/** Escapes an `&` that begins no reference (`convert_chars`). @since 0.1.0 */
export function convertChars(text: string): string {
  return text.includes('&') ? text.replace(/&([^#])(?![a-z1-4]{1,8};)/gi, '&#038;$1') : text;
}

/** Spells WordPress's name as it spells itself (`capital_P_dangit`). @param title whether the text is a title @since 0.1.0 */
export function capitalPDangit(text: string, title = false): string {
  if (title) return text.replaceAll('Wordpress', 'WordPress');
  return text.replace(/( |&#8216;|&#8220;|>|\()Wordpress/g, '$1WordPress');
}

/** Whether a text is a UUID, of a version when one is named (`wp_is_uuid`). @since 0.1.0 */
export function wpIsUuid(uuid: unknown, version?: number | null): boolean {
  if (typeof uuid !== 'string' || (version !== undefined && version !== null && version !== 4)) return false;
  const pattern =
    version === 4
      ? /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
      : /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
  return pattern.test(uuid);
}
