import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Knex, MaybePromise } from '../api/index.js';

/** A row of `options_generation`. */
export type Counter = readonly [id: number, generation: number];

/** Reads the counters of what was written, which every request does first. */
export interface Counters {
  /** The same list as the last time where nothing was written since. */
  read(): MaybePromise<readonly Counter[]>;
  close(): void;
}

const ASYNC_ANSWER = 'select id, generation from options_generation';

/** The counters as they were when nothing newer had been written to the file. */
interface Seen {
  /** SQLite's own count of what other connections committed. */
  readonly version: number | bigint;
  readonly counters: readonly Counter[];
}

/**
 * By a connection of their own, so that nobody waits for a transaction and nothing stands between the file and who asks.
 * @param pooled asked where that fails, such as in the moment in which another process tidies up the file
 */
export function sqliteCounters(file: string, pooled: Counters): Counters {
  let connection: DatabaseSyncInstance | undefined;
  let statements: { readonly version: StatementSyncInstance; readonly all: StatementSyncInstance } | undefined;
  let seen: Seen | undefined;
  let isOver = false;

  function open(): NonNullable<typeof statements> {
    const opened = (connection = new DatabaseSync(file));
    opened.exec('PRAGMA query_only = ON');
    const prepared = (sql: string): StatementSyncInstance => {
      const made = opened.prepare(sql);
      made.setReturnArrays(true);
      return made;
    };
    return { version: prepared('PRAGMA data_version'), all: prepared(ASYNC_ANSWER) };
  }

  function close(): void {
    connection?.close();
    connection = statements = seen = undefined;
  }

  return {
    close() {
      isOver = true;
      close();
    },
    read() {
      // One that was opened again after the end would keep the file's journal from being put away.
      if (isOver) return pooled.read();
      try {
        const { version, all } = (statements ??= open());
        // Before the counters, so that what is committed between the two is looked for again.
        const [now] = version.get() as unknown as [number | bigint];
        if (seen?.version === now) return seen.counters;
        const counters = (all.all() as unknown as [number | bigint, number | bigint][]).map(
          ([id, generation]): Counter => [Number(id), Number(generation)],
        );
        seen = { version: now, counters };
        return counters;
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
      const answer: unknown = await pool.raw(ASYNC_ANSWER);
      const rows =
        engine === 'mysql'
          ? (answer as [{ id: number; generation: number | string }[]])[0]
          : (answer as { id: number; generation: number | string }[]);
      return rows.map(({ id, generation }) => [id, Number(generation)]);
    },
  };
}
