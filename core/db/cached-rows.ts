import { LRUCache } from 'lru-cache';
import { type Database, type Knex, type MaybePromise } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { endReading, isReading, noteGeneration, noteUntil, startReading } from '../context/track-dependencies.js';
import type { GenerationName } from './table-version-ids.js';
import type { Generations } from './table-versions.js';
import { dependsOnlyOn, type WriteTracker } from './writes.js';

/** Cached query results, valid until the data they depend on is written by this or another process. */
export interface CachedRows {
  /**
   * Returns the result of a query, from the cache if possible. Callers must not modify it.
   * @param name table version of everything the query reads
   * @param key identifies the query within its table version
   */
  getOrLoad<T>(name: GenerationName, key: string, ask: () => Promise<T>): Promise<T>;
  /**
   * Like {@link CachedRows.getOrLoad}, for work with arbitrary reads, which are tracked while it runs within a request.
   * Results valid for one request only are not cached.
   */
  remember<T>(key: string, ask: () => Promise<T>): Promise<T>;
  /** Returns the value cached under a key; undefined if there is none. */
  find(key: string): { readonly value: unknown } | undefined;
  /**
   * Caches a value that the current request computed from these table versions.
   * @param until milliseconds since 1970
   */
  set(key: string, found: unknown, names: readonly GenerationName[], until?: number): void;
  delete(key: string): void;
  /** Clears the cache. */
  clear(): void;
  /**
   * Loads the writes of other processes, at the start of each request.
   * @param ms maximum age of the known state, in milliseconds; always reloaded when absent
   */
  refresh(ms?: number): MaybePromise<void>;
}

/** The table versions known at one moment. */
type VersionLookup = (name: GenerationName) => number | undefined;

interface Entry {
  readonly value: unknown;
  /** The table versions it depends on. */
  readonly versions: readonly (readonly [name: GenerationName, generation: number])[];
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Milliseconds after which long-running work checks again for writes by others. */
const FRESH_MS = 1000;

/**
 * Maximum lifetime of cached rows in milliseconds, because other programs may write to the database too, for example to
 * reset a password.
 */
const LONGEST_MS = 60_000;

/** Caches nothing; every query is executed. */
export const bypassCache: CachedRows = {
  getOrLoad: (_name, _key, load) => Promise.resolve(load()),
  remember: (_key, load) => Promise.resolve(load()),
  find: () => undefined,
  set: () => undefined,
  delete: () => undefined,
  clear: () => undefined,
  refresh: () => undefined,
};

interface CachedRowsDeps {
  readonly db: Database;
  readonly writes: Pick<WriteTracker, 'onCommit'>;
  readonly generations: Generations;
  /** Approximate maximum size of the cache. */
  readonly bytes: number;
  /** Returns milliseconds of a monotonic clock. */
  readonly now?: () => number;
  /** Milliseconds since 1970. */
  readonly time?: () => number;
}

let instances = 0;

export function createCachedRows({
  db,
  writes,
  generations,
  bytes,
  now = () => performance.now(),
  time = Date.now,
}: CachedRowsDeps): CachedRows {
  const pool = db();
  /** Memo key of the table versions known at the start of the current request. */
  const slot = `generations:${++instances}`;
  const rows = new LRUCache<string, Entry>({
    ttl: LONGEST_MS,
    ttlResolution: 0,
    perf: { now },
    maxSize: bytes,
    maxEntrySize: bytes / 8,
    sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 64,
  });
  writes.onCommit(generations.invalidate);

  function find(key: string): Entry | undefined {
    // An open transaction sees data that is not visible to others.
    const entry = db() === pool ? rows.get(key) : undefined;
    if (!entry) return undefined;
    if (
      (entry.expiresAt < Infinity && entry.expiresAt <= time()) ||
      entry.versions.some(([name, generation]) => generations.get(name) !== generation)
    ) {
      rows.delete(key);
      return undefined;
    }
    if (isReading()) note(entry);
    return entry;
  }

  function note({ versions, expiresAt }: Entry): void {
    for (const [name] of versions) noteGeneration(name);
    if (expiresAt < Infinity) noteUntil(expiresAt);
  }

  function store(
    key: string,
    found: unknown,
    names: readonly GenerationName[],
    known: VersionLookup,
    until = Infinity,
  ): void {
    if (db() !== pool) return;
    const stamps: [GenerationName, number][] = [];
    for (const name of names) {
      const generation = known(name);
      // A concurrent write has made the result outdated before it could be cached.
      if (generation === undefined || generations.get(name) !== generation) return;
      stamps.push([name, generation]);
    }
    rows.set(key, { value: found, versions: stamps, expiresAt: until });
  }

  async function recall<T>(key: string, load: () => Promise<T>): Promise<T> {
    if (generations.age() > FRESH_MS) await generations.refresh();
    const entry = find(key);
    return entry ? (entry.value as T) : load();
  }

  return {
    find,
    set(key, found, names, until) {
      const known = currentContext()?.memo.get(slot) as VersionLookup | undefined;
      if (known) store(key, found, names, known, until);
    },
    delete: (key) => void rows.delete(key),
    clear: () => rows.clear(),
    refresh: async (ms = 0) => {
      await (ms > 0 ? generations.ensureFresh(ms) : generations.refresh());
      currentContext()?.memo.set(slot, generations.snapshot());
    },
    getOrLoad(name, key, load) {
      if (name === 'options' || db() !== pool) return Promise.resolve(load());
      const at = `${name} ${key}`;
      return recall(at, async () => {
        const known = generations.snapshot();
        const found = await load();
        store(at, found, [name], known);
        return found;
      });
    },
    remember(key, load) {
      if (db() !== pool) return Promise.resolve(load());
      return recall(key, async () => {
        const known = generations.snapshot();
        const reading = startReading();
        if (!reading) return load();
        try {
          const found = frozen(await load());
          if (reading.uncacheableReason === '' && reading.varyBy.size === 0)
            store(key, found, [...reading.generations], known, reading.expiresAt);
          return found;
        } finally {
          endReading(reading);
        }
      });
    },
  };
}

/** Returns the rows of a query, cached by its SQL; not cached if the result depends on more than the table version. */
export async function cacheFound<T extends object>(
  cache: CachedRows,
  name: GenerationName,
  query: Knex.QueryBuilder,
): Promise<T[]> {
  const load = async (): Promise<T[]> => (await query) as T[];
  const { sql, bindings } = query.toSQL().toNative();
  return dependsOnlyOn(name, sql) ? cacheRows(cache, name, `${sql} ${JSON.stringify(bindings)}`, load) : load();
}

/**
 * Like {@link cacheFound}, with a key that is cheaper to build than the query.
 * @param load reads only tables of this table version
 */
export async function cacheRows<T extends object>(
  cache: CachedRows,
  name: GenerationName,
  key: string,
  load: () => Promise<T[]>,
): Promise<T[]> {
  const rows = await cache.getOrLoad(name, key, load);
  return rows.map((row) => ({ ...row }));
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
