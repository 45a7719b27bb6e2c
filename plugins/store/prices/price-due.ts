import { type PluginScope, toUtcString } from 'plinth';

/**
 * Creates the function that makes the cached page expire at the next scheduled price change of the shop.
 * @param onDuePrice called with the Unix time of the earliest price change in milliseconds, which may be in the past
 */
export function createPriceDue(
  { db, cache }: Pick<PluginScope, 'db' | 'cache'>,
  onDuePrice: (timestamp: number) => void = () => undefined,
): () => Promise<void> {
  return () =>
    // The cache entry expires at the price change, and with it every page that depends on it.
    cache.get('store:price-due', async () => {
      const dueTimes = (
        await Promise.all(
          ['store_products', 'store_variations'].map(async (table) => {
            const earliest = (from: string) =>
              db()<{ price_due: string | null }>(table)
                .where('price_due', '>', from)
                .orderBy('price_due')
                .first('price_due');
            const now = toUtcString();
            const first = await earliest('');
            const isOverdue = first?.price_due != null && first.price_due <= now;
            return [first, isOverdue ? await earliest(now) : undefined].flatMap((row) => row?.price_due ?? []);
          }),
        )
      )
        .flat()
        .sort()
        .map((due) => Date.parse(`${due.replace(' ', 'T')}Z`));
      const [earliest] = dueTimes;
      if (earliest !== undefined) onDuePrice(earliest);
      const next = dueTimes.find((due) => due > Date.now());
      if (next !== undefined) cache.expiresAt(new Date(next));
    });
}
