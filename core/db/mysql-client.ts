import type { Knex } from 'knex';
// Knex has no public way to extend a dialect; the path is stable within the exactly pinned version.
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import type { LockedTables } from './locked-tables.js';
import { isContended, isKilled, nameOutage, outage } from './outage.js';
import { withoutValues } from './quoted-values.js';
import { runRecorded } from './query-log.js';
import type { Retry } from './retry.js';
import { isUnhurried } from './no-timeout.js';
import { type TableVersionName, incrementStatement, type TableTracker } from '../cache/index.js';

interface Connection {
  destroy(): void;
}

interface Runner {
  run(): Promise<unknown>;
}

/** Seconds a statement may take, and may wait for locked rows or tables; the server aborts it after that. */
const SERVER_S = 15;
const LOCKS_S = 3;
/** Settings specific to MariaDB or MySQL are in executable comments, which the other server ignores. */
const limits = (statement: number, locks: number): string =>
  `innodb_lock_wait_timeout=${locks}, lock_wait_timeout=${locks} /*M! , max_statement_time=${statement} */ /*!80000 , max_execution_time=${statement * 1000} */`;
/** Session limits, as parameters of `SET SESSION`. */
export const HURRIED = limits(SERVER_S, LOCKS_S);
const PATIENT = limits(0, 3600);

/** Milliseconds a statement may take; otherwise a hung server would be waited for until the network times out. */
const STATEMENT_MS = 30_000;
/** Milliseconds a ROLLBACK may take: less than the five seconds after which Knex reuses the connection. */
const ROLLBACK_MS = 4_000;
const ROLLBACK = /^\s*rollback\b/i;
/** Statements that end a transaction. */
const ENDS = /^\s*(?:commit|rollback)\b(?!\s+to\b)/i;
/** Schema changes of large tables have no time limit. */
const UNHURRIED = /^\s*(?:alter|create|drop|optimize|analyze)\b/i;

/** Connections whose transaction was rolled back by the server, with its error. */
const undone = new WeakMap<Connection, unknown>();

/** Knex's MySQL dialect with timeouts, which distinguishes an unavailable database from an invalid query. */
export class MysqlClient extends Mysql2Client {
  declare config: Knex.Config & { tableTracker: TableTracker; lockedTables: LockedTables; retry: Retry };

  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw nameOutage(error);
    }
  }

  /**
   * A cluster may reject even a single statement if another node changed the same rows; a transaction is retried as a
   * whole.
   */
  override runner(builder: unknown): Runner {
    const make = (): Runner => super.runner(builder);
    const runner = make();
    if (!this.transacting) runner.run = () => this.config.retry.run(() => make().run());
    return runner;
  }

  override _query(connection: Connection, query: { sql: string }): Promise<object> {
    return runRecorded(query.sql, () => this.runStatement(connection, query));
  }

  private async runStatement(connection: Connection, query: { sql: string }): Promise<object> {
    if (this.transacting) refuseUndone(connection, query.sql);
    const { tableTracker } = this.config;
    tableTracker.recordReads(query.sql);
    const due = tableTracker.pendingIncrement(connection, query.sql);
    if (due !== undefined && !this.transacting) return this.runSingle(connection, query, due);
    if (due !== undefined) {
      await this.queryWithDefaultTimeout(connection, { sql: incrementStatement(due, 'mysql') });
      tableTracker.recordIncrement(connection, due);
    }
    const result = await this.queryWithDefaultTimeout(connection, query);
    tableTracker.afterStatement(connection, query.sql);
    return result;
  }

  /** Runs a single statement and increments its table version. */
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
    if (UNHURRIED.test(query.sql) || isUnhurried())
      return patiently(
        connection,
        (sql) => super._query(connection, { sql }),
        () => this.sendQuery(connection, query, Infinity),
      );
    return this.sendQuery(connection, query, ROLLBACK.test(query.sql) ? ROLLBACK_MS : STATEMENT_MS);
  }

  /** Streamed rows arrive as fast as they are read, so there is no time limit. */
  override async _stream(connection: Connection, ...rest: unknown[]): Promise<unknown> {
    return patiently(
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
      // The driver notices later and would reuse the connection in the meantime.
      if (isKilled(error)) connection.destroy();
      // The transaction may still be open, and the next user's BEGIN would commit its partial work.
      if (ENDS.test(query.sql)) connection.destroy();
      if (this.transacting && isContended(error)) undone.set(connection, error);
      throw nameOutage(error);
    }
  }

  private async queryWithTimeout(connection: Connection, query: { sql: string }, ms: number): Promise<object> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        connection.destroy();
        reject(outage(new Error(`no response within ${ms / 1000} seconds`)));
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
async function patiently<T>(
  connection: Connection,
  execute: (sql: string) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    await execute(`SET SESSION ${PATIENT}`);
    return await work();
  } catch (error) {
    throw nameOutage(withoutValues(error));
  } finally {
    // A connection that accepts no more statements must not be reused.
    await execute(`SET SESSION ${HURRIED}`).catch(() => connection.destroy());
  }
}

/** Statements after a caught error would be stored without the rolled-back ones before them. */
function refuseUndone(connection: Connection, sql: string): void {
  if (/^\s*begin\b/i.test(sql)) undone.delete(connection);
  else if (undone.has(connection) && !/^\s*rollback\b/i.test(sql)) throw undone.get(connection);
}
