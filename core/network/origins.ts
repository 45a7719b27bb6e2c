/** One host, or all below one, as a content policy names them. */
const ORIGIN =
  /^(https?|wss?):\/\/((?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::(\d{1,5}))?$/;
/** Of the author's own machine, which needs no certificate. */
const LOCAL = /^(?:localhost|127\.0\.0\.1)$/;
/** Redirects alone may lead anywhere; whoever installs the plugin is told so. */
export const ANY_HOST = '*';

/**
 * Whether a text names the origin of a host: the scheme, the host and perhaps a port, without a path. Plain `http` and `ws` are for the author's own machine.
 * @since 0.2.0
 */
export function isOrigin(text: string): boolean {
  const [, scheme, host, port] = ORIGIN.exec(text) ?? [];
  if (scheme === undefined || host === undefined || Number(port ?? 1) > 65_535) return false;
  if (LOCAL.test(host)) return true;
  // A whole top-level domain is nobody's own.
  return (scheme === 'https' || scheme === 'wss') && host.replace('*.', '').includes('.');
}

/** Whether an address lies on one of the hosts. Of `*.example.com` only what is below counts, as in a content policy. */
export function isOnHost(url: URL, origins: readonly string[]): boolean {
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return origins.some((origin) => {
    if (origin === ANY_HOST) return true;
    const [scheme, rest = ''] = origin.split('://');
    if (`${scheme}:` !== url.protocol) return false;
    if (!rest.startsWith('*.')) return new URL(origin).origin === url.origin;
    const wanted = new URL(`${scheme}://${rest.slice(2)}`);
    return url.port === wanted.port && url.hostname.endsWith(`.${wanted.hostname}`);
  });
}

/** A name or an address with or without a port, and nothing that an address could be made of besides. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The host by which a visitor came, as the Host header names it; undefined where that holds anything else.
 * @since 0.2.0
 */
export function visitedHost(header: string | undefined): string | undefined {
  return header !== undefined && HOST.test(header) ? header : undefined;
}

/** The site's origin under the name by which a visitor came, where it differs: on the site's own scheme and port. */
export function visitedOrigin(header: string | undefined, siteUrl: string): string | undefined {
  const host = visitedHost(header);
  const { protocol, port } = new URL(siteUrl);
  return host === undefined ? undefined : `${protocol}//${host.replace(/:\d+$/, '')}${port === '' ? '' : `:${port}`}`;
}
