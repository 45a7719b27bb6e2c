/** What a plugin may need another host for. */
export type HostUse = 'script' | 'style' | 'frame' | 'connect' | 'img' | 'form' | 'redirect';

/**
 * The hosts a plugin reaches out to (`contributes.hosts` in plugin.json), as origins: `https://js.stripe.com`, `https://*.inpost.pl`.
 * Pages of the site may load from, connect to and send visitors to these hosts and to no other.
 * @since 0.2.0
 */
export type DeclaredHosts = Readonly<Partial<Record<HostUse, readonly string[]>>>;
