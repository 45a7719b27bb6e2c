import type { CachedRows } from '../db/index.js';

/** A group of the object cache. */
export interface Group {
  has(key: string): boolean;
  get(key: string): unknown;
  /** @param expire seconds; 0 for no expiry */
  set(key: string, value: unknown, expire: number): void;
  delete(key: string): boolean;
  clear(): void;
}

/** Creates a group for one request. */
export function createRequestGroup(): Group {
  const values = new Map<string, unknown>();
  return {
    has: (key) => values.has(key),
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => values.delete(key),
    clear: () => values.clear(),
  };
}

/** Groups that live longer than a request, in the process. */
export interface SharedGroups {
  readonly cachedRows: Pick<CachedRows, 'find' | 'set' | 'delete'>;
  /** Returns the versions of the tables a group depends on; undefined for one that lives as long as the request. */
  generationNames(group: string): readonly string[] | undefined;
}

/** How often each group was flushed: values cached under an earlier number are no longer found. */
export type FlushCounts = Map<string, number>;

/**
 * Creates a group that lives in the process. Values set in an open transaction stay in the request, since others must
 * not see them.
 * @param own the request's part of it
 */
export function createSharedGroup(
  { cachedRows: cache, generationNames }: SharedGroups,
  flushCounts: FlushCounts,
  name: string,
  own = createRequestGroup(),
): Group {
  const keyOf = (key: string): string => `cache:${name}:${flushCounts.get(name) ?? 0}:${key}`;
  return {
    has: (key) => own.has(key) || cache.find(keyOf(key)) !== undefined,
    get: (key) => (own.has(key) ? own.get(key) : cache.find(keyOf(key))?.value),
    set(key, value, expire) {
      own.set(key, value, expire);
      cache.set(keyOf(key), value, generationNames(name) ?? [], expire > 0 ? Date.now() + expire * 1000 : undefined);
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
