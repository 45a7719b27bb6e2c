import type { Knex } from '../api/index.js';
import type { DataCache } from './data-cache.js';
import { dependsOnlyOn } from './table-tracker.js';
import type { TableVersionName } from './version-rows.js';

/** Returns the rows of a query, cached by its SQL; not cached if the result depends on more than the table version. */
export async function cacheQuery<T extends object>(
  cache: DataCache,
  name: TableVersionName,
  query: Knex.QueryBuilder,
): Promise<T[]> {
  const load = async (): Promise<T[]> => (await query) as T[];
  const { sql, bindings } = query.toSQL().toNative();
  return dependsOnlyOn(name, sql) ? cacheRows(cache, name, `${sql} ${JSON.stringify(bindings)}`, load) : load();
}

/**
 * Like {@link cacheQuery}, with a key that is cheaper to build than the query.
 * @param load reads only tables of this table version
 */
export async function cacheRows<T extends object>(
  cache: DataCache,
  name: TableVersionName,
  key: string,
  load: () => Promise<T[]>,
): Promise<T[]> {
  const rows = await cache.getRows(name, key, load);
  return rows.map((row) => ({ ...row }));
}
