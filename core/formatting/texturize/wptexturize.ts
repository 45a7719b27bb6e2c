import { endOfMarkup } from '../html/html-tokens.js';
import { quotePattern, trim, WS } from '../php/text.js';
import {
  SINGLE_QUOTE_RULES,
  DASH_RULES,
  PLACEHOLDER,
  STRING_REPLACEMENTS,
  DOUBLE_QUOTE_RULES,
  CHARACTER,
} from './characters.js';
import { wptexturizePrimes } from './primes.js';

interface TexturizeOptions {
  /** Elements whose text is not changed. */
  noTexturizeTags?: readonly string[];
  /** Shortcodes whose content is not changed. */
  noTexturizeShortcodes?: readonly string[];
  /** Names of the registered shortcodes. The text inside their brackets is not changed. */
  shortcodeTags?: readonly string[];
}

export const NO_TEXTURIZE_TAGS: readonly string[] = ['pre', 'code', 'kbd', 'style', 'script', 'tt'];
export const NO_TEXTURIZE_SHORTCODES: readonly string[] = ['code'];

const UNESCAPED_AMPERSAND = /&(?!#(?:\d+|x[a-f0-9]+);|[a-z1-4]{1,8};)/gi;

/** Converts 9x9 to 9×9, except in hexadecimal numbers. */
function convertMultiplication(text: string): string {
  if (!/\dx\d/.test(text)) return text;
  return text.replace(/(?<![\d.,])([\d.,]+)x(\d[\d.,]*)\b/g, (match, left: string, right: string, offset: number) => {
    const before = text.charAt(offset - 1);
    for (let index = 0; index < left.length; index++) {
      const boundary = index === 0 ? !/\w/.test(before) : !/\d/.test(left.charAt(index - 1));
      if (!boundary || !/\d/.test(left.charAt(index))) continue;
      if (left.charAt(index) === '0' && index === left.length - 1) return match;
      return `${left}&#215;${right}`;
    }
    return match;
  });
}

function texturizeText(text: string): string {
  let out = text;
  for (const [from, to] of STRING_REPLACEMENTS) if (out.includes(from)) out = out.replaceAll(from, to);
  if (out.includes("'")) {
    for (const [pattern, to] of SINGLE_QUOTE_RULES) out = out.replace(pattern, to);
    out = wptexturizePrimes(out, "'", CHARACTER.prime, PLACEHOLDER.openSingle, CHARACTER.closeSingle);
    out = out
      .replaceAll(PLACEHOLDER.apostrophe, CHARACTER.apostrophe)
      .replaceAll(PLACEHOLDER.openSingle, CHARACTER.openSingle);
  }
  if (out.includes('"')) {
    for (const [pattern, to] of DOUBLE_QUOTE_RULES) out = out.replace(pattern, to);
    out = wptexturizePrimes(out, '"', CHARACTER.doublePrime, PLACEHOLDER.openQuote, CHARACTER.closeQuote);
    out = out.replaceAll(PLACEHOLDER.openQuote, CHARACTER.openQuote);
  }
  if (out.includes('-')) for (const [pattern, to] of DASH_RULES) out = out.replace(pattern, to);
  return convertMultiplication(out).replace(UNESCAPED_AMPERSAND, '&#038;');
}

/** Records protected elements or shortcodes that are open. */
function trackProtected(part: string, stack: string[], names: readonly string[]): void {
  const opening = part.length > 1 && part.charAt(1) !== '/';
  if (!opening && stack.length === 0) return;
  const offset = opening ? 1 : 2;
  const space = part.indexOf(' ');
  const name = space < 0 ? part.slice(offset, -1) : part.slice(offset, space);
  if (!names.includes(name)) return;
  if (opening) stack.push(name);
  else if (stack.at(-1) === name) stack.pop();
}

function shortcodePattern(text: string, registered: readonly string[]): RegExp | undefined {
  if (registered.length === 0 || !text.includes('[')) return undefined;
  const used = new Set(Array.from(text.matchAll(/\[\/?([^<>&/[\]\x00-\x20=]+)/g), (match) => match[1] ?? ''));
  const names = registered.filter((name) => used.has(name));
  if (names.length === 0) return undefined;
  const name = `(?:${names.map(quotePattern).join('|')})(?=[${WS}\\]/])`;
  return new RegExp(`\\[[/[]?${name}(?:[^[\\]<>]|<[^[\\]>]*>)*\\]\\]?`, 'y');
}

/** Yields texts, tags, comments and shortcode tags in order. */
function* splitText(
  text: string,
  shortcode: RegExp | undefined,
): Generator<{ part: string; kind: 'text' | 'markup' | 'shortcode' }> {
  const stop = shortcode ? /[<[]/g : /</g;
  let start = 0;
  for (let match = stop.exec(text); match; match = stop.exec(text)) {
    const position = match.index;
    let end = position;
    if (match[0] === '<') end = endOfMarkup(text, position, false);
    else if (shortcode) {
      shortcode.lastIndex = position;
      end = shortcode.test(text) ? shortcode.lastIndex : position;
    }
    if (end === position) continue;
    if (position > start) yield { part: text.slice(start, position), kind: 'text' };
    yield { part: text.slice(position, end), kind: match[0] === '<' ? 'markup' : 'shortcode' };
    start = end;
    stop.lastIndex = end;
  }
  if (start < text.length) yield { part: text.slice(start), kind: 'text' };
}

/**
 * Converts ASCII quotes, dashes and dots to typographic characters (`wptexturize`), except in tags, code and shortcode
 * tags.
 * @since 0.1.0
 */
export function wptexturize(text: string, options: TexturizeOptions = {}): string {
  if (text === '' || text === '0') return text;
  const tags = options.noTexturizeTags ?? NO_TEXTURIZE_TAGS;
  const shortcodes = options.noTexturizeShortcodes ?? NO_TEXTURIZE_SHORTCODES;
  const openTags: string[] = [];
  const openShortcodes: string[] = [];
  let out = '';
  for (const { part, kind } of splitText(text, shortcodePattern(text, options.shortcodeTags ?? []))) {
    if (kind === 'markup') {
      if (part.startsWith('<!--')) {
        out += part;
        continue;
      }
      const tag = part.replace(UNESCAPED_AMPERSAND, '&#038;');
      trackProtected(tag, openTags, tags);
      out += tag;
    } else if (kind === 'shortcode') {
      if (!part.startsWith('[[') && !part.endsWith(']]')) trackProtected(part, openShortcodes, shortcodes);
      out += part;
    } else if (trim(part) === '' || openTags.length > 0 || openShortcodes.length > 0) {
      out += part;
    } else {
      out += texturizeText(part);
    }
  }
  return out;
}
