import type { MaybePromise, PluginScope } from 'plinth';

/** Maximum number of products; larger reads do not come from pages and would evict the entries that pages need. */
const MAX = 100;

/**
 * Returns rows of the few products that a page shows, cached until the catalog changes.
 * @param what kind of data to read, such as `images`
 */
export function shownRows<T>(
  { cache }: Pick<PluginScope, 'cache'>,
  what: string,
  productIds: readonly number[],
  query: () => PromiseLike<T>,
): MaybePromise<T> {
  const runQuery = async (): Promise<T> => query();
  return productIds.length > MAX ? runQuery() : cache.get(`store:${what}:${productIds.join()}`, runQuery);
}
