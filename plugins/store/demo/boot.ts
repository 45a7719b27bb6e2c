import type { PluginScope } from 'plinth';
import { type DemoDeps, loadDemo } from './load-demo.js';
import { namePickup, nameShop } from './name-shop.js';
import { DEMO_PRODUCTS } from './products/index.js';

/** Fills a new site with the demo shop when its first start asks for one. */
export function bootDemo(
  scope: PluginScope,
  {
    products,
    taxonomies,
    shelf,
    files,
    figures,
  }: Pick<DemoDeps, 'products' | 'taxonomies' | 'shelf' | 'files' | 'figures'>,
): void {
  scope.addAction('plinth/load_demo', async () => {
    const added = await loadDemo(
      { db: scope.db, products, taxonomies, shelf, files, figures, now: new Date() },
      DEMO_PRODUCTS,
    );
    if (added > 0) {
      await nameShop(scope);
      await namePickup(scope);
    }
  });
}
