import { wpKsesNoNull } from '../kses/protocol.js';
import { parseUrl } from '../php/parse-url.js';
import { urlEncode } from '../php/query-string.js';
import { ltrim, trim } from '../php/text.js';

/**
 * Makes a URL safe for a `Location` header: percent-encodes it, and removes characters that are not allowed
 * (`wp_sanitize_redirect`).
 * @since 0.1.0
 */
export function wpSanitizeRedirect(location: string): string {
  const encoded = location.replaceAll(' ', '%20').replace(/[\u0080-\u{10FFFF}]+/gu, urlEncode);
  let clean = wpKsesNoNull(encoded.replace(/[^a-z0-9\-~+_.?#=&;,/:%!*[\]()@]/gi, ''));
  // Removing a sequence may create a new one, so this is repeated.
  for (let next = clean.replace(/%0[da]/gi, ''); next !== clean; next = clean.replace(/%0[da]/gi, '')) clean = next;
  return clean;
}

interface RedirectRules {
  /** URL of the current request. */
  requestUri: string;
  /** Returns the allowed hosts. Filters receive the requested host. */
  hosts: (host: string) => readonly string[];
}

/** Returns the URL if it is relative or its host is allowed; otherwise the fallback (`wp_validate_redirect`). */
export function validateRedirect(location: string, fallback: string, { requestUri, hosts }: RedirectRules): string {
  let sanitizedUrl = wpSanitizeRedirect(trim(location, ' \t\n\r\0\x08\x0B'));
  if (sanitizedUrl.startsWith('//')) sanitizedUrl = `http:${sanitizedUrl}`;
  const parts = parseUrl(sanitizedUrl.replace(/\?[^]*$/, ''));
  if (!parts) return fallback;
  const { scheme, host, path = '' } = parts;
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return fallback;
  if (host === undefined) {
    if (scheme !== undefined) return fallback;
    if (path === '' || path.startsWith('/')) return sanitizedUrl;
    const folder = requestUri.replace(/[?#][^]*$/, '').replace(/[^/]*$/, '');
    return `/${ltrim(folder, '/')}${sanitizedUrl}`;
  }
  if ([parts.user, parts.pass, host].some((part) => part !== undefined && /[:/?#@]/.test(part))) return fallback;
  return hosts(host).includes(host.toLowerCase()) ? sanitizedUrl : fallback;
}
