import type { StockStatus } from '../../plugins/store/contract/index.js';
import { createStock, type Stock } from '../../plugins/store/stock/stock.js';
import { catalogMigrations } from '../../plugins/store/migrations/catalog.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

interface StockColumns {
  readonly stock_quantity?: number | null;
  readonly stock?: StockStatus;
  readonly backorders?: number;
}

describe.each(allEngines)('stock on %s', (engine) => {
  let scratch: ScratchDatabase;
  let stock: Stock;
  beforeEach(async () => {
    scratch = await withTables(engine, 'store', catalogMigrations);
    stock = createStock({ db: scratch.db });
  });
  afterEach(() => scratch.drop());

  let productCount = 0;
  async function product(stock: StockColumns & { readonly type?: 'simple' | 'variable' }): Promise<number> {
    const name = `thing-${++productCount}`;
    const [id = 0] = await scratch
      .db()('store_products')
      .insert({
        slug: name,
        name,
        search: name,
        short_description: '',
        description: '',
        fields: '{}',
        status: 'publish',
        created_at: '2028-01-01 00:00:00',
        updated_at: '2028-01-01 00:00:00',
        ...stock,
      });
    return id;
  }
  async function variation(productId: number, stock: StockColumns): Promise<number> {
    const [id = 0] = await scratch
      .db()('store_variations')
      .insert({ product_id: productId, ...stock });
    return id;
  }
  const take = (productId: number, quantity: number, variationId = 0): Promise<boolean> =>
    scratch.db.transaction(() => stock.reduce({ productId, variationId, quantity }));
  const left = async (id: number, table = 'store_products'): Promise<unknown> => {
    const row = await scratch.db()(table).where({ id }).first<{
      stock_quantity: number | null;
      stock: string;
    }>('stock_quantity', 'stock');
    return [row.stock_quantity, row.stock];
  };

  it('gives exactly the remaining quantity and becomes out of stock', async () => {
    const id = await product({ stock_quantity: 3 });
    expect(await take(id, 3)).toBe(true);
    expect(await left(id)).toEqual([0, 'outofstock']);
  });

  it('refuses more than the remaining quantity and keeps it', async () => {
    const id = await product({ stock_quantity: 3 });
    expect(await take(id, 4)).toBe(false);
    expect(await left(id)).toEqual([3, 'instock']);
  });

  it('goes negative with backorders and becomes on backorder', async () => {
    const id = await product({ stock_quantity: 1, backorders: 1 });
    expect(await take(id, 1)).toBe(true);
    expect(await left(id)).toEqual([0, 'onbackorder']);
    expect(await take(id, 5)).toBe(true);
    expect(await left(id)).toEqual([-5, 'onbackorder']);
  });

  it('gives any quantity of untracked products unless marked out of stock', async () => {
    const [available, soldOut] = [
      await product({ stock_quantity: null }),
      await product({ stock_quantity: null, stock: 'outofstock' }),
    ];
    expect([await take(available, 999), await take(soldOut, 1)]).toEqual([true, false]);
    expect([await left(available), await left(soldOut)]).toEqual([
      [null, 'instock'],
      [null, 'outofstock'],
    ]);
  });

  it('refuses unknown products and variations', async () => {
    const id = await product({ stock_quantity: 3 });
    expect([await take(id + 100, 1), await take(id, 1, 77)]).toEqual([false, false]);
    expect(await left(id)).toEqual([3, 'instock']);
  });

  it('takes a variation’s own stock and only for its product', async () => {
    const [shirt, other] = [await product({ type: 'variable' }), await product({ type: 'variable' })];
    const red = await variation(shirt, { stock_quantity: 2 });
    expect(await take(other, 1, red)).toBe(false);
    expect(await take(shirt, 1, red)).toBe(true);
    expect(await left(red, 'store_variations')).toEqual([1, 'instock']);
  });

  it('returns taken items to stock and leaves untracked products unchanged', async () => {
    const [counted, uncounted] = [
      await product({ stock_quantity: 2 }),
      await product({ stock_quantity: null, stock: 'outofstock' }),
    ];
    await take(counted, 2);
    await scratch.db.transaction(async () => {
      await stock.restore({ productId: counted, variationId: 0, quantity: 2 });
      await stock.restore({ productId: uncounted, variationId: 0, quantity: 2 });
      await stock.restore({ productId: counted + 100, variationId: 0, quantity: 2 });
    });
    expect([await left(counted), await left(uncounted)]).toEqual([
      [2, 'instock'],
      [null, 'outofstock'],
    ]);
  });

  it('derives a variable product’s status from its variations', async () => {
    const [shirt, plain, bare] = [
      await product({ type: 'variable' }),
      await product({ stock: 'outofstock' }),
      await product({ type: 'variable' }),
    ];
    const [red, blue] = [
      await variation(shirt, { stock_quantity: 1 }),
      await variation(shirt, { stock: 'outofstock' }),
    ];
    const refreshed = async (): Promise<unknown[]> => {
      await scratch.db.transaction(async () => {
        await stock.lock([plain, shirt, bare, shirt]);
        await stock.refresh([shirt, plain, bare]);
      });
      return [(await left(shirt)) as unknown[], (await left(plain)) as unknown[], (await left(bare)) as unknown[]].map(
        ([, status]) => status,
      );
    };
    expect(await refreshed()).toEqual(['instock', 'outofstock', 'outofstock']);
    await take(shirt, 1, red);
    expect(await refreshed()).toEqual(['outofstock', 'outofstock', 'outofstock']);
    await scratch.db()('store_variations').where({ id: blue }).update({ stock: 'onbackorder' });
    expect(await refreshed()).toEqual(['onbackorder', 'outofstock', 'outofstock']);
  });

  it('gives the last item to one of two concurrent buyers', async () => {
    const id = await product({ stock_quantity: 1 });
    expect((await Promise.all([take(id, 1), take(id, 1)])).sort()).toEqual([false, true]);
    expect(await left(id)).toEqual([0, 'outofstock']);
  });
});
