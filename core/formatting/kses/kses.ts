import { wpKsesNormalizeEntities } from '../entities/normalize.js';
import { escapeHtml } from '../escape.js';
import type { AllowedHtml } from './allowed-tags.js';
import { type KsesRules, wpKsesAttr } from './attributes.js';
import { wpKsesNoNull } from './protocol.js';

/** A `<` that no `>` closes before the next `<` is text (`wp_pre_kses_less_than`). @since 0.1.0 */
export function wpPreKsesLessThan(text: string): string {
  return text.replace(/<[^<>]*>?/g, (part) => (part.endsWith('>') ? part : escapeHtml(part)));
}

/** Runs sanitizing again until nothing changes, as nested comments need. */
function untilStable(text: string, again: (text: string) => string): string {
  let now = text;
  for (let next = again(now); next !== now; next = again(now)) now = next;
  return now;
}

const TAG = /^<[ \t\n\v\f\r]*(\/[ \t\n\v\f\r]*)?([a-zA-Z0-9-]+)([^>]*)>?$/;

function cleanToken(token: string, allowed: AllowedHtml, rules: KsesRules, again: (text: string) => string): string {
  if (!token.startsWith('<')) return '&gt;';
  if (/^<(?:\/[^a-zA-Z][^>]*|![a-z][^>]*)>$/.test(token)) {
    return `<${token.charAt(1)}${untilStable(token.slice(2, -1), again)}>`;
  }
  if (token.startsWith('<!--')) {
    const inner = untilStable(token.replaceAll('<!--', '').replaceAll('-->', ''), again);
    if (inner === '') return '';
    return `<!--${inner.replace(/--+/g, '-').replace(/-$/, '')}-->`;
  }
  const match = TAG.exec(token);
  const [, slash, element = '', attributes = ''] = match ?? [];
  if (!match || !Object.hasOwn(allowed, element.toLowerCase())) return '';
  if (slash !== undefined) return `</${element}>`;
  return wpKsesAttr(element, attributes, allowed, rules);
}

/** Cuts text at tag-like spans and lone `>`, and cleans each of these (`wp_kses_split`). */
export function wpKsesSplit(text: string, allowed: AllowedHtml, rules: KsesRules, again: (text: string) => string): string {
  let out = '';
  let at = 0;
  const next = /[<>]/g;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const start = match.index;
    let end = start + 1;
    if (match[0] === '<') {
      const comment = text.startsWith('<!--', start);
      const close = comment ? text.indexOf('-->', start + 4) : text.indexOf('>', start);
      end = close < 0 ? text.length : close + (comment ? 3 : 1);
    }
    out += text.slice(at, start) + cleanToken(text.slice(start, end), allowed, rules, again);
    at = end;
    next.lastIndex = end;
  }
  return out + text.slice(at);
}

/** What `wp_kses` does before it looks at tags. */
export function prepareForKses(text: string): string {
  return wpKsesNormalizeEntities(wpKsesNoNull(text, true));
}
