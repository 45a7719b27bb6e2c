import { parseFragment } from 'parse5';
import { ENTITY_NAMES, XML_ENTITY_NAMES } from './names.js';

/** Whether a code point may appear in XML text (`valid_unicode`). */
function validUnicode(point: number): boolean {
  return (
    point === 0x9 ||
    point === 0xa ||
    point === 0xd ||
    (point >= 0x20 && point <= 0xd7ff) ||
    (point >= 0xe000 && point <= 0xfffd) ||
    (point >= 0x10000 && point <= 0x10ffff)
  );
}

/** The text of a named reference, by the rules of HTML. */
export function decodeNamed(name: string): string {
  const node = parseFragment(`&${name};`).childNodes[0];
  return node && 'value' in node ? node.value : `&${name};`;
}

/**
 * Escapes every `&` that does not begin a valid reference and brings the others into one form
 * (`wp_kses_normalize_entities`).
 * @param context in XML only five names are known; others become the characters they stand for
 * @since 0.1.0
 */
export function wpKsesNormalizeEntities(text: string, context: 'html' | 'xml' = 'html'): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:([A-Za-z]{2,8}[0-9]{0,2});|#(0*[0-9]{1,7});|#[Xx](0*[0-9A-Fa-f]{1,6});)?/g,
    (whole, name?: string, decimal?: string, hex?: string) => {
      if (name !== undefined) {
        if (context === 'xml' && !XML_ENTITY_NAMES.has(name))
          return ENTITY_NAMES.has(name) ? decodeNamed(name) : `&amp;${name};`;
        return ENTITY_NAMES.has(name) ? whole : `&amp;${name};`;
      }
      if (decimal !== undefined) {
        const digits = decimal.replace(/^0+/, '');
        return validUnicode(Number(digits)) ? `&#${digits.padStart(3, '0')};` : `&amp;#${decimal};`;
      }
      if (hex !== undefined) {
        const digits = hex.replace(/^0+/, '');
        return validUnicode(parseInt(digits || '0', 16)) ? `&#x${digits};` : `&amp;${whole.slice(1)}`;
      }
      return `&amp;${whole.slice(1)}`;
    },
  );
}

/** The text that an attribute's value stands for, by the rules of HTML. */
export function decodeAttribute(value: string): string {
  if (!value.includes('&')) return value;
  const node = parseFragment(`<wp a="${value.replaceAll('"', '&quot;')}">`).childNodes[0];
  return node && 'attrs' in node ? (node.attrs[0]?.value ?? '') : value;
}

/** Turns numeric references into characters (`wp_kses_decode_entities`). */
export function wpKsesDecodeEntities(text: string): string {
  const char = (point: number): string =>
    point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? '' : String.fromCodePoint(point);
  return text
    .replace(/&#([0-9]+);/g, (_whole, digits: string) => char(Number(digits)))
    .replace(/&#[Xx]([0-9A-Fa-f]+);/g, (_whole, digits: string) => char(parseInt(digits, 16)));
}
