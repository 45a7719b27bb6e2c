import { createPriceClock } from '../../plugins/store/prices/price-clock';
import { allEngines } from '../kit/databases';
import { bootShop, type ShopSite } from './shop-site';

describe('price schedule timer', () => {
  const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };
  let dispose: () => void | Promise<void> = () => undefined;
  let settleCount = 0;
  const clockThat = (settle: () => Promise<unknown>) =>
    createPriceClock({ scope: { log: LOG, onDispose: (undo) => (dispose = undo) }, applyDuePrices: settle });
  beforeEach(() => {
    jest.useFakeTimers({ now: 1_000_000 });
    settleCount = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('fires once at the earliest expected time and then needs a new one', async () => {
    const clock = clockThat(async () => settleCount++);
    clock.schedule(1_060_000);
    clock.schedule(1_010_000);
    clock.schedule(1_030_000);
    await jest.advanceTimersByTimeAsync(9_900);
    expect(settleCount).toBe(0);
    await jest.advanceTimersByTimeAsync(200);
    expect(settleCount).toBe(1);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(settleCount).toBe(1);
    clock.schedule(1_090_000);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(settleCount).toBe(2);
  });

  it('fires at once for past times, retries no failure and stops on disposal', async () => {
    const clock = clockThat(async () => {
      settleCount++;
      throw new Error('no database');
    });
    clock.schedule(990_000);
    await jest.advanceTimersByTimeAsync(50);
    clock.schedule(990_000);
    await jest.advanceTimersByTimeAsync(1000);
    expect(settleCount).toBe(1);
    await jest.advanceTimersByTimeAsync(60_000);
    clock.schedule(1_070_000);
    await dispose();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(settleCount).toBe(1);
  });
});

describe.each(allEngines)('scheduled price on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  it('applies when a page with prices is visited after its start time', async () => {
    const id = await shop.save({
      name: 'Planned',
      price: { regular: 5000, sale: 4000, saleFrom: '2999-01-01 00:00:00', saleTo: null },
    });
    await shop.inContext(() =>
      shop.site
        .db()('store_products')
        .where({ id })
        .update({ sale_from: '2020-01-01 00:00:00', price_due: '2020-01-01 00:00:00' }),
    );
    await shop.shopper().get('/shop/');
    let row: { price: number; on_sale: number } | undefined;
    for (let i = 0; i < 600 && row?.on_sale !== 1; i++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      row = (await shop.site.db()('store_products').where({ id }).first()) as typeof row;
    }
    expect(row).toMatchObject({ price: 4000, on_sale: 1 });
  });
});
