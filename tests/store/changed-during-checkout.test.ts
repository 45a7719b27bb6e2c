import { defaultEngines } from '../kit/databases.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Visit } from './shopper.js';

/** A plugin that changes products between the validation of an order and its storage. */
const meanwhile = (change: string): string => `export default { boot(scope) {
  scope.addFilter('store/form_errors', async (errors) => { await scope.db()('test_products').update(${change}); return errors; });
} };`;

describe.each(defaultEngines)('checkout with products changing meanwhile on %s', (engine) => {
  let shop: CommerceSite;
  let buyer: Browser;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Lamp', price: 5000, stock: 3 });
    buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await buyer.get('/checkout/');
  });
  afterEach(() => shop.close());

  const order = (): Promise<Visit> =>
    buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
  const nothingSold = async (stock: number): Promise<void> => {
    expect(await shop.orders()).toEqual([]);
    expect([await shop.stockOf(1), await shop.salesOf(1), shop.emails()]).toEqual([stock, 0, []]);
  };

  it('refuses an order whose price changed up or down meanwhile', async () => {
    for (const price of [5001, 4999]) {
      await shop.put({ productId: 1, name: 'Lamp', price: 5000, stock: 3 });
      await buyer.get('/checkout/');
      await shop.extend(`price-${price}`, meanwhile(`{ price: ${price} }`));
      const response = await order();
      expect([price, response.status]).toEqual([price, 409]);
      expect(response.text).toContain('The total is now');
      await nothingSold(3);
    }
  });

  it('refuses an order when less stock is left than ordered', async () => {
    await shop.extend('fewer', meanwhile('{ stock: 1 }'));
    const response = await order();
    expect(response.status).toBe(409);
    expect(response.text).toContain('Not enough items of one of the products are left');
    await nothingSold(1);
  });

  it('refuses an order when a product sold out meanwhile', async () => {
    await shop.extend('gone', meanwhile('{ stock: 0 }'));
    expect((await order()).status).toBe(409);
    await nothingSold(0);
  });
});
