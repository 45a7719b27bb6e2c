// Knex has no public way to refine a dialect; the path is stable within the exactly pinned version.
import Mysql2Client from 'knex/lib/dialects/mysql2/index.js';
import { nameOutage, outage } from './outage.js';

interface Connection {
  destroy(): void;
}

/** Milliseconds a statement may take; a server that fell silent would be waited for until the network gives up. */
const STATEMENT_MS = 30_000;
/** Changes to large tables take as long as they take. */
const UNHURRIED = /^\s*(?:alter|create|drop|optimize|analyze)\b/i;

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
      throw nameOutage(error);
    } finally {
      clearTimeout(timer);
    }
  }
}
