import { PlinthError } from '../api/index.js';
import { isOnHost } from './origins.js';

/**
 * Returns the URL a visitor is redirected to, when it is on this site or on a declared host.
 * @param hosts origins (`contributes.hosts.redirect`)
 * @throws PlinthError `redirect_refused`
 * @since 0.1.0
 */
export function redirectTarget(location: string, siteUrl: string, hosts: readonly string[]): string {
  const local = localTarget(location, siteUrl);
  if (local !== undefined) return local;
  const clean = location.trim();
  // Browsers interpret URLs without a scheme, with a backslash or with control characters in their own way.
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
 * Returns a redirect target on this site; undefined for every other (`wp_validate_redirect`).
 * Browsers interpret `//host`, `\\\\host` and control characters in their own way, so those never pass.
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
