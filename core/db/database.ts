import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import { type Database, PlinthError } from '../api/index.js';
import { pooledVersionReader, sqliteVersionReader } from './version-readers.js';
import { parseDatabaseUrl } from './database-url.js';
import { watchStatements } from './slow-database.js';
import { withLock } from './lock.js';
import { createLockedTables, type LockedTables } from './locked-tables.js';
import { DEFAULT_LIMITS, MysqlClient } from './mysql-client.js';
import { damagedError, isDamaged, isOutage, unreachableError } from './outage.js';
import { createRetry, FILE_RETRY, type Retry, SERVER_RETRY, STATEMENT_RETRY } from './retry.js';
import { SqliteClient } from './sqlite-client.js';
import { createTableTracker, type TableTracker, type VersionReader } from '../cache/index.js';

/** Callbacks that run at the end of a transaction. */
interface EndCallbacks {
  readonly afterCommit: (() => void | Promise<void>)[];
  readonly afterRollback: (() => Promise<unknown>)[];
}

interface OpenTransaction extends EndCallbacks {
  trx: Knex;
  open: boolean;
}

/** The database API with the parts that only core uses. */
export interface SiteDatabase extends Database {
  /** Records writes to tables whose rows are cached. */
  readonly tableTracker: TableTracker;
  readonly versionReader: VersionReader;
  /** Whether the calling code runs inside a transaction. */
  isInTransaction(): boolean;
  /**
   * Runs a function after the current transaction was rolled back. Without a transaction, it never runs. Its errors are
   * ignored.
   */
  afterRollback(work: () => Promise<unknown>): void;
  /** Whether statements currently wait for a lock or are slow. */
  isBusy(): boolean;
  /**
   * Runs a function on a consistent, read-only snapshot while others continue to write. On SQLite, it has its own
   * connection, so that it does not block other code.
   */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
}

interface DatabaseOptions {
  /** `mysql://user:password@host:port/name`, with parameters (`database-url.ts`); without it, SQLite is used. */
  url?: string;
  /** The SQLite file, or `:memory:`. */
  file: string;
  /** Maximum number of connections to a MySQL server; without it, the value in the URL applies. */
  poolMax?: number;
}

/** Knex's log output is suppressed. Errors are thrown to the caller as well, and the rest is advice for developers. */
const SILENT_LOG = {
  warn: () => undefined,
  error: () => undefined,
  deprecate: () => undefined,
  debug: () => undefined,
};
/** Options that keep values out of error messages. */
const KNEX_LOG_OPTIONS = { log: SILENT_LOG, compileSqlOnError: false } as const;

/** Creates the functions that rename tables and columns. They do nothing if the old name does not exist. */
function createRenameFunctions(
  current: () => Knex,
  refuseInTransaction: (operation: string) => void,
): Pick<Database, 'renameTable' | 'renameColumn'> {
  return {
    async renameTable(from: string, to: string): Promise<void> {
      if (!(await current().schema.hasTable(from))) return;
      refuseInTransaction(`Renaming the table "${from}"`);
      await current().schema.renameTable(from, to);
    },
    async renameColumn(table: string, from: string, to: string): Promise<void> {
      if (!(await current().schema.hasTable(table)) || !(await current().schema.hasColumn(table, from))) return;
      refuseInTransaction(`Renaming the column "${from}"`);
      await current().raw('alter table ?? rename column ?? to ??', [table, from, to]);
    },
  };
}

/**
 * Opens the site's database: SQLite in a file, or MariaDB/MySQL by URL.
 * Connects on the first query; {@link assertReachable} runs one.
 */
export function openDatabase(options: DatabaseOptions): SiteDatabase {
  const retry = createRetry(options.url ? SERVER_RETRY : FILE_RETRY);
  const tableTracker = createTableTracker();
  const pool = knex({
    ...(options.url
      ? mysqlConfig(options.url, options.poolMax, tableTracker)
      : sqliteConfig(options.file, retry, tableTracker)),
    ...KNEX_LOG_OPTIONS,
  });
  const isSlow = watchStatements(pool);
  const engine: Database['engine'] = options.url ? 'mysql' : 'sqlite';
  const transactions = new AsyncLocalStorage<OpenTransaction>();

  const currentTransaction = (): OpenTransaction | undefined => {
    const unit = transactions.getStore();
    return unit?.open ? unit : undefined;
  };
  const current = (): Knex => currentTransaction()?.trx ?? pool;

  /** Runs one attempt of a transaction, which may be retried. */
  function runAttempt<T>(work: () => Promise<T>, callbacks: EndCallbacks, config?: Knex.TransactionConfig): Promise<T> {
    return pool.transaction(async (trx) => {
      const unit: OpenTransaction = { trx, open: true, ...callbacks };
      try {
        return await transactions.run(unit, work);
      } finally {
        unit.open = false;
      }
    }, config);
  }

  const database: SiteDatabase = Object.assign(current, {
    engine,
    tableTracker,
    versionReader:
      options.url || options.file === ':memory:'
        ? pooledVersionReader(pool, engine)
        : sqliteVersionReader(options.file, pooledVersionReader(pool, engine)),
    isBusy: () => retry.isWaiting() || isSlow(),

    async transaction<T>(work: () => Promise<T>): Promise<T> {
      if (currentTransaction()) return work();
      let steps = createCallbacks();
      let result: T;
      try {
        // Callbacks of a failed attempt are discarded when it is retried.
        result = await retry.run(() => runAttempt(work, (steps = createCallbacks())));
      } catch (error) {
        await Promise.allSettled(steps.afterRollback.map((step) => step()));
        throw error;
      }
      for (const step of steps.afterCommit) await step();
      return result;
    },

    async snapshot<T>(work: () => Promise<T>): Promise<T> {
      if (currentTransaction() || options.file === ':memory:') return database.transaction(work);
      if (engine === 'mysql') return runAttempt(work, createCallbacks(), { isolationLevel: 'repeatable read' });
      const reader = knex({ ...sqliteConfig(options.file, retry, tableTracker), ...KNEX_LOG_OPTIONS });
      const unit: OpenTransaction = { trx: reader, open: true, ...createCallbacks() };
      try {
        await reader.raw('PRAGMA query_only = ON');
        await reader.raw('BEGIN');
        return await transactions.run(unit, work);
      } finally {
        unit.open = false;
        await reader.destroy();
      }
    },

    async afterCommit(work: () => void | Promise<void>): Promise<void> {
      const unit = currentTransaction();
      if (unit) unit.afterCommit.push(work);
      else await work();
    },

    isInTransaction: () => currentTransaction() !== undefined,
    afterRollback: (work: () => Promise<unknown>) => void currentTransaction()?.afterRollback.push(work),

    outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
      return transactions.exit(work);
    },

    async createTable(name: string, build: (table: Knex.CreateTableBuilder) => void): Promise<void> {
      if (await current().schema.hasTable(name)) return;
      if (engine === 'mysql') refuseInTransaction(database, `Creating the table "${name}"`);
      await current().schema.createTable(name, (table) => {
        if (engine === 'mysql') {
          table.engine('InnoDB');
          table.charset('utf8mb4');
          table.collate('utf8mb4_bin');
        }
        build(table);
      });
    },

    ...createRenameFunctions(
      current,
      (operation) => void (engine === 'mysql' && refuseInTransaction(database, operation)),
    ),

    async createIndex(table: string, name: string, columns: readonly string[]): Promise<void> {
      const existing: unknown = await (engine === 'mysql'
        ? current().raw('show index from ?? where key_name = ?', [table, name])
        : current().raw("select name from sqlite_master where type = 'index' and name = ?", [name]));
      const [rows] = engine === 'mysql' ? (existing as [unknown[]]) : [existing as unknown[]];
      if (rows.length > 0) return;
      if (engine === 'mysql') refuseInTransaction(database, `Creating the index "${name}"`);
      // Raw SQL, because Knex does not support descending index columns.
      const parts = columns.map((column) =>
        column.endsWith(' desc')
          ? current().raw('?? desc', [column.replace(/ desc$/, '')])
          : current().raw('??', [column]),
      );
      await current().raw('create index ?? on ?? (?)', [
        name,
        table,
        current().raw(parts.map(() => '?').join(', '), parts),
      ]);
    },

    withLock<T>(name: string, work: () => Promise<T>, wait?: { wait?: number; ttl?: number }): Promise<T> {
      // An open SQLite transaction already excludes all other writers and uses the only connection.
      return engine === 'sqlite' && currentTransaction() ? work() : withLock(pool, name, work, { ...wait, engine });
    },

    async destroy() {
      // While an AsyncLocalStorage is active, Node calls it for every promise in the process.
      transactions.disable();
      database.versionReader.close();
      // After this, the database file contains all data and can be copied without its WAL file.
      if (engine === 'sqlite') await pool.raw('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
      await pool.destroy();
    },
  });
  return database;
}

const createCallbacks = (): EndCallbacks => ({ afterCommit: [], afterRollback: [] });

/**
 * Throws an error inside a transaction, for work that would wait for the transaction or commit it.
 * @throws PlinthError `db_in_transaction`
 */
export function refuseInTransaction(db: Pick<SiteDatabase, 'isInTransaction'>, operation: string): void {
  if (!db.isInTransaction()) return;
  throw new PlinthError('db_in_transaction', `${operation} is not possible inside a transaction.`, {
    hint: 'Do it before the transaction, or in `db.afterCommit(…)`.',
  });
}

function sqliteConfig(
  file: string,
  retry: Retry,
  tableTracker: TableTracker,
): Knex.Config & { retry: Retry; tableTracker: TableTracker } {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  return {
    client: SqliteClient,
    retry,
    tableTracker,
    connection: { filename: file },
    useNullAsDefault: true,
    // The driver is synchronous, so a second connection could only wait for the lock of the first one.
    pool: { min: 1, max: 1 },
  };
}

function mysqlConfig(
  url: string,
  poolMax: number | undefined,
  tableTracker: TableTracker,
): Knex.Config & { tableTracker: TableTracker; lockedTables: LockedTables; retry: Retry } {
  const { connectionLimit, ...address } = parseDatabaseUrl(url);
  return {
    client: MysqlClient,
    tableTracker,
    lockedTables: createLockedTables(),
    retry: createRetry(STATEMENT_RETRY),
    connection: {
      ...address,
      charset: 'utf8mb4_bin',
      timezone: 'Z',
      dateStrings: true,
      supportBigNumbers: true,
      connectTimeout: 3000,
      // Detects a dead connection before it is used for a visitor's request.
      enableKeepAlive: true,
      keepAliveInitialDelay: 10_000,
    },
    pool: {
      min: 0,
      max: poolMax ?? connectionLimit,
      afterCreate(
        connection: { query(sql: string, done: (error: Error | null) => void): void },
        done: (error: Error | null, connection: unknown) => void,
      ) {
        connection.query(
          `SET SESSION sql_mode='STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone='+00:00', ${DEFAULT_LIMITS}`,
          (error) => done(error, connection),
        );
      },
    },
    acquireConnectionTimeout: 6000,
  };
}

/**
 * Runs one query, so that a wrong address is reported when the site starts.
 * @throws PlinthError `db_unreachable`, `db_damaged`
 */
export async function assertReachable(db: Database): Promise<void> {
  try {
    await db().raw('select 1');
  } catch (cause) {
    if (isDamaged(cause)) throw damagedError(cause);
    throw isOutage(cause) ? unreachableError((cause as Error).cause) : unreachableError(cause);
  }
}
