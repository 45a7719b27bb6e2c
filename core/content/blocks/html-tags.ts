/** An attribute of a tag, with its offsets in the text. */
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

const WHITESPACE = /[ \t\n\f\r/]*/y;
const NAME = /=?[^ \t\n\f\r/>=]+|=/y;
const EQUALS = /[ \t\n\f\r]*=[ \t\n\f\r]*/y;
const UNQUOTED_VALUE = /[^ \t\n\f\r>]*/y;

function skipPattern(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : offset;
}

function readValue(html: string, offset: number): { value: string; end: number } | undefined {
  const quote = html.charAt(offset);
  if (quote !== '"' && quote !== "'") {
    const end = skipPattern(UNQUOTED_VALUE, html, offset);
    return { value: html.slice(offset, end), end };
  }
  const close = html.indexOf(quote, offset + 1);
  return close < 0 ? undefined : { value: html.slice(offset + 1, close), end: close + 1 };
}

/** Reads the attributes starting at `offset` and the end of the tag; undefined if the tag is incomplete. */
function readAttributes(html: string, offset: number): { attributes: TagAttribute[]; end: number } | undefined {
  const attributes: TagAttribute[] = [];
  for (let start = skipPattern(WHITESPACE, html, offset); start < html.length;) {
    if (html.charAt(start) === '>') return { attributes, end: start + 1 };
    const nameEnd = skipPattern(NAME, html, start);
    const equals = skipPattern(EQUALS, html, nameEnd);
    const valueAndEnd = equals > nameEnd ? readValue(html, equals) : { value: null, end: nameEnd };
    if (!valueAndEnd) return undefined;
    attributes.push({
      name: html.slice(start, nameEnd).toLowerCase(),
      value: valueAndEnd.value,
      start,
      end: valueAndEnd.end,
    });
    start = skipPattern(WHITESPACE, html, valueAndEnd.end);
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
    const rest = readAttributes(html, nameEnd);
    if (!rest) return;
    open.lastIndex = rest.end;
    yield { name: name.toLowerCase(), closing: match[1] === '/', start: match.index, nameEnd, ...rest };
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
    const classAttribute = tag.attributes.find(({ name }) => name === 'class');
    if (!classAttribute) return `${html.slice(0, tag.nameEnd)} class="${classes.join(' ')}"${html.slice(tag.nameEnd)}`;
    const existing = (classAttribute.value ?? '').trim();
    const added = classes.filter((className) => !existing.split(/\s+/).includes(className));
    if (added.length === 0) return html;
    return `${html.slice(0, classAttribute.start)}class="${[existing, ...added].join(' ').trimStart()}"${html.slice(classAttribute.end)}`;
  }
  return html;
}
