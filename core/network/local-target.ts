/**
 * An address to redirect to, when it is on this site; undefined for every other (`wp_validate_redirect`).
 * Browsers read `//host`, `\\host` and control characters in their own way, so those never pass.
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
