import { defaultEngines } from '../kit/databases.js';
import { FAKE_CATALOG, type FakeShop, fakeProduct, setFakeShop } from './fake-catalog.js';
import { bootShop, type ShopSite } from './shop.js';

describe.each(defaultEngines)('product search API on %s', (engine) => {
  let site: ShopSite;
  const shop: FakeShop = {
    terms: [
      { id: 1, taxonomy: 'product_cat', slug: 'meble', name: 'Meble', parentId: 0, position: 0, swatch: '' },
      { id: 2, taxonomy: 'product_cat', slug: 'sypialnia', name: 'Sypialnia', parentId: 1, position: 0, swatch: '' },
      { id: 3, taxonomy: 'pa_color', slug: 'zolty', name: 'Żółty', parentId: 0, position: 0, swatch: '' },
    ],
    products: [
      fakeProduct(1, 'Łóżko dębowe', { sku: 'BED-001', gtin: '5901234123457', termIds: [2, 3], rating: 4 }),
      fakeProduct(2, 'Pościel do łóżka', { termIds: [2] }),
      fakeProduct(3, 'Szafka nocna', {
        shortDescription: '<p>Stawiana obok <b>łóżka</b></p>',
        termIds: [1],
        stock: 'outofstock',
        rating: 5,
      }),
      fakeProduct(4, 'Rabat 50% na stół', { sku: 'TAB_1' }),
      fakeProduct(5, 'Łóżko piętrowe', { rating: 2, stock: 'outofstock', expectedOn: '2999-12-12' }),
      fakeProduct(6, 'Stolik bed-001 kopia', { rating: 1 }),
    ],
    changes: [],
  };
  beforeAll(async () => {
    setFakeShop(shop);
    site = await bootShop(engine, { 'fake-catalog': FAKE_CATALOG });
  });
  afterAll(() => site.close());

  const search = (query: string) => site.rest('GET', `/shop/v1/search?${query}`, undefined, { auth: null });
  const ids = async (query: string): Promise<number[]> =>
    ((await search(query)).body.results as { id: number }[]).map(({ id }) => id);

  it('seed shop 10 returns results, total and query', async () => {
    const { status, body } = await search('q=dębowe');
    expect(status).toBe(200);
    expect(body).toEqual({
      results: [
        {
          id: 1,
          title: 'Łóżko dębowe',
          url: 'http://shop.test/product/p1/',
          image: '',
          price_html: '<span>1,00 zł</span>',
          category: 'Meble',
          in_stock: true,
          rating: 4,
        },
      ],
      total: 1,
      query: 'dębowe',
    });
  });

  it('returns the expected date of an unavailable product where the owner set one', async () => {
    const { body } = await search('q=łóżko');
    expect(
      (body.results as { id: number; in_stock: boolean; expected_on?: string }[])
        .map(({ id, in_stock, expected_on }) => [id, in_stock, expected_on])
        .sort(),
    ).toEqual(
      expect.arrayContaining([
        [1, true, undefined],
        [5, false, '2999-12-12'],
      ]),
    );
  });

  it('law 26 finds names without diacritics, codes and fragments of codes', async () => {
    expect(await ids('q=LOZKO')).toEqual([1, 5]);
    expect(await ids('q=5901234123457')).toEqual([1]);
    expect(await ids('q=234123')).toEqual([1]);
    expect(await ids('q=ed-00')).toEqual([6, 1]);
    expect(await ids('q=zolty')).toEqual([1]);
    expect(await ids('q=żółty lozko')).toEqual([1]);
  });

  it('decision shop 8 matches % and _ literally', async () => {
    expect(await ids('q=%25')).toEqual([4]);
    expect(await ids('q=_')).toEqual([4]);
    expect(await ids('q=%25%25')).toEqual([]);
  });

  it('decision shop 8 ranks exact codes, name starts, name matches, other fields, then by stock', async () => {
    expect(await ids('q=bed-001')).toEqual([1, 6]);
    expect(await ids('q=łóżk')).toEqual([1, 5, 2, 3]);
    expect(await ids('q=sypialnia')).toEqual([1, 2]);
    const { body } = await search('q=łóżk&limit=1');
    expect([body.results.length, body.total]).toEqual([1, 4]);
  });

  it('decision shop 8 restricts results to a category and its descendants', async () => {
    expect(await ids('q=łóżk&cat=1')).toEqual([1, 2, 3]);
    expect(await ids('q=łóżk&cat=2')).toEqual([1, 2]);
    expect((await search('q=łóżk&cat=99')).body).toMatchObject({ results: [], total: 0 });
    expect((await search('q=łóżk&cat=3')).body.total).toBe(0);
  });

  it.each([
    '',
    'q=',
    'q=%20%20',
    `q=${'x'.repeat(201)}`,
    'q[]=a',
    'q=a&limit=0',
    'q=a&limit=51',
    'q=a&limit=-1',
    'q=a&limit=x',
    'q=a&limit=1.5',
    'q=a&cat=x',
  ])('decision shop 8 rejects “%s” with 400', async (query) => {
    expect((await search(query)).status).toBe(400);
  });

  it('decision shop 8 trims the phrase and accepts 200 characters', async () => {
    expect((await search(`q=%20${'ż'.repeat(200)}%20`)).status).toBe(200);
    expect((await search('q=%20stół%20')).body.query).toBe('stół');
  });

  it('uses the limit of the settings by default and filters by stock on request', async () => {
    await site.rest('POST', '/shop/v1/settings/storefront', { search_limit: 2 });
    expect(await ids('q=łóżk')).toEqual([1, 5]);
    expect(await ids('q=łóżk&limit=3')).toEqual([1, 5, 2]);
    expect((await search('q=łóżk')).body.total).toBe(4);
    await site.rest('POST', '/shop/v1/settings/storefront', { search_limit: 8 });
    expect((await search('q=łóżk&in_stock=true')).body).toMatchObject({ results: [{ id: 1 }, { id: 2 }], total: 2 });
    expect(await ids('q=łóżk&in_stock=false')).toEqual([1, 5, 2, 3]);
    expect((await search('q=łóżk&in_stock=perhaps')).status).toBe(400);
  });

  it('passes the settings to the search field and adds nothing when it is off', async () => {
    const home = async (): Promise<string> => (await fetch(`${site.url}/`)).text();
    await site.rest('POST', '/shop/v1/settings/storefront', {
      search_min_chars: 3,
      search_limit: 5,
      search_debounce_ms: 40,
      search_include_out_of_stock: true,
    });
    const on = await home();
    const config: unknown = JSON.parse(
      (/<meta name="product-search" content="([^"]*)">/.exec(on)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&')
        .replaceAll('&#039;', "'"),
    );
    expect(config).toMatchObject({
      endpoint: `${site.url}/wp-json/shop/v1/search`,
      minChars: 3,
      limit: 5,
      pause: 40,
      inStock: false,
    });
    expect(on).toMatch(/<script src="[^"]*compliance\/assets\/search\.js\?ver=[^"]+" defer><\/script>/);
    await site.rest('POST', '/shop/v1/settings/storefront', { search_enabled: false, search_limit: 8 });
    const off = await home();
    expect(off).not.toMatch(/product-search|assets\/search\./);
    expect(off).toContain('<form class="header-search" role="search" method="get"');
    await site.rest('POST', '/shop/v1/settings/storefront', { search_enabled: true });
  });

  it('follows changes of the catalog', async () => {
    shop.products.push(fakeProduct(7, 'Hamak'));
    shop.changes.push({ sequence: 1, productId: 7 });
    expect(await ids('q=hamak')).toEqual([7]);
    shop.products.splice(
      shop.products.findIndex(({ id }) => id === 7),
      1,
    );
    shop.changes.push({ sequence: 2, productId: 7 });
    expect(await ids('q=hamak')).toEqual([]);
    shop.products.push(fakeProduct(8, 'Fotel'));
    shop.changes.push({ sequence: 3, productId: 0 });
    expect(await ids('q=fotel')).toEqual([8]);
  });

  it('decision shop 10 lets an extension change the response', async () => {
    site.site.hooks.addFilter('shop/rest/search_response', (data: object) => ({ ...data, extra: 1 }), 10, 2);
    expect((await search('q=stół')).body.extra).toBe(1);
    site.site.hooks.removeAllFilters('shop/rest/search_response');
  });
});
