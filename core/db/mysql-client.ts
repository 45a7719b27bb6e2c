// Knex has no public way to refine a dialect; the path is stable within the exactly pinned version.
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { isContended, nameOutage, outage } from './outage.js';

interface Connection {
  destroy(): void;
}

/** Milliseconds a statement may take; a server that fell silent would be waited for until the network gives up. */
const STATEMENT_MS = 30_000;
/** Changes to large tables take as long as they take. */
const UNHURRIED = /^\s*(?:alter|create|drop|optimize|analyze)\b/i;

/** Connections whose transaction the server has undone, with its error. */
const undone = new WeakMap<Connection, unknown>();

/** Knex's MySQL dialect that tells a database which is gone from a query that is wrong, and never waits for ever. */
export class MysqlClient extends Mysql2Client {
  override async acquireConnection(): Promise<unknown> {
    try {
      return await super.acquireConnection();
    } catch (error) {
      throw nameOutage(error);
    }
  }

  override async _query(connection: Connection, query: { sql: string }): Promise<object> {
    if (this.transacting) refuseUndone(connection, query.sql);
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      if (UNHURRIED.test(query.sql)) return;
      timer = setTimeout(() => {
        connection.destroy();
        reject(outage(new Error(`no answer within ${STATEMENT_MS / 1000} seconds`)));
      }, STATEMENT_MS);
    });
    try {
      return await Promise.race([super._query(connection, query), silence]);
    } catch (error) {
      if (this.transacting && isContended(error)) undone.set(connection, error);
      throw nameOutage(error);
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What somebody who caught the error writes afterwards would be stored by itself, without what stood before it. */
function refuseUndone(connection: Connection, sql: string): void {
  if (/^\s*begin\b/i.test(sql)) undone.delete(connection);
  else if (undone.has(connection) && !/^\s*rollback\b/i.test(sql)) throw undone.get(connection);
}
