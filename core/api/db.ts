import type { Knex } from 'knex';

export type { Knex };

/**
 * The site's database. Call it to get a query builder: `await db()('options').where({ name })`.
 * Inside `transaction` the same call uses the open transaction, so functions need no extra argument.
 * @since 0.1.0
 */
export interface Database {
  (): Knex;
  readonly engine: 'sqlite' | 'mysql';
  /**
   * Runs work in a transaction; nested calls join the outer transaction. Throwing rolls back.
   * If the transaction conflicts with another one, it is rolled back and the whole work runs again: use {@link
   * Database.afterCommit} for irreversible effects.
   * @throws PlinthError `db_busy` if it repeatedly conflicted with others
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work once the outermost transaction of this context has committed, or immediately if there is none. */
  afterCommit(work: () => void | Promise<void>): Promise<void>;
  /**
   * Runs work outside of the transaction whose callbacks (`afterCommit`) are running, for example a background task that
   * outlives it.
   * @throws PlinthError `db_in_transaction` inside an open transaction, for plugins: on SQLite it would wait for itself
   */
  outsideTransaction<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Creates a table if it does not exist. On MySQL it uses InnoDB, utf8mb4 and a binary collation so that both engines
   * compare strings alike.
   */
  createTable(name: string, build: (table: Knex.CreateTableBuilder) => void): Promise<void>;
  /**
   * Renames a table. Does nothing if the table has already been renamed, so that a migration that failed halfway can
   * run again. Indexes keep their names.
   * @throws PlinthError `table_exists` if the new name belongs to another plugin
   * @since 0.1.0
   */
  renameTable(from: string, to: string): Promise<void>;
  /**
   * Renames a column. Does nothing if the column has already been renamed.
   * @since 0.1.0
   */
  renameColumn(table: string, from: string, to: string): Promise<void>;
  /**
   * Creates an index if it does not exist.
   * @param name unique within the database
   * @param columns column names, with ` desc` for descending order: `['status', 'sales desc']`
   * @since 0.1.0
   */
  createIndex(table: string, name: string, columns: readonly string[]): Promise<void>;
  /**
   * Runs work while holding a named lock shared by all nodes. The lock of a crashed holder is released after `ttl` ms.
   * @throws PlinthError `db_lock_timeout` if the lock is not available within `wait` ms.
   */
  withLock<T>(name: string, work: () => Promise<T>, options?: { wait?: number; ttl?: number }): Promise<T>;
  /** Closes all connections. */
  destroy(): Promise<void>;
}

/** A numbered, immutable schema change; can be run again safely after a crash halfway through. */
export interface Migration {
  /** Such as `001_create_products`: unique within its owner, applied in order. */
  id: string;
  /** Changes the tables. Runs once per site, in a transaction if the database supports transactional schema changes. */
  up(db: Database): Promise<void>;
}
