import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Knex } from '../api/index.js';
import type { VersionReader, VersionRow } from '../cache/index.js';

const READ_VERSIONS = 'select id, version from table_versions';

/** The table versions, valid while nothing newer has been written to the file. */
interface VersionSnapshot {
  /** SQLite's count of commits by other connections. */
  readonly version: number | bigint;
  readonly rows: readonly VersionRow[];
}

/**
 * Reads the table versions on a separate connection, so that transactions do not block it and no queue delays it.
 * @param pooled used if that fails, for example while another process checkpoints the file
 */
export function sqliteVersionReader(file: string, pooled: VersionReader): VersionReader {
  let connection: DatabaseSyncInstance | undefined;
  let statements: { readonly version: StatementSyncInstance; readonly all: StatementSyncInstance } | undefined;
  let lastSnapshot: VersionSnapshot | undefined;
  let isOver = false;

  function open(): NonNullable<typeof statements> {
    const opened = (connection = new DatabaseSync(file));
    opened.exec('PRAGMA query_only = ON');
    const prepared = (sql: string): StatementSyncInstance => {
      const statement = opened.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    return { version: prepared('PRAGMA data_version'), all: prepared(READ_VERSIONS) };
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
        // Read before the rows, so that a commit between the two is detected next time.
        const [now] = version.get() as unknown as [number | bigint];
        if (lastSnapshot?.version === now) return lastSnapshot.rows;
        const rows = (all.all() as unknown as [number | bigint, number | bigint][]).map(([id, count]): VersionRow => [
          Number(id),
          Number(count),
        ]);
        lastSnapshot = { version: now, rows };
        return rows;
      } catch {
        close();
        return pooled.read();
      }
    },
  };
}

/** Reads the table versions on a connection of the pool. */
export function pooledVersionReader(pool: Knex, engine: Database['engine']): VersionReader {
  return {
    close: () => undefined,
    async read() {
      // A raw query, because building the statement would take longer than executing it.
      const result: unknown = await pool.raw(READ_VERSIONS);
      const rows =
        engine === 'mysql'
          ? (result as [{ id: number; version: number | string }[]])[0]
          : (result as { id: number; version: number | string }[]);
      return rows.map(({ id, version }) => [id, Number(version)]);
    },
  };
}
