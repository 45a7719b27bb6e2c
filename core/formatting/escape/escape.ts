import { addSlashes, stripSlashes, toText } from '../php/text.js';
import { wpCheckInvalidUtf8, wpSpecialchars } from '../entities/specialchars.js';

/** Escapes text for HTML, inside or outside attributes (`esc_html`, `esc_attr`). @since 0.1.0 */
export function escapeHtml(text: unknown): string {
  return wpSpecialchars(wpCheckInvalidUtf8(toText(text)), 'both');
}

/** Escapes the content of a `<textarea>`. References in the text are escaped too (`esc_textarea`). @since 0.1.0 */
export function escapeTextarea(text: unknown): string {
  return wpSpecialchars(toText(text), 'both', true);
}

/** Escapes a text for a quoted string in an inline event handler of HTML (`esc_js`). @since 0.1.0 */
export function escapeJs(text: unknown): string {
  const safe = stripSlashes(wpSpecialchars(wpCheckInvalidUtf8(toText(text)), 'double'));
  const quoted = safe.replace(/&#(?:x0*27|0*39);?/gi, "'").replaceAll('\r', '');
  return addSlashes(quoted).replaceAll('\n', '\\n');
}

/**
 * Escapes a text for XML, but leaves CDATA sections unchanged (`esc_xml`).
 * @since 0.1.0
 */
export function escapeXml(text: unknown): string {
  const safe = wpCheckInvalidUtf8(toText(text));
  let out = '';
  let position = 0;
  for (;;) {
    const open = safe.indexOf('<![CDATA[', position);
    const close = open < 0 ? -1 : safe.indexOf(']]>', open + 9);
    if (close < 0) return out + wpSpecialchars(safe.slice(position), 'xml');
    out += wpSpecialchars(safe.slice(position, open), 'xml') + safe.slice(open, close + 3);
    position = close + 3;
  }
}

/**
 * Removes characters that are not allowed in element names (`tag_escape`).
 * @since 0.1.0
 */
export function tagEscape(name: string): string {
  return name.replace(/[^a-zA-Z0-9\-_:]/g, '').toLowerCase();
}
