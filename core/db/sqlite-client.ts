import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Knex } from 'knex';
// Knex has no public way to provide a driver. The path does not change, because the exact version is pinned.
import BetterSqlite3Client from 'knex/lib/dialects/better-sqlite3/index.js';
import Transaction from 'knex/lib/execution/transaction.js';
import { withoutValues } from './quoted-values.js';
import { runAndRecord } from './query-log.js';
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
const TRANSACTION_END = /^\s*(?:commit|rollback)\b(?!\s+to\b)/i;

/**
 * Acquires the write lock at once. A deferred BEGIN acquires it later, and fails in the middle of the transaction if
 * others write at the same time.
 */
class ImmediateTransaction extends Transaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }
}

/** Knex's SQLite dialect for a driver whose npm package contains its binaries. */
export class SqliteClient extends BetterSqlite3Client {
  declare config: Knex.Config & { retry: Retry; tableTracker: TableTracker };

  override _driver(): unknown {
    return DatabaseSync;
  }

  override async acquireRawConnection(): Promise<DatabaseSyncInstance> {
    const connection = new DatabaseSync(this.connectionSettings.filename);
    // With a timeout, the driver would wait synchronously and block the whole process.
    connection.exec('PRAGMA busy_timeout = 0');
    await this.config.retry.run(async () => connection.exec('PRAGMA journal_mode = WAL'));
    // Committed data is flushed to the disk.
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec('PRAGMA foreign_keys = ON');
    addFunctions(connection);
    return connection;
  }

  /**
   * Retries a statement outside a transaction while another process writes. The connection can be used for reading in
   * the meantime. A transaction is retried as a whole.
   */
  override runner(builder: unknown): Runner {
    const createRunner = (): Runner => super.runner(builder);
    const runner = createRunner();
    if (!this.transacting) runner.run = () => this.config.retry.run(() => createRunner().run());
    return runner;
  }

  override async destroyRawConnection(connection: DatabaseSyncInstance): Promise<void> {
    connection.close();
  }

  override _query(connection: DatabaseSyncInstance, query: QueryObject): Promise<QueryObject> {
    return runAndRecord(query.sql, () => this.runQuery(connection, query));
  }

  private async runQuery(connection: DatabaseSyncInstance, query: QueryObject): Promise<QueryObject> {
    const { tableTracker } = this.config;
    tableTracker.recordReads(query.sql);
    const pendingVersion = tableTracker.pendingIncrement(connection, query.sql);
    if (pendingVersion !== undefined && !this.transacting) return this.runSingle(connection, query, pendingVersion);
    if (pendingVersion !== undefined) {
      connection.exec(incrementStatement(pendingVersion, 'sqlite'));
      tableTracker.recordIncrement(connection, pendingVersion);
    }
    try {
      const result = this.execute(connection, query);
      tableTracker.afterStatement(connection, query.sql);
      return result;
    } catch (error) {
      if (TRANSACTION_END.test(query.sql)) endTransaction(connection);
      throw withoutValues(error);
    }
  }

  /** Runs a single statement and increments the version of its table in the same transaction. */
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
      endTransaction(connection);
      throw withoutValues(error);
    }
  }

  private execute(connection: DatabaseSyncInstance, query: QueryObject): QueryObject {
    const bindings = this._formatBindings(query.bindings);
    const statement = getStatements(connection)(query.sql);
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

/** Ends a transaction, so that the connection can be used again. If it cannot be ended, the connection is closed. */
function endTransaction(connection: DatabaseSyncInstance & { __knex__disposed?: boolean }): void {
  try {
    // If the file could not be written, SQLite has already rolled the transaction back.
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    connection.__knex__disposed = true;
  }
}

/** Prepared statements by connection, which the clients of transactions share. */
const statements = new WeakMap<DatabaseSyncInstance, ReturnType<typeof createStatements>>();

function getStatements(connection: DatabaseSyncInstance): ReturnType<typeof createStatements> {
  let cachedStatements = statements.get(connection);
  if (!cachedStatements) {
    cachedStatements = createStatements(connection);
    statements.set(connection, cachedStatements);
  }
  return cachedStatements;
}
