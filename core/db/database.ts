import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knex, { type Knex } from 'knex';
import { type Database, PlinthError } from '../api/index.js';
import { pooledVersionReader, sqliteVersionReader } from './version-readers.js';
import { readDatabaseUrl } from './database-url.js';
import { watchStatements } from './slow-database.js';
import { withLock } from './lock.js';
import { createLockedTables, type LockedTables } from './locked-tables.js';
import { HURRIED, MysqlClient } from './mysql-client.js';
import { damaged, isDamaged, isOutage, outage } from './outage.js';
import { createRetry, FILE, type Retry, ROWS, STATEMENT } from './retry.js';
import { SqliteClient } from './sqlite-client.js';
import { createTableTracker, type TableTracker, type VersionReader } from '../cache/index.js';

/** Callbacks waiting for the end of a transaction. */
interface Steps {
  readonly afterCommit: (() => void | Promise<void>)[];
  readonly afterRollback: (() => Promise<unknown>)[];
}

interface Unit extends Steps {
  trx: Knex;
  open: boolean;
}

/** The database as the host uses it. */
export interface SiteDatabase extends Database {
  /** Tracks writes to cached tables. */
  readonly tableTracker: TableTracker;
  readonly versionReader: VersionReader;
  /** Whether the caller is inside a transaction. */
  isInTransaction(): boolean;
  /**
   * Runs work after the transaction of this context was rolled back, and never if there is no transaction. Errors are
   * ignored.
   */
  afterRollback(work: () => Promise<unknown>): void;
  /** Whether the database is currently delaying any work. */
  isBusy(): boolean;
  /**
   * Runs work on a consistent, read-only snapshot while others continue to write. On SQLite it uses a separate
   * connection, so that it blocks nobody.
   */
  snapshot<T>(work: () => Promise<T>): Promise<T>;
}

interface DatabaseOptions {
  /** `mysql://user:password@host:port/name`, with parameters (`database-url.ts`); SQLite when absent. */
  url?: string;
  /** The SQLite file, or `:memory:`. */
  file: string;
  /** Maximum number of connections to a MySQL server; the URL's value when absent. */
  poolMax?: number;
}

/** Knex's log output is suppressed: it either reaches the caller as an error, or is advice for developers. */
const SILENT = { warn: () => undefined, error: () => undefined, deprecate: () => undefined, debug: () => undefined };
/** Error messages contain statements without their values. */
const QUIET = { log: SILENT, compileSqlOnError: false } as const;

/** Creates the functions that rename, which do nothing where it was done already. */
function createRenames(
  current: () => Knex,
  refuseInTransaction: (what: string) => void,
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
  const retry = createRetry(options.url ? ROWS : FILE);
  const tableTracker = createTableTracker();
  const pool = knex({
    ...(options.url
      ? mysqlConfig(options.url, options.poolMax, tableTracker)
      : sqliteConfig(options.file, retry, tableTracker)),
    ...QUIET,
  });
  const isSlow = watchStatements(pool);
  const engine: Database['engine'] = options.url ? 'mysql' : 'sqlite';
  const units = new AsyncLocalStorage<Unit>();

  const openUnit = (): Unit | undefined => {
    const unit = units.getStore();
    return unit?.open ? unit : undefined;
  };
  const current = (): Knex => openUnit()?.trx ?? pool;

  /** Runs one attempt of a transaction. */
  function runAttempt<T>(work: () => Promise<T>, steps: Steps, how?: Knex.TransactionConfig): Promise<T> {
    return pool.transaction(async (trx) => {
      const unit: Unit = { trx, open: true, ...steps };
      try {
        return await units.run(unit, work);
      } finally {
        unit.open = false;
      }
    }, how);
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
      if (openUnit()) return work();
      let steps = noSteps();
      let result: T;
      try {
        // Callbacks of a failed attempt are discarded when it is retried.
        result = await retry.run(() => runAttempt(work, (steps = noSteps())));
      } catch (error) {
        await Promise.allSettled(steps.afterRollback.map((step) => step()));
        throw error;
      }
      for (const step of steps.afterCommit) await step();
      return result;
    },

    async snapshot<T>(work: () => Promise<T>): Promise<T> {
      if (openUnit() || options.file === ':memory:') return database.transaction(work);
      if (engine === 'mysql') return runAttempt(work, noSteps(), { isolationLevel: 'repeatable read' });
      const reader = knex({ ...sqliteConfig(options.file, retry, tableTracker), ...QUIET });
      const unit: Unit = { trx: reader, open: true, ...noSteps() };
      try {
        await reader.raw('PRAGMA query_only = ON');
        await reader.raw('BEGIN');
        return await units.run(unit, work);
      } finally {
        unit.open = false;
        await reader.destroy();
      }
    },

    async afterCommit(work: () => void | Promise<void>): Promise<void> {
      const unit = openUnit();
      if (unit) unit.afterCommit.push(work);
      else await work();
    },

    isInTransaction: () => openUnit() !== undefined,
    afterRollback: (work: () => Promise<unknown>) => void openUnit()?.afterRollback.push(work),

    outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
      return units.exit(work);
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

    ...createRenames(current, (what) => void (engine === 'mysql' && refuseInTransaction(database, what))),

    async createIndex(table: string, name: string, columns: readonly string[]): Promise<void> {
      const known: unknown = await (engine === 'mysql'
        ? current().raw('show index from ?? where key_name = ?', [table, name])
        : current().raw("select name from sqlite_master where type = 'index' and name = ?", [name]));
      const [rows] = engine === 'mysql' ? (known as [unknown[]]) : [known as unknown[]];
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
      return engine === 'sqlite' && openUnit() ? work() : withLock(pool, name, work, { ...wait, engine });
    },

    async destroy() {
      // Node calls every active AsyncLocalStorage for every promise in the process.
      units.disable();
      database.versionReader.close();
      // After a stop, a copy of the database file alone is complete.
      if (engine === 'sqlite') await pool.raw('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => undefined);
      await pool.destroy();
    },
  });
  return database;
}

const noSteps = (): Steps => ({ afterCommit: [], afterRollback: [] });

/**
 * Throws if work must not run in a transaction, because it would wait for a transaction that waits for it, or commit
 * it.
 * @throws PlinthError `db_in_transaction`
 */
export function refuseInTransaction(db: Pick<SiteDatabase, 'isInTransaction'>, what: string): void {
  if (!db.isInTransaction()) return;
  throw new PlinthError('db_in_transaction', `${what} is not possible inside a transaction.`, {
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
    // The driver is synchronous: a second connection could only wait for the first one's lock.
    pool: { min: 1, max: 1 },
  };
}

function mysqlConfig(
  url: string,
  poolMax: number | undefined,
  tableTracker: TableTracker,
): Knex.Config & { tableTracker: TableTracker; lockedTables: LockedTables; retry: Retry } {
  const { connectionLimit, ...address } = readDatabaseUrl(url);
  return {
    client: MysqlClient,
    tableTracker,
    lockedTables: createLockedTables(),
    retry: createRetry(STATEMENT),
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
          `SET SESSION sql_mode='STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone='+00:00', ${HURRIED}`,
          (error) => done(error, connection),
        );
      },
    },
    acquireConnectionTimeout: 6000,
  };
}

/**
 * Runs one query, so that a wrong address is reported at startup.
 * @throws PlinthError `db_unreachable`, `db_damaged`
 */
export async function assertReachable(db: Database): Promise<void> {
  try {
    await db().raw('select 1');
  } catch (cause) {
    if (isDamaged(cause)) throw damaged(cause);
    throw isOutage(cause) ? outage((cause as Error).cause) : outage(cause);
  }
}
