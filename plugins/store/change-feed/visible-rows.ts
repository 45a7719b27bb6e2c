import type { MaybePromise, PluginScope } from 'plinth';

/** More products than a page shows are read for something else, and would push out what pages need. */
const MAX = 100;

/**
 * Rows of the few products that a page shows, from memory as long as nothing of the catalogue is written.
 * @param what is asked of the products, such as `images`
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
