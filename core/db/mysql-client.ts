import type { Knex } from 'knex';
// Knex has no public way to extend a dialect. The path does not change, because the exact version is pinned.
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import type { LockedTables } from './locked-tables.js';
import { isContention, isConnectionKilled, toPlinthError, unreachableError } from './outage.js';
import { withoutValues } from './quoted-values.js';
import { runAndRecord } from './query-log.js';
import type { Retry } from './retry.js';
import { hasNoTimeLimit } from './no-timeout.js';
import { type TableVersionName, incrementStatement, type TableTracker } from '../cache/index.js';

interface Connection {
  destroy(): void;
}

interface Runner {
  run(): Promise<unknown>;
}

/** Seconds for a statement (`MAX_STATEMENT_S`) and for waiting for locks (`MAX_LOCK_WAIT_S`). Then the server aborts it. */
const MAX_STATEMENT_S = 15;
const MAX_LOCK_WAIT_S = 3;
/** Settings specific to MariaDB or MySQL are in executable comments, which the other server ignores. */
const sessionLimits = (statement: number, locks: number): string =>
  `innodb_lock_wait_timeout=${locks}, lock_wait_timeout=${locks} /*M! , max_statement_time=${statement} */ /*!80000 , max_execution_time=${statement * 1000} */`;
/** The usual session limits, as parameters of `SET SESSION`. */
export const DEFAULT_LIMITS = sessionLimits(MAX_STATEMENT_S, MAX_LOCK_WAIT_S);
const LONG_LIMITS = sessionLimits(0, 3600);

/** Milliseconds for a statement. Without this limit, a request would wait for a hung server until the network fails. */
const STATEMENT_MS = 30_000;
/** Milliseconds for a ROLLBACK: less than the five seconds after which Knex reuses the connection. */
const ROLLBACK_MS = 4_000;
const ROLLBACK = /^\s*rollback\b/i;
/** Statements that end a transaction. */
const TRANSACTION_END = /^\s*(?:commit|rollback)\b(?!\s+to\b)/i;
/** Schema changes, which take long for large tables and have no time limit. */
const SCHEMA_CHANGE = /^\s*(?:alter|create|drop|optimize|analyze)\b/i;

/** Connections whose transaction the server has rolled back, with the error. */
const rolledBack = new WeakMap<Connection, unknown>();

/** Knex's MySQL dialect with timeouts. It distinguishes an unavailable database from an invalid query. */
export class MysqlClient extends Mysql2Client {
  declare config: Knex.Config & { tableTracker: TableTracker; lockedTables: LockedTables; retry: Retry };

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw toPlinthError(error);
    }
  }

  /**
   * Retries a single statement outside a transaction, because a cluster may reject it if another node has changed the
   * same rows. A transaction is retried as a whole.
   */
  override runner(builder: unknown): Runner {
    const createRunner = (): Runner => super.runner(builder);
    const runner = createRunner();
    if (!this.transacting) runner.run = () => this.config.retry.run(() => createRunner().run());
    return runner;
  }

  override _query(connection: Connection, query: { sql: string }): Promise<object> {
    return runAndRecord(query.sql, () => this.runStatement(connection, query));
  }

  private async runStatement(connection: Connection, query: { sql: string }): Promise<object> {
    if (this.transacting) rejectIfRolledBack(connection, query.sql);
    const { tableTracker } = this.config;
    tableTracker.recordReads(query.sql);
    const pendingVersion = tableTracker.pendingIncrement(connection, query.sql);
    if (pendingVersion !== undefined && !this.transacting) return this.runSingle(connection, query, pendingVersion);
    if (pendingVersion !== undefined) {
      await this.queryWithDefaultTimeout(connection, { sql: incrementStatement(pendingVersion, 'mysql') });
      tableTracker.recordIncrement(connection, pendingVersion);
    }
    const result = await this.queryWithDefaultTimeout(connection, query);
    tableTracker.afterStatement(connection, query.sql);
    return result;
  }

  /** Runs a single statement and increments the version of its table in the same transaction. */
  private async runSingle(connection: Connection, query: { sql: string }, due: TableVersionName): Promise<object> {
    await this.queryWithDefaultTimeout(connection, { sql: 'BEGIN' });
    try {
      await this.queryWithDefaultTimeout(connection, { sql: incrementStatement(due, 'mysql') });
      const result = await this.queryWithDefaultTimeout(connection, query);
      await this.queryWithDefaultTimeout(connection, { sql: 'COMMIT' });
      this.config.tableTracker.recordIncrement(connection, due);
      this.config.tableTracker.afterStatement(connection, 'COMMIT');
      return result;
    } catch (error) {
      await this.queryWithDefaultTimeout(connection, { sql: 'ROLLBACK' }).catch(() => undefined);
      throw error;
    }
  }

  /** Runs a statement with the timeout of its kind. */
  private async queryWithDefaultTimeout(connection: Connection, query: { sql: string }): Promise<object> {
    if (SCHEMA_CHANGE.test(query.sql) || hasNoTimeLimit())
      return runWithoutLimits(
        connection,
        (sql) => super._query(connection, { sql }),
        () => this.sendQuery(connection, query, Infinity),
      );
    return this.sendQuery(connection, query, ROLLBACK.test(query.sql) ? ROLLBACK_MS : STATEMENT_MS);
  }

  /** Streams have no time limit, because their rows arrive as fast as they are read. */
  override async _stream(connection: Connection, ...rest: unknown[]): Promise<unknown> {
    return runWithoutLimits(
      connection,
      (sql) => super._query(connection, { sql }),
      () => super._stream(connection, ...rest),
    );
  }

  private async sendQuery(connection: Connection, query: { sql: string }, ms: number): Promise<object> {
    try {
      return await (ms === Infinity
        ? super._query(connection, query)
        : this.config.lockedTables.run(query.sql, () => this.queryWithTimeout(connection, query, ms)));
    } catch (thrown) {
      const error = withoutValues(thrown);
      // The driver notices this later, and would reuse the connection before that.
      if (isConnectionKilled(error)) connection.destroy();
      // The transaction may still be open, and the next BEGIN on this connection would commit its partial work.
      if (TRANSACTION_END.test(query.sql)) connection.destroy();
      if (this.transacting && isContention(error)) rolledBack.set(connection, error);
      throw toPlinthError(error);
    }
  }

  private async queryWithTimeout(connection: Connection, query: { sql: string }, ms: number): Promise<object> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        connection.destroy();
        reject(unreachableError(new Error(`no response within ${ms / 1000} seconds`)));
      }, ms);
    });
    try {
      return await Promise.race([super._query(connection, query), silence]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Runs work on a connection without the server's limits. */
async function runWithoutLimits<T>(
  connection: Connection,
  execute: (sql: string) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await execute(`SET SESSION ${LONG_LIMITS}`);
    return await work();
  } catch (error) {
    throw toPlinthError(withoutValues(error));
  } finally {
    // A connection that accepts no more statements must not be reused.
    await execute(`SET SESSION ${DEFAULT_LIMITS}`).catch(() => connection.destroy());
  }
}

/** Rejects statements after a rollback by the server. They would be stored without the statements before it. */
function rejectIfRolledBack(connection: Connection, sql: string): void {
  if (/^\s*begin\b/i.test(sql)) rolledBack.delete(connection);
  else if (rolledBack.has(connection) && !/^\s*rollback\b/i.test(sql)) throw rolledBack.get(connection);
}
