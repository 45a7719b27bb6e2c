import { wpKsesNormalizeEntities } from '../entities/normalize.js';
import { wpKsesBadProtocol } from '../kses/protocol.js';
import { parseUrl } from '../php/parse-url.js';
import { asciiLower, ltrim } from '../php/text.js';

/** Removes percent-encoded line feeds and carriage returns, even if nested (`_deep_replace`). */
function removeEncodedBreaks(url: string): string {
  if (!url.includes('%0')) return url;
  const out: string[] = [];
  for (const c of url) {
    out.push(c);
    if (/[daDA]/.test(c) && out.at(-2) === '0' && out.at(-3) === '%') out.length -= 3;
  }
  return out.join('');
}

/** Percent-encodes brackets, which are allowed only around an IPv6 address. */
function encodeBrackets(url: string): string {
  if (!url.includes('[') && !url.includes(']')) return url;
  const parts = parseUrl(url) ?? {};
  const relative = url.startsWith('/') ? '//' : '';
  let beforePath = parts.scheme !== undefined ? `${parts.scheme}://` : relative;
  beforePath += parts.user ?? '';
  if (parts.pass !== undefined) beforePath += `:${parts.pass}`;
  if (parts.user !== undefined || parts.pass !== undefined) beforePath += '@';
  beforePath += parts.host ?? '';
  if (parts.port !== undefined) beforePath += `:${parts.port}`;
  const remainder = beforePath === '' ? url : url.replaceAll(beforePath, '');
  if (remainder === '') return url;
  return url.replaceAll(remainder, remainder.replaceAll('[', '%5B').replaceAll(']', '%5D'));
}

/**
 * Sanitizes a URL for output or storage. Returns '' if its scheme is not allowed (`esc_url`).
 * @param protocols allowed schemes
 * @param context `display` also escapes `&` and `'` for HTML
 * @since 0.1.0
 */
export function cleanUrl(
  original: string,
  protocols: readonly string[],
  context: 'display' | 'raw',
  httpsFirst: boolean,
): string {
  if (original === '') return '';
  let url = ltrim(original).replaceAll(' ', '%20');
  url = url.replace(/[^a-z0-9\-~+_.?#=!&;,/:%@$|*'()[\]\u0080-\u{10FFFF}]/giu, '');
  if (url === '') return '';
  if (!/^mailto:/i.test(url)) url = removeEncodedBreaks(url);
  url = url.replaceAll(';//', '://');
  if (!url.includes(':') && !/^[/#?]/.test(url) && !/^[a-z0-9-]+?\.php/i.test(url)) {
    url = (httpsFirst ? 'https://' : 'http://') + url;
  }
  if (context === 'display') {
    url = wpKsesNormalizeEntities(url).replaceAll('&amp;', '&#038;').replaceAll("'", '&#039;');
  }
  url = encodeBrackets(url);
  if (url.startsWith('/')) return url;
  const withAllowedScheme = wpKsesBadProtocol(url, protocols);
  return asciiLower(withAllowedScheme) === asciiLower(url) ? withAllowedScheme : '';
}
