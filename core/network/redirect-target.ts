import { PlinthError } from '../api/index.js';
import { isOnHost } from './origins.js';

/**
 * Returns the URL to which a visitor is redirected, if it is on this site or on a declared host.
 * @param hosts origins that plugins declare (`contributes.hosts.redirect`)
 * @throws PlinthError `redirect_refused`
 * @since 0.1.0
 */
export function redirectTarget(location: string, siteUrl: string, hosts: readonly string[]): string {
  const local = localTarget(location, siteUrl);
  if (local !== undefined) return local;
  const clean = location.trim();
  // Browsers may interpret a URL without a scheme, with a backslash or with control characters as another URL.
  if (
    /^https?:\/\//i.test(clean) &&
    !/[\u0000-\u0020\u007f\\]/.test(clean) &&
    URL.canParse(clean) &&
    isOnHost(new URL(clean), hosts)
  )
    return clean;
  throw new PlinthError(
    'redirect_refused',
    `The redirect to ${clean.slice(0, 200)} was refused: no plugin declares that host.`,
    { hint: 'Add its origin to contributes.hosts.redirect in plugin.json.', status: 500 },
  );
}

/**
 * Returns a redirect target if it is on this site; otherwise undefined (`wp_validate_redirect`). Browsers may interpret
 * `//host`, `\\\\host` and control characters as another URL, so they are rejected.
 */
export function localTarget(target: string, siteUrl: string): string | undefined {
  const clean = target.trim();
  if (clean === '' || /[\u0000-\u0020\u007f\\]/.test(clean) || clean.startsWith('//')) return undefined;
  try {
    const site = new URL(siteUrl);
    const url = new URL(clean, `${site.origin}/`);
    return url.origin === site.origin && url.username === '' && url.password === '' ? clean : undefined;
  } catch {
    return undefined;
  }
}
