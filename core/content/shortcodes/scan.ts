import { quotePattern } from '../../formatting/php/text.js';

/** A shortcode that was found in a text. */
export interface FoundShortcode {
  /** Start and end offset in the text; the end is exclusive. */
  start: number;
  end: number;
  source: string;
  /** `[` if the opening bracket is doubled; otherwise empty. */
  openBracket: string;
  tag: string;
  atts: string;
  selfClosing: boolean;
  content: string;
  closeBracket: string;
}

/** Returns all names that follow an opening bracket in a text. */
function namesInText(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/\[([^<>&/[\]\x00-\x20=]+)/g), (match) => match[1] ?? ''));
}

/** Returns the registered shortcodes that a text contains, in order of registration. */
export function usedTags(text: string, registered: readonly string[]): string[] {
  if (!text.includes('[') || registered.length === 0) return [];
  const names = namesInText(text);
  return registered.filter((tag) => names.has(tag));
}

/** Returns a function that finds the next closing tag (-1 if there is none), and caches the results. */
export function createClosingTagFinder(text: string): (tag: string, from: number) => number {
  const cachedOffsets = new Map<string, number>();
  return (tag, from) => {
    const last = cachedOffsets.get(tag);
    if (last !== undefined && (last < 0 || last >= from)) return last;
    const position = text.indexOf(`[/${tag}]`, from);
    cachedOffsets.set(tag, position);
    return position;
  };
}

/** Yields all shortcodes with the given names (the matches of WordPress's shortcode pattern) in one pass. */
export function* findShortcodes(text: string, tags: readonly string[]): Generator<FoundShortcode> {
  if (tags.length === 0) return;
  const head = new RegExp(`\\[(\\[?)(${tags.map(quotePattern).join('|')})(?![\\w-])`, 'g');
  const closing = createClosingTagFinder(text);
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const [, openBracket = '', tag = ''] = match;
    const from = head.lastIndex;
    const bracket = text.indexOf(']', from);
    if (bracket < 0) return;
    const selfClosing = bracket > from && text.charAt(bracket - 1) === '/';
    const close = selfClosing ? -1 : closing(tag, bracket + 1);
    let end = close < 0 ? bracket + 1 : close + tag.length + 3;
    const closeBracket = text.charAt(end) === ']' ? ']' : '';
    end += closeBracket.length;
    yield {
      start: match.index,
      end,
      source: text.slice(match.index, end),
      openBracket,
      tag,
      atts: text.slice(from, selfClosing ? bracket - 1 : bracket),
      selfClosing,
      content: close < 0 ? '' : text.slice(bracket + 1, close),
      closeBracket,
    };
    head.lastIndex = end;
  }
}

/** Returns a pattern with the same groups as WordPress's `get_shortcode_regex`. */
export function shortcodePattern(tags: readonly string[]): string {
  const names = tags.map(quotePattern).join('|');
  return (
    `\\[(\\[?)(${names})(?![\\w-])([^\\]\\/]*(?:\\/(?!\\])[^\\]\\/]*)*?)` +
    '(?:(\\/)\\]|\\](?:([^\\[]*(?:\\[(?!\\/\\2\\])[^\\[]*)*)\\[\\/\\2\\])?)(\\]?)'
  );
}
