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
