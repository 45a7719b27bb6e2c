import { andThen, type MaybePromise } from '../api/index.js';
import type { Counter, Counters } from './counters.js';
import { type GenerationName, keyOf, keyOfRow } from './table-version-ids.js';

/** Which generation of each kept thing the database has, as this process read it last. */
export interface Generations {
  /** Reads them all anew, with one small question. */
  refresh(): MaybePromise<void>;
  /** Reads them anew when they are older than so many milliseconds; those who ask at the same time share the question. */
  fresh(ms: number): MaybePromise<void>;
  /** Undefined until it was read, and once this process itself has written. */
  of(name: GenerationName): number | undefined;
  /** What is known now, for those who compare later. */
  snapshot(): (name: GenerationName) => number | undefined;
  /** Milliseconds since they were read. */
  age(): number;
  /** Forgets one, since it was just raised here. */
  forget(name: GenerationName): void;
}

type Known = ReadonlyMap<number, number>;

export function createGenerations(
  counters: Pick<Counters, 'read'>,
  now: () => number = () => performance.now(),
): Generations {
  let known: Known | undefined;
  /** Those that were raised here since, with how many had been before. */
  let raised: ReadonlyMap<number, number> = new Map();
  let raises = 0;
  /** What `known` was made of. */
  let taken: readonly Counter[] | undefined;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  function refresh(): MaybePromise<void> {
    const [started, before] = [now(), raises];
    return andThen(counters.read(), (rows) => takeOver(rows, started, before));
  }

  function takeOver(rows: readonly Counter[], started: number, before: number): void {
    if (rows !== taken) {
      const sums = new Map<number, number>();
      for (const [id, generation] of rows) sums.set(keyOfRow(id), (sums.get(keyOfRow(id)) ?? 0) + generation);
      known = sums;
      taken = rows;
    }
    // What this process committed meanwhile may not be in what was read.
    if (raised.size > 0) raised = new Map([...raised].filter(([, at]) => at >= before));
    readAt = started;
  }

  const lookUp =
    (from: Known | undefined, without: ReadonlyMap<number, number>) =>
    (name: GenerationName): number | undefined => {
      const key = keyOf(name);
      return from === undefined || without.has(key) ? undefined : (from.get(key) ?? 0);
    };

  return {
    refresh,
    fresh(ms) {
      if (now() - readAt <= ms && raised.size === 0) return undefined;
      if (reading) return reading;
      const begun = refresh();
      if (!(begun instanceof Promise)) return undefined;
      return (reading = begun.finally(() => {
        reading = undefined;
      }));
    },
    of: (name) => lookUp(known, raised)(name),
    snapshot: () => lookUp(known, raised),
    age: () => now() - readAt,
    forget(name) {
      raised = new Map(raised).set(keyOf(name), raises++);
    },
  };
}
