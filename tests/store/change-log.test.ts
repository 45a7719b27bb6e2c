import { type ChangeLog, createChangeLog } from '../../plugins/store/change-log/change-log.js';
import { catalogMigrations } from '../../plugins/store/migrations/catalog.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';
import { uncached } from '../kit/uncached';

describe.each(allEngines)('product change log on %s', (engine) => {
  let scratch: ScratchDatabase;
  let log: ChangeLog;
  let announced: unknown[];
  beforeEach(async () => {
    scratch = await withTables(engine, 'store', catalogMigrations);
    announced = [];
    log = createChangeLog({
      db: scratch.db,
      cache: uncached,
      doAction: async (...args: unknown[]) => void announced.push(args),
    });
  });
  afterEach(() => scratch.drop());

  it('returns the changes after a given sequence number', async () => {
    await log.append([7, 5, 7]);
    await log.append([9]);
    expect(await log.after(0, 10)).toEqual([
      { sequence: 1, productId: 7 },
      { sequence: 2, productId: 5 },
      { sequence: 3, productId: 9 },
    ]);
    expect(await log.after(1, 1)).toEqual([{ sequence: 2, productId: 5 }]);
    expect(await log.after(3, 10)).toEqual([]);
    expect(await log.last()).toBe(3);
    expect(announced).toEqual([
      ['store/products_changed', [7, 5]],
      ['store/products_changed', [9]],
    ]);
  });

  it('tells a reader whose changes were pruned to read everything again', async () => {
    await log.append([1, 2, 3, 4]);
    await scratch.db()('store_changes').where('sequence', '<=', 2).delete();
    expect(await log.after(0, 10)).toEqual([
      { sequence: 3, productId: 0 },
      { sequence: 4, productId: 4 },
    ]);
    expect(await log.after(1, 10)).toEqual([
      { sequence: 3, productId: 0 },
      { sequence: 4, productId: 4 },
    ]);
    expect(await log.after(2, 10)).toEqual([
      { sequence: 3, productId: 3 },
      { sequence: 4, productId: 4 },
    ]);
  });

  it('records more than 1,000 changed products as one full change', async () => {
    await log.append(Array.from({ length: 1000 }, (_, n) => n + 1));
    expect(await log.last()).toBe(1000);
    await log.append(Array.from({ length: 1001 }, (_, n) => n + 1));
    expect(await log.after(1000, 10)).toEqual([{ sequence: 1001, productId: 0 }]);
    await log.append([3, 0]);
    expect(await log.after(1001, 10)).toEqual([{ sequence: 1002, productId: 0 }]);
    announced = [];
    await log.append([]);
    expect(announced).toEqual([]);
    expect(await log.last()).toBe(1002);
  });

  it('prunes entries older than thirty days but keeps the newest', async () => {
    await log.append([1, 2, 3]);
    await scratch.db()('store_changes').update({ at: '2001-01-01 00:00:00' });
    await log.append([4]);
    await scratch.db()('store_changes').where({ sequence: 4 }).update({ at: '2001-01-01 00:00:00' });
    await log.prune();
    expect(await log.after(3, 10)).toEqual([{ sequence: 4, productId: 4 }]);
    expect(await log.after(0, 10)).toEqual([{ sequence: 4, productId: 0 }]);
    await log.append([5]);
    const daysAgo = (days: number): string =>
      new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    await scratch
      .db()('store_changes')
      .where({ sequence: 5 })
      .update({ at: daysAgo(29) });
    await log.prune();
    expect(await log.after(4, 10)).toEqual([{ sequence: 5, productId: 5 }]);
  });
});
