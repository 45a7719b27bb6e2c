/** Matches a host, or all subdomains of a host, in the syntax of a Content Security Policy. */
const ORIGIN =
  /^(https?|wss?):\/\/((?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?::(\d{1,5}))?$/;
/** Matches the hosts of a development machine, which need no certificate. */
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1)$/;
/** Any host. Only redirects may have this value, and it is shown before the plugin is installed. */
export const ANY_HOST = '*';

/**
 * Whether a text is an origin: a scheme, a host and an optional port, without a path. `http` and `ws` are only allowed
 * for a development machine.
 * @since 0.1.0
 */
export function isOrigin(text: string): boolean {
  const [, scheme, host, port] = ORIGIN.exec(text) ?? [];
  if (scheme === undefined || host === undefined || Number(port ?? 1) > 65_535) return false;
  if (LOCAL_HOST.test(host)) return true;
  // A whole top-level domain is not allowed, because it has no single owner.
  return (scheme === 'https' || scheme === 'wss') && host.replace('*.', '').includes('.');
}

/** Whether a URL is on one of the hosts. As in a Content Security Policy, `*.example.com` matches only subdomains. */
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

/** Matches a hostname or IP address with an optional port, and nothing else that could be part of a URL. */
const HOST_HEADER = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Returns the host in the Host header of a request; undefined if the header is invalid.
 * @since 0.1.0
 */
export function requestHost(header: string | undefined): string | undefined {
  return header !== undefined && HOST_HEADER.test(header) ? header : undefined;
}

/** Returns the origin of the request if its host differs from the site's; scheme and port are those of the site. */
export function requestOrigin(header: string | undefined, siteUrl: string): string | undefined {
  const host = requestHost(header);
  const { protocol, port } = new URL(siteUrl);
  return host === undefined ? undefined : `${protocol}//${host.replace(/:\d+$/, '')}${port === '' ? '' : `:${port}`}`;
}
