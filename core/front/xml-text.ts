/** Escapes text for an XML element or attribute and removes characters not allowed in XML. */
export function xml(text: string): string {
  return xmlLetters(text).replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' })[character] ?? character,
  );
}

/** Removes characters not allowed in XML. */
function xmlLetters(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** Wraps text in CDATA, escaping its end marker and removing characters not allowed in XML. */
export function cdata(text: string): string {
  return `<![CDATA[${xmlLetters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const LAST_CODE_POINT = 0x10ffff;

/**
 * Returns a title without tags and with decoded entities, for contexts that escape text themselves, such as `<title>`
 * and feeds.
 */
export function plainTitle(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w{1,32}));/g, (entity, code: string | undefined, name: string) => {
      if (code !== undefined) return Number(code) <= LAST_CODE_POINT ? String.fromCodePoint(Number(code)) : entity;
      return (Object.hasOwn(NAMED_ENTITIES, name) ? NAMED_ENTITIES[name] : undefined) ?? entity;
    })
    .trim();
}
