import { defaultEngines } from '../kit/databases';
import { bootSite, type TestSite } from '../kit/site';

const FIELDS = ['count_text', 'facets_html', 'found', 'pagination_html', 'results_html', 'toolbar_html'];

interface Responded {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

describe.each(defaultEngines)('filter response on %s', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await bootSite({ engine, demo: true });
  });
  afterAll(() => site?.close());

  async function send(body: object): Promise<Responded> {
    const response = await fetch(`${site.url}/wp-json/facet/v1/filter`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, data: (await response.json()) as Responded['data'] };
  }

  it('has the four fragments of the page, the count and its text', async () => {
    const { data } = await send({ query: { sf_stock: 'instock', sf_orderby: 'price' } });
    expect(Object.keys(data).sort()).toEqual(FIELDS);
    const page = await (await fetch(`${site.url}/shop/?sf_stock=instock&sf_orderby=price`)).text();
    expect(page).toContain(data.facets_html);
    expect(page).toContain(data.toolbar_html);
    expect(page).toContain(data.pagination_html);
  });

  it('is the same for the same variables, whatever was requested before', async () => {
    const query = { sf_stock: 'instock' };
    const first = await send({ query });
    await send({ query: { sf_orderby: 'price' } });
    expect(await send({ query })).toEqual(first);
  });

  it('rejects more than 200 variables', async () => {
    const query = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`sf_f${i}`, 'x']));
    expect(await send({ query })).toMatchObject({ status: 400, data: { code: 'rest_invalid_param' } });
  });

  it('W23 responds to GET with an ETag and 304 until something changes', async () => {
    const fetchFragments = (tag?: string): Promise<Response> =>
      fetch(`${site.url}/wp-json/facet/v1/fragments?query[sf_q]=lampa`, {
        headers: tag === undefined ? {} : { 'if-none-match': tag },
      });
    const first = await fetchFragments();
    const tag = first.headers.get('etag') ?? '';
    expect([first.status, first.headers.get('cache-control'), tag]).toEqual([
      200,
      'private, no-cache',
      expect.stringMatching(/^W\/"/),
    ]);
    expect(await first.json()).toEqual((await send({ query: { sf_q: 'lampa' } })).data);
    const second = await fetchFragments(`"other", ${tag}`);
    expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', tag]);
    const { id } = (await site.site
      .db()('store_products')
      .where('search', 'like', '%lampa%')
      .where({ status: 'publish' })
      .first()) as { id: number };
    await site.inContext(() =>
      site.site.db.transaction(
        async () => void (await site.site.db()('store_products').where({ id }).update({ name: 'Lampa Zmieniona' })),
      ),
    );
    const third = await fetchFragments(tag);
    expect([third.status, JSON.stringify(await third.json()).includes('Lampa Zmieniona')]).toEqual([200, true]);
  });
});
