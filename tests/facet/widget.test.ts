import { defaultEngines } from '../kit/databases';
import { product, smallShop, fakeCatalog } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite, idsIn } from './facet-site';
import { untilTrue } from '../kit/until-true';
import { assertDefined } from '../kit/assert-defined.js';

/** Number of matches of a pattern. */
const count = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

describe.each(defaultEngines)('filter widget on %s', (engine) => {
  let site: FacetSite;

  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) => product(100 + i, { termIds: [3, 11], price: 1000 + i }));
    site = await bootFacet(engine, { catalog: fakeCatalog([...smallShop(), ...many]) });
  });
  afterAll(() => site?.close());

  const save = async (settings: object): Promise<void> => {
    const { status, body } = await site.rest('POST', '/facet/v1/settings', settings);
    if (status !== 200) throw new Error(JSON.stringify(body));
  };

  it('C7 renders the same fragments in the page and through REST', async () => {
    for (const query of [
      '',
      'sf_category=beds',
      'sf_color=white,red&sf_orderby=price',
      'sf_q=lozko',
      'sf_price=100-900',
      'sf_category=chairs&sf_paged=2',
      'sf_q=zzzz&sf_category=beds',
    ]) {
      const html = await site.page(`/test-shop/?${query}`);
      const fragments: Readonly<Record<string, unknown>> = {
        ...(await site.filter(Object.fromEntries(new URLSearchParams(query)), { path: '/test-shop/' })),
      };
      for (const name of ['facets_html', 'toolbar_html', 'results_html', 'pagination_html', 'count_text'])
        expect(html).toContain(fragments[name]);
    }
  });

  it('narrows a selected category by its selected subcategory', async () => {
    const subcategory = await site.filter({ sf_category: 'chairs' });
    const both = await site.filter({ sf_category: 'furniture,chairs' });
    expect(both.found).toBe(subcategory.found);
    expect(both.toolbar_html).toBe(subcategory.toolbar_html);
    expect((await site.filter({ sf_category: 'furniture' })).found).toBeGreaterThan(subcategory.found);
  });

  it('offers no price range where all products have one price', async () => {
    site.catalog.put(product(901, { name: 'Wyjątek' }));
    await untilTrue(async () => (await site.filter({ sf_q: 'wyjątek' })).found === 1);
    const body = await site.filter({ sf_q: 'wyjątek' });
    site.catalog.remove(901);
    await untilTrue(async () => (await site.filter({ sf_q: 'wyjątek' })).found === 0);
    expect(body.facets_html).not.toContain('data-facet="price"');
  });

  it('numbers shortcodes and blocks of a text in the order of the page', async () => {
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Mixed',
        post_name: 'mixed',
        post_content: '[facet_filter facets="color"]\n\n<!-- wp:facet/filter {"facets":"brand"} /-->',
      }),
    );
    const html = await site.page('/mixed/');
    expect(html).toContain('name="sf_color[]"');
    expect(html).toContain('name="sf2_brand[]"');
    expect(html).not.toContain('[facet_filter');
  });

  it('renders the same widget from shortcode, block and shop page', async () => {
    const pages = [await site.page('/test-shop/?sf_category=beds'), await site.page('/test-page/?sf_category=beds')];
    const rendered = await site.inContext(async () => site.site.blocks.doBlocks('<!-- wp:facet/filter /-->'));
    const widget = (html: string): string =>
      /<div class="facet-filter [\s\S]*<\/nav><\/div>|<div class="facet-filter [\s\S]*?data-facet-fragment="pagination_html"><\/div>/.exec(
        html,
      )?.[0] ?? '';
    expect(widget(assertDefined(pages[0]))).not.toBe('');
    expect(
      widget(assertDefined(pages[1]))
        .replaceAll('/test-page/', '/test-shop/')
        .replace(' data-words="Łóżka"', '')
        .replace('&quot;page&quot;', '&quot;list&quot;'),
    ).toBe(widget(assertDefined(pages[0])));
    const shortcode = await site.inContext(async () => site.site.shortcodes.doShortcode('[facet_filter]'));
    expect(rendered).toBe(shortcode);
  });

  it('registers a block that the editor lists and renders', async () => {
    const listed = await site.rest('GET', '/wp/v2/block-types/facet/filter');
    expect(listed.body).toMatchObject({ name: 'facet/filter', title: 'Product filter', is_dynamic: true });
    const preview = await site.rest(
      'GET',
      '/wp/v2/block-renderer/facet/filter?context=edit&attributes[category]=furniture&attributes[per_page]=5',
    );
    const { rendered } = preview.body;
    expect(rendered).toContain('45 products');
    expect(idsIn(rendered)).toHaveLength(5);
  });

  it('W26 renders a GET form with a submit button, named inputs and all choices', async () => {
    const html = await site.page('/test-shop/?sf_category=beds&sf_q=lozko&sf_orderby=price&sf_price=100-&utm=x');
    expect(html).toMatch(/<form class="facet-filter__form" method="get" action="\/test-shop\/"/);
    expect(html).toMatch(/<button type="submit" data-facet-apply/);
    expect(html).toMatch(/name="sf_category\[\]" value="beds" checked/);
    expect(html).toMatch(/name="sf_q" value="lozko"/);
    expect(html).toMatch(/name="sf_price\[min\]"[^>]*value="100"/);
    expect(html).toMatch(/<select [^>]*name="sf_orderby">[\s\S]*<option value="price" selected>/);
    expect(html).toMatch(/<input type="hidden" name="utm" value="x">/);
    expect(html).not.toMatch(/name="sf_paged"/);
  });

  it('W26 filters by the fields that the form submits', async () => {
    const html = await site.page(
      '/test-shop/?sf_category%5B%5D=beds&sf_category%5B%5D=shirts&sf_price%5Bmin%5D=&sf_price%5Bmax%5D=900&sf_orderby=price&sf_q=',
    );
    expect(idsIn(html)).toEqual([6, 2]);
  });

  it('renders the product count of each value in its label', async () => {
    const html = await site.page('/test-shop/');
    expect(countsIn(html, 'category')).toMatchObject({ furniture: 45, beds: 2, chairs: 42, clothes: 1, shirts: 1 });
    expect(html).toContain('<p class="facet-toolbar__count">46 products</p>');
  });

  it('U3 shows the active filters as chips that link to their removal', async () => {
    const html = await site.page('/test-shop/?sf_category=beds,chairs&sf_price=100-900&sf_q=lozko');
    const chips = [...html.matchAll(/class="facet-chip" href="([^"]*)"[^>]*>[\s\S]*?<\/span>([^<]*) </g)].map(
      ([, href, label]) => [label, href?.replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')],
    );
    expect(chips).toEqual([
      ['Category: Łóżka', '?sf_category=chairs&sf_price=100-900&sf_q=lozko'],
      ['Category: Krzesła', '?sf_category=beds&sf_price=100-900&sf_q=lozko'],
      ['Price: 100.00 zł – 900.00 zł', '?sf_category=beds,chairs&sf_q=lozko'],
      ['Search: “lozko”', '?sf_category=beds,chairs&sf_price=100-900'],
    ]);
    expect(html).toMatch(/class="facet-chips__clear" href="\/test-shop\/"/);
  });

  it('W6 keeps a chosen value visible when it has no results', async () => {
    const { facets_html, found } = await site.filter({ sf_color: 'blue', sf_category: 'beds' });
    expect(found).toBe(0);
    expect(facets_html).toMatch(/value="blue" checked/);
    expect(countsIn(facets_html, 'color')).toMatchObject({ blue: 0, white: 2 });
  });

  it('U12 suggests filters to remove from an empty result, with their counts', async () => {
    const { results_html } = await site.filter({ sf_color: 'blue', sf_category: 'beds' });
    expect(results_html).toContain('No products found.');
    expect(results_html).toMatch(/Without Color: Blue/);
    expect(results_html).toMatch(/Without Category: Łóżka<\/a> – 2 products/);
  });

  it('U4 collapses values beyond the limit under “Show more”, except for chosen ones', async () => {
    await save({
      facets: [{ slug: 'category', label: 'Category', type: 'checkbox', source: 'tax:product_cat', limit: 2 }],
    });
    const plain = (await site.filter({})).facets_html;
    expect(plain).toMatch(/<details class="facet-more"(?! open)[^>]*>(?:(?!open>)[\s\S])*Show 3 more/);
    const filtered = (await site.filter({ sf_category: 'shirts' })).facets_html;
    expect(filtered).toMatch(/<details class="facet-more"[^>]* open>/);
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  it('U13 limits results and values to the category of the page', async () => {
    const html = await site.page('/test-shop/1/?sf_orderby=price-desc');
    expect(idsIn(html).slice(0, 3)).toEqual([1, 2, 5]);
    expect(countsIn(html, 'category')).toEqual({ beds: 2, chairs: 42 });
    const context = { category: 1 };
    expect((await site.filter({}, context)).found).toBe(45);
    expect((await site.filter({ sf_color: 'red' }, context)).found).toBe(1);
  });

  it('S1 sets noindex on filtered pages, and S3 leaves pagination links crawlable', async () => {
    for (const path of [
      '/test-shop/?sf_category=beds',
      '/test-shop/?sf_q=x',
      '/test-shop/?sf_orderby=price',
      '/test-shop/?sf_color[]=red',
    ]) {
      const html = await site.page(path);
      expect([path, count(html, /<meta name="robots" content="noindex, follow">/g)]).toEqual([path, 1]);
      expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/test-shop\/">/);
    }
    for (const path of ['/test-shop/', '/test-shop/?sf_paged=2', '/test-shop/?utm=x'])
      expect(await site.page(path)).not.toContain('noindex');
    const links = [...(await site.page('/test-shop/')).matchAll(/<a href="([^"]+)"[^>]*data-facet-link="page"/g)].map(
      ([, href]) => href,
    );
    expect(links).toEqual(expect.arrayContaining([expect.stringMatching(/sf_paged.*2/), '/test-shop/']));
    expect(links.join(' ')).not.toMatch(/sf_paged(=|&#x3D;)1\b/);
  });

  it('paginates through every product exactly once', async () => {
    const idPages = [1, 2, 3, 4].map(async (page) =>
      idsIn((await site.filter({ sf_paged: String(page), sf_orderby: 'popularity' })).results_html),
    );
    const ids = (await Promise.all(idPages)).flat();
    expect(new Set(ids).size).toBe(46);
    expect(ids).toHaveLength(46);
    expect(idsIn((await site.filter({ sf_paged: '99', sf_orderby: 'popularity' })).results_html)).toHaveLength(10);
  });

  it('W15 gives two widgets on a page separate state that each preserves', async () => {
    const html = await site.page(
      `/test-page/?content=${encodeURIComponent('[facet_filter facets="color"] [facet_filter facets="category"]')}&sf_color=red&sf2_category=chairs`,
    );
    expect(html).toContain('id="facet-1"');
    expect(html).toContain('id="facet-2"');
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(html).toMatch(/<input type="hidden" name="sf2_category" value="chairs">/);
    expect(html).toMatch(/<input type="hidden" name="sf_color" value="red">/);
    const [first, second] = html.split('id="facet-2"').map((part) => /facet-toolbar__count">(\d+)/.exec(part)?.[1]);
    expect([first, second]).toEqual(['2', '42']);
    expect(html).toMatch(
      /href="[^"]*sf_color(?:=|&#x3D;)red&amp;sf2_category(?:=|&#x3D;)chairs&amp;sf2_paged(?:=|&#x3D;)2"/,
    );
    expect(html).toMatch(/name="sf2_category\[\]" value="chairs" checked/);
    expect(html).toContain('name="sf2_orderby"');
    expect((await site.filter({ sf_category: 'chairs' }, { instance: 'facet-2' })).facets_html).toContain(
      'name="sf2_category[]"',
    );
  });

  it('restricts a facet by category, coverage and role, also when requested by URL', async () => {
    const facet = { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' };
    const slugs = async (context: object): Promise<string[]> =>
      [...(await site.filter({}, context)).facets_html.matchAll(/data-facet="([^"]+)"/g)].map(([, slug = '']) => slug);
    await save({ facets: [{ ...facet, categories: [1] }] });
    expect([
      await slugs({}),
      await slugs({ category: 1 }),
      await slugs({ category: 2 }),
      await slugs({ category: 4 }),
    ]).toEqual([[], ['color'], ['color'], []]);
    await save({
      facets: [
        { slug: 'size', label: 'Size', type: 'checkbox', source: 'tax:pa_size', min_coverage: 50 },
        { slug: 'price', label: 'Price', type: 'range_slider', source: 'price', min_coverage: 100 },
      ],
    });
    expect([await slugs({}), await slugs({ category: 4 })]).toEqual([['price'], ['size', 'price']]);
    await save({ facets: [{ ...facet, roles: ['administrator'] }] });
    expect(await slugs({})).toEqual([]);
    expect((await site.filter({ sf_color: 'red' })).found).toBe(46);
    const own = await site.rest('POST', '/facet/v1/filter', { query: { sf_color: 'red' } });
    expect(own.body.found).toBe(2);
    for (const invalid of [{ categories: ['x'] }, { roles: ['A b'] }, { min_coverage: 101 }, { categories: 1 }]) {
      const [name] = Object.keys(invalid);
      const { status, body } = await site.rest('POST', '/facet/v1/settings', { facets: [{ ...facet, ...invalid }] });
      expect([status, Object.keys(body.data.params)]).toEqual([400, [`facets[0].${name}`]]);
    }
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  it('U8 limits the price slider to the remaining products and draws its histogram', async () => {
    const unfiltered = (await site.filter({})).facets_html;
    const narrow = (await site.filter({ sf_category: 'beds' })).facets_html;
    const stops = (html: string): number[] => (/data-stops="([^"]*)"/.exec(html)?.[1] ?? '').split(' ').map(Number);
    expect(stops(unfiltered)[0]).toBeLessThanOrEqual(39);
    expect([
      assertDefined(stops(narrow)[0]) <= 799,
      assertDefined(stops(narrow)[0]) > 700,
      stops(narrow).at(-1),
    ]).toEqual([true, true, 1000]);
    expect(unfiltered).toMatch(/<rect [^>]*class="facet-bars__bar--in-range"/);
    expect(unfiltered).toMatch(/name="sf_price\[min\]"[^>]*placeholder="\d+"/);
    expect((await site.filter({ sf_price: '300-400' })).facets_html).toMatch(/name="sf_price\[max\]"[^>]*value="400"/);
  });

  it('applies the attributes of the shortcode', async () => {
    const html = await site.page(
      `/test-page/?content=${encodeURIComponent('[facet_filter category="furniture" facets="color,brand" per_page="5" columns="2" layout="stacked"]')}`,
    );
    expect(html).toContain('45 products');
    expect([...html.matchAll(/data-facet="([^"]+)"/g)].map(([, slug = '']) => slug)).toEqual(['brand', 'color']);
    expect(idsIn(html)).toHaveLength(5);
    expect(html).toContain('facet-results--2');
    expect(html).toContain('facet-filter--stacked');
    expect(await site.page(`/test-page/?content=${encodeURIComponent('[facet_filter category="gone"]')}`)).toContain(
      'No products found.',
    );
  });

  it('W35 escapes all texts of visitors and owners', async () => {
    const attack = '"><script>alert(1)</script>';
    await save({
      facets: [
        { slug: 'color', label: attack, type: 'checkbox', source: 'tax:pa_color', help: attack, unit: '' },
        { slug: 'price', label: attack, type: 'range_slider', source: 'price', unit: '"><script>' },
      ],
    });
    const response = await site.filter(
      { sf_q: attack, sf_color: 'red' },
      { params: [['x', attack]], path: attack, instance: attack },
    );
    expect(JSON.stringify(response)).not.toContain('<script');
    expect(
      await site.page(
        `/test-shop/?sf_q=${encodeURIComponent(attack)}&${encodeURIComponent(attack)}=${encodeURIComponent(attack)}`,
      ),
    ).not.toContain('<script>alert');
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  it.each(['checkbox', 'radio', 'dropdown', 'swatch', 'hierarchy', 'autocomplete', 'az_index'])(
    'renders facet type %s with names, slugs and counts',
    async (type) => {
      await save({
        facets: [
          {
            slug: 'thing',
            label: 'Thing',
            type,
            source: type === 'swatch' ? 'tax:pa_color' : 'tax:product_cat',
            limit: 0,
          },
        ],
      });
      const { facets_html } = await site.filter({});
      const expected =
        type === 'swatch'
          ? { red: 2, blue: 2, white: 2 }
          : { furniture: 45, beds: 2, chairs: 42, clothes: 1, shirts: 1 };
      if (type === 'dropdown')
        for (const [slug, number] of Object.entries(expected))
          expect(facets_html).toMatch(new RegExp(`<option value="${slug}">[^<]*\\(${number}\\)</option>`));
      else expect(countsIn(facets_html, 'thing')).toEqual(expected);
      await site.inContext(() => site.site.options.deleteOption('facet_settings'));
    },
  );

  it('W24 renders a large category tree level by level', async () => {
    const added: number[] = [];
    const term = (id: number, parentId: number): void => {
      added.push(id);
      site.catalog.allTerms.push({
        id,
        taxonomy: 'product_cat',
        slug: `c${id}`,
        name: `Category ${id}`,
        parentId,
        position: id,
        swatch: '',
      });
    };
    for (let i = 0; i < 200; i++) term(1000 + i, i === 0 ? 3 : 1000 + Math.floor((i - 1) / 3));
    site.catalog.put(product(900, { termIds: [1199] }));
    const written = (): Promise<unknown> =>
      site.inContext(() => site.site.options.updateOption('fake_terms_written', site.catalog.allTerms.length));
    await written();
    const slugs = async (query: object): Promise<string[]> =>
      Object.keys(countsIn((await site.filter({ ...query })).facets_html, 'category')).sort();
    await untilTrue(async () => (await slugs({ sf_category: 'chairs' })).includes('c1000'));
    expect(await slugs({})).toEqual(['beds', 'chairs', 'clothes', 'furniture', 'shirts']);
    expect(await slugs({ sf_category: 'c1000' })).toContain('c1001');
    site.catalog.remove(900);
    site.catalog.allTerms.splice(site.catalog.allTerms.length - added.length);
    await written();
    await untilTrue(async () => !(await slugs({ sf_category: 'chairs' })).includes('c1000'));
  });

  it('renders ratings as “n stars and more” and sale as a toggle', async () => {
    const { facets_html } = await site.filter({});
    expect(countsIn(facets_html, 'rating')).toEqual({ 4: 1, 3: 2, 2: 2, 1: 2 });
    expect(countsIn(facets_html, 'on_sale')).toEqual({ yes: 1 });
    expect((await site.filter({ sf_rating: '3' })).found).toBe(2);
  });

  it('links a stylesheet with the owner’s colors', async () => {
    expect(await site.page('/test-shop/')).not.toContain('appearance.css');
    await save({ appearance: { colors: { accent: '#aa0000' } } });
    const href = /href="([^"]+appearance\.css[^"]*)"/.exec(await site.page('/test-shop/'))?.[1] ?? '';
    expect(await (await fetch(href)).text()).toBe('.facet-filter { --facet-accent: #aa0000; }\n');
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  it('loads its script and stylesheet only on pages with a widget', async () => {
    const page = await site.page('/test-shop/');
    for (const file of ['facet.js', 'facet.css']) expect(page).toContain(file);
    expect(await site.page('/')).not.toMatch(/facet\.(js|css)/);
  });

  it('W10 matches non-Latin slugs as typed, percent-encoded or stored', async () => {
    const stored = '%d0%ba%d1%80%d0%b0%d1%81%d0%bd%d1%8b%d0%b9';
    site.catalog.allTerms.push(
      { id: 24, taxonomy: 'pa_color', slug: stored, name: 'Красный', parentId: 0, position: 24, swatch: '' },
      { id: 25, taxonomy: 'pa_color', slug: '%d0%b6%d1%91%d0', name: 'Жёлтый', parentId: 0, position: 25, swatch: '' },
    );
    site.catalog.put(product(900, { termIds: [24, 1] }));
    site.catalog.put(product(901, { termIds: [25, 1] }));
    await site.deactivate('facet');
    await site.activate('facet');
    for (const value of [
      'красный',
      'Красный',
      encodeURIComponent('красный'),
      stored,
      encodeURIComponent(stored),
      'кра\u0441ный'.normalize('NFD'),
    ]) {
      const html = await site.page(`/test-shop/?sf_color=${value}`);
      expect([value, idsIn(html)]).toEqual([value, [900]]);
      expect(html).toMatch(/name="sf_color\[\]" value="красный" checked/);
      expect(html).toContain('Color: Красный');
    }
    // Combined with another value, in links, over REST and in a shortcode; a slug truncated inside a character stays as stored.
    expect((await site.filter({ sf_color: 'красный,white' })).found).toBe(3);
    expect((await site.filter({ sf_color: 'красный' })).toolbar_html).not.toContain('%25');
    expect(await site.page('/test-shop/?sf_color=красный,white&sf_orderby=price')).toContain(
      '?sf_color&#x3D;%D0%BA%D1%80%D0%B0%D1%81%D0%BD%D1%8B%D0%B9&amp;sf_orderby&#x3D;price',
    );
    expect(idsIn((await site.filter({ sf_color: '%d0%b6%d1%91%d0' })).results_html)).toEqual([901]);
    expect((await site.filter({ sf_color: 'зелёный' })).found).toBe(48);
    site.catalog.allTerms.splice(-2);
    site.catalog.remove(900);
    site.catalog.remove(901);
    await site.deactivate('facet');
    await site.activate('facet');
  });

  it('leaves the shop’s default product list in place while the index is missing', async () => {
    const { lastChange } = site.catalog;
    await site.deactivate('facet');
    site.catalog.lastChange = () => Promise.reject(new Error('gone'));
    await site.inContext(async () => {
      await site.site.db()('facet_state').delete();
    });
    await site.activate('facet');
    expect(await site.page('/test-shop/')).toContain('Shop default list');
    expect(await site.page('/test-page/')).toContain('being prepared');
    site.catalog.lastChange = lastChange;
    expect(await site.page('/test-shop/')).toContain('46 products');
  });
});
