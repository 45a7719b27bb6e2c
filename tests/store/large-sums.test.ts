import type { PluginScope } from '../../core/api/index.js';
import { createCatalogParts } from '../../plugins/store/catalog/boot.js';
import { checkedBoxes } from '../compliance/real-shop.js';
import { allEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { PRODUCT } from './shop-site.js';
import { Browser, BUYER } from './shopper.js';

/** 30,000,000.00: more than 32 bits can hold in minor units. */
const PRICE = 3_000_000_000;
const PROBE = 'export default { boot(scope) { globalThis.largeProbe = scope; } };';

describe.each(allEngines)('amount beyond 32 bits on %s', (engine) => {
  let test: TestSite;
  let id: number;

  beforeAll(async () => {
    test = await bootSite({
      engine,
      shop: true,
      setup: { name: 'large sums', run: (young) => activatePlugin(young, 'large-probe', { 'index.js': PROBE }) },
    });
    const parts = createCatalogParts((globalThis as { largeProbe?: PluginScope }).largeProbe as PluginScope);
    id = await test.inContext(async () => {
      await parts.currency.load();
      return parts.products.save(
        {
          ...PRODUCT,
          name: 'Tower',
          slug: 'tower',
          price: { regular: PRICE, sale: PRICE - 1, saleFrom: null, saleTo: null },
        },
        'edit',
      );
    });
    await test.inContext(() =>
      parts.products.save(
        { ...PRODUCT, name: 'Hut', slug: 'hut', price: { regular: 1000, sale: null, saleFrom: null, saleTo: null } },
        'edit',
      ),
    );
  });
  afterAll(() => test.close());
  const rows = (table: string) => test.site.db()(table);

  it('stays exact in product, price history, cart, order and filter', async () => {
    expect(await rows('store_products').where({ id }).first<object>('regular_price', 'price')).toEqual({
      regular_price: PRICE,
      price: PRICE - 1,
    });
    expect(await rows('compliance_prices').where({ product_id: id }).orderBy('id').select('price', 'regular')).toEqual([
      { price: PRICE - 1, regular: PRICE },
    ]);
    const buyer = new Browser(test.url);
    expect((await buyer.get('/product/tower/')).text).toContain('29,999,999.99');
    await buyer.submit({}, { quantity: '999' }, 'add_to_cart');
    expect((await buyer.get('/cart/')).text).toContain('29,969,999,990.01');
    const { text } = await buyer.get('/checkout/');
    const thanks = await buyer.submit(
      { place_order: '1' },
      { ...BUYER, payment_method: 'cod', ...checkedBoxes(text) },
      'order_token',
    );
    expect(thanks.path).toMatch(/^\/order\//);
    const total = (PRICE - 1) * 999;
    expect(await rows('store_orders').first<object>('items_total', 'total')).toEqual({ items_total: total, total });
    expect(await rows('store_order_lines').first<object>('unit_price', 'total', 'tax')).toEqual({
      unit_price: PRICE - 1,
      total,
      tax: Math.round((total * 23) / 123),
    });
    const dear = (await new Browser(test.url).get('/shop/?sf_price=29000000-30000000')).text;
    expect([dear.includes('Tower'), dear.includes('>Hut<')]).toEqual([true, false]);
  });

  it.each(['1000000000', '99999999999999999999'])(
    'rejects a price of %s with a message and keeps the input',
    async (price) => {
      const admin = new Browser(test.url);
      await admin.logIn('admin', 'a long admin password');
      await admin.get(`/wp-admin/admin.php?page=store-product&id=${id}`);
      const [field] = Object.keys(admin.form('name').fields).filter((name) => /regular/.test(name));
      const response = await admin.submit({}, { [String(field)]: price }, 'name');
      expect(response.status).toBe(422);
      expect(response.text).toContain('with up to nine digits before the decimal point');
      expect(response.text).toContain(`value="${price}"`);
      expect(await rows('store_products').where({ id }).first<object>('regular_price')).toEqual({
        regular_price: PRICE,
      });
    },
  );
});
