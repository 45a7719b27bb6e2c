import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { Database, Knex } from '../api/index.js';
import type { VersionReader, VersionRow } from '../cache/index.js';

const READ_VERSIONS = 'select id, version from table_versions';

/** The table versions. They are valid until another connection commits a change. */
interface VersionSnapshot {
  /** SQLite's `data_version`, which changes with commits by other connections. */
  readonly version: number | bigint;
  readonly rows: readonly VersionRow[];
}

/**
 * Reads the table versions on a separate connection, so that transactions and waiting statements do not delay it.
 * @param pooled used if that fails, for example while another process checkpoints the file
 */
export function sqliteVersionReader(file: string, pooled: VersionReader): VersionReader {
  let connection: DatabaseSyncInstance | undefined;
  let statements: { readonly version: StatementSyncInstance; readonly all: StatementSyncInstance } | undefined;
  let lastSnapshot: VersionSnapshot | undefined;
  let isClosed = false;

  function openConnection(): NonNullable<typeof statements> {
    const newConnection = (connection = new DatabaseSync(file));
    newConnection.exec('PRAGMA query_only = ON');
    const prepareStatement = (sql: string): StatementSyncInstance => {
      const statement = newConnection.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    return { version: prepareStatement('PRAGMA data_version'), all: prepareStatement(READ_VERSIONS) };
  }

  function close(): void {
    connection?.close();
    connection = statements = lastSnapshot = undefined;
  }

  return {
    close() {
      isClosed = true;
      close();
    },
    async read() {
      // A connection that is opened after closing would prevent the cleanup of the WAL files.
      if (isClosed) return pooled.read();
      try {
        const { version, all } = (statements ??= openConnection());
        // The version is read before the rows, so that a commit in between is detected next time.
        const [currentVersion] = version.get() as unknown as [number | bigint];
        if (lastSnapshot?.version === currentVersion) return lastSnapshot.rows;
        const rows = (all.all() as unknown as [number | bigint, number | bigint][]).map(([id, count]): VersionRow => [
          Number(id),
          Number(count),
        ]);
        lastSnapshot = { version: currentVersion, rows };
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
      // Raw SQL, because building the statement would take longer than running it.
      const result: unknown = await pool.raw(READ_VERSIONS);
      const rows =
        engine === 'mysql'
          ? (result as [{ id: number; version: number | string }[]])[0]
          : (result as { id: number; version: number | string }[]);
      return rows.map(({ id, version }) => [id, Number(version)]);
    },
  };
}
