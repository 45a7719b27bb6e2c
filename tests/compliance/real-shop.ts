import type { PluginScope } from '../../core/api/index.js';
import { type CatalogParts, createCatalogParts } from '../../plugins/store/catalog/boot.js';
import type { ProductInput } from '../../plugins/store/products/product-input.js';
import type { Engine } from '../kit/databases.js';
import { ADMIN, type BootOptions } from '../kit/site.js';
import { PRODUCT } from '../store/shop-site.js';
import { ACCOUNT_NUMBER, UNLIMITED } from '../store/selling-site.js';
import { Browser, BUYER, type Fields, type Visit } from '../store/shopper.js';
import { bootShop, type ShopSite } from './shop.js';

/** The real store with the compliance plugin, accessed without JavaScript. */
export interface RealShop extends ShopSite {
  readonly scope: PluginScope;
  readonly parts: CatalogParts;
  save(product: Partial<ProductInput>): Promise<number>;
  shopper(): Browser;
  admin(): Promise<Browser>;
  /** A visitor at checkout with a product in the cart. */
  atCheckout(productId: number, quantity?: string): Promise<Browser>;
  /** Submits the checkout form with all fields except the checkboxes. */
  order(buyer: Browser, fields?: Fields): Promise<Visit>;
  orderCount(): Promise<number>;
}

interface Probe {
  complianceProbe?: PluginScope;
}

const PROBE = 'export default { boot(scope) { globalThis.complianceProbe = scope; } };';

/** @param plugins additional plugins, by id and source */
export async function bootRealShop(
  engine: Engine,
  more: Pick<BootOptions, 'smtpUrl' | 'uncached'> = {},
  plugins: Readonly<Record<string, string>> = {},
): Promise<RealShop> {
  const shop = await bootShop(engine, { probe: PROBE, ...plugins }, more);
  const scope = (globalThis as Probe).complianceProbe as PluginScope;
  const parts = createCatalogParts(scope);
  await shop.inContext(async () => {
    await parts.currency.load();
    await scope.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED });
  });
  return {
    ...shop,
    scope,
    parts,
    save: (product) => shop.inContext(() => parts.products.save({ ...PRODUCT, ...product }, 'edit')),
    shopper: () => new Browser(shop.url),
    async admin() {
      const browser = new Browser(shop.url);
      await browser.logIn(ADMIN.login, ADMIN.password);
      return browser;
    },
    async atCheckout(productId, quantity = '1') {
      const buyer = new Browser(shop.url);
      const row = await shop.site.db()('store_products').where({ id: productId }).first<{ slug: string }>('slug');
      await buyer.get(`/product/${row.slug}/`);
      await buyer.submit({}, { quantity }, 'add_to_cart');
      await buyer.get('/checkout/');
      return buyer;
    },
    order: (buyer, fields = {}) =>
      buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer', ...fields }, 'order_token'),
    orderCount: async () => (await shop.site.db()('store_orders')).length,
  };
}

/** Returns the form fields of the checkboxes of a page, checked, limited to those that the filter accepts. */
export function checkedBoxes(
  page: string,
  filter: (box: { name: string; required: boolean }) => boolean = () => true,
): Fields {
  const fields: Fields = {};
  for (const [tag] of page.matchAll(/<input type="checkbox" id="legal-box-[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
    if (filter({ name, required: / required/.test(tag) })) fields[name] = /value="([^"]*)"/.exec(tag)?.[1] ?? '';
  }
  return fields;
}
