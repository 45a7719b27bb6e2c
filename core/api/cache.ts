import type { Undo } from './hooks.js';
import type { MaybePromise } from './maybe-promise.js';

/**
 * What is made once and kept in memory, for as long as it holds: rows of tables, and whole pages for visitors.
 * @since 0.2.0
 */
export interface CacheApi {
  /**
   * Has every write to tables noticed, by whatever process of the site, so that what is read of them can be kept: by {@link KeepingApi.remember}, in the
   * object cache's group of the same name (see {@link ObjectCacheApi}), and with the pages that show it. A page that reads a table nobody watches is not kept.
   * Watch tables that are read with pages and written seldom; a transaction that writes one raises a counter, which others may have to wait for.
   * @param name such as `store.catalogue`; a table that is watched under another name already stays there
   */
  watchTables(name: string, tables: readonly string[]): Undo;
  /**
   * What `ask` finds, from memory, and then without a promise, as long as nothing is written to what it read: watched tables, options, posts, terms and accounts. It is kept in each process,
   * for a minute at most, and is asked anew where it read a table that nobody watches, wrote something, or asked for what belongs to one request.
   * Whoever gets it must not change it. What filters make of it is better made anew for each request.
   * @param key unlike any other of the site, such as `store:products:1,2`
   */
  remember<T>(key: string, ask: () => Promise<T>): MaybePromise<T>;
  /** The page that is being made shows something that changes at a moment by itself, such as a price from midnight on: it is kept until then. */
  freshUntil(moment: Date): void;
  /**
   * The page that is being made is for this visitor or this moment alone: it is not kept. Pages that set a cookie, begin a session or write something never are,
   * nor those for whoever has a cart or is signed in.
   */
  doNotCache(): void;
}
