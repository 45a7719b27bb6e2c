import { LRUCache } from 'lru-cache';
import { andThen, type Database, type Knex, type MaybePromise } from '../api/index.js';
import { currentContext } from '../context/index.js';
import { endReading, isReading, noteGeneration, noteUntil, startReading } from '../context/track-dependencies.js';
import type { GenerationName } from './table-version-ids.js';
import type { Generations } from './table-versions.js';
import { dependsOnlyOn, type Writes } from './writes.js';

/** What is kept in memory of the database, as long as nothing of what it was made of is written, by this process or another. */
export interface CachedRows {
  /**
   * What a question finds, from memory where it can: at once then. Whoever gets it must not change it.
   * @param name the generation of all that the question reads
   * @param key what tells this question from every other of its generation
   */
  keep<T>(name: GenerationName, key: string, ask: () => Promise<T>): MaybePromise<T>;
  /** As {@link KeptRows.keep}, for whatever work reads: it is noted while it runs, within a request. What holds for one request alone is not kept. */
  remember<T>(key: string, ask: () => Promise<T>): MaybePromise<T>;
  /** What is kept under a key; undefined when nothing is. */
  find(key: string): { readonly found: unknown } | undefined;
  /** Keeps something that the running request has made of what these generations count. @param until milliseconds since 1970 */
  put(key: string, found: unknown, names: readonly GenerationName[], until?: number): void;
  drop(key: string): void;
  /** Forgets everything. */
  clear(): void;
  /** Learns what other processes wrote: at the start of each request. @param ms how old what is known may be, in milliseconds; it is asked anew when absent */
  refresh(ms?: number): MaybePromise<void>;
}

/** What is known of the generations at one moment. */
type Known = (name: GenerationName) => number | undefined;

interface Entry {
  readonly found: unknown;
  /** The generations that it was made of. */
  readonly stamps: readonly (readonly [name: GenerationName, generation: number])[];
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Milliseconds after which long work looks again for what others wrote. */
const FRESH_MS = 1000;

/** Milliseconds after which rows are read again in any case: somebody may write with another program, such as a password that was forgotten. */
const LONGEST_MS = 60_000;

/** Nothing is kept: each question is asked. */
export const bypassCache: CachedRows = {
  keep: (_name, _key, ask) => Promise.resolve(ask()),
  remember: (_key, ask) => Promise.resolve(ask()),
  find: () => undefined,
  put: () => undefined,
  drop: () => undefined,
  clear: () => undefined,
  refresh: () => undefined,
};

interface CachedRowsDeps {
  readonly db: Database;
  readonly writes: Pick<Writes, 'onCommit'>;
  readonly generations: Generations;
  /** How much may be kept, roughly. */
  readonly bytes: number;
  /** Milliseconds of a clock that never goes back. */
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
  /** What the running request knew of the generations when it began. */
  const slot = `generations:${++instances}`;
  const rows = new LRUCache<string, Entry>({
    ttl: LONGEST_MS,
    ttlResolution: 0,
    perf: { now },
    maxSize: bytes,
    maxEntrySize: bytes / 8,
    sizeCalculation: ({ found }, key) => sizeOf(found) + 2 * key.length + 64,
  });
  writes.onCommit(generations.forget);

  function find(key: string): Entry | undefined {
    // An open transaction sees what nobody else does.
    const kept = db() === pool ? rows.get(key) : undefined;
    if (!kept) return undefined;
    if (
      (kept.until < Infinity && kept.until <= time()) ||
      kept.stamps.some(([name, generation]) => generations.of(name) !== generation)
    ) {
      rows.delete(key);
      return undefined;
    }
    if (isReading()) note(kept);
    return kept;
  }

  function note({ stamps, until }: Entry): void {
    for (const [name] of stamps) noteGeneration(name);
    if (until < Infinity) noteUntil(until);
  }

  function store(key: string, found: unknown, names: readonly GenerationName[], known: Known, until = Infinity): void {
    if (db() !== pool) return;
    const stamps: [GenerationName, number][] = [];
    for (const name of names) {
      const generation = known(name);
      // Whoever wrote meanwhile has made it old before it was kept.
      if (generation === undefined || generations.of(name) !== generation) return;
      stamps.push([name, generation]);
    }
    rows.set(key, { found, stamps, until });
  }

  function recall<T>(key: string, ask: () => Promise<T>): MaybePromise<T> {
    const look = (): MaybePromise<T> => {
      const kept = find(key);
      return kept ? (kept.found as T) : ask();
    };
    return generations.age() > FRESH_MS ? andThen(generations.refresh(), look) : look();
  }

  return {
    find,
    put(key, found, names, until) {
      const known = currentContext()?.memo.get(slot) as Known | undefined;
      if (known) store(key, found, names, known, until);
    },
    drop: (key) => void rows.delete(key),
    clear: () => rows.clear(),
    refresh: (ms = 0) =>
      andThen(
        ms > 0 ? generations.fresh(ms) : generations.refresh(),
        () => void currentContext()?.memo.set(slot, generations.snapshot()),
      ),
    keep(name, key, ask) {
      if (name === 'options' || db() !== pool) return Promise.resolve(ask());
      const at = `${name} ${key}`;
      return recall(at, async () => {
        const known = generations.snapshot();
        const found = await ask();
        store(at, found, [name], known);
        return found;
      });
    },
    remember(key, ask) {
      if (db() !== pool) return Promise.resolve(ask());
      return recall(key, async () => {
        const known = generations.snapshot();
        const reading = startReading();
        if (!reading) return ask();
        try {
          const found = frozen(await ask());
          if (reading.once === '' && reading.asked.size === 0)
            store(key, found, [...reading.generations], known, reading.until);
          return found;
        } finally {
          endReading(reading);
        }
      });
    },
  };
}

/** The rows that a question finds, by its own words; asked anew each time when more than what is kept decides about them. */
export function cacheFound<T extends object>(
  kept: CachedRows,
  name: GenerationName,
  query: Knex.QueryBuilder,
): MaybePromise<T[]> {
  const ask = async (): Promise<T[]> => (await query) as T[];
  const { sql, bindings } = query.toSQL().toNative();
  return dependsOnlyOn(name, sql) ? cacheRows(kept, name, `${sql} ${JSON.stringify(bindings)}`, ask) : ask();
}

/** As {@link keepFound}, under a key that is cheaper to make than the question. @param ask reads nothing but tables of this generation */
export function cacheRows<T extends object>(
  kept: CachedRows,
  name: GenerationName,
  key: string,
  ask: () => Promise<T[]>,
): MaybePromise<T[]> {
  return andThen(kept.keep(name, key, ask), (rows) => rows.map((row) => ({ ...row })));
}

/** Lists and plain objects that many get, and nobody can change. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (!Array.isArray(value) && prototype !== Object.prototype && prototype !== null) return value;
  for (const item of Object.values(value)) frozen(item);
  return Object.freeze(value);
}

/** Bytes of memory, roughly. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 8;
  let size = 64;
  if (value instanceof Map) for (const [key, item] of value) size += 16 + sizeOf(key) + sizeOf(item);
  else for (const item of Object.values(value)) size += 16 + sizeOf(item);
  return size;
}
