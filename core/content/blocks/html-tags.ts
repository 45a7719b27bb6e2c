/** An attribute as written. */
interface TagAttribute {
  /** In lower case. */
  name: string;
  /** As written, without quotes; null if it has no value. */
  value: string | null;
  start: number;
  end: number;
}

/** An opening or closing tag in a text. */
export interface HtmlTag {
  /** In lower case. */
  name: string;
  closing: boolean;
  start: number;
  /** Offset of the end of its name. */
  nameEnd: number;
  end: number;
  attributes: readonly TagAttribute[];
}

const SPACE = /[ \t\n\f\r/]*/y;
const NAME = /=?[^ \t\n\f\r/>=]+|=/y;
const EQUALS = /[ \t\n\f\r]*=[ \t\n\f\r]*/y;
const BARE = /[^ \t\n\f\r>]*/y;

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function readValue(html: string, at: number): { value: string; end: number } | undefined {
  const quote = html.charAt(at);
  if (quote !== '"' && quote !== "'") {
    const end = skip(BARE, html, at);
    return { value: html.slice(at, end), end };
  }
  const close = html.indexOf(quote, at + 1);
  return close < 0 ? undefined : { value: html.slice(at + 1, close), end: close + 1 };
}

/** Reads the attributes starting at `at` and the end of the tag; undefined if the tag is incomplete. */
function readAttributes(html: string, at: number): { attributes: TagAttribute[]; end: number } | undefined {
  const attributes: TagAttribute[] = [];
  for (let start = skip(SPACE, html, at); start < html.length;) {
    if (html.charAt(start) === '>') return { attributes, end: start + 1 };
    const nameEnd = skip(NAME, html, start);
    const equals = skip(EQUALS, html, nameEnd);
    const read = equals > nameEnd ? readValue(html, equals) : { value: null, end: nameEnd };
    if (!read) return undefined;
    attributes.push({ name: html.slice(start, nameEnd).toLowerCase(), value: read.value, start, end: read.end });
    start = skip(SPACE, html, read.end);
  }
  return undefined;
}

function endOfComment(html: string, open: number): number {
  if (!html.startsWith('<!--', open)) return html.indexOf('>', open) + 1;
  const close = html.indexOf('-->', open + 2);
  return close < 0 ? 0 : close + 3;
}

/** Yields the tags of a text in order, without comments, and stops at the first incomplete one. */
export function* htmlTags(html: string): Generator<HtmlTag> {
  const open = /<(?:(\/?)([a-zA-Z][^ \t\n\f\r/>]*)|[!?])/g;
  for (let match = open.exec(html); match; match = open.exec(html)) {
    const name = match[2];
    if (name === undefined) {
      open.lastIndex = endOfComment(html, match.index);
      if (open.lastIndex === 0) return;
      continue;
    }
    const nameEnd = open.lastIndex;
    const read = readAttributes(html, nameEnd);
    if (!read) return;
    open.lastIndex = read.end;
    yield { name: name.toLowerCase(), closing: match[1] === '/', start: match.index, nameEnd, ...read };
  }
}

/** Returns the `class` attribute of an element; '' if it has none. */
export function classOf(tag: HtmlTag): string {
  return tag.attributes.find(({ name }) => name === 'class')?.value ?? '';
}

/** Adds missing classes to the first matching opening tag. */
export function addClass(html: string, matches: (tag: HtmlTag) => boolean, classes: readonly string[]): string {
  for (const tag of htmlTags(html)) {
    if (tag.closing || !matches(tag)) continue;
    const present = tag.attributes.find(({ name }) => name === 'class');
    if (!present) return `${html.slice(0, tag.nameEnd)} class="${classes.join(' ')}"${html.slice(tag.nameEnd)}`;
    const existing = (present.value ?? '').trim();
    const added = classes.filter((one) => !existing.split(/\s+/).includes(one));
    if (added.length === 0) return html;
    return `${html.slice(0, present.start)}class="${[existing, ...added].join(' ').trimStart()}"${html.slice(present.end)}`;
  }
  return html;
}
