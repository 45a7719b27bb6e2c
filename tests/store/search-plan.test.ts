import { createExactSearch } from '../../plugins/store/search/exact-search.js';
import { createProductWords } from '../../plugins/store/search/product-words.js';
import { bootSite, type TestSite } from '../kit/site.js';

/** Statistics are what no shop on SQLite has, so nothing may depend on them: `tests/store/list-plans` looks at tables that have some. */
describe('a search of a shop whose tables nobody has analysed', () => {
  let shop: TestSite;

  beforeAll(async () => {
    shop = await bootSite({ engine: 'sqlite', demo: true });
    const db = shop.site.db();
    const columns = Object.keys(await db('store_products').columnInfo()).filter((name) => !['id', 'slug', 'sku'].includes(name)).join(', ');
    // Each time twice as many; a few dozen products have a word then, and the database would begin with what it thinks is less.
    for (const round of [1, 2, 3, 4, 5]) await db.raw(`insert into store_products (slug, ${columns}) select slug || '-' || ?, ${columns} from store_products`, [round]);
    await createProductWords({ db: shop.site.db }).rebuild();
  });
  afterAll(() => shop?.close());

  it.each([1, 1000])('begins with what was found, not with all that is listed, where few are %s', async (few) => {
    const db = shop.site.db;
    const asked: { readonly sql: string; readonly bindings: readonly unknown[] }[] = [];
    const note = (query: { readonly sql: string; readonly bindings: readonly unknown[] }): void => void asked.push(query);
    db().on('query', note);
    const search = createExactSearch({ scope: { db, remember: (_key, ask) => ask() }, terms: { byId: () => Promise.resolve(new Map()) }, few });
    expect((await search.find({ words: 'lampa', limit: 3, buyable: false, codes: true, terms: true })).total).toBeGreaterThan(1);
    db().removeListener('query', note);
    const ranking = asked.filter(({ sql }) => /(?:join|from) `store_product_texts` as `text`/.test(sql));
    expect(ranking.length).toBeGreaterThan(0);
    for (const { sql, bindings } of ranking) {
      const plan = (await db().raw(`explain query plan ${sql}`, bindings as never)) as { readonly detail: string }[];
      expect(plan.map(({ detail }) => detail).filter((detail) => /text USING (?:COVERING )?INDEX \w*listed/.test(detail))).toEqual([]);
    }
  });
});
