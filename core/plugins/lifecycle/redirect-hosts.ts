import { PlinthError, type PluginManifest } from '../../api/index.js';
import { isOrigin } from '../../network/index.js';
import type { FoundPlugin } from '../manifest/discovery.js';
import type { PluginNotes } from '../state/plugin-option.js';

/** Origins to which the owner allows a plugin to redirect visitors, in addition to those of its plugin.json. */
export interface RedirectHosts {
  get(id: string): Promise<readonly string[]>;
  /** @throws PlinthError `redirect_hosts_invalid`; the stored origins remain unchanged */
  set(id: string, origins: readonly string[]): Promise<void>;
  delete(id: string): Promise<void>;
  /** Returns the plugins with the owner's origins added to their manifests. */
  addTo(found: FoundPlugin[]): Promise<FoundPlugin[]>;
}

const MAX_HOSTS = 20;

export function createRedirectHosts(notes: PluginNotes<readonly string[]>): RedirectHosts {
  return {
    get: async (id) => (await notes.all())[id] ?? [],
    async set(id, origins) {
      const clean = [...new Set(origins.map(originOf))].sort();
      if (clean.length > MAX_HOSTS)
        throw new PlinthError('redirect_hosts_invalid', `At most ${MAX_HOSTS} redirect hosts are allowed.`);
      await notes.set(id, clean.length === 0 ? undefined : clean);
    },
    async delete(id) {
      if (id in (await notes.all())) await notes.set(id, undefined);
    },
    async addTo(found) {
      const hostsByPlugin = await notes.all();
      return found.map((plugin) => {
        const { manifest, id } = plugin;
        const addedOrigins = hostsByPlugin[id] ?? [];
        if (addedOrigins.length === 0 || !manifest?.contributes.customRedirectHosts) return plugin;
        return { ...plugin, manifest: withRedirects(manifest, addedOrigins) };
      });
    },
  };
}

/** Returns the origin of a URL that contains nothing else: https, one host, no path. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOriginOnly = url?.href === `${url?.origin}/` && url.protocol === 'https:' && isOrigin(url.origin);
  if (!url || !isOriginOnly || text.includes('*'))
    throw new PlinthError(
      'redirect_hosts_invalid',
      `${text.slice(0, 200)} is not an origin such as https://pay.example.com.`,
    );
  return url.origin;
}

function withRedirects(manifest: PluginManifest, origins: readonly string[]): PluginManifest {
  const { contributes } = manifest;
  const redirect = [...new Set([...(contributes.hosts?.redirect ?? []), ...origins])];
  return { ...manifest, contributes: { ...contributes, hosts: { ...contributes.hosts, redirect } } };
}
