/** What a plugin uses an external host for. */
export type HostUse = 'script' | 'style' | 'frame' | 'connect' | 'img' | 'form' | 'redirect';

/**
 * External hosts of a plugin (`contributes.hosts` in plugin.json), as origins: `https://js.stripe.com`,
 * `https://*.inpost.pl`.
 * Pages of the site may load resources from, connect to and redirect visitors to declared hosts only.
 * @since 0.1.0
 */
export type DeclaredHosts = Readonly<Partial<Record<HostUse, readonly string[]>>>;
