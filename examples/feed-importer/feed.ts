/** An entry of a feed, as received from its site: not trusted. */
export interface Entry {
  /** Unique key within the feed. */
  readonly key: string;
  readonly title: string;
  readonly link: string;
  readonly html: string;
  /** Milliseconds since 1970; undefined when the entry has no date. */
  readonly publishedAt: number | undefined;
}

const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Returns the entries of a feed in RSS 2 or Atom, in its order.
 * @param max maximum number of entries
 * @returns undefined for anything that is not a feed
 */
export function readFeed(text: string, max: number): readonly Entry[] | undefined {
  if (!/<(?:rss|feed|rdf:RDF)[\s>]/.test(text.slice(0, 5000))) return undefined;
  const fragments = text
    .split(/<(?=(?:item|entry)[\s>])/)
    .slice(1, max + 1)
    .map((fragment) => fragment.split(/<\/(?:item|entry)\s*>/)[0] ?? '');
  return fragments.map(entryOf).filter(({ key }) => key !== '');
}

function entryOf(fragment: string): Entry {
  const title = textOf(fragment, 'title');
  const link = textOf(fragment, 'link') || decodeText(/<link\s(?:[^>]*\s)?href="([^">]*)"/.exec(fragment)?.[1] ?? '');
  const at = Date.parse(
    textOf(fragment, 'pubDate') ||
      textOf(fragment, 'published') ||
      textOf(fragment, 'updated') ||
      textOf(fragment, 'dc:date'),
  );
  return {
    key: textOf(fragment, 'guid') || textOf(fragment, 'id') || link || title,
    title,
    link: /^https?:\/\//i.test(link) && URL.canParse(link) ? link : '',
    html:
      textOf(fragment, 'content:encoded') ||
      textOf(fragment, 'content') ||
      textOf(fragment, 'description') ||
      textOf(fragment, 'summary'),
    publishedAt: Number.isNaN(at) ? undefined : at,
  };
}

/** Returns the content of the first element with a name; empty when there is none. */
function textOf(fragment: string, name: string): string {
  const opening = new RegExp(`<${name}(?:\\s[^>]*)?>`).exec(fragment);
  if (!opening || opening[0].endsWith('/>')) return '';
  const from = opening.index + opening[0].length;
  const to = fragment.indexOf(`</${name}>`, from);
  return to < 0 ? '' : decodeText(fragment.slice(from, to)).trim();
}

/** Decodes text: CDATA sections are copied, entities become characters. */
function decodeText(text: string): string {
  return text
    .split(/(<!\[CDATA\[[\s\S]*?\]\]>)/)
    .map((part) =>
      part.startsWith('<![CDATA[')
        ? part.slice(9, -3)
        : part.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, decodeEntity),
    )
    .join('');
}

function decodeEntity(all: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return NAMED_ENTITIES[name.toLowerCase()] ?? all;
  const code = decimal === undefined ? parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '';
}
