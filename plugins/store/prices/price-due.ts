import { type MaybePromise, type PluginScope, utcText } from 'plinth';

/** Makes the function that says of a page with prices how long they hold: until the next planned price of the shop begins or ends. */
export function createPriceDue({ db, remember, freshUntil }: Pick<PluginScope, 'db' | 'remember' | 'freshUntil'>): () => MaybePromise<void> {
  return () =>
    // What is remembered ends with that moment too, and with it every page that takes it from memory.
    remember('store:price-due', async () => {
      const now = utcText();
      const dues = await Promise.all(['store_products', 'store_variations'].map((table) => db()<{ price_due: string | null }>(table).where('price_due', '>', now).orderBy('price_due').first('price_due')));
      const next = dues.flatMap((row) => row?.price_due ?? []).sort().at(0);
      if (next !== undefined) freshUntil(new Date(`${next.replace(' ', 'T')}Z`));
    });
}
