import type { MaybePromise } from '../api/index.js';
import type { Counter, Counters } from './counters.js';
import { type GenerationName, keyOf, keyOfRow } from './table-version-ids.js';

/** The table versions of the database, as last read by this process. */
export interface Generations {
  /** Reads all versions with one small query. */
  refresh(): MaybePromise<void>;
  /** Reads the versions if the known ones are older than this many milliseconds; concurrent callers share the query. */
  ensureFresh(ms: number): MaybePromise<void>;
  /** Returns a version; undefined until it is read, and after this process has written. */
  get(name: GenerationName): number | undefined;
  /** Returns the versions known now, for later comparison. */
  snapshot(): (name: GenerationName) => number | undefined;
  /** Milliseconds since the versions were read. */
  age(): number;
  /** Discards a version that was just incremented by this process. */
  invalidate(name: GenerationName): void;
}

type VersionMap = ReadonlyMap<number, number>;

export function createGenerations(
  counters: Pick<Counters, 'read'>,
  now: () => number = () => performance.now(),
): Generations {
  let known: VersionMap | undefined;
  /** Versions incremented by this process since, with the total number of increments before. */
  let raised: ReadonlyMap<number, number> = new Map();
  let raises = 0;
  /** The counters from which `known` was built. */
  let knownCounters: readonly Counter[] | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const [started, before] = [now(), raises];
    const rows = await counters.read();
    return takeOver(rows, started, before);
  }

  function takeOver(rows: readonly Counter[], started: number, before: number): void {
    if (rows !== knownCounters) {
      const sums = new Map<number, number>();
      for (const [id, generation] of rows) sums.set(keyOfRow(id), (sums.get(keyOfRow(id)) ?? 0) + generation);
      known = sums;
      knownCounters = rows;
    }
    // Concurrent commits of this process may be missing from the result.
    if (raised.size > 0) raised = new Map([...raised].filter(([, at]) => at >= before));
    readAt = started;
  }

  const lookUp =
    (from: VersionMap | undefined, without: ReadonlyMap<number, number>) =>
    (name: GenerationName): number | undefined => {
      const key = keyOf(name);
      return from === undefined || without.has(key) ? undefined : (from.get(key) ?? 0);
    };

  return {
    refresh,
    ensureFresh(ms) {
      if (now() - readAt <= ms && raised.size === 0) return undefined;
      return (reading ??= refresh().finally(() => {
        reading = undefined;
      }));
    },
    get: (name) => lookUp(known, raised)(name),
    snapshot: () => lookUp(known, raised),
    age: () => now() - readAt,
    invalidate(name) {
      raised = new Map(raised).set(keyOf(name), raises++);
    },
  };
}
