import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Knex } from 'knex';
// Knex has no public way to provide a driver; the path is stable within the exactly pinned version.
import BetterSqlite3Client from 'knex/lib/dialects/better-sqlite3/index.js';
import Transaction from 'knex/lib/execution/transaction.js';
import { withoutValues } from './quoted-values.js';
import { runRecorded } from './query-log.js';
import type { Retry } from './retry.js';
import { addFunctions } from './sqlite-functions.js';
import { createStatements } from './sqlite-statements.js';
import { type TableVersionName, incrementStatement, type TableTracker } from '../cache/index.js';

interface Runner {
  run(): Promise<unknown>;
}

interface QueryObject {
  sql: string;
  bindings?: readonly unknown[];
  method?: string;
  returning?: unknown;
  response?: unknown;
  context?: unknown;
}

/** Statements that end a transaction. */
const ENDS = /^\s*(?:commit|rollback)\b(?!\s+to\b)/i;

/**
 * Acquires the write lock immediately: a deferred BEGIN that is upgraded later fails in the middle of its work if there
 * are concurrent writers.
 */
class ImmediateTransaction extends Transaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }
}

/** Knex's SQLite dialect on a driver that includes its binaries in the package. */
export class SqliteClient extends BetterSqlite3Client {
  declare config: Knex.Config & { retry: Retry; tableTracker: TableTracker };

  override _driver(): unknown {
    return DatabaseSync;
  }

  override async acquireRawConnection(): Promise<DatabaseSyncInstance> {
    const connection = new DatabaseSync(this.connectionSettings.filename);
    // The driver would wait synchronously and block the whole process.
    connection.exec('PRAGMA busy_timeout = 0');
    await this.config.retry.run(async () => connection.exec('PRAGMA journal_mode = WAL'));
    // Committed data is flushed to disk.
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec('PRAGMA foreign_keys = ON');
    addFunctions(connection);
    return connection;
  }

  /**
   * Another process may be writing. Waiting releases the connection for readers; a transaction is retried as a whole.
   */
  override runner(builder: unknown): Runner {
    const make = (): Runner => super.runner(builder);
    const runner = make();
    if (!this.transacting) runner.run = () => this.config.retry.run(() => make().run());
    return runner;
  }

  override async destroyRawConnection(connection: DatabaseSyncInstance): Promise<void> {
    connection.close();
  }

  override _query(connection: DatabaseSyncInstance, query: QueryObject): Promise<QueryObject> {
    return runRecorded(query.sql, () => this.runQuery(connection, query));
  }

  private async runQuery(connection: DatabaseSyncInstance, query: QueryObject): Promise<QueryObject> {
    const { tableTracker } = this.config;
    tableTracker.recordReads(query.sql);
    const due = tableTracker.pendingIncrement(connection, query.sql);
    if (due !== undefined && !this.transacting) return this.runSingle(connection, query, due);
    if (due !== undefined) {
      connection.exec(incrementStatement(due, 'sqlite'));
      tableTracker.recordIncrement(connection, due);
    }
    try {
      const result = this.execute(connection, query);
      tableTracker.afterStatement(connection, query.sql);
      return result;
    } catch (error) {
      if (ENDS.test(query.sql)) leaveTransaction(connection);
      throw withoutValues(error);
    }
  }

  /** Runs a single statement and increments its table version. */
  private runSingle(connection: DatabaseSyncInstance, query: QueryObject, due: TableVersionName): QueryObject {
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(incrementStatement(due, 'sqlite'));
      const result = this.execute(connection, query);
      connection.exec('COMMIT');
      this.config.tableTracker.recordIncrement(connection, due);
      this.config.tableTracker.afterStatement(connection, 'COMMIT');
      return result;
    } catch (error) {
      leaveTransaction(connection);
      throw withoutValues(error);
    }
  }

  private execute(connection: DatabaseSyncInstance, query: QueryObject): QueryObject {
    const bindings = this._formatBindings(query.bindings);
    const statement = statementsOf(connection)(query.sql);
    const isWrite = /^\s*(insert|update|delete|replace)\b/i.test(query.sql) && !/\breturning\b/i.test(query.sql);
    if (!isWrite) {
      query.response = statement.all(bindings);
      return query;
    }
    const result = statement.run(bindings);
    query.response = result;
    query.context = { lastID: Number(result.lastInsertRowid), changes: Number(result.changes) };
    return query;
  }

  override transaction(container: unknown, config: unknown, outerTx: unknown): Knex.Transaction {
    return outerTx
      ? (super.transaction(container, config, outerTx) as Knex.Transaction)
      : (new ImmediateTransaction(this, container, config, outerTx) as unknown as Knex.Transaction);
  }
}

/**
 * The next user of the connection must not find an open transaction; if it cannot be ended, the connection is closed.
 */
function leaveTransaction(connection: DatabaseSyncInstance & { __knex__disposed?: boolean }): void {
  try {
    // SQLite has already rolled it back if the file could not be written.
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    connection.__knex__disposed = true;
  }
}

/** By connection, which the clients of transactions share. */
const statements = new WeakMap<DatabaseSyncInstance, ReturnType<typeof createStatements>>();

function statementsOf(connection: DatabaseSyncInstance): ReturnType<typeof createStatements> {
  let known = statements.get(connection);
  if (!known) {
    known = createStatements(connection);
    statements.set(connection, known);
  }
  return known;
}
