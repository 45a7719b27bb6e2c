import type { CacheApi } from '../api/index.js';
import { noteOnce, noteUntil } from '../context/track-dependencies.js';
import type { GenerationName, CachedRows, WriteTracker } from '../db/index.js';

export interface CacheFunctions extends CacheApi {
  /** Returns the versions of the tables watched under a name; undefined for none. */
  generationNames(name: string): readonly GenerationName[] | undefined;
}

interface CacheDeps {
  readonly cachedRows: Pick<CachedRows, 'remember' | 'clear'>;
  readonly writeTracker: Pick<WriteTracker, 'watch'>;
  /** Changes with what plugins have registered. */
  changes(): number;
}

/**
 * Creates the functions by which plugins control caching.
 * @since 0.1.0
 */
export function createCacheFunctions({ cachedRows: cache, writeTracker, changes }: CacheDeps): CacheFunctions {
  const watched = new Map<string, readonly GenerationName[]>();
  return {
    generationNames: (name) => watched.get(name),
    watchTables(name, tables) {
      const { names, undo } = writeTracker.watch(name, tables);
      // Writes made before the tables were watched cannot be detected afterward.
      cache.clear();
      watched.set(name, names);
      return () => {
        watched.delete(name);
        undo();
        cache.clear();
      };
    },
    // A value made with another set of plugins is a different one.
    remember: (key, compute) => cache.remember(`plugins ${changes()} ${key}`, compute),
    freshUntil: (moment) => noteUntil(moment.getTime()),
    doNotCache: () => noteOnce('caching was suspended with wpSuspendCacheAddition'),
  };
}
