import { available, itemOf, type PricedLine } from '../../plugins/store/cart/priced-cart.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';

const NOW = { handlingDays: 1, expectedOn: '', fields: {} };
const LATER = { ...NOW, expectedOn: '2030-01-02' };

describe('what may be ordered though there is none', () => {
  it.each([
    ['instock', 2, undefined, 2],
    ['instock', 2, LATER, 999],
    ['onbackorder', 0, LATER, 999],
    ['outofstock', 0, undefined, 0],
    ['instock', null, undefined, 999],
  ] as const)('%s with %s pieces allows as many as can come', (stock, stockQuantity, laterSupply, max) => {
    expect(available({ stock, stockQuantity, ...(laterSupply ? { laterSupply } : {}) })).toBe(max);
  });

  it.each([
    [2, NOW],
    [5, LATER],
  ])('%d of two pieces leave the shop in their time', (quantity, supply) => {
    const line = { quantity, sellable: { stockQuantity: 2, supply: NOW, laterSupply: LATER } };
    expect(itemOf(line as unknown as PricedLine).supply).toBe(supply);
  });
});

describe.each(defaultEngines)('backorders on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.save({ name: 'Few', stockQuantity: 2, backorders: true });
    await shop.save({ name: 'Rare', stockQuantity: 2 });
  });
  afterAll(() => shop.close());

  it.each([
    ['few', '5', false],
    ['rare', '2', true],
  ])('of %s leave %s pieces in the cart', async (slug, quantity, lowered) => {
    const buyer = shop.shopper();
    await buyer.get(`/product/${slug}/`);
    const cart = await buyer.submit({}, { quantity: '5' }, 'add_to_cart');
    expect(cart.text.includes('so we reduced the quantity in your cart')).toBe(lowered);
    expect((await buyer.get('/cart/')).text).toMatch(new RegExp(`id="quantity-\\d+-0"[^>]*value="${quantity}"`));
  });
});
