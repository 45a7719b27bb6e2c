import { escapeHtml } from '../escape/escape.js';
import { wpKsesHair } from '../kses/hair.js';
import { parseUrl } from '../php/parse-url.js';
import { addSlashes, stripSlashes, trim, quotePattern } from '../php/text.js';

export interface LinkRules {
  protocols: readonly string[];
  uris: readonly string[];
  /** Hostnames of this site. */
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

/** Replaces `&apos;`, which HTML 4 does not define and which would be escaped twice, in values from `wpKsesHair`. */
const replaceApos = (value: string): string => value.replaceAll('&apos;', '&#039;');

function addRelToTag(attributes: string, added: string, rules: LinkRules): string {
  const found = wpKsesHair(attributes, rules.protocols, rules.uris);
  const href = found.find((candidate) => candidate.name === 'href');
  let rel = href && isInternalLink(href.value, rules) ? trim(added.replaceAll('nofollow', '')) : added;
  let text = attributes;
  const relAttribute = found.find((candidate) => candidate.name === 'rel');
  if (relAttribute) {
    rel = [...new Set([...relAttribute.value.split(' '), ...rel.split(' ')].map((token) => trim(token)))].join(' ');
    text = found
      .filter((attribute) => attribute !== relAttribute)
      .map((attribute) =>
        attribute.valueless ? attribute.name : `${attribute.name}="${escapeHtml(replaceApos(attribute.value))}"`,
      )
      .join(' ');
  }
  return `<a ${text}${rel === '' ? '' : ` rel="${escapeHtml(rel)}"`}>`;
}

/** Adds a `rel` to every external link in a text with slashes (`wp_rel_nofollow`, `wp_rel_ugc`). */
export function addRelToLinks(text: string, rel: string, rules: LinkRules): string {
  const plain = stripSlashes(text);
  const end = plain.lastIndexOf('>') + 1;
  const withRel = plain
    .slice(0, end)
    .replace(/<a ([^>\n][^>\n]*)>/gi, (_tag, attributes: string) => addRelToTag(attributes, rel, rules));
  return addSlashes(withRel + plain.slice(end));
}

/**
 * Adds a `target` to links, or to the given elements (`links_add_target`).
 * @since 0.1.0
 */
export function linksAddTarget(text: string, target = '_blank', tags: readonly string[] = ['a']): string {
  if (tags.length === 0) return text;
  const opening = new RegExp(`<(${tags.map(quotePattern).join('|')})((?:[ \\t\\n\\v\\f\\r][^>]*)?)>`, 'gi');
  // After the last '>', no tag is complete.
  const end = text.lastIndexOf('>') + 1;
  const head = text.slice(0, end).replace(opening, (_tag, name: string, attributes: string) => {
    const others = attributes.replace(/ target=(?:"[^"]*"|'[^']*')/gi, '');
    return `<${name}${others} target="${escapeHtml(target)}">`;
  });
  return head + text.slice(end);
}

/**
 * Shortens a URL for display (`url_shorten`). The scheme, `www.` and the trailing slash are removed, and a long URL is
 * truncated.
 * @since 0.1.0
 */
export function urlShorten(url: string, length = 35): string {
  const short = ['https://', 'http://', 'www.']
    .reduce((left, part) => left.replaceAll(part, ''), url)
    .replace(/\/$/, '');
  const bytes = Buffer.from(short);
  if (bytes.length <= length) return short;
  // If the last character does not fit completely, it is omitted.
  return `${bytes
    .subarray(0, length - 3)
    .toString('utf8')
    .replace(/\uFFFD$/, '')}&hellip;`;
}
