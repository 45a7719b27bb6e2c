import { type MaybePromise, type PluginScope, toUtcString } from 'plinth';

/**
 * Makes the function that says of a page with prices how long they hold: until the next planned price of the shop begins or ends.
 * @param expect is told of that moment too, in milliseconds since 1970; it may have come
 */
export function createPriceDue(
  { db, remember, freshUntil }: Pick<PluginScope, 'db' | 'remember' | 'freshUntil'>,
  expect: (at: number) => void = () => undefined,
): () => MaybePromise<void> {
  return () =>
    // What is remembered ends with that moment too, and with it every page that takes it from memory.
    remember('store:price-due', async () => {
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
      if (next !== undefined) freshUntil(new Date(next));
    });
}
