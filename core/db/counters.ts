import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Knex, MaybePromise } from '../api/index.js';

/** A row of `options_generation`. */
export type Counter = readonly [id: number, generation: number];

/** Reads the counters of what was written, which every request does first. */
export interface Counters {
  read(): MaybePromise<readonly Counter[]>;
  close(): void;
}

const QUESTION = 'select id, generation from options_generation';

/**
 * By a connection of their own, so that nobody waits for a transaction and nothing stands between the file and who asks.
 * @param pooled asked where that fails, such as in the moment in which another process tidies up the file
 */
export function sqliteCounters(file: string, pooled: Counters): Counters {
  let connection: DatabaseSyncInstance | undefined;
  let statement: StatementSyncInstance | undefined;

  function open(): StatementSyncInstance {
    connection = new DatabaseSync(file);
    connection.exec('PRAGMA query_only = ON');
    const made = connection.prepare(QUESTION);
    made.setReturnArrays(true);
    return made;
  }

  function close(): void {
    connection?.close();
    connection = statement = undefined;
  }

  return {
    close,
    read() {
      try {
        statement ??= open();
        return (statement.all() as unknown as [number | bigint, number | bigint][]).map(([id, generation]) => [Number(id), Number(generation)]);
      } catch {
        close();
        return pooled.read();
      }
    },
  };
}

/** By a connection of the pool. */
export function pooledCounters(pool: Knex, engine: Database['engine']): Counters {
  return {
    close: () => undefined,
    async read() {
      // As text: making a statement of parts would take longer than the answer.
      const answer: unknown = await pool.raw(QUESTION);
      const rows = engine === 'mysql' ? (answer as [{ id: number; generation: number | string }[]])[0] : (answer as { id: number; generation: number | string }[]);
      return rows.map(({ id, generation }) => [id, Number(generation)]);
    },
  };
}
