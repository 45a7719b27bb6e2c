import { LRUCache } from 'lru-cache';
import type { Database } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { dependOnTables, expireAt, isTracking, startTracking, stopTracking } from './dependencies.js';
import type { TableTracker } from './table-tracker.js';
import {
  areCurrent,
  stampsSince,
  type TableVersions,
  type VersionSnapshot,
  type VersionStamp,
} from './table-versions.js';
import type { TableVersionName } from './version-rows.js';

/** Cached results in the memory of the process, valid until the data they depend on is written by any process. */
export interface DataCache {
  /**
   * Returns a value, from the cache while its dependencies are unchanged; otherwise computes it and tracks what it
   * reads. Outside of requests, and for values that are for one request only, it is always computed.
   */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
  /**
   * Like {@link DataCache.get}, for a query that reads only tables of one version. Callers must not modify the result.
   * @param key identifies the query within its table version
   */
  getRows<T>(name: TableVersionName, key: string, load: () => Promise<T>): Promise<T>;
  /** Returns the value cached under a key; undefined if there is none. */
  find(key: string): { readonly value: unknown } | undefined;
  /**
   * Caches a value that the current request computed from these table versions.
   * @param expiresAt milliseconds since 1970
   */
  set(key: string, value: unknown, names: readonly TableVersionName[], expiresAt?: number): void;
  delete(key: string): void;
  clear(): void;
  /**
   * Reads the table versions, at the start of each request.
   * @param ms maximum age of the known versions, in milliseconds; always read again when absent
   */
  refresh(ms?: number): Promise<void>;
}

interface Entry {
  readonly value: unknown;
  readonly stamps: readonly VersionStamp[];
  /** Unix time in milliseconds. */
  readonly expiresAt: number;
}

/** Milliseconds after which long-running work checks again for writes by others. */
const MAX_AGE_MS = 1000;

/**
 * Maximum lifetime of a value in milliseconds, because other programs may write to the database too, for example to
 * reset a password.
 */
const MAX_LIFETIME_MS = 60_000;

/** Caches nothing; every value is computed. */
export const noDataCache: DataCache = {
  get: (_key, load) => load(),
  getRows: (_name, _key, load) => load(),
  find: () => undefined,
  set: () => undefined,
  delete: () => undefined,
  clear: () => undefined,
  refresh: async () => undefined,
};

interface DataCacheDeps {
  readonly db: Database;
  readonly tableTracker: Pick<TableTracker, 'onCommit'>;
  readonly tableVersions: TableVersions;
  /** Approximate maximum size of the cache. */
  readonly bytes: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Unix time in milliseconds. */
  readonly time?: () => number;
}

let instances = 0;

export function createDataCache({
  db,
  tableTracker,
  tableVersions,
  bytes,
  now = () => performance.now(),
  time = () => Date.now(),
}: DataCacheDeps): DataCache {
  const pool = db();
  /** Memo key of the table versions known at the start of the current request. */
  const versionsAtStart = `table_versions:${++instances}`;
  const entries = new LRUCache<string, Entry>({
    ttl: MAX_LIFETIME_MS,
    ttlResolution: 0,
    perf: { now },
    maxSize: bytes,
    maxEntrySize: bytes / 8,
    sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 64,
  });
  tableTracker.onCommit(tableVersions.invalidate);

  // An open transaction sees data that is not visible to others.
  const isInTransaction = (): boolean => db() !== pool;

  function find(key: string): Entry | undefined {
    const entry = isInTransaction() ? undefined : entries.get(key);
    if (!entry) return undefined;
    if (entry.expiresAt <= time() || !areCurrent(entry.stamps, tableVersions)) {
      entries.delete(key);
      return undefined;
    }
    if (isTracking()) {
      for (const [name] of entry.stamps) dependOnTables(name);
      expireAt(entry.expiresAt);
    }
    return entry;
  }

  function store(
    key: string,
    value: unknown,
    names: Iterable<TableVersionName>,
    snapshot: VersionSnapshot,
    expiresAt = Infinity,
  ): void {
    if (isInTransaction()) return;
    const stamps = stampsSince(snapshot, names, tableVersions);
    if (stamps) entries.set(key, { value, stamps, expiresAt });
  }

  async function getOrLoad<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (tableVersions.age() > MAX_AGE_MS) await tableVersions.refresh();
    const entry = find(key);
    return entry ? (entry.value as T) : load();
  }

  return {
    find,
    set(key, value, names, expiresAt) {
      const snapshot = currentContext()?.memo.get(versionsAtStart) as VersionSnapshot | undefined;
      if (snapshot) store(key, value, names, snapshot, expiresAt);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
    refresh: async (ms = 0) => {
      await (ms > 0 ? tableVersions.refreshIfOlderThan(ms) : tableVersions.refresh());
      currentContext()?.memo.set(versionsAtStart, tableVersions.snapshot());
    },
    async getRows(name, key, load) {
      if (name === 'options' || isInTransaction()) return load();
      const rowsKey = `${name} ${key}`;
      return getOrLoad(rowsKey, async () => {
        const snapshot = tableVersions.snapshot();
        const rows = await load();
        store(rowsKey, rows, [name], snapshot);
        return rows;
      });
    },
    async get(key, load) {
      if (isInTransaction()) return load();
      return getOrLoad(key, async () => {
        const snapshot = tableVersions.snapshot();
        const dependencies = startTracking();
        if (!dependencies) return load();
        try {
          const value = frozen(await load());
          const { tables, requestProperties, expiresAt, bypassReason } = dependencies;
          if (bypassReason === '' && requestProperties.size === 0) store(key, value, tables, snapshot, expiresAt);
          return value;
        } finally {
          stopTracking(dependencies);
        }
      });
    },
  };
}

/** Freezes lists and plain objects, which are shared by many callers. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}

/** Returns the approximate size in memory, in bytes. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 64;
  if (value instanceof Map) for (const [key, item] of value) size += 16 + sizeOf(key) + sizeOf(item);
  else for (const item of Object.values(value)) size += 16 + sizeOf(item);
  return size;
}
