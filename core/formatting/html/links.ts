import { escapeHtml } from '../escape/escape.js';
import { wpKsesHair } from '../kses/hair.js';
import { parseUrl } from '../php/parse-url.js';
import { addSlashes, stripSlashes, trim, quotePattern } from '../php/text.js';

export interface LinkRules {
  protocols: readonly string[];
  uris: readonly string[];
  /** Host names of this site. */
  internalHosts: readonly string[];
}

/** Whether a URL links to this site (`wp_is_internal_link`). */
export function isInternalLink(link: string, rules: LinkRules): boolean {
  const parts = parseUrl(link.toLowerCase());
  return (
    parts?.scheme !== undefined &&
    rules.protocols.includes(parts.scheme) &&
    rules.internalHosts.includes(parts.host ?? '')
  );
}

/** Values returned by `wpKsesHair` are escaped; `&apos;`, which HTML 4 does not define, would be escaped twice. */
const knownToHtml4 = (value: string): string => value.replaceAll('&apos;', '&#039;');

function relTag(attributes: string, added: string, rules: LinkRules): string {
  const found = wpKsesHair(attributes, rules.protocols, rules.uris);
  const href = found.find((one) => one.name === 'href');
  let rel = href && isInternalLink(href.value, rules) ? trim(added.replaceAll('nofollow', '')) : added;
  let text = attributes;
  const present = found.find((one) => one.name === 'rel');
  if (present) {
    rel = [...new Set([...present.value.split(' '), ...rel.split(' ')].map((one) => trim(one)))].join(' ');
    text = found
      .filter((one) => one !== present)
      .map((one) => (one.valueless ? one.name : `${one.name}="${escapeHtml(knownToHtml4(one.value))}"`))
      .join(' ');
  }
  return `<a ${text}${rel === '' ? '' : ` rel="${escapeHtml(rel)}"`}>`;
}

/** Adds a `rel` to every external link of a slashed text and slashes it again (`wp_rel_nofollow`, `wp_rel_ugc`). */
export function addRelToLinks(text: string, rel: string, rules: LinkRules): string {
  const plain = stripSlashes(text);
  const end = plain.lastIndexOf('>') + 1;
  const linked = plain
    .slice(0, end)
    .replace(/<a ([^>\n][^>\n]*)>/gi, (_tag, attributes: string) => relTag(attributes, rel, rules));
  return addSlashes(linked + plain.slice(end));
}

/**
 * Adds a `target` to links and other specified elements (`links_add_target`).
 * @since 0.1.0
 */
export function linksAddTarget(text: string, target = '_blank', tags: readonly string[] = ['a']): string {
  if (tags.length === 0) return text;
  const opening = new RegExp(`<(${tags.map(quotePattern).join('|')})((?:[ \\t\\n\\v\\f\\r][^>]*)?)>`, 'gi');
  // After the last '>' no tag is complete.
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(opening, (_tag, name: string, attributes: string) => {
    const others = attributes.replace(/ target=(?:"[^"]*"|'[^']*')/gi, '');
    return `<${name}${others} target="${escapeHtml(target)}">`;
  });
  return head + text.slice(end);
}

/**
 * Shortens a URL for display: removes the protocol, `www.` and the trailing slash, and truncates it if it is long
 * (`url_shorten`).
 * @since 0.1.0
 */
export function urlShorten(url: string, length = 35): string {
  const short = ['https://', 'http://', 'www.']
    .reduce((left, part) => left.replaceAll(part, ''), url)
    .replace(/\/$/, '');
  const bytes = Buffer.from(short);
  if (bytes.length <= length) return short;
  // A character that does not fit completely is omitted.
  return `${bytes
    .subarray(0, length - 3)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}&hellip;`;
}
