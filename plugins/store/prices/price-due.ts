import { type MaybePromise, type PluginScope, toUtcString } from 'plinth';

/**
 * Creates the function that limits how long a page with prices stays fresh: until the next scheduled price change in
 * the shop.
 * @param expect receives that moment too, in milliseconds since 1970; it may be in the past
 */
export function createPriceDue(
  { db, cache }: Pick<PluginScope, 'db' | 'cache'>,
  expect: (at: number) => void = () => undefined,
): () => MaybePromise<void> {
  return () =>
    // The cache entry expires at that moment too, and with it every page that depends on it.
    cache.get('store:price-due', async () => {
      const dues = (
        await Promise.all(
          ['store_products', 'store_variations'].map(async (table) => {
            const earliest = (from: string) =>
              db()<{ price_due: string | null }>(table)
                .where('price_due', '>', from)
                .orderBy('price_due')
                .first('price_due');
            return [await earliest(''), await earliest(toUtcString())].flatMap((row) => row?.price_due ?? []);
          }),
        )
      )
        .flat()
        .sort()
        .map((due) => Date.parse(`${due.replace(' ', 'T')}Z`));
      const [earliest] = dues;
      if (earliest !== undefined) expect(earliest);
      const next = dues.find((due) => due > Date.now());
      if (next !== undefined) cache.expiresAt(new Date(next));
    });
}
