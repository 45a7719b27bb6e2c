import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

describe.each(defaultEngines)('filter response cache on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
    // The first request builds the index.
    await post({});
  });
  afterAll(() => test.close());

  const post = async (query: object, context: object = {}): Promise<Record<string, unknown>> =>
    (await (
      await fetch(`${test.url}/wp-json/facet/v1/filter`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, context }),
      })
    ).json()) as Record<string, unknown>;
  const get = async (query: string): Promise<Record<string, unknown>> =>
    (await (await fetch(`${test.url}/wp-json/facet/v1/fragments?${query}`)).json()) as Record<string, unknown>;

  async function recordQueries(work: () => Promise<unknown>): Promise<string[]> {
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }): void => void (/store_|facet_/.test(sql) && queries.push(sql));
    test.site.db().on('query', note);
    await work();
    test.site.db().removeListener('query', note);
    return queries;
  }

  it('R6 returns the same to GET and POST', async () => {
    expect(await get('query[sf_orderby]=price&query[sf_paged]=2')).toEqual(
      await post({ sf_orderby: 'price', sf_paged: '2' }),
    );
    expect(await get('query[sf_orderby]=price&context[category]=1&context[columns]=2')).toEqual(
      await post({ sf_orderby: 'price' }, { category: 1, columns: 2 }),
    );
  });

  it('reuses the response of the same choice, however the query is written', async () => {
    const first = await post({ sf_orderby: 'price', sf_q: 'lampa' });
    let second: unknown;
    const queries = await recordQueries(
      async () => (second = await post({ sf_q: 'lampa', sf_orderby: 'price', sf_paged: '1', other: 'x' })),
    );
    expect(second).toEqual(first);
    expect(queries.filter((sql) => /store_products|store_images/.test(sql))).toEqual([]);
  });

  it('refreshes as soon as a product changes', async () => {
    const before = await post({ sf_q: 'lampa' });
    const product = (await test.site
      .db()('store_products')
      .where('search', 'like', '%lampa%')
      .where({ status: 'publish' })
      .first()) as { id: number };
    await test.inContext(() =>
      test.site.db.transaction(async () => {
        await test.site.db()('store_products').where({ id: product.id }).update({ name: 'Lampa Zmieniona' });
      }),
    );
    const after = await post({ sf_q: 'lampa' });
    expect(JSON.stringify(before)).not.toContain('Lampa Zmieniona');
    expect(JSON.stringify(after)).toContain('Lampa Zmieniona');
  });

  it('caches responses per language', async () => {
    const fetchFragments = async (cookie: string): Promise<string> =>
      (await fetch(`${test.url}/wp-json/facet/v1/fragments?query[sf_orderby]=price`, { headers: { cookie } })).text();
    const [english, polish] = [await fetchFragments('wp_lang=en_US'), await fetchFragments('wp_lang=pl_PL')];
    expect(english).not.toBe(polish);
    expect([await fetchFragments('wp_lang=en_US'), await fetchFragments('wp_lang=pl_PL')]).toEqual([english, polish]);
  });
});
