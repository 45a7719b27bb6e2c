import type { Undo } from './hooks.js';

/**
 * In-memory cache with automatic invalidation: for table rows, and for whole pages shown to visitors.
 * @since 0.1.0
 */
export interface CacheApi {
  /**
   * Tracks writes to tables, by any process of the site, so that data read from them can be cached: by {@link
   * KeepingApi.remember}, in the object cache group of the same name (see {@link ObjectCacheApi}), and with the pages
   * that show it. A page that reads an untracked table is not cached. Intended for tables that pages read and that are
   * rarely written; a transaction that writes one increments a counter, on which other transactions may have to wait.
   * @param name such as `store.catalogue`; a table that is already tracked under another name keeps that name
   */
  watchTables(name: string, tables: readonly string[]): Undo;
  /**
   * Returns the result of `ask`, from the cache until anything it read is written: tracked tables,
   * options, posts, terms and accounts. Results are cached per process for at most one minute; they are not cached if
   * `ask` read an untracked table, wrote data, or accessed data of the current request. The result must not be
   * modified. Apply filters to it on every request rather than inside `ask`.
   * @param key unique within the site, such as `store:products:1,2`
   */
  remember<T>(key: string, ask: () => Promise<T>): Promise<T>;
  /**
   * Limits the cache lifetime of the current page to this time, because its content changes by itself then, such as a
   * price that is valid from midnight.
   */
  freshUntil(moment: Date): void;
  /**
   * Excludes the current page from the cache because it is specific to this visitor or moment. Pages that set a cookie,
   * start a session or write data are never cached, nor are pages for logged-in users or visitors with a cart.
   */
  doNotCache(): void;
}
