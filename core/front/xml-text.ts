/** Text of an XML element or attribute; characters that XML has no place for are left out. */
export function xml(text: string): string {
  return xmlLetters(text).replace(
    /[&<>"']/g,
    (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' })[letter] ?? letter,
  );
}

/** A text without the characters that XML forbids. */
function xmlLetters(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
}

/** Text inside CDATA, whose end mark it must not hold; characters that XML has no place for are left out. */
export function cdata(text: string): string {
  return `<![CDATA[${xmlLetters(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };
const LAST_CODE_POINT = 0x10ffff;

/** A title without tags, its entities as letters: for places that escape text themselves, such as `<title>` and feeds. */
export function plainTitle(html: string): string {
  return html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|(\w{1,32}));/g, (entity, code: string | undefined, name: string) => {
      if (code !== undefined) return Number(code) <= LAST_CODE_POINT ? String.fromCodePoint(Number(code)) : entity;
      return (Object.hasOwn(NAMED, name) ? NAMED[name] : undefined) ?? entity;
    })
    .trim();
}
