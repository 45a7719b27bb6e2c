import type { PluginScope } from 'plinth';

/** Maximum number of products whose rows are cached. Larger reads would evict the entries that pages need. */
const MAX_CACHED_PRODUCTS = 100;

/**
 * Returns rows of the few products that a page shows, cached until the catalog changes.
 * @param kind kind of data to read, such as `images`
 */
export async function readShownRows<T>(
  { cache }: Pick<PluginScope, 'cache'>,
  kind: string,
  productIds: readonly number[],
  query: () => PromiseLike<T>,
): Promise<T> {
  const runQuery = async (): Promise<T> => query();
  return productIds.length > MAX_CACHED_PRODUCTS
    ? runQuery()
    : cache.get(`store:${kind}:${productIds.join()}`, runQuery);
}
