import { wpKsesNoNull } from '../kses/protocol.js';
import { parseUrl } from '../php/parse-url.js';
import { urlEncode } from '../php/query-string.js';
import { ltrim, trim } from '../php/text.js';

/** An address that can be sent in a header: percent-encoded, and without characters that have no place in one (`wp_sanitize_redirect`). @since 0.1.0 */
export function wpSanitizeRedirect(location: string): string {
  const encoded = location.replaceAll(' ', '%20').replace(/[\u0080-\u{10FFFF}]+/gu, urlEncode);
  let clean = wpKsesNoNull(encoded.replace(/[^a-z0-9\-~+_.?#=&;,/:%!*[\]()@]/gi, ''));
  // What is left of a nested one may be one again.
  for (let next = clean.replace(/%0[da]/gi, ''); next !== clean; next = clean.replace(/%0[da]/gi, '')) clean = next;
  return clean;
}

interface RedirectRules {
  /** The address of the current request. */
  requestUri: string;
  /** Hosts that may be gone to, for the host that is asked for. */
  hosts: (host: string) => readonly string[];
}

/** The address when it is one of this site, or relative; else the fallback (`wp_validate_redirect`). */
export function validateRedirect(location: string, fallback: string, { requestUri, hosts }: RedirectRules): string {
  let address = wpSanitizeRedirect(trim(location, ' \t\n\r\0\x08\x0B'));
  if (address.startsWith('//')) address = `http:${address}`;
  const parts = parseUrl(address.replace(/\?[^]*$/, ''));
  if (!parts) return fallback;
  const { scheme, host, path = '' } = parts;
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return fallback;
  if (host === undefined) {
    if (scheme !== undefined) return fallback;
    if (path === '' || path.startsWith('/')) return address;
    const folder = requestUri.replace(/[?#][^]*$/, '').replace(/[^/]*$/, '');
    return `/${ltrim(folder, '/')}${address}`;
  }
  if ([parts.user, parts.pass, host].some((part) => part !== undefined && /[:/?#@]/.test(part))) return fallback;
  return hosts(host).includes(host.toLowerCase()) ? address : fallback;
}
