import { createHash } from 'node:crypto';

/** A page without its nonce, and the matching policy. */
interface NoncelessPage {
  readonly policy: string;
  readonly html: string;
}

/**
 * Creates the Content Security Policy of a cached page: many visitors get the same one, so a nonce would not be secret.
 * It lists instead what the nonce allowed: inline scripts and styles by their hash, files on other hosts by their URL.
 * @param nonce nonce of the response the page was made for
 * @returns undefined when the nonce appears in an unknown position; the page is then not cached
 */
export function cachedPolicy(policy: string, nonce: string, html: string, siteUrl: string): NoncelessPage | undefined {
  if (nonce === '' || !html.includes(nonce)) return { policy: policy.replaceAll(` 'nonce-${nonce}'`, ''), html };
  const sources = new Set<string>();
  let explained = 0;
  const tags = new RegExp(`<(script|style|link)\\b[^>]*?\\bnonce="${escaped(nonce)}"[^>]*>`, 'gi');
  for (const tag of html.matchAll(tags)) {
    explained++;
    const url = /\s(?:src|href)="([^"]*)"/i.exec(tag[0])?.[1];
    if (url !== undefined) {
      const target = URL.canParse(unescaped(url), siteUrl) ? new URL(unescaped(url), siteUrl) : undefined;
      if (!target) return undefined;
      if (target.origin !== new URL(siteUrl).origin) sources.add(target.origin + target.pathname);
      continue;
    }
    const from = tag.index + tag[0].length;
    const end = indexFrom(html, from, new RegExp(`</${tag[1]}`, 'gi'));
    if (end === undefined) return undefined;
    sources.add(`'sha256-${createHash('sha256').update(html.slice(from, end)).digest('base64')}'`);
  }
  if (html.split(nonce).length - 1 !== explained) return undefined;
  return {
    policy: policy.replaceAll(` 'nonce-${nonce}'`, [...sources].map((source) => ` ${source}`).join('')),
    html: html.replaceAll(` nonce="${nonce}"`, ''),
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/** Decodes the entities in a URL from an attribute. */
function unescaped(text: string): string {
  return text
    .replace(/&amp;/g, '&')
    .replace(/&#x2F;/gi, '/')
    .replace(/&#x3D;/gi, '=');
}

function indexFrom(html: string, from: number, closing: RegExp): number | undefined {
  closing.lastIndex = from;
  return closing.exec(html)?.index;
}
