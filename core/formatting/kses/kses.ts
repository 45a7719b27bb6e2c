import { wpKsesNormalizeEntities } from '../entities/normalize.js';
import { escapeHtml } from '../escape/escape.js';
import { searcher } from '../html/html-tokens.js';
import type { AllowedHtml } from './allowed-tags.js';
import { type KsesRules, wpKsesAttr } from './attributes.js';
import { wpKsesNoNull } from './protocol.js';

/**
 * Escapes each `<` that is not closed by a `>` before the next `<` (`wp_pre_kses_less_than`).
 * @since 0.1.0
 */
export function wpPreKsesLessThan(text: string): string {
  return text.replace(/<[^<>]*>?/g, (part) => (part.endsWith('>') ? part : escapeHtml(part)));
}

/** Repeats sanitizing until nothing changes, as nested comments require. */
function untilStable(text: string, sanitize: (text: string) => string): string {
  let now = text;
  for (let next = sanitize(now); next !== now; next = sanitize(now)) now = next;
  return now;
}

const TAG = /^<[ \t\n\v\f\r]*(\/[ \t\n\v\f\r]*)?([a-zA-Z0-9-]+)([^>]*)>?$/;

function cleanToken(raw: string, allowed: AllowedHtml, rules: KsesRules, sanitize: (text: string) => string): string {
  if (!raw.startsWith('<')) return '&gt;';
  const token = raw.replaceAll('\\"', '"');
  if (/^<(?:\/[^a-zA-Z][^>]*|![a-z][^>]*)>$/.test(token)) {
    return `<${token.charAt(1)}${untilStable(token.slice(2, -1), sanitize)}>`;
  }
  if (token.startsWith('<!--')) {
    const inner = untilStable(token.replaceAll('<!--', '').replaceAll('-->', ''), sanitize);
    if (inner === '') return '';
    return `<!--${inner.replace(/--+/g, '-').replace(/-$/, '')}-->`;
  }
  const match = TAG.exec(token);
  const [, slash, element = '', attributes = ''] = match ?? [];
  if (!match || !Object.hasOwn(allowed, element.toLowerCase())) return '';
  if (slash !== undefined) return `</${element}>`;
  return wpKsesAttr(element, attributes, allowed, rules);
}

/**
 * Returns a function that finds the end (exclusive) of a tag-like span. A comment ends on its line, at the end of the
 * text, or otherwise like a tag.
 */
function spanEnds(text: string): (start: number) => number {
  const line = searcher(text, '\n');
  const comment = searcher(text, '-->');
  return (start) => {
    if (text.startsWith('<!--', start)) {
      const stop = line(start);
      const close = comment(start + 4);
      if (close >= 0 && (stop < 0 || close < stop)) return close + 3;
      if (stop < 0 || stop === text.length - 1) return stop < 0 ? text.length : stop;
    }
    const nameless =
      text.charAt(start + 1) === '/' && /[^a-zA-Z]/.test(text.charAt(start + 2)) ? text.indexOf('>', start + 3) : -1;
    const close = nameless < 0 ? text.indexOf('>', start) : nameless;
    return close < 0 ? text.length : close + 1;
  };
}

/** Splits text at tag-like spans and lone `>`, and cleans each of them (`wp_kses_split`). */
export function wpKsesSplit(
  text: string,
  allowed: AllowedHtml,
  rules: KsesRules,
  sanitize: (text: string) => string,
): string {
  let out = '';
  let at = 0;
  const next = /[<>]/g;
  const endOf = spanEnds(text);
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const start = match.index;
    const end = match[0] === '<' ? endOf(start) : start + 1;
    out += text.slice(at, start) + cleanToken(text.slice(start, end), allowed, rules, sanitize);
    at = end;
    next.lastIndex = end;
  }
  return out + text.slice(at);
}

/** The steps of `wp_kses` before it processes tags. */
export function prepareForKses(text: string): string {
  return wpKsesNormalizeEntities(wpKsesNoNull(text, true));
}
