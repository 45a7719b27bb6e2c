import type { PluginCache } from 'plinth';

/** A plugin's cache that caches nothing. */
export const uncached: PluginCache = {
  get: (_key, load) => load(),
  trackTables: () => () => undefined,
  expiresAt: () => undefined,
  bypass: () => undefined,
};
