import { createProductReader } from '../../plugins/store/catalogue/product-reader.js';
import { createProductList, SORTS } from '../../plugins/store/shop/product-list.js';
import { engines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

interface Asked {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

describe.each(engines)('a catalogue that has grown, on %s', (engine) => {
  let shop: TestSite;

  beforeAll(async () => {
    shop = await bootSite({ engine, demo: true });
    const db = shop.site.db();
    const columns = Object.keys(await db('store_products').columnInfo()).filter((name) => !['id', 'slug', 'sku', 'sales', 'updated_at', 'published_at', 'rating'].includes(name));
    // Each time twice as many, none of them like another in what lists are ordered by.
    for (const round of [1, 2, 3, 4, 5, 6, 7]) {
      const [step, joined] = [1000 * round, engine === 'mysql' ? "concat(slug, '-', ?)" : "slug || '-' || ?"];
      const day = engine === 'mysql' ? 'date_sub(updated_at, interval ? minute)' : "datetime(updated_at, '-' || ? || ' minutes')";
      await db.raw(`insert into store_products (slug, sales, updated_at, published_at, rating, ${columns.join(', ')}) select ${joined}, sales + id % 97, ${day}, ${day}, id % 500, ${columns.join(', ')} from store_products`, [round, step, step]);
    }
    await db.raw(engine === 'mysql' ? 'analyze table store_products' : 'analyze');
  });
  afterAll(() => shop?.close());

  /** What a request asks of products, in pages. */
  async function asked(work: () => Promise<unknown>): Promise<Asked[]> {
    const found: Asked[] = [];
    const note = ({ sql, bindings }: Asked): void => {
      if (/from [`"]store_products[`"]/.test(sql) && /order by/.test(sql)) found.push({ sql, bindings });
    };
    shop.site.db().on('query', note);
    await work();
    shop.site.db().removeListener('query', note);
    expect(found.length).toBeGreaterThan(0);
    return found;
  }

  /** The parts of a plan that grow with the catalogue. */
  async function costly({ sql, bindings }: Asked): Promise<string[]> {
    if (engine === 'sqlite') {
      const plan = (await shop.site.db().raw(`explain query plan ${sql}`, bindings as never)) as { detail: string }[];
      return plan.map(({ detail }) => detail).filter((detail) => /TEMP B-TREE FOR ORDER/.test(detail) || detail === 'SCAN store_products' && !/order by `id` (?:asc|desc)/.test(sql));
    }
    const [plan] = (await shop.site.db().raw(`explain ${sql}`, bindings as never)) as [{ type: string; Extra: string }[]];
    return plan.filter(({ type, Extra }) => type === 'ALL' || /filesort|temporary/i.test(Extra)).map(({ type, Extra }) => `${type} ${Extra}`);
  }

  it('takes what the home page shows from an index', async () => {
    for (const one of await asked(() => fetch(`${shop.url}/`))) expect([one.sql, await costly(one)]).toEqual([one.sql, []]);
  });

  it.each([...SORTS.map((sort) => ({ sort })), { sort: 'popularity' as const, onSale: true }, { sort: '' as const, onSale: true }])('takes the first of a list of the shop from an index: %j', async (query) => {
    const list = createProductList({ db: shop.site.db, remember: (_key, ask) => ask() });
    for (const one of await asked(() => list.ids({ ...query, limit: 12 }))) expect([one.sql, await costly(one)]).toEqual([one.sql, []]);
  });

  it.each(['date', 'name', 'id'] as const)('takes the first of the owner’s products by %s from an index', async (sort) => {
    const { list } = createProductReader({ scope: { db: shop.site.db }, images: { of: () => Promise.resolve(new Map()) } });
    for (const one of await asked(() => list({ sort, descending: true, limit: 20, offset: 0 }))) expect([one.sql, await costly(one)]).toEqual([one.sql, []]);
  });
});
