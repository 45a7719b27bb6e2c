/** Escapes a text for an XML element or attribute, and removes characters that are not allowed in XML. */
export function escapeXmlText(text: string): string {
  return removeInvalidXml(text).replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' })[character] ?? character,
  );
}

/** Removes characters that are not allowed in XML. */
function removeInvalidXml(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** Wraps a text in a CDATA section, escapes its end marker, and removes characters that are not allowed in XML. */
export function toCdata(text: string): string {
  return `<![CDATA[${removeInvalidXml(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const MAX_CODE_POINT = 0x10ffff;

/**
 * Returns a title without tags and with decoded character references, for contexts that escape texts themselves, such
 * as `<title>` and feeds.
 */
export function plainTitle(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w{1,32}));/g, (entity, code: string | undefined, name: string) => {
      if (code !== undefined) return Number(code) <= MAX_CODE_POINT ? String.fromCodePoint(Number(code)) : entity;
      return (Object.hasOwn(NAMED_ENTITIES, name) ? NAMED_ENTITIES[name] : undefined) ?? entity;
    })
    .trim();
}
