import type { Undo } from './hooks.js';

/**
 * The cache of a plugin, `scope.cache`: results in memory, and the pages and REST responses that were made from them. Whatever is
 * computed is valid until a table it was read from is written, by any process of the site.
 * @since 0.1.0
 */
export interface PluginCache {
  /**
   * Returns the cached value while what it was computed from is unchanged, otherwise computes it: from tracked tables,
   * options, posts, terms, comments and accounts. Values are cached per process for at most one minute. They are not
   * cached if `load` read an untracked table, wrote data, or read data of the current request. The value must not be
   * modified. Apply filters to it on every request rather than inside `load`.
   * @param key unique within the site, such as `store:products:1,2`
   */
  get<T>(key: string, load: () => Promise<T>): Promise<T>;
  /**
   * Tracks writes to tables, by any process of the site, so that what is read from them can be cached: by `get`, in the
   * object cache group of the same name (see {@link ObjectCacheApi}), and with the pages that show it. A page that reads an untracked table is not cached. Intended for tables that pages read and that are rarely
   * written; a transaction that writes one increments a counter, on which other transactions may have to wait.
   * @param name such as `store.catalogue`; a table that is already tracked under another name keeps that name
   */
  trackTables(name: string, tables: readonly string[]): Undo;
  /**
   * Ends what is being computed, such as the current page, at this time, because it changes by itself then: a price that
   * is valid from midnight, for example.
   */
  expiresAt(time: Date): void;
  /**
   * Excludes what is being computed, such as the current page, from the cache, because it is for this visitor or moment
   * only. Pages that set a cookie, start a session or write data are never cached, nor are pages for logged-in users or
   * visitors with a cart.
   */
  bypass(): void;
}

/** The cache in the scope of a plugin. */
export interface CacheApi {
  readonly cache: PluginCache;
}
