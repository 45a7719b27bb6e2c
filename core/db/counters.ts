import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Knex, MaybePromise } from '../api/index.js';

/** A row of `options_generation`. */
export type Counter = readonly [id: number, generation: number];

/** Reads the write counters, the first step of every request. */
export interface Counters {
  /** Returns the same list as before if nothing has been written since. */
  read(): MaybePromise<readonly Counter[]>;
  close(): void;
}

const ASYNC_ANSWER = 'select id, generation from options_generation';

/** The counters, valid while nothing newer has been written to the file. */
interface CounterSnapshot {
  /** SQLite's count of commits by other connections. */
  readonly version: number | bigint;
  readonly counters: readonly Counter[];
}

/**
 * Reads the counters on a separate connection, so that transactions do not block it and no queue delays it.
 * @param pooled used if that fails, for example while another process checkpoints the file
 */
export function sqliteCounters(file: string, pooled: Counters): Counters {
  let connection: DatabaseSyncInstance | undefined;
  let statements: { readonly version: StatementSyncInstance; readonly all: StatementSyncInstance } | undefined;
  let lastSnapshot: CounterSnapshot | undefined;
  let isOver = false;

  function open(): NonNullable<typeof statements> {
    const opened = (connection = new DatabaseSync(file));
    opened.exec('PRAGMA query_only = ON');
    const prepared = (sql: string): StatementSyncInstance => {
      const statement = opened.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    return { version: prepared('PRAGMA data_version'), all: prepared(ASYNC_ANSWER) };
  }

  function close(): void {
    connection?.close();
    connection = statements = lastSnapshot = undefined;
  }

  return {
    close() {
      isOver = true;
      close();
    },
    read() {
      // A connection opened after closing would prevent the cleanup of the database's journal files.
      if (isOver) return pooled.read();
      try {
        const { version, all } = (statements ??= open());
        // Read before the counters, so that a commit between the two is detected next time.
        const [now] = version.get() as unknown as [number | bigint];
        if (lastSnapshot?.version === now) return lastSnapshot.counters;
        const counters = (all.all() as unknown as [number | bigint, number | bigint][]).map(
          ([id, generation]): Counter => [Number(id), Number(generation)],
        );
        lastSnapshot = { version: now, counters };
        return counters;
      } catch {
        close();
        return pooled.read();
      }
    },
  };
}

/** Reads the counters on a connection of the pool. */
export function pooledCounters(pool: Knex, engine: Database['engine']): Counters {
  return {
    close: () => undefined,
    async read() {
      // A raw query, because building the statement would take longer than executing it.
      const result: unknown = await pool.raw(ASYNC_ANSWER);
      const rows =
        engine === 'mysql'
          ? (result as [{ id: number; generation: number | string }[]])[0]
          : (result as { id: number; generation: number | string }[]);
      return rows.map(({ id, generation }) => [id, Number(generation)]);
    },
  };
}
