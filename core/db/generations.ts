import type { Database } from '../api/index.js';
import { GENERATIONS, type GenerationName } from './writes.js';

/** Which generation of each kept thing the database has, as this process read it last. */
export interface Generations {
  /** Reads them all anew, with one small question. */
  refresh(): Promise<void>;
  /** Undefined until it was read, and once this process itself has written. */
  of(name: GenerationName): number | undefined;
  /** Milliseconds since they were read. */
  age(): number;
  /** Forgets one, since it was just raised here. */
  forget(name: GenerationName): void;
}

interface Counter {
  readonly id: number;
  readonly generation: number | string;
}

export function createGenerations(db: Database, now: () => number = () => performance.now()): Generations {
  const known = new Map<number, number>();
  let readAt = -Infinity;
  return {
    async refresh() {
      const started = now();
      // As text: making a statement of parts would take longer than the answer.
      const answer: unknown = await db().raw('select id, generation from options_generation');
      const rows = db.engine === 'mysql' ? (answer as [Counter[]])[0] : (answer as Counter[]);
      for (const { id, generation } of rows) known.set(id, Number(generation));
      readAt = started;
    },
    of: (name) => known.get(GENERATIONS[name]),
    age: () => now() - readAt,
    forget: (name) => void known.delete(GENERATIONS[name]),
  };
}
