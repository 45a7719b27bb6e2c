import type { DataCache } from './data-cache.js';
import { currentDependencies, dependOnTables, reuse, type TrackedDependencies } from './dependencies.js';

/** A group of the object cache. */
export interface Group {
  has(key: string): boolean;
  get(key: string): unknown;
  /** @param expire seconds; 0 for no expiry */
  set(key: string, value: unknown, expire: number): void;
  delete(key: string): boolean;
  clear(): void;
}

/** Creates a group for one request. Whoever uses a value depends on what it was computed from. */
export function createRequestGroup(): Group {
  const entries = new Map<string, { readonly value: unknown; readonly dependencies: TrackedDependencies }>();
  const find = (key: string) => {
    const entry = entries.get(key);
    if (entry) reuse(entry.dependencies);
    return entry;
  };
  return {
    has: (key) => find(key) !== undefined,
    get: (key) => find(key)?.value,
    set: (key, value) => void entries.set(key, { value, dependencies: currentDependencies() }),
    delete: (key) => entries.delete(key),
    clear: () => entries.clear(),
  };
}

/** Creates the request's part of a group whose values depend on the tables of the group alone. */
function createTrackedGroup(tables: readonly string[]): Group {
  const values = new Map<string, unknown>();
  const dependOnGroup = (): void => tables.forEach(dependOnTables);
  return {
    has: (key) => (dependOnGroup(), values.has(key)),
    get: (key) => (dependOnGroup(), values.get(key)),
    set: (key, value) => void values.set(key, value),
    delete: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}

/** Groups that live longer than a request, in the process. */
export interface SharedGroups {
  readonly dataCache: Pick<DataCache, 'find' | 'set' | 'delete'>;
  /** Returns the versions of the tables a group depends on; undefined for one that lives as long as the request. */
  tableVersionsOf(group: string): readonly string[] | undefined;
}

/** How often each group was flushed: values cached under an earlier number are no longer found. */
export type FlushCounts = Map<string, number>;

/**
 * Creates a group that lives in the process. Values set in an open transaction stay in the request, since others must
 * not see them.
 */
export function createSharedGroup(
  { dataCache: cache, tableVersionsOf }: SharedGroups,
  flushCounts: FlushCounts,
  name: string,
): Group {
  const own = createTrackedGroup(tableVersionsOf(name) ?? []);
  const keyOf = (key: string): string => `cache:${name}:${flushCounts.get(name) ?? 0}:${key}`;
  return {
    has: (key) => own.has(key) || cache.find(keyOf(key)) !== undefined,
    get: (key) => (own.has(key) ? own.get(key) : cache.find(keyOf(key))?.value),
    set(key, value, expire) {
      own.set(key, value, expire);
      cache.set(keyOf(key), value, tableVersionsOf(name) ?? [], expire > 0 ? Date.now() + expire * 1000 : undefined);
    },
    delete(key) {
      const [here, there] = [own.delete(key), cache.find(keyOf(key)) !== undefined];
      cache.delete(keyOf(key));
      return here || there;
    },
    clear() {
      own.clear();
      flushCounts.set(name, (flushCounts.get(name) ?? 0) + 1);
    },
  };
}
