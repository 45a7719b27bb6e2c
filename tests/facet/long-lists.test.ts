import { defaultEngines } from '../kit/databases';
import { bootFacet, countsIn, type FacetSite } from './facet-site';
import { manyBrands, untilLoaded } from './long-lists';

const BRANDS = 10_000;

describe.each(defaultEngines)('facet with many values on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    site = await bootFacet(engine, { catalog: manyBrands(BRANDS) });
    await untilLoaded(site);
  });
  afterAll(() => site?.close());
  beforeEach(() => show('checkbox'));

  async function show(type: string, options: object = {}): Promise<void> {
    const facets = [
      { slug: 'brand', label: 'Brand', type, source: 'tax:product_brand', ...options },
      { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' },
    ];
    const { status, body } = await site.rest('POST', '/facet/v1/settings', { facets });
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  const brands = (html: string): string[] => Object.keys(countsIn(html, 'brand'));
  const facetOf = (html: string): string =>
    /<details class="facet facet--\w+" data-facet="brand"[\s\S]*?<\/fieldset>/.exec(html)?.[0] ?? '';
  interface Values {
    readonly values_html: string;
    readonly found: number;
    readonly total: number;
    readonly count_text: string;
    readonly code: string;
  }
  async function values(
    query: Readonly<Record<string, string>>,
    cookie = '',
  ): Promise<{ status: number; body: Values }> {
    const response = await fetch(`${site.url}/wp-json/facet/v1/values?${new URLSearchParams(query).toString()}`, {
      headers: { cookie },
    });
    return { status: response.status, body: (await response.json()) as Values };
  }

  it.each(['checkbox', 'radio', 'autocomplete', 'az_index', 'dropdown', 'swatch'])(
    'U4 stays below 50 KB as %s and shows the total',
    async (type) => {
      await show(type);
      const html = facetOf(await site.page('/test-shop/'));
      expect(brands(html)).toHaveLength(100);
      expect(Buffer.byteLength(html)).toBeLessThan(50_000);
      expect(html).toContain('Showing 100 of 10,000');
      expect(html).toMatch(/<input type="search"[^>]* name="sf_find\[brand\]"/);
    },
  );

  it('shows the most frequent values in the owner’s order', async () => {
    const brandSlugs = brands((await site.filter({})).facets_html);
    expect(brandSlugs).toEqual(Array.from({ length: 100 }, (_, i) => `brand-${i}`));
  });

  it('W6 always shows chosen values, wherever they rank', async () => {
    const { facets_html, found } = await site.filter({ sf_brand: 'brand-9999,brand-5000' });
    expect(found).toBe(2);
    const brandSlugs = brands(facets_html);
    expect(brandSlugs).toHaveLength(100);
    expect(brandSlugs).toEqual(expect.arrayContaining(['brand-5000', 'brand-9999', 'brand-97']));
    expect(facets_html).toMatch(/value="brand-9999" checked/);
    const all = Array.from({ length: 100 }, (_, i) => `brand-${9000 + i}`);
    expect(brands((await site.filter({ sf_brand: all.join(',') })).facets_html).sort()).toEqual(all);
  });

  it('matches normalized text: name starts first, then word starts, then any part', async () => {
    const { status, body } = await values({ facet: 'brand', find: 'ZOLW' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ found: 3, total: BRANDS, count_text: '3 matches' });
    expect(brands(body.values_html)).toEqual(['brand-9999', 'brand-9998', 'brand-9997']);
    expect((await values({ facet: 'brand', find: 'łos zolw' })).body.found).toBe(1);
  });

  it('lists the most frequent matches first, limited to the page', async () => {
    const { body } = await values({ facet: 'brand', find: '11' });
    expect(body.found).toBeGreaterThan(100);
    expect(body.count_text).toBe(`Showing 100 of ${body.found} matches`);
    expect(brands(body.values_html).slice(0, 10)).toEqual([
      'brand-11',
      ...Array.from({ length: 9 }, (_, i) => `brand-${110 + i}`),
    ]);
    expect(brands(body.values_html)).toHaveLength(100);
  });

  it('counts matches under the other choices, as the list does', async () => {
    const { body } = await values({ facet: 'brand', find: 'zolw', scope: 'sf_color=red&sf_brand=brand-3' });
    // Selected values stay visible; of the three that match, one is red.
    expect(brands(body.values_html)).toEqual(['brand-3', 'brand-9998']);
    expect(body).toMatchObject({ found: 1, total: 5001, count_text: '1 match' });
    expect(body.values_html).toMatch(/value="brand-3" checked/);
  });

  it('keeps a found value at its position when chosen', async () => {
    const { body } = await values({ facet: 'brand', find: 'zolw', scope: 'sf_brand=brand-9997' });
    expect(brands(body.values_html)).toEqual(['brand-9999', 'brand-9998', 'brand-9997']);
  });

  it('reports that no value matches', async () => {
    const { body } = await values({ facet: 'brand', find: 'zzzz' });
    expect(body).toMatchObject({ found: 0, count_text: 'No matching values.' });
    expect(body.values_html).toMatch(/data-facet-none>No matching values\./);
    expect((await values({ facet: 'brand', find: '"><script>alert(1)</script>' })).body.values_html).not.toContain(
      '<script',
    );
  });

  it('reports matches in Polish with correct plurals', async () => {
    const text = async (find: string): Promise<string> =>
      (await values({ facet: 'brand', find }, 'wp_lang=pl_PL')).body.count_text;
    expect(await text('osma')).toBe('1 pasująca pozycja');
    expect(await text('zolw')).toBe('3 pasujące pozycje');
    expect(await text('number 98')).toBe('Pokazano 100 z 298 pasujących');
    expect(await text('')).toBe('Pokazano 100 z 10 000'.replace(' 000', '\u00a0000'));
  });

  it.each([
    [{}, 400],
    [{ facet: 'brand', find: 'x'.repeat(101) }, 400],
    [{ facet: 'brand', scope: 'x'.repeat(8001) }, 400],
    [{ facet: 'Ą b' }, 400],
    [{ facet: 'brand', instance: '"><b>' }, 400],
    [{ facet: 'brand', category: '-1' }, 400],
    [{ facet: 'nothing' }, 404],
  ])('W32 limits what a visitor may request: %#', async (query, status) => {
    const response = await values(query);
    expect([response.status, response.body.code]).toEqual([
      status,
      status === 404 ? 'facet_no_values' : expect.stringMatching(/^rest_/),
    ]);
  });

  it('R4 offers no POST method and stores nothing', async () => {
    const stored = async (): Promise<unknown> => {
      const { db } = site.site;
      return [await db()('options').orderBy('name'), await db()('facet_state'), await db()('jobs').orderBy('id')];
    };
    const before = await stored();
    expect((await site.rest('POST', '/facet/v1/values', { facet: 'brand' }, { auth: null })).status).toBe(404);
    expect((await values({ facet: 'brand', find: 'zolw', scope: 'sf_color=red' })).status).toBe(200);
    expect(await stored()).toEqual(before);
  });

  it('W26 searches values without a script and keeps all choices', async () => {
    const html = await site.page(
      '/test-shop/?sf_find%5Bbrand%5D=zolw&sf_brand%5B%5D=brand-3&sf_color%5B%5D=red&sf_color%5B%5D=blue&sf_q=&sf_orderby=price',
    );
    expect(brands(html)).toEqual(['brand-3', 'brand-9999', 'brand-9998', 'brand-9997']);
    expect(html).toMatch(/name="sf_find\[brand\]" value="zolw"/);
    expect(html).toMatch(/value="brand-3" checked/);
    expect(html).toMatch(/value="blue" checked/);
    expect(html).toContain('3 matches');
    expect(html).toContain('facet-toolbar__count">3 products');
    expect(html).toContain('<meta name="robots" content="noindex, follow">');
    expect(facetOf(html)).not.toContain('facet-more');
  });

  it('W26 filters values by first letter without a script', async () => {
    await show('az_index');
    const html = await site.page('/test-shop/?sf_find%5Bbrand%5D=&sf_find%5Bbrand%5D=%5EZ');
    expect(html).toMatch(/name="sf_find\[brand\]" value="\^Z" data-facet-letter="Z" aria-pressed="true"/);
    expect(brands(html)).toEqual(['brand-9999']);
  });

  it('opens a collapsed facet that is being searched', async () => {
    await show('checkbox', { collapsed: true });
    expect(await site.page('/test-shop/')).not.toMatch(/data-facet="brand"[^>]* open/);
    expect(await site.page('/test-shop/?sf_find[brand]=zolw')).toMatch(/data-facet="brand"[^>]* open/);
  });

  it('keeps the value search when the page is filtered in place', async () => {
    const { facets_html } = await site.filter({ sf_color: 'red', 'sf_find[brand]': 'zolw' });
    expect(brands(facets_html)).toEqual(['brand-9998']);
  });

  it.each(['dropdown', 'radio'])('allows a single value where the list is a %s', async (type) => {
    await show(type);
    const { facets_html } = await site.filter({ sf_brand: 'brand-9999' });
    expect(facets_html).toMatch(/<input type="radio"[^>]* name="sf_brand" value="brand-9999" checked/);
  });
});

describe('facet with few values', () => {
  let site: FacetSite;
  afterEach(() => site?.close());

  it.each([
    [15, false],
    [16, true],
  ])('decides at %d values whether a search field is shown: %s', async (count, expected) => {
    site = await bootFacet('sqlite', { catalog: manyBrands(count) });
    await site.rest('POST', '/facet/v1/settings', {
      facets: [{ slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand' }],
    });
    const html = await site.page('/test-shop/');
    expect(html.includes('data-facet-find')).toBe(expected);
    expect(html.includes('data-words')).toBe(expected);
    expect(html).not.toContain('Showing');
    expect(Object.keys(countsIn(html, 'brand'))).toHaveLength(count);
  });
});
