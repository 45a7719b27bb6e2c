import { mustBeRetained } from '../../plugins/store/orders/personal-data.js';
import { earliestExpectedDate, expectedDate, expectedDateExpiry } from '../../plugins/store/products/supply-kind.js';
import { dayEnd, localDay } from '../../plugins/store/time/local-time.js';
import { bootShop, type ShopSite } from './shop-site.js';

const WARSAW = 'Europe/Warsaw';

describe('the site’s day', () => {
  it('ends an entered day at its last second, in summer and in winter', () => {
    expect([dayEnd('2026-07-01', WARSAW), dayEnd('2026-12-31', WARSAW)]).toEqual([
      '2026-07-01 21:59:59',
      '2026-12-31 22:59:59',
    ]);
    expect(localDay(dayEnd('2026-07-01', WARSAW), WARSAW)).toBe('2026-07-01');
  });

  it('hides an expected date when its day has begun', () => {
    const item = { stock: 'outofstock', expected_on: '2026-07-02' } as const;
    const today = localDay('2026-07-01 22:30:00', WARSAW);
    expect([expectedDate(item, today), earliestExpectedDate(item, [], today)]).toEqual(['', '']);
    expect(expectedDate(item, localDay('2026-07-01 21:30:00', WARSAW))).toBe('2026-07-02');
    expect(expectedDateExpiry('2026-07-02', WARSAW).toISOString()).toBe('2026-07-01T22:00:00.000Z');
  });

  it('counts the years of retention from the year of sale', () => {
    const order = { status: 'completed', createdAt: '2020-12-31 23:30:00' } as const;
    expect([mustBeRetained(order, 2027, WARSAW), mustBeRetained(order, 2027, 'UTC')]).toEqual([true, false]);
  });

  describe('on product pages', () => {
    let shop: ShopSite;
    beforeAll(async () => {
      shop = await bootShop('sqlite');
      await shop.inContext(() => shop.site.options.updateOption('timezone_string', WARSAW));
    });
    afterAll(() => shop?.close());

    it('names the last day of a sale in the site’s time zone', async () => {
      // 00:30 on 1 January in Warsaw.
      await shop.save({
        name: 'Daily lamp',
        price: { regular: 2000, sale: 1000, saleFrom: null, saleTo: '2098-12-31 23:30:00' },
      });
      const { text } = await shop.shopper().get('/product/daily-lamp/');
      expect(text).toContain('"priceValidUntil":"2099-01-01"');
    });
  });
});
