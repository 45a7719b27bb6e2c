import type { PluginScope } from 'plinth';
import { type DemoDeps, loadDemo } from './load-demo.js';
import { DEMO_PRODUCTS } from './products/index.js';

/** Default name of a new site. */
const UNNAMED = 'Plinth';
const NAME = 'Izba';
const TAGLINE = 'Rzeczy do domu, na długie lata';

const PICKUP_PLACE = 'ul. Przykładowa 1, 00-001 Warszawa, pn.–pt. 10–18';

/** Sets the collection point of the demo shop, unless selling settings exist already. */
async function namePickup({ getOption, updateOption }: Pick<PluginScope, 'getOption' | 'updateOption'>): Promise<void> {
  const stored = await getOption<Record<string, unknown> | false>('store_commerce_settings', false);
  if (stored === false) await updateOption('store_commerce_settings', { pickupPlace: PICKUP_PLACE });
}

/** Sets the name and tagline of the demo shop, unless the site has its own. */
async function nameShop({ getOption, updateOption }: Pick<PluginScope, 'getOption' | 'updateOption'>): Promise<void> {
  const [name, tagline] = [
    await getOption<string>('blogname', UNNAMED),
    await getOption<string>('blogdescription', ''),
  ];
  if (name !== UNNAMED || tagline !== '') return;
  await updateOption('blogname', NAME);
  await updateOption('blogdescription', TAGLINE);
}

/** Loads the demo shop into a new site if requested on its first start. */
export function bootDemo(
  scope: PluginScope,
  {
    products,
    taxonomies,
    fileStore,
    files,
    reviewStatistics,
  }: Pick<DemoDeps, 'products' | 'taxonomies' | 'fileStore' | 'files' | 'reviewStatistics'>,
): void {
  scope.addAction('plinth/load_demo', async () => {
    const added = await loadDemo(
      { db: scope.db, products, taxonomies, fileStore, files, reviewStatistics, now: new Date() },
      DEMO_PRODUCTS,
    );
    if (added > 0) {
      await nameShop(scope);
      await namePickup(scope);
    }
  });
}
