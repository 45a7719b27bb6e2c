import { available, toCartItem, type PricedLine } from '../../plugins/store/cart/priced-cart.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';

const NOW = { handlingDays: 1, expectedOn: '', fields: {} };
const LATER = { ...NOW, expectedOn: '2030-01-02' };

describe('backorder quantities', () => {
  it.each([
    ['instock', 2, undefined, 2],
    ['instock', 2, LATER, 999],
    ['onbackorder', 0, LATER, 999],
    ['outofstock', 0, undefined, 0],
    ['instock', null, undefined, 999],
  ] as const)('computes the max quantity for %s with stock %s', (stock, stockQuantity, laterSupply, max) => {
    expect(available({ stock, stockQuantity, ...(laterSupply ? { backorderSupply: laterSupply } : {}) })).toBe(max);
  });

  it.each([
    [2, NOW],
    [5, LATER],
  ])('picks the supply time for %d pieces with two in stock', (quantity, supply) => {
    const line = { quantity, sellable: { stockQuantity: 2, supply: NOW, backorderSupply: LATER } };
    expect(toCartItem(line as unknown as PricedLine).supply).toBe(supply);
  });
});

describe.each(defaultEngines)('cart with backorders on %s', (engine) => {
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
  ])('lowers the cart quantity only without backorders: %s gets %s of 5', async (slug, quantity, lowered) => {
    const buyer = shop.shopper();
    await buyer.get(`/product/${slug}/`);
    const cart = await buyer.submit({}, { quantity: '5' }, 'add_to_cart');
    expect(cart.text.includes('so we reduced the quantity in your cart')).toBe(lowered);
    expect((await buyer.get('/cart/')).text).toMatch(new RegExp(`id="quantity-\\d+-0"[^>]*value="${quantity}"`));
  });
});
