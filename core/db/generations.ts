import type { Counters } from './counters.js';
import { type GenerationName, keyOf, keyOfRow } from './generation-ids.js';

/** Which generation of each kept thing the database has, as this process read it last. */
export interface Generations {
  /** Reads them all anew, with one small question. */
  refresh(): Promise<void>;
  /** Reads them anew when they are older than so many milliseconds; those who ask at the same time share the question. */
  fresh(ms: number): Promise<void>;
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

export function createGenerations(counters: Pick<Counters, 'read'>, now: () => number = () => performance.now()): Generations {
  let known: Known | undefined;
  /** Those that were raised here since, with how many had been before. */
  let raised: ReadonlyMap<number, number> = new Map();
  let raises = 0;
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const [started, before] = [now(), raises];
    const sums = new Map<number, number>();
    for (const [id, generation] of await counters.read()) sums.set(keyOfRow(id), (sums.get(keyOfRow(id)) ?? 0) + generation);
    known = sums;
    // What this process committed meanwhile may not be in what was read.
    raised = new Map([...raised].filter(([, at]) => at >= before));
    readAt = started;
  }

  const lookUp = (from: Known | undefined, without: ReadonlyMap<number, number>) => (name: GenerationName): number | undefined => {
    const key = keyOf(name);
    return from === undefined || without.has(key) ? undefined : (from.get(key) ?? 0);
  };

  return {
    refresh,
    async fresh(ms) {
      if (now() - readAt <= ms && raised.size === 0) return;
      reading ??= refresh().finally(() => {
        reading = undefined;
      });
      await reading;
    },
    of: (name) => lookUp(known, raised)(name),
    snapshot: () => lookUp(known, raised),
    age: () => now() - readAt,
    forget(name) {
      raised = new Map(raised).set(keyOf(name), raises++);
    },
  };
}
