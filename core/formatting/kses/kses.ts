import { wpKsesNormalizeEntities } from '../entities/normalize.js';
import { escapeHtml } from '../escape/escape.js';
import { createSearch } from '../html/html-tokens.js';
import type { AllowedHtml } from './allowed-tags.js';
import { type KsesRules, wpKsesAttr } from './attributes.js';
import { wpKsesNoNull } from './protocol.js';

/**
 * Escapes each `<` that is not followed by a `>` before the next `<` (`wp_pre_kses_less_than`).
 * @since 0.1.0
 */
export function wpPreKsesLessThan(text: string): string {
  return text.replace(/<[^<>]*>?/g, (part) => (part.endsWith('>') ? part : escapeHtml(part)));
}

/** Repeats the sanitizing until nothing changes, which is necessary for nested comments. */
function sanitizeUntilStable(text: string, sanitize: (text: string) => string): string {
  let current = text;
  for (let next = sanitize(current); next !== current; next = sanitize(current)) current = next;
  return current;
}

const TAG = /^<[ \t\n\v\f\r]*(\/[ \t\n\v\f\r]*)?([a-zA-Z0-9-]+)([^>]*)>?$/;

function sanitizeToken(
  raw: string,
  allowed: AllowedHtml,
  rules: KsesRules,
  sanitize: (text: string) => string,
): string {
  if (!raw.startsWith('<')) return '&gt;';
  const token = raw.replaceAll('\\"', '"');
  if (/^<(?:\/[^a-zA-Z][^>]*|![a-z][^>]*)>$/.test(token)) {
    return `<${token.charAt(1)}${sanitizeUntilStable(token.slice(2, -1), sanitize)}>`;
  }
  if (token.startsWith('<!--')) {
    const inner = sanitizeUntilStable(token.replaceAll('<!--', '').replaceAll('-->', ''), sanitize);
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
 * Returns a function that finds the end (exclusive) of a span that looks like a tag. A comment ends on its line, at the
 * end of the text, or otherwise like a tag.
 */
function createSpanEndFinder(text: string): (start: number) => number {
  const line = createSearch(text, '\n');
  const comment = createSearch(text, '-->');
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

/** Splits a text at spans that look like tags and at single `>`, and sanitizes each of them (`wp_kses_split`). */
export function wpKsesSplit(
  text: string,
  allowed: AllowedHtml,
  rules: KsesRules,
  sanitize: (text: string) => string,
): string {
  let out = '';
  let position = 0;
  const next = /[<>]/g;
  const endOf = createSpanEndFinder(text);
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const start = match.index;
    const end = match[0] === '<' ? endOf(start) : start + 1;
    out += text.slice(position, start) + sanitizeToken(text.slice(start, end), allowed, rules, sanitize);
    position = end;
    next.lastIndex = end;
  }
  return out + text.slice(position);
}

/** Performs the steps of `wp_kses` before the tags are processed. */
export function prepareForKses(text: string): string {
  return wpKsesNormalizeEntities(wpKsesNoNull(text, true));
}
