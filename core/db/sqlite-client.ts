import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Knex } from 'knex';
// Knex has no public way to supply a driver; the path is stable within the exactly pinned version.
import BetterSqlite3Client from 'knex/lib/dialects/better-sqlite3/index.js';
import Transaction from 'knex/lib/execution/transaction.js';
import { type GenerationName, raising } from './table-version-ids.js';
import { withoutValues } from './quoted-values.js';
import { asked } from './query-log.js';
import type { Retry } from './retry.js';
import { addFunctions } from './sqlite-functions.js';
import { createStatements } from './sqlite-statements.js';
import type { Writes } from './writes.js';

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

/** Takes the write lock at once: a deferred BEGIN that is upgraded later fails under concurrent writers in the middle of its work. */
class ImmediateTransaction extends Transaction {
  override begin(connection: unknown): Promise<unknown> {
    return this.query(connection, 'BEGIN IMMEDIATE;');
  }
}

/** Knex's SQLite dialect on top of a driver that ships its binaries inside the package. */
export class SqliteClient extends BetterSqlite3Client {
  declare config: Knex.Config & { retry: Retry; writes: Writes };

  override _driver(): unknown {
    return DatabaseSync;
  }

  override async acquireRawConnection(): Promise<DatabaseSyncInstance> {
    const connection = new DatabaseSync(this.connectionSettings.filename);
    // The driver would wait with the whole process standing still.
    connection.exec('PRAGMA busy_timeout = 0');
    await this.config.retry.run(async () => connection.exec('PRAGMA journal_mode = WAL'));
    // What was acknowledged is on the disk.
    connection.exec('PRAGMA synchronous = FULL');
    connection.exec('PRAGMA foreign_keys = ON');
    addFunctions(connection);
    return connection;
  }

  /** Another process may write just now. Who waits for it leaves the connection to those who read; a transaction is done again as a whole. */
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
    return asked(query.sql, () => this.ask(connection, query));
  }

  private async ask(connection: DatabaseSyncInstance, query: QueryObject): Promise<QueryObject> {
    const { writes } = this.config;
    writes.note(query.sql);
    const due = writes.due(connection, query.sql);
    if (due !== undefined && !this.transacting) return this.alone(connection, query, due);
    if (due !== undefined) {
      connection.exec(raising(due, 'sqlite'));
      writes.raised(connection, due);
    }
    try {
      const answered = this.answer(connection, query);
      writes.done(connection, query.sql);
      return answered;
    } catch (error) {
      if (ENDS.test(query.sql)) leaveTransaction(connection);
      throw withoutValues(error);
    }
  }

  /** A single statement, with the generation that it raises. */
  private alone(connection: DatabaseSyncInstance, query: QueryObject, due: GenerationName): QueryObject {
    connection.exec('BEGIN IMMEDIATE');
    try {
      connection.exec(raising(due, 'sqlite'));
      const answered = this.answer(connection, query);
      connection.exec('COMMIT');
      this.config.writes.raised(connection, due);
      this.config.writes.done(connection, 'COMMIT');
      return answered;
    } catch (error) {
      leaveTransaction(connection);
      throw withoutValues(error);
    }
  }

  private answer(connection: DatabaseSyncInstance, query: QueryObject): QueryObject {
    const bindings = this._formatBindings(query.bindings);
    const statement = statementsOf(connection)(query.sql);
    const writes = /^\s*(insert|update|delete|replace)\b/i.test(query.sql) && !/\breturning\b/i.test(query.sql);
    if (!writes) {
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

/** Whoever gets the connection next must not find the transaction open; one that does not end is closed. */
function leaveTransaction(connection: DatabaseSyncInstance & { __knex__disposed?: boolean }): void {
  try {
    // SQLite itself has undone it where the file could not be written.
    if (connection.isTransaction) connection.exec('ROLLBACK');
  } catch {
    connection.__knex__disposed = true;
  }
}

/** By connection: the clients of transactions share theirs. */
const statements = new WeakMap<DatabaseSyncInstance, ReturnType<typeof createStatements>>();

function statementsOf(connection: DatabaseSyncInstance): ReturnType<typeof createStatements> {
  let known = statements.get(connection);
  if (!known) {
    known = createStatements(connection);
    statements.set(connection, known);
  }
  return known;
}
