import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';

// This is about what is kept, also in a run that keeps nothing else.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

describe.each(defaultEngines)('filter response cache on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine, demo: true });
    // The index is made by whoever comes first.
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

  async function questions(work: () => Promise<unknown>): Promise<string[]> {
    const asked: string[] = [];
    const note = ({ sql }: { sql: string }): void => void (/store_|facet_/.test(sql) && asked.push(sql));
    test.site.db().on('query', note);
    await work();
    test.site.db().removeListener('query', note);
    return asked;
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
    const once = await post({ sf_orderby: 'price', sf_q: 'lampa' });
    let again: unknown;
    const asked = await questions(
      async () => (again = await post({ sf_q: 'lampa', sf_orderby: 'price', sf_paged: '1', other: 'x' })),
    );
    expect(again).toEqual(once);
    expect(asked.filter((sql) => /store_products|store_images/.test(sql))).toEqual([]);
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
    const ask = async (cookie: string): Promise<string> =>
      (await fetch(`${test.url}/wp-json/facet/v1/fragments?query[sf_orderby]=price`, { headers: { cookie } })).text();
    const [english, polish] = [await ask('wp_lang=en_US'), await ask('wp_lang=pl_PL')];
    expect(english).not.toBe(polish);
    expect([await ask('wp_lang=en_US'), await ask('wp_lang=pl_PL')]).toEqual([english, polish]);
  });
});
