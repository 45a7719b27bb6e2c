import type { CacheApi } from '../api/index.js';
import { noteOnce, noteUntil } from '../context/track-dependencies.js';
import type { GenerationName, CachedRows, Writes } from '../db/index.js';

export interface CacheFunctions extends CacheApi {
  /** The generations of the tables that are watched under a name; undefined when none are. */
  namesOf(name: string): readonly GenerationName[] | undefined;
}

interface CacheDeps {
  readonly kept: Pick<CachedRows, 'remember' | 'clear'>;
  readonly writes: Pick<Writes, 'watch'>;
  /** Changes with what plugins have registered. */
  changes(): number;
}

/** What plugins say about what may be kept. @since 0.2.0 */
export function createCacheFunctions({ kept, writes, changes }: CacheDeps): CacheFunctions {
  const watched = new Map<string, readonly GenerationName[]>();
  return {
    namesOf: (name) => watched.get(name),
    watchTables(name, tables) {
      const { names, undo } = writes.watch(name, tables);
      // What was written while nobody watched is not noticed any more.
      kept.clear();
      watched.set(name, names);
      return () => {
        watched.delete(name);
        undo();
        kept.clear();
      };
    },
    // What another set of plugins made of it is another thing.
    remember: (key, ask) => kept.remember(`plugins ${changes()} ${key}`, ask),
    freshUntil: (moment) => noteUntil(moment.getTime()),
    doNotCache: () => noteOnce('somebody said so'),
  };
}
