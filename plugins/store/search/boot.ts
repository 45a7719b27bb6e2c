import type { PluginScope } from 'plinth';
import type { ProductTokens } from './product-tokens.js';

/** Registers the command `store index-words`. */
export function bootTokens(
  { __, _n, addCommand, db }: PluginScope,
  tokens: ProductTokens,
  orders: { rebuild(): Promise<number> },
): void {
  addCommand({
    name: 'store index-words',
    description: __('Rebuild the search index after other programs have changed products or orders'),
    async run(_args, _options, output) {
      const row = await db()('store_products').count({ total: '*' }).first<{ total: number | string } | undefined>();
      const bar = output.progress(__('Products'), Number(row?.total ?? 0));
      await db.withLock(
        'store-index-words',
        async () => {
          const products = await tokens.rebuild(bar.update).finally(() => bar.stop());
          output.line(_n('%d product indexed.', '%d products indexed.', products));
          const orderCount = await orders.rebuild();
          output.line(_n('%d order indexed.', '%d orders indexed.', orderCount));
        },
        { wait: 1000 },
      );
    },
  });
}
