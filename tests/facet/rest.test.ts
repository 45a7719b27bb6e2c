import { defaultEngines } from '../kit/databases';
import { product } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite, idsIn } from './facet-site';
import { untilTrue } from '../kit/until-true';
import { assertDefined } from '../kit/assert-defined.js';

const FRAGMENTS = ['count_text', 'facets_html', 'found', 'pagination_html', 'results_html', 'toolbar_html'];

describe.each(defaultEngines)('facet/v1 on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    site = await bootFacet(engine, {
      plugins: {
        'answer-changer': `export default { boot(scope) {
          for (const name of ['filter', 'settings', 'catalog', 'reindex', 'suggest', 'values', 'search_words']) scope.addFilter('facet/rest/' + name + '_response', (data, request) => request.getHeader('x-change') ? { ...data, changed: request.getMethod() } : data, 10, 2);
          scope.addFilter('facet/rest/filter_response', (data, request) => { if (request.getHeader('x-break')) throw new Error('broken extension'); return data; }, 10, 2);
        } };`,
      },
    });
  });
  afterAll(() => site?.close());
  beforeEach(async () => {
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  describe('seed facet filter', () => {
    it('seed facet filter serves visitors and returns four fragments, found and count_text', async () => {
      const { status, body } = await site.rest('POST', '/facet/v1/filter', { query: {} }, { auth: null });
      expect(status).toBe(200);
      expect(Object.keys(body).sort()).toEqual(FRAGMENTS);
      expect(body).toMatchObject({ found: 6, count_text: '6 products' });
      expect(idsIn(body.results_html)).toHaveLength(6);
    });

    it('seed facet filter treats a missing body or query as no choice', async () => {
      for (const body of [undefined, {}])
        expect((await site.rest('POST', '/facet/v1/filter', body, { auth: null })).body.found).toBe(6);
    });

    it('seed facet filter restricts by lists, ranges and search, and sorts', async () => {
      expect(idsIn((await site.filter({ sf_category: 'beds,chairs', sf_orderby: 'price' })).results_html)).toEqual([
        3, 4, 2, 1,
      ]);
      expect(idsIn((await site.filter({ sf_category: 'beds', sf_brand: 'nord' })).results_html)).toEqual([2]);
      expect(idsIn((await site.filter({ sf_price: '190-300', sf_orderby: 'price-desc' })).results_html)).toEqual([
        4, 3,
      ]);
      expect(idsIn((await site.filter({ sf_price: '-199' })).results_html)).toEqual([6, 3]);
      expect(idsIn((await site.filter({ sf_price: '799..' })).results_html).sort()).toEqual([1, 2]);
      expect(idsIn((await site.filter({ sf_q: 'lozko bial' })).results_html)).toEqual([2]);
    });

    it('seed facet filter accepts values as arrays', async () => {
      expect((await site.filter({ sf_category: ['beds', 'chairs'] })).found).toBe(4);
    });

    it('seed facet filter reads a double-encoded comma inside a value', async () => {
      site.catalog.put(product(50, { termIds: [23] }));
      await untilTrue(async () => (await site.filter({ sf_color: 'a%2Cb' })).found === 1);
      site.catalog.remove(50);
      await untilTrue(async () => (await site.filter({ sf_color: 'a%2Cb' })).found === 0);
    });

    it.each([
      { sf_nothing: 'x' },
      { sf_category: 'no-such' },
      { sf_orderby: 'no-such' },
      { other: 'x' },
      { sf_price: 'abc' },
      { sf_paged: 'x' },
      { sf_paged: '-3' },
      { 'sf_"]': 'x' },
      { sf_q: '   ' },
    ])('seed facet filter ignores unknown or invalid input: %j', async (query) => {
      expect((await site.filter(query)).found).toBe(6);
    });

    it.each(['text', 7, true, ['a'], { sf_color: { a: 1 } }, { sf_color: null }, { sf_color: [['red']] }])(
      'seed facet filter rejects a query of the wrong type: %j',
      async (query) => {
        const { status, body } = await site.rest('POST', '/facet/v1/filter', { query }, { auth: null });
        expect(status).toBe(400);
        expect(body).toMatchObject({
          code: 'rest_invalid_param',
          data: { status: 400, params: { query: expect.any(String) } },
        });
      },
    );

    it('seed facet filter rejects broken JSON', async () => {
      const { status, body } = await site.rest('POST', '/facet/v1/filter', undefined, { raw: '{"query":', auth: null });
      expect([status, body.code]).toEqual([400, 'rest_invalid_json']);
    });

    it('W32 limits what a visitor may request', async () => {
      const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`sf_f${i}`, 'x']));
      expect((await site.rest('POST', '/facet/v1/filter', { query: many }, { auth: null })).status).toBe(400);
      expect(
        (await site.rest('POST', '/facet/v1/filter', { query: { sf_q: 'x'.repeat(30_000) } }, { auth: null })).status,
      ).toBe(400);
      expect(
        (await site.rest('POST', '/facet/v1/filter', { query: { sf_color: Array(500).fill('red') } }, { auth: null }))
          .status,
      ).toBe(400);
      expect((await site.filter({ sf_q: 'ł'.repeat(5000) })).found).toBe(0);
    });

    it('R3 needs no nonce, and R4 changes nothing that is stored', async () => {
      const before = await snapshot();
      await site.filter({ sf_category: 'beds', sf_q: 'x', sf_paged: '9' });
      expect(await snapshot()).toEqual(before);
    });

    it('seed facet filter offers no other method', async () => {
      expect((await site.rest('GET', '/facet/v1/filter', undefined, { auth: null })).body).toMatchObject({
        code: 'rest_no_route',
        data: { status: 404 },
      });
    });

    it('C1 returns counts that equal the number of products found', async () => {
      const { facets_html } = await site.filter({ sf_brand: 'nord' });
      for (const facet of ['category', 'color', 'stock', 'brand']) {
        const counts = countsIn(facets_html, facet);
        expect(Object.keys(counts).length).toBeGreaterThan(0);
        for (const [value, count] of Object.entries(counts)) {
          expect([
            facet,
            value,
            (await site.filter({ ...(facet === 'brand' ? {} : { sf_brand: 'nord' }), [`sf_${facet}`]: value })).found,
          ]).toEqual([facet, value, count]);
        }
      }
    });

    it('decision facet 1 returns the count text in the visitor’s language with Polish plurals', async () => {
      const fetchCountText = async (query: object): Promise<string> => {
        const response = await fetch(`${site.url}/wp-json/facet/v1/filter`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: 'wp_lang=pl_PL' },
          body: JSON.stringify({ query }),
        });
        return ((await response.json()) as { count_text: string }).count_text;
      };
      expect(await fetchCountText({ sf_brand: 'nord' })).toBe('2 produkty');
      expect(await fetchCountText({})).toBe('6 produktów');
      expect(await fetchCountText({ sf_category: 'shirts' })).toBe('1 produkt');
      expect(await fetchCountText({ sf_q: 'zzzz' })).toBe('Nie znaleziono produktów.');
    });

    it('decision shop 10 lets an extension change the response and skips one that throws', async () => {
      const fetchFilter = async (header: string): Promise<unknown> =>
        (await fetch(`${site.url}/wp-json/facet/v1/filter`, { method: 'POST', headers: { [header]: '1' } })).json();
      expect(await fetchFilter('x-change')).toMatchObject({ found: 6, changed: 'POST' });
      expect(await fetchFilter('x-break')).toMatchObject({ found: 6 });
    });
  });

  describe('settings', () => {
    it('seed facet settings requires the capability to manage the shop', async () => {
      for (const [method, path] of [
        ['GET', 'settings'],
        ['POST', 'settings'],
        ['GET', 'catalog'],
        ['POST', 'reindex'],
        ['GET', 'reindex'],
      ]) {
        const guest = await site.rest(assertDefined(method), `/facet/v1/${path}`, undefined, { auth: null });
        expect([path, guest.status, guest.body.code]).toEqual([path, 401, 'rest_forbidden']);
        const reader = await site.rest(assertDefined(method), `/facet/v1/${path}`, undefined, {
          auth: await site.credentials('subscriber'),
        });
        expect([path, reader.status, reader.body.code]).toEqual([path, 403, 'rest_forbidden']);
      }
      expect(
        (await site.rest('GET', '/facet/v1/settings', undefined, { auth: await site.credentials('shop_manager') }))
          .status,
      ).toBe(200);
    });

    it('seed facet settings starts with facets from the catalog', async () => {
      const { body } = await site.rest('GET', '/facet/v1/settings');
      expect(Object.keys(body).sort()).toEqual(['appearance', 'columns', 'facets', 'layout', 'per_page']);
      expect(body).toMatchObject({ per_page: 12, columns: 3, layout: 'sidebar' });
      expect(body.facets).toContainEqual({ slug: 'price', label: 'Price', type: 'range_slider', source: 'price' });
      expect(body.facets.map(({ slug }) => slug)).toEqual([
        'search',
        'category',
        'price',
        'brand',
        'color',
        'size',
        'stock',
        'on_sale',
        'rating',
      ]);
    });

    it('seed facet settings returns sent values and keeps the others', async () => {
      const facets = [
        {
          slug: 'kolor',
          label: 'Kolor',
          type: 'checkbox',
          source: 'tax:pa_color',
          operator: 'and',
          limit: 0,
          show_counts: false,
        },
      ];
      const first = await site.rest('POST', '/facet/v1/settings', {
        facets,
        columns: 4,
        appearance: { colors: { accent: '#AA0000' } },
      });
      expect(first.status).toBe(200);
      expect(first.body).toMatchObject({
        facets,
        columns: 4,
        per_page: 12,
        appearance: { preset: 'default', colors: { accent: '#aa0000', border: '' } },
      });
      const second = await site.rest('POST', '/facet/v1/settings', { layout: 'stacked' });
      expect(second.body).toEqual({ ...first.body, layout: 'stacked' });
      expect((await site.rest('GET', '/facet/v1/settings')).body).toEqual(second.body);
      expect((await site.rest('POST', '/facet/v1/settings', second.body)).body).toEqual(second.body);
    });

    it('W12 stores an empty list of facets as a choice', async () => {
      expect((await site.rest('POST', '/facet/v1/settings', { facets: [] })).body.facets).toEqual([]);
      expect((await site.rest('GET', '/facet/v1/settings')).body.facets).toEqual([]);
      expect((await site.filter({ sf_category: 'beds' })).found).toBe(6);
    });

    const facet = { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' };
    it.each([
      ['an unknown key', { nothing: 1 }, ['nothing']],
      ['an unknown type', { facets: [facet, { ...facet, slug: 'b', type: 'pager' }] }, ['facets[1].type']],
      ['an unknown source', { facets: [{ ...facet, source: 'tax:pa_none' }] }, ['facets[0].source']],
      ['a type that does not fit the source', { facets: [{ ...facet, type: 'range_slider' }] }, ['facets[0].type']],
      ['a reserved slug', { facets: [{ ...facet, slug: 'orderby' }] }, ['facets[0].slug']],
      ['a malformed slug', { facets: [{ ...facet, slug: 'Ą b' }] }, ['facets[0].slug']],
      ['a duplicate slug', { facets: [facet, facet] }, ['facets[1].slug']],
      ['an empty label', { facets: [{ ...facet, label: ' ' }] }, ['facets[0].label']],
      ['an unknown option', { facets: [{ ...facet, color: 'x' }] }, ['facets[0].color']],
      ['a facet that is not an object', { facets: ['x'] }, ['facets[0]']],
      ['facets that are not a list', { facets: 'x' }, ['facets']],
      ['numbers out of bounds', { per_page: 97, columns: 0 }, ['per_page', 'columns']],
      ['values that are not whole numbers', { per_page: 'yes', columns: 2.5 }, ['per_page', 'columns']],
      ['an unknown layout', { layout: 'round' }, ['layout']],
      ['an invalid color', { appearance: { colors: { accent: 'red; }' } } }, ['appearance.colors.accent']],
    ])('seed facet settings rejects %s with its path and stores nothing', async (_what, body, paths) => {
      await site.rest('POST', '/facet/v1/settings', { columns: 2 });
      const before = await snapshot();
      const response = await site.rest('POST', '/facet/v1/settings', { per_page: 24, ...body });
      expect(response.status).toBe(400);
      expect(response.body.code).toBe('rest_invalid_param');
      expect(Object.keys(response.body.data.params).sort()).toEqual([...paths].sort());
      expect(await snapshot()).toEqual(before);
    });

    it('seed facet settings rejects a body that is not a JSON object', async () => {
      expect((await site.rest('POST', '/facet/v1/settings', [1])).status).toBe(400);
      expect(
        (
          await site.rest('POST', '/facet/v1/settings', undefined, {
            raw: 'per_page=24',
            type: 'application/x-www-form-urlencoded',
          })
        ).status,
      ).toBe(400);
      expect(
        (await site.rest('POST', '/facet/v1/settings', undefined, { raw: '{', type: 'application/json' })).body.code,
      ).toBe('rest_invalid_json');
      expect((await site.rest('GET', '/facet/v1/settings')).body.per_page).toBe(12);
    });

    it('reveals nothing about sources to visitors in validation errors', async () => {
      const saveSource = (source: string) =>
        site.rest('POST', '/facet/v1/settings', { facets: [{ ...facet, source }] }, { auth: null });
      expect((await saveSource('tax:pa_color')).status).toBe(401);
      expect((await saveSource('tax:pa_none')).status).toBe(401);
      expect(
        (await site.rest('POST', '/facet/v1/settings', { facets: [{ ...facet, type: 'nonsense' }] }, { auth: null }))
          .body.data.params,
      ).toHaveProperty(['facets[0].type']);
      expect((await site.rest('POST', '/facet/v1/settings', { per_page: 0 }, { auth: null })).status).toBe(400);
    });
  });

  it('seed facet catalog lists the sources and facet types', async () => {
    const { status, body } = await site.rest('GET', '/facet/v1/catalog');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['facet_types', 'indexed_rows', 'sources']);
    expect(body.sources.map(({ source }) => source)).toEqual([
      'tax:product_cat',
      'tax:product_brand',
      'tax:pa_color',
      'tax:pa_size',
      'price',
      'stock',
      'on_sale',
      'rating',
      'search',
    ]);
    expect(body.sources[2]).toEqual({
      source: 'tax:pa_color',
      label: 'Color',
      suggested_type: 'swatch',
      group: 'attribute',
      values: 3,
      coverage: 0.833,
    });
    expect(body.facet_types.map(({ value }) => value)).toEqual([
      'checkbox',
      'radio',
      'dropdown',
      'swatch',
      'hierarchy',
      'autocomplete',
      'az_index',
      'range_slider',
      'search',
      'rating',
      'toggle',
      'bands',
      'date_range',
    ]);
    expect(body.indexed_rows).toBeGreaterThan(20);
  });

  it('seed facet reindex returns what the index contains', async () => {
    const { status, body } = await site.rest('POST', '/facet/v1/reindex');
    expect(status).toBe(200);
    expect(body).toEqual({ indexed_products: 6, indexed_rows: expect.any(Number) });
    expect((await site.rest('GET', '/facet/v1/reindex')).body).toMatchObject(body);
  });

  it('R9 builds a large catalog as a job and reports its progress', async () => {
    for (let id = 1000; id < 6100; id++) site.catalog.products.set(id, product(id, { termIds: [3] }));
    const { status, body } = await site.rest('POST', '/facet/v1/reindex');
    expect(status).toBe(202);
    expect(body).toMatchObject({
      indexed_products: expect.any(Number),
      indexed_rows: expect.any(Number),
      job: {
        id: expect.any(Number),
        state: expect.stringMatching(/waiting|running/),
        processed: expect.any(Number),
        total: expect.any(Number),
      },
    });
    let job = body.job;
    for (let i = 0; i < 600 && job.state !== 'done'; i++) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const watched = await site.rest('GET', '/facet/v1/reindex');
      expect(watched.body.job.id).toBe(body.job.id);
      job = watched.body.job;
    }
    expect(job).toMatchObject({ state: 'done', processed: 5106, total: 5106 });
    expect((await site.rest('GET', '/facet/v1/reindex')).body.indexed_products).toBe(5106);
    for (let id = 1000; id < 6100; id++) site.catalog.products.delete(id);
    expect((await site.rest('POST', '/facet/v1/reindex')).body.indexed_products).toBe(6);
  });

  it('decision facet 8 suggests products and categories', async () => {
    const { status, body } = await site.rest('GET', `/facet/v1/suggest?q=${encodeURIComponent('łóż')}`, undefined, {
      auth: null,
    });
    expect(status).toBe(200);
    expect(body.results.map(({ id }) => id).sort()).toEqual([1, 2]);
    expect(body.categories).toEqual([
      {
        id: 2,
        name: 'Łóżka',
        url: expect.stringContaining('/shop/?sf_category=beds'),
        count: 2,
        count_label: '2 products',
      },
    ]);
    expect(body.search_url).toContain(`/shop/?sf_q=${encodeURIComponent('łóż')}`);
    expect((await site.rest('GET', '/facet/v1/suggest', undefined, { auth: null })).body.code).toBe(
      'rest_missing_callback_param',
    );
    expect((await site.rest('GET', '/facet/v1/suggest?q=x&limit=21', undefined, { auth: null })).status).toBe(400);
  });

  it('W9 suggests within the current choice, also of several values', async () => {
    const ids = async (scope: string) =>
      (
        await site.rest('GET', `/facet/v1/suggest?q=lozko&scope=${encodeURIComponent(scope)}`, undefined, {
          auth: null,
        })
      ).body.results.map(({ id }) => id);
    expect(await ids('sf_brand=dab,nord')).toHaveLength(2);
    expect(await ids('sf_brand=nord&sf_orderby=price&sf_paged=4')).toEqual([2]);
    expect(await ids('sf_orderby=price')).toHaveLength(2);
  });

  it('suggests brands, completions and a corrected spelling', async () => {
    const suggest = async (q: string) =>
      (await site.rest('GET', `/facet/v1/suggest?q=${encodeURIComponent(q)}`, undefined, { auth: null })).body;
    expect((await suggest('nor')).brands).toEqual([
      { id: 11, name: 'Nord', url: expect.stringContaining('sf_brand=nord'), count: 2, count_label: '2 products' },
    ]);
    expect((await suggest('krze')).words).toEqual(
      ['krzesła', 'krzesło'].map((text) => ({
        text,
        url: expect.stringContaining(`sf_q=${encodeURIComponent(text)}`),
      })),
    );
    expect((await suggest('łóźkoo')).did_you_mean).toMatchObject({ text: 'łóżko' });
    expect((await suggest('łóżko')).did_you_mean).toBeNull();
    expect((await suggest('qqqqqqq')).did_you_mean).toBeNull();
  });

  it('suggests within the page’s category or brand, with the owner’s names', async () => {
    const suggest = async (q: string, context: string) =>
      (await site.rest('GET', `/facet/v1/suggest?q=${encodeURIComponent(q)}&${context}`, undefined, { auth: null }))
        .body;
    expect((await suggest('nor', 'category=2')).brands).toMatchObject([{ name: 'Nord', count: 1 }]);
    expect((await suggest('łóż', 'term=11')).results.map(({ id }) => id)).toEqual([2]);
    expect((await suggest('krz', 'category=4')).categories).toEqual([]);
    const { facets } = (await site.rest('GET', '/facet/v1/settings')).body;
    const edited = facets.map((facet) =>
      facet.slug === 'brand'
        ? {
            ...facet,
            values: [
              { value: 'nord', label: 'Północ' },
              { value: 'dab', hidden: true },
            ],
          }
        : facet,
    );
    expect((await site.rest('POST', '/facet/v1/settings', { facets: edited })).status).toBe(200);
    expect((await suggest('pół', 'category=0')).brands).toMatchObject([{ id: 11, name: 'Północ', count: 2 }]);
    expect((await suggest('dąb', 'category=0')).brands).toEqual([]);
  });

  it('F11 suggests a correction for unknown words and keeps the other choices', async () => {
    const suggestedLink = async (query: Readonly<Record<string, string>>): Promise<string | undefined> =>
      /data-facet-spelling>[^<]*<a href="([^"]*)"[^>]*>([^<]*)</
        .exec((await site.filter(query)).results_html)
        ?.slice(1)
        .join(' ')
        .replaceAll('&#x3D;', '=');
    expect(await suggestedLink({ sf_q: 'łóźkoo', sf_brand: 'nord', sf_orderby: 'price' })).toBe(
      `?sf_brand=nord&amp;sf_q=${encodeURIComponent('łóżko')}&amp;sf_orderby=price łóżko`,
    );
    for (const text of ['', 'łóżko', 'qqqqqqq']) expect(await suggestedLink({ sf_q: text })).toBeUndefined();
    expect(await suggestedLink({ sf_q: 'łóźkoo', sf_brand: 'nord', sf_color: 'blue' })).toBeUndefined();
  });

  describe('seed facet search words', () => {
    const postTerms = (body: unknown, auth?: string | null) =>
      site.rest('POST', '/facet/v1/search-terms', body, auth === undefined ? {} : { auth });
    afterEach(() => site.inContext(() => site.site.options.deleteOption('facet_search_terms')));

    it('starts without synonyms and ignores stop words', async () => {
      const { body } = await site.rest('GET', '/facet/v1/search-terms');
      expect(body).toEqual({ synonyms: [], stop_words: expect.arrayContaining(['i', 'oraz', 'and', 'the']) });
      expect((await site.filter({ sf_q: 'łóżko i dębowe' })).found).toBe(1);
    });

    it('applies saved terms to the next search and refuses visitors', async () => {
      expect((await site.filter({ sf_q: 'tapczan' })).found).toBe(0);
      expect(await postTerms({ synonyms: [['tapczan', 'łóżko']] })).toMatchObject({
        status: 200,
        body: { synonyms: [['tapczan', 'łóżko']], stop_words: expect.arrayContaining(['i']) },
      });
      expect((await site.filter({ sf_q: 'tapczan' })).found).toBe(2);
      expect((await postTerms({ stop_words: [] })).body).toEqual({ synonyms: [['tapczan', 'łóżko']], stop_words: [] });
      expect((await postTerms({ synonyms: [] }, null)).status).toBe(401);
      expect((await site.rest('GET', '/facet/v1/search-terms', undefined, { auth: null })).status).toBe(401);
    });

    it('rejects all terms if any is invalid, with each path', async () => {
      const { status, body } = await postTerms({
        synonyms: [['a'], 'b', ['c', 7]],
        stop_words: ['x'.repeat(81)],
        other: 1,
      });
      expect(status).toBe(400);
      expect(Object.keys(body.data.params).sort()).toEqual([
        'other',
        'stop_words[0]',
        'synonyms[0]',
        'synonyms[1]',
        'synonyms[2][1]',
      ]);
      expect((await site.rest('GET', '/facet/v1/search-terms')).body).toMatchObject({ synonyms: [] });
    });
  });

  it('lists its routes with their arguments', async () => {
    const { body } = await site.rest('GET', '/facet/v1');
    expect(Object.keys(body.routes).sort()).toEqual([
      '/facet/v1',
      '/facet/v1/catalog',
      '/facet/v1/filter',
      '/facet/v1/fragments',
      '/facet/v1/reindex',
      '/facet/v1/search-terms',
      '/facet/v1/settings',
      '/facet/v1/suggest',
      '/facet/v1/values',
    ]);
    expect(Object.keys(assertDefined(body.routes['/facet/v1/filter']?.endpoints[0]?.args))).toContain('query');
  });

  async function snapshot(): Promise<unknown> {
    const { db } = site.site;
    return {
      options: await db()('options').orderBy('name').select('*'),
      state: await db()('facet_state').select('*'),
      rows: await db()('facet_products').orderBy('product_id').select('*'),
    };
  }
});
