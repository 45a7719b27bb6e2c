import { createExactSearch } from '../../plugins/store/search/exact-search.js';
import { createProductTokens } from '../../plugins/store/search/product-tokens.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { uncached } from '../kit/uncached';

interface LoggedQuery {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** SQLite shops have no table statistics, so plans must not depend on them; `tests/store/list-plans` tests tables with statistics. */
describe('search query plan without table statistics', () => {
  let shop: TestSite;

  beforeAll(async () => {
    shop = await bootSite({ engine: 'sqlite', demo: true });
    const db = shop.site.db();
    const columns = Object.keys(await db('store_products').columnInfo())
      .filter((name) => !['id', 'slug', 'sku'].includes(name))
      .join(', ');
    // Doubles the catalog each time. With only a few dozen products per word, the database would choose a different join order.
    for (const round of [1, 2, 3, 4, 5])
      await db.raw(
        `insert into store_products (slug, ${columns}) select slug || '-' || ?, ${columns} from store_products`,
        [round],
      );
    await createProductTokens({ db: shop.site.db }).rebuild();
  });
  afterAll(() => shop?.close());

  /** Queries of a search. */
  async function recordQueries(text: string, limit: number): Promise<LoggedQuery[]> {
    const db = shop.site.db;
    const queries: LoggedQuery[] = [];
    const note = (query: LoggedQuery): void => void queries.push(query);
    db().on('query', note);
    const search = createExactSearch({
      scope: { db, cache: uncached },
      terms: { byId: () => Promise.resolve(new Map()) },
      maxFullScan: limit,
    });
    expect((await search.find({ text, limit: 3, buyable: false, codes: true, terms: true })).total).toBeGreaterThan(1);
    db().removeListener('query', note);
    return queries;
  }

  it.each([1, 1000])('starts from matching tokens, not from all listed products, with limit %s', async (limit) => {
    const db = shop.site.db;
    const ranking = (await recordQueries('lampa a', limit)).filter(({ sql }) =>
      /(?:join|from) `store_product_texts` as `text`/.test(sql),
    );
    expect(ranking.length).toBeGreaterThan(0);
    for (const { sql, bindings } of ranking) {
      const plan = await db().raw<{ readonly detail: string }[]>(`explain query plan ${sql}`, bindings as never);
      expect(
        plan.map(({ detail }) => detail).filter((detail) => /text USING (?:COVERING )?INDEX \w*listed/.test(detail)),
      ).toEqual([]);
    }
  });

  it('reads a one-word search from covering indexes only', async () => {
    const ofTexts = (await recordQueries('lampa', 1000)).filter(({ sql }) => sql.includes('store_product_texts'));
    expect(ofTexts.length).toBeGreaterThan(0);
    for (const { sql, bindings } of ofTexts) {
      const plan = await shop.site.db().raw<
        {
          readonly detail: string;
        }[]
      >(`explain query plan ${sql}`, bindings as never);
      expect([sql, plan.map(({ detail }) => detail).filter((detail) => !detail.includes('COVERING INDEX'))]).toEqual([
        sql,
        [],
      ]);
    }
  });
});
