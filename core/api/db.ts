import type { Knex } from 'knex';

export type { Knex };

/**
 * The site's database. Call it for a query builder: `await db()('options').where({ name })`.
 * Inside `transaction` the same call answers with the open transaction, so functions need no extra argument.
 * @since 0.1.0
 */
export interface Database {
  (): Knex;
  readonly engine: 'sqlite' | 'mysql';
  /**
   * Runs work in a transaction; inside another it joins that one. Throwing rolls back.
   * When another transaction stands in its way, it is undone and all of the work is done again: keep what cannot be undone for {@link Database.afterCommit}.
   * @throws PlinthError `db_busy` when others stood in its way again and again
   */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  /** Runs once the outermost transaction of this context has committed, at once when there is none. */
  afterCommit(work: () => void | Promise<void>): Promise<void>;
  /** Starts work outside the open transaction, for records that must survive its rollback; do not wait for it inside one. */
  outsideTransaction<T>(work: () => Promise<T>): Promise<T>;
  /** Creates a table if absent: on MySQL as InnoDB, utf8mb4, binary collation, so that both engines compare alike. */
  createTable(name: string, build: (table: Knex.CreateTableBuilder) => void): Promise<void>;
  /**
   * Renames a table, and does nothing where this was done already, so that a migration which failed halfway can run again. Indexes keep their names.
   * @throws PlinthError `table_taken` when the new name belongs to another plugin
   * @since 0.3.0
   */
  renameTable(from: string, to: string): Promise<void>;
  /**
   * Renames a column, and does nothing where this was done already.
   * @since 0.3.0
   */
  renameColumn(table: string, from: string, to: string): Promise<void>;
  /**
   * Creates an index if absent, as `createTable` does a table.
   * @param name unlike any other of the database
   * @param columns by name, the falling ones with ` desc`: `['status', 'sales desc']`
   * @since 0.2.0
   */
  createIndex(table: string, name: string, columns: readonly string[]): Promise<void>;
  /**
   * Runs work while holding a named lock that all nodes share; the lock of a dead holder is taken over after `ttl` ms.
   * @throws PlinthError `db_lock_timeout` when the lock is not free within `wait` ms.
   */
  withLock<T>(name: string, work: () => Promise<T>, options?: { wait?: number; ttl?: number }): Promise<T>;
  /** Closes every connection. */
  destroy(): Promise<void>;
}

/** One numbered, immutable step of a schema; safe to run again after a crash in its middle. */
export interface Migration {
  /** `001_create_products`: unique within its owner, applied in order. */
  id: string;
  /** Changes the tables. Runs once on each site, inside a transaction where the database has them for such changes. */
  up(db: Database): Promise<void>;
}
