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
