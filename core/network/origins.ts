/** One host, or all subdomains of one, in the syntax of a Content Security Policy. */
const ORIGIN =
  /^(https?|wss?):\/\/((?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::(\d{1,5}))?$/;
/** Hosts of a development machine, which need no certificate. */
const LOCAL = /^(?:localhost|127\.0\.0\.1)$/;
/** Only redirects may lead anywhere; this is shown before the plugin is installed. */
export const ANY_HOST = '*';

/**
 * Whether a text is an origin: scheme, host and optional port, without a path. Plain `http` and `ws` are only for a
 * development machine.
 * @since 0.1.0
 */
export function isOrigin(text: string): boolean {
  const [, scheme, host, port] = ORIGIN.exec(text) ?? [];
  if (scheme === undefined || host === undefined || Number(port ?? 1) > 65_535) return false;
  if (LOCAL.test(host)) return true;
  // A whole top-level domain has no single owner.
  return (scheme === 'https' || scheme === 'wss') && host.replace('*.', '').includes('.');
}

/** Whether a URL is on one of the hosts. `*.example.com` matches only subdomains, as in a Content Security Policy. */
export function isOnHost(url: URL, origins: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return origins.some((origin) => {
    if (origin === ANY_HOST) return true;
    const [scheme, rest = ''] = origin.split('://');
    if (`${scheme}:` !== url.protocol) return false;
    if (!rest.startsWith('*.')) return new URL(origin).origin === url.origin;
    const allowedUrl = new URL(`${scheme}://${rest.slice(2)}`);
    return url.port === allowedUrl.port && url.hostname.endsWith(`.${allowedUrl.hostname}`);
  });
}

/** A host name or IP address with an optional port, and nothing else that could become part of a URL. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the host a visitor used, from the Host header; undefined for an invalid header.
 * @since 0.1.0
 */
export function visitedHost(header: string | undefined): string | undefined {
  return header !== undefined && HOST.test(header) ? header : undefined;
}

/** Returns the site's origin under the host a visitor used, if it differs, with the site's own scheme and port. */
export function visitedOrigin(header: string | undefined, siteUrl: string): string | undefined {
  const host = visitedHost(header);
  const { protocol, port } = new URL(siteUrl);
  return host === undefined ? undefined : `${protocol}//${host.replace(/:\d+$/, '')}${port === '' ? '' : `:${port}`}`;
}
