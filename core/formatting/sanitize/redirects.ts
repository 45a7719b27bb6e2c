import { wpKsesNoNull } from '../kses/protocol.js';
import { parseUrl } from '../php/parse-url.js';
import { urlEncode } from '../php/query-string.js';
import { ltrim, trim } from '../php/text.js';

/**
 * Makes a URL safe for a header: percent-encodes it and removes characters that are not allowed
 * (`wp_sanitize_redirect`).
 * @since 0.1.0
 */
export function wpSanitizeRedirect(location: string): string {
  const encoded = location.replaceAll(' ', '%20').replace(/[\u0080-\u{10FFFF}]+/gu, urlEncode);
  let clean = wpKsesNoNull(encoded.replace(/[^a-z0-9\-~+_.?#=&;,/:%!*[\]()@]/gi, ''));
  // Removing a nested sequence may create a new one.
  for (let next = clean.replace(/%0[da]/gi, ''); next !== clean; next = clean.replace(/%0[da]/gi, '')) clean = next;
  return clean;
}

interface RedirectRules {
  /** URL of the current request. */
  requestUri: string;
  /** Returns the allowed hosts for a requested host. */
  hosts: (host: string) => readonly string[];
}

/** Returns the URL if it is relative or of an allowed host, otherwise the fallback (`wp_validate_redirect`). */
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
