/** The parts of Knex that the clients extend. Knex is pinned to an exact version, and tests/db covers each override. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex';

  export default class BetterSqlite3Client extends Knex.Client {
    connectionSettings: { filename?: string };
    /** Whether this is the client of a transaction. */
    transacting?: boolean;
    runner(builder: unknown): { run(): Promise<unknown> };
    _driver(): unknown;
    _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
    _query(connection: unknown, query: object): Promise<object>;
    transaction(container: unknown, config: unknown, outerTx: unknown): unknown;
  }
}

declare module 'knex/lib/dialects/mysql2/index.js' {
  import type { Knex } from 'knex';

  export default class Mysql2Client extends Knex.Client {
    config: Knex.Config;
    /** Whether this is the client of a transaction. */
    transacting?: boolean;
    acquireConnection(): Promise<unknown>;
    runner(builder: unknown): { run(): Promise<unknown> };
    _query(connection: unknown, query: object): Promise<object>;
    _stream(connection: unknown, ...rest: unknown[]): Promise<unknown>;
  }
}

declare module 'knex/lib/execution/transaction.js' {
  export default class Transaction {
    constructor(client: unknown, container: unknown, config?: unknown, outerTx?: unknown);
    begin(connection: unknown): Promise<unknown>;
    query(connection: unknown, sql: string): Promise<unknown>;
  }
}
