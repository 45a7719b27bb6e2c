import type { PluginCache } from '../api/index.js';
import type { DataCache } from './data-cache.js';
import { bypassCaching, expireAt } from './dependencies.js';
import type { TableTracker } from './table-tracker.js';
import type { TableVersionName } from './version-rows.js';

export interface PluginCacheParts {
  readonly cache: PluginCache;
  /** Returns the versions of the tables tracked under a name; undefined for none. */
  tableVersionsOf(name: string): readonly TableVersionName[] | undefined;
}

interface PluginCacheDeps {
  readonly dataCache: Pick<DataCache, 'get' | 'clear'>;
  readonly tableTracker: Pick<TableTracker, 'track'>;
  /** Changes with what plugins have registered. */
  changes(): number;
}

/**
 * Creates the cache of plugins.
 * @since 0.1.0
 */
export function createPluginCache({ dataCache, tableTracker, changes }: PluginCacheDeps): PluginCacheParts {
  const versionsByName = new Map<string, readonly TableVersionName[]>();
  return {
    tableVersionsOf: (name) => versionsByName.get(name),
    cache: {
      // A value computed with another set of plugins is a different one.
      get: (key, load) => dataCache.get(`plugins ${changes()} ${key}`, load),
      trackTables(name, tables) {
        const { names, undo } = tableTracker.track(name, tables);
        // Writes made before the tables were tracked cannot be detected afterward.
        dataCache.clear();
        versionsByName.set(name, names);
        return () => {
          versionsByName.delete(name);
          undo();
          dataCache.clear();
        };
      },
      expiresAt: (time) => expireAt(time.getTime()),
      bypass: () => bypassCaching('a plugin called scope.cache.bypass()'),
    },
  };
}
