import type { PluginScope } from '../../core/api/index.js';
import { type CatalogParts, createCatalogParts } from '../../plugins/store/catalog/boot.js';
import type { ProductInput, VariationInput } from '../../plugins/store/products/product-input.js';
import type { PriceChange } from '../../plugins/store/contract/index.js';
import type { Engine } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { Browser } from './shopper.js';

/** The real store on a separate site. */
export interface ShopSite extends TestSite {
  readonly scope: PluginScope;
  /** Services of the catalog; each call runs in a request context. */
  readonly parts: CatalogParts;
  /** Saves a product based on the defaults below. */
  save(product: Partial<ProductInput>): Promise<number>;
  /** Price changes announced since the last call. */
  announced(): PriceChange[];
  shopper(): Browser;
  admin(): Promise<Browser>;
}

interface Probe {
  probeScope?: PluginScope;
  probePrices?: PriceChange[];
}

const PROBE = `export default { boot(scope) {
  globalThis.probeScope = scope;
  globalThis.probePrices = [];
  scope.addAction('store/price_changed', (change) => void globalThis.probePrices.push(change));
} };`;

export const PRODUCT: ProductInput = {
  id: 0,
  name: 'Oak chair',
  slug: '',
  status: 'publish',
  visibility: 'visible',
  kind: 'physical',
  sku: '',
  gtin: '',
  shortDescription: '',
  description: '',
  price: { regular: 10_000, sale: null, saleFrom: null, saleTo: null },
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  taxRate: 23,
  weight: 0,
  unit: '',
  unitContent: 0,
  position: 0,
  featured: false,
  termIds: [],
  images: [],
  variations: [],
  fields: {},
};

export const VARIATION: VariationInput = {
  id: 0,
  sku: '',
  gtin: '',
  price: { regular: 5000, sale: null, saleFrom: null, saleTo: null },
  stockQuantity: null,
  stock: 'instock',
  backorders: false,
  weight: 0,
  unitContent: 0,
  termIds: [],
  imageIndex: -1,
};

export async function bootShop(engine: Engine): Promise<ShopSite> {
  const site = await bootSite({
    engine,
    setup: {
      name: 'probed store',
      async run(test) {
        await activatePlugin(test, 'store');
        await activatePlugin(test, 'probe', { 'index.js': PROBE });
      },
    },
  });
  const { probeScope: scope, probePrices: prices = [] } = globalThis as Probe;
  if (!scope) throw new Error('The probe did not start.');
  const parts = createCatalogParts(scope);
  return {
    ...site,
    scope,
    parts,
    save: (product) => site.inContext(() => parts.products.save({ ...PRODUCT, ...product }, 'edit')),
    announced: () => prices.splice(0),
    shopper: () => new Browser(site.url),
    async admin() {
      const browser = new Browser(site.url);
      await browser.logIn(ADMIN.login, ADMIN.password);
      return browser;
    },
  };
}

/** A UTC time relative to now, in the database's format. @param seconds offset from now */
export function moment(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
}
