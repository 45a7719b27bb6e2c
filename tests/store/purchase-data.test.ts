import { defaultEngines } from '../kit/databases.js';
import { activatePlugin } from '../kit/site.js';
import { bootShop, type ShopSite } from './shop-site.js';

/** Records what cart data and discounts receive. */
const RECORDER = `export default { boot(scope) {
  globalThis.recorded = { fields: [], onSale: [] };
  scope.addAction('store/booted', ({ cartData, discounts }) => {
    cartData.register({ id: 'recorded', fields: ({ name, fields }) => (globalThis.recorded.fields.push([name, fields]), [{ name: 'text', label: 'Text' }]) });
    discounts.register({ id: 'recorded', label: 'Recorded', calculate: ({ items }) => (globalThis.recorded.onSale.push(items.map(({ name, onSale }) => [name, onSale])), null) });
  });
} };`;
const recorded = (): { fields: unknown[]; onSale: unknown[] } =>
  (globalThis as unknown as { recorded: { fields: unknown[]; onSale: unknown[] } }).recorded;

describe.each(defaultEngines)('products as plugins receive them on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
    const price = { regular: 5000, sale: null, saleFrom: null, saleTo: null };
    await shop.save({ name: 'Cup', slug: 'cup', price, fields: { material: 'steel' } });
    await shop.save({ name: 'Pan', slug: 'pan', price: { ...price, sale: 4000 } });
    await activatePlugin(shop, 'recorder', { 'index.js': RECORDER });
  });
  afterAll(() => shop?.close());

  it('have their fields and tell whether they are on sale', async () => {
    const buyer = shop.shopper();
    for (const slug of ['cup', 'pan']) {
      await buyer.get(`/product/${slug}/`);
      await buyer.submit({}, { data_recorded_text: 'x' }, 'add_to_cart');
    }
    const { fields, onSale } = recorded();
    expect(fields[0]).toEqual(['Cup', { material: 'steel' }]);
    fields.length = 0;
    expect((await buyer.get('/cart/')).status).toBe(200);
    expect(fields).toContainEqual(['Cup', { material: 'steel' }]);
    expect(onSale.at(-1)).toEqual([
      ['Cup', false],
      ['Pan', true],
    ]);
  });
});
