import type { MaybePromise, PluginScope } from 'plinth';

/** Maximum number of products; larger reads do not come from pages and would evict the entries that pages need. */
const MAX = 100;

/**
 * Returns rows of the few products that a page shows, cached until the catalog changes.
 * @param what kind of data to read, such as `images`
 */
export function shownRows<T>(
  { remember }: Pick<PluginScope, 'remember'>,
  what: string,
  productIds: readonly number[],
  ask: () => PromiseLike<T>,
): MaybePromise<T> {
  const question = async (): Promise<T> => ask();
  return productIds.length > MAX ? question() : remember(`store:${what}:${productIds.join()}`, question);
}
