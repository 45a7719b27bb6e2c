import type { Undo } from './hooks.js';

/**
 * The cache of a plugin, `scope.cache`: values in memory, and the pages and REST responses computed from them. A cached
 * value is valid until any process of the site writes to a table that the value was read from.
 * @since 0.1.0
 */
export interface PluginCache {
  /**
   * Returns the cached value of a key, or computes and caches it. A value is valid until the tracked tables, options,
   * posts, terms, comments and accounts that it was computed from change, and for at most one minute. Every process has
   * its own cache. A value is not cached if `load` reads an untracked table, writes data, or reads data of the current
   * request. Do not modify the value. Apply filters to it on every request rather than inside `load`.
   * @param key unique within the site, such as `store:products:1,2`
   */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
  /**
   * Tracks writes to tables, by any process of the site. Data from tracked tables can be cached by `get`, in the object
   * cache group of the same name (see {@link ObjectCacheApi}), and in pages. A page that reads an untracked table is not
   * cached. Intended for tables that are read by pages and rarely written: a transaction that writes one increments a
   * counter, and other transactions may have to wait for it.
   * @param name such as `store.catalog`; a table that is already tracked under another name keeps that name
   */
  trackTables(name: string, tables: readonly string[]): Undo;
  /**
   * Sets the time at which the value being computed, such as the current page, expires. Use it for content that changes
   * at a known time, such as a price that is valid from midnight.
   */
  expiresAt(time: Date): void;
  /**
   * Excludes the value being computed, such as the current page, from the cache. Use it for content that is only valid
   * for this visitor or at this moment. Pages that set a cookie, start a session or write data are never cached, nor are
   * pages for logged-in users or visitors with a cart.
   */
  bypass(): void;
}

/** The `cache` property of a plugin's scope. */
export interface CacheApi {
  readonly cache: PluginCache;
}
