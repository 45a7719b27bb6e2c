import { offeredPrices, priceHistory, widePrices } from '../../plugins/compliance/database/price-tables.js';
import { findLowestPrice, type PriceInterval } from '../../plugins/compliance/omnibus/lowest-price.js';
import {
  createPriceHistory,
  keyOf,
  type PriceChange,
  type PriceHistory,
} from '../../plugins/compliance/omnibus/price-history.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { migrate } from '../../core/db/index.js';
import { withTables } from '../kit/tables.js';
import { assertDefined } from '../kit/assert-defined.js';

const NOW = Date.UTC(2028, 1, 29, 12);
const timeDaysAgo = (daysAgo: number): string =>
  new Date(NOW - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

interface Sold {
  readonly id: number;
  readonly price: number;
  readonly onSale: boolean;
  readonly variations: readonly { readonly id: number; readonly price: number; readonly onSale: boolean }[];
}

describe.each(allEngines)('price history on %s', (engine) => {
  let scratch: ScratchDatabase;
  let journal: PriceHistory;
  let currency: string;
  let sold: Sold[] | undefined;
  beforeEach(async () => {
    scratch = await withTables(engine, 'compliance', [priceHistory, widePrices]);
    currency = 'PLN';
    sold = [];
    const catalog = {
      currency: () => currency,
      records: async (after: number, limit: number) => (sold ?? []).filter(({ id }) => id > after).slice(0, limit),
    };
    journal = createPriceHistory({
      db: scratch.db,
      clock: createClock({ getOption: async <T>() => 'UTC' as T }, () => NOW),
      catalog: () => (sold ? (catalog as never) : undefined),
    });
  });
  afterEach(() => scratch.drop());

  const change = (before: number | null, after: number, daysAgo: number, more: object = {}): PriceChange => ({
    productId: 1,
    variationId: 0,
    before,
    after,
    tag: { regular: 1000, sale: null, saleFrom: null, saleTo: null },
    cause: 'edit',
    changedAt: timeDaysAgo(daysAgo),
    isPublished: true,
    ...more,
  });
  const history = async (key = { productId: 1, variationId: 0 }): Promise<unknown> =>
    (await journal.findByProducts([key.productId]))
      .get(keyOf(key))
      ?.map(({ price, onSale, from, to }) => [price, onSale, from, to]);

  it('ends each price where the next begins and marks reductions', async () => {
    await journal.record(change(null, 1000, 9));
    await journal.record(change(1000, 800, 5));
    await journal.record(change(800, 1000, 2));
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(9), timeDaysAgo(5)],
      [800, true, timeDaysAgo(5), timeDaysAgo(2)],
      [1000, false, timeDaysAgo(2), null],
    ]);
  });

  it('records an unchanged price only when the regular price or the currency changed', async () => {
    await journal.record(change(null, 1000, 9));
    await journal.record(change(1000, 1000, 8));
    expect(await history()).toEqual([[1000, false, timeDaysAgo(9), null]]);
    await journal.record(change(1000, 1000, 7, { tag: { regular: 1200, sale: 1000, saleFrom: null, saleTo: null } }));
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(9), timeDaysAgo(7)],
      [1000, true, timeDaysAgo(7), null],
    ]);
    currency = 'EUR';
    await journal.record(change(1000, 1000, 6, { tag: { regular: 1200, sale: 1000, saleFrom: null, saleTo: null } }));
    expect(await history()).toEqual([[1000, true, timeDaysAgo(6), null]]);
    currency = 'PLN';
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(9), timeDaysAgo(7)],
      [1000, true, timeDaysAgo(7), timeDaysAgo(6)],
    ]);
  });

  it('continues the history of returning products but starts again for generated ones', async () => {
    await journal.record(change(null, 1000, 9));
    await journal.record(change(null, 900, 4));
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(9), timeDaysAgo(4)],
      [900, true, timeDaysAgo(4), null],
    ]);
    await journal.record(change(null, 700, 1, { cause: 'generate' }));
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(9), timeDaysAgo(4)],
      [900, true, timeDaysAgo(4), null],
      [700, true, timeDaysAgo(1), null],
    ]);
  });

  it('gives only reduced demo products a past of two months', async () => {
    const sale = { regular: 1000, sale: 800, saleFrom: timeDaysAgo(3), saleTo: null };
    await journal.record(change(null, 800, 0, { tag: sale, cause: 'demo' }));
    expect(await history()).toEqual([
      [1000, false, timeDaysAgo(63), timeDaysAgo(3)],
      [800, true, timeDaysAgo(3), null],
    ]);
    for (const [productId, more] of [
      [2, { tag: sale }],
      [3, { tag: { ...sale, saleFrom: null }, cause: 'demo' }],
    ] as const) {
      await journal.record(change(null, 800, 0, { productId, ...more }));
      expect(await history({ productId, variationId: 0 })).toEqual([[800, true, timeDaysAgo(0), null]]);
    }
    await journal.record(change(null, 1000, 0, { productId: 4, tag: sale, cause: 'demo' }));
    expect(await history({ productId: 4, variationId: 0 })).toEqual([[1000, false, timeDaysAgo(0), null]]);
  });

  it('records no price of a product that was not offered', async () => {
    await journal.record(change(null, 300, 9, { isPublished: false }));
    await journal.record(change(300, 500, 5, { isPublished: false }));
    expect(await history()).toBeUndefined();
    await journal.record(change(500, 1000, 4));
    expect(await history()).toEqual([[1000, false, timeDaysAgo(4), null]]);
  });

  it('closes removed offers, opens new ones and leaves unchanged ones alone', async () => {
    const offer = (...prices: { variationId: number; price: number; regular: number; onSale: boolean }[]) => [
      { productId: 1, prices },
    ];
    const reduced = { variationId: 5, price: 800, regular: 1000, onSale: true };
    const other = { variationId: 6, price: 900, regular: 900, onSale: false };
    await journal.updateAvailability(offer(reduced, other), timeDaysAgo(9));
    await journal.updateAvailability(offer(reduced), timeDaysAgo(7));
    await journal.updateAvailability(offer(), timeDaysAgo(5));
    await journal.updateAvailability(offer(reduced), timeDaysAgo(2));
    expect(await history({ productId: 1, variationId: 5 })).toEqual([
      [800, true, timeDaysAgo(9), timeDaysAgo(5)],
      [800, true, timeDaysAgo(2), null],
    ]);
    expect(await history({ productId: 1, variationId: 6 })).toEqual([[900, false, timeDaysAgo(9), timeDaysAgo(7)]]);
  });

  it('continues a reduction when the shop returns to its former currency', async () => {
    await journal.record(change(null, 1000, 20));
    await journal.record(change(1000, 800, 5));
    currency = 'EUR';
    await journal.changeCurrency();
    expect(await history()).toEqual([[800, true, timeDaysAgo(0), null]]);
    currency = 'PLN';
    await journal.changeCurrency();
    const own = assertDefined((await journal.findByProducts([1])).get('1-0'));
    expect(own.map(({ price, to }) => [price, to])).toEqual([
      [1000, timeDaysAgo(5)],
      [800, timeDaysAgo(0)],
      [800, null],
    ]);
    expect(
      findLowestPrice(own, { price: 800, onSale: true, now: timeDaysAgo(0), days: 30, perishable: false }),
    ).toMatchObject({
      price: 1000,
      since: timeDaysAgo(5),
    });
  });

  it('deletes never-offered prices at the upgrade and closes those of removed products', async () => {
    const { db } = scratch;
    await db.createTable('store_products', (table) => {
      table.integer('id').primary();
      table.string('status', 20);
      table.datetime('published_at');
      table.datetime('updated_at');
    });
    await db()('store_products' as never).insert([
      { id: 1, status: 'publish', published_at: timeDaysAgo(10), updated_at: timeDaysAgo(1) },
      { id: 2, status: 'draft', published_at: null, updated_at: timeDaysAgo(1) },
      { id: 3, status: 'trash', published_at: timeDaysAgo(30), updated_at: timeDaysAgo(3) },
    ] as never);
    await journal.record(change(null, 0, 30));
    await journal.record(change(0, 1200, 20));
    await journal.record(change(1200, 1000, 5));
    for (const productId of [2, 3]) await journal.record(change(null, 700, 20, { productId }));
    await migrate(db, 'compliance', [priceHistory, widePrices, offeredPrices]);
    expect(await history()).toEqual([
      [1200, false, timeDaysAgo(10), timeDaysAgo(5)],
      [1000, false, timeDaysAgo(5), null],
    ]);
    expect(await history({ productId: 2, variationId: 0 })).toBeUndefined();
    expect(await history({ productId: 3, variationId: 0 })).toEqual([[700, true, timeDaysAgo(20), timeDaysAgo(3)]]);
  });

  it('keeps the histories of variations and products apart', async () => {
    await journal.record(change(null, 800, 9, { variationId: 5 }));
    await journal.record(change(null, 700, 9, { variationId: 6 }));
    await journal.record(change(null, 800, 9, { productId: 2 }));
    await journal.record(change(800, 1000, 1, { productId: 2 }));
    await journal.record(change(null, 900, 9, { productId: 3 }));
    expect(await history({ productId: 1, variationId: 5 })).toEqual([[800, true, timeDaysAgo(9), null]]);
    expect([...(await journal.findByProducts([1, 2])).keys()].sort()).toEqual(['1-5', '1-6', '2-0']);
    expect((await journal.findByProducts([])).size).toBe(0);
  });

  it('starts with the current price of everything sold, once only', async () => {
    sold = Array.from({ length: 401 }, (_, n) => ({
      id: n + 1,
      price: 500,
      onSale: n === 1,
      variations:
        n === 2
          ? [
              { id: 7, price: 300, onSale: true },
              { id: 8, price: 400, onSale: false },
            ]
          : [],
    }));
    await journal.start();
    await journal.start();
    expect(await history()).toEqual([[500, false, timeDaysAgo(0), null]]);
    expect(await history({ productId: 2, variationId: 0 })).toEqual([[500, true, timeDaysAgo(0), null]]);
    expect([await history({ productId: 3, variationId: 7 }), await history({ productId: 3, variationId: 0 })]).toEqual([
      [[300, true, timeDaysAgo(0), null]],
      undefined,
    ]);
    expect((await scratch.db()('compliance_prices')).length).toBe(402);
    sold[0] = { ...assertDefined(sold[0]), price: 600 };
    await journal.start();
    expect(await history()).toEqual([
      [500, false, timeDaysAgo(0), timeDaysAgo(0)],
      [600, false, timeDaysAgo(0), null],
    ]);
    currency = 'EUR';
    await journal.start();
    expect(await history()).toEqual([[600, false, timeDaysAgo(0), null]]);
    sold = undefined;
    await journal.start();
    expect((await scratch.db()('compliance_prices')).length).toBe(402 + 1 + 402);
  });

  it('prunes prices that ended long ago and never a current one', async () => {
    await journal.record(change(null, 1000, 900));
    await journal.record(change(1000, 900, 50));
    await journal.record(change(900, 1000, 10));
    expect(await journal.prune(51)).toBe(0);
    expect(await journal.prune(40)).toBe(1);
    expect(await history()).toEqual([
      [900, true, timeDaysAgo(50), timeDaysAgo(10)],
      [1000, false, timeDaysAgo(10), null],
    ]);
  });
});

describe('lowest price before a reduction', () => {
  const interval = (price: number, from: number, to: number | null, onSale = price < 1000): PriceInterval => ({
    price,
    regular: 1000,
    onSale,
    from: timeDaysAgo(from),
    to: to === null ? null : timeDaysAgo(to),
  });
  const lowest = (steps: readonly PriceInterval[], price: number, more: object = {}) =>
    findLowestPrice(steps, { price, onSale: true, now: timeDaysAgo(0), days: 30, perishable: false, ...more });

  it('ignores a price that ended when the window begins, but counts one moments later', () => {
    expect(lowest([interval(700, 90, 32, false), interval(1000, 32, 2), interval(900, 2, null)], 900)).toEqual({
      price: 1000,
      regular: 1000,
      since: timeDaysAgo(2),
    });
    expect(
      lowest([interval(700, 90, 31.9999, false), interval(1000, 31.9999, 2), interval(900, 2, null)], 900),
    ).toMatchObject({
      price: 700,
    });
  });

  it('counts from the first day of an uninterrupted reduced price', () => {
    expect(lowest([interval(1000, 60, 20), interval(900, 20, 10), interval(900, 10, null)], 900)).toEqual({
      price: 1000,
      regular: 1000,
      since: timeDaysAgo(20),
    });
    expect(lowest([interval(1000, 60, 20), interval(900, 20, 12), interval(900, 10, null)], 900)).toEqual({
      price: 900,
      regular: 1000,
      since: timeDaysAgo(10),
    });
    expect(lowest([interval(900, 20, 10), interval(900, 10, null)], 900)).toBeNull();
  });

  it('starts the window now for a price not yet recorded as a reduction', () => {
    expect(lowest([interval(1000, 60, 20), interval(900, 20, null)], 850)).toEqual({
      price: 900,
      regular: 1000,
      since: timeDaysAgo(0),
    });
    expect(lowest([interval(900, 20, null, false)], 900)).toEqual({ price: 900, regular: 1000, since: timeDaysAgo(0) });
  });

  it('reaches back before the first cut for perishable goods, or returns null', () => {
    expect(
      lowest([interval(1000, 60, 50), interval(900, 50, 40), interval(800, 40, null)], 800, { perishable: true }),
    ).toEqual({
      price: 1000,
      regular: 1000,
      since: timeDaysAgo(50),
    });
    expect(lowest([interval(900, 50, 40), interval(800, 40, null)], 800, { perishable: true })).toBeNull();
  });

  it('returns the lowest price of the last days when nothing is reduced', () => {
    expect(
      lowest([interval(700, 90, 30, false), interval(800, 30, 10, false), interval(1000, 10, null)], 1000, {
        onSale: false,
      }),
    ).toEqual({ price: 800, regular: 1000, since: timeDaysAgo(0) });
    expect(lowest([interval(1000, 0, null)], 1000, { onSale: false })).toEqual({
      price: 1000,
      regular: 1000,
      since: timeDaysAgo(0),
    });
    expect(lowest([], 1000, { onSale: false })).toBeNull();
  });
});
