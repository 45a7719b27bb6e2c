import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor } from '../kit/visitor';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type FacetSite, idsIn } from './facet-site';
import { untilTrue } from '../kit/until-true';

const FOLDER = join(__dirname, '../fixtures/plugins/distance');
const DISTANCE = Object.fromEntries(
  ['plugin.json', 'plugin.ts'].map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
);
const NEAR = { slug: 'near', label: 'Near you', type: 'distance', source: 'coordinates' };
const BRAND = { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand' };
/** Kraków, Łódź, Gdańsk, and no location. */
const COORDINATES: readonly (readonly [number, number] | undefined)[] = [
  [50.06, 19.94],
  [50.1, 19.9],
  [51.77, 19.46],
  [51.7, 19.4],
  [54.35, 18.65],
  undefined,
];

/** The sort order from the guide. */
const NEAREST =
  /```ts\n(container\.get\('ranking'\)\.register\(\{\n[^]*?\n\}\);\n)```/.exec(
    readFileSync(join(__dirname, '../../docs/guide/filter.md'), 'utf8'),
  )?.[1] ?? '';

const EXTENSION = `export default { boot(scope) {
  globalThis.facetTests = { asked: [], says: (id) => (id % 2 ? 'odd' : 'even'), version: 1, ...globalThis.facetTests };
  const tests = globalThis.facetTests;
  scope.addAction('facet/booted', ({ container }) => {
    tests.container = container;
    const sources = container.get('sources');
    sources.register({ id: 'parity', label: 'Parity', kind: 'values', version: tests.version, getLabel: (value) => value.toUpperCase(),
      getValues: async (products) => { tests.asked.push(...products.map(({ id }) => id)); return new Map(products.map(({ id }) => [id, tests.says(id)])); } });
    container.get('types').register({ id: 'boxes', label: 'Boxes', state: 'list', style: { view: 'options', letters: true }, supports: ({ kind }) => kind === 'values' });
    container.get('ranking').register({ id: 'youngest', label: 'Highest number', score: ({ id }) => id });
    ${NEAREST}
    container.get('cards').register({ id: 'plain', label: 'Plain', render: (products) => { if (tests.cardFails) throw new Error('no card'); return products.map(({ id, name }) => '<i data-id="' + id + '">' + scope.escHtml(name) + '</i>').join(''); } });
    container.get('urls').register({ id: 'polish',
      read: ({ marka, ...rest }) => (marka === undefined ? rest : { ...rest, sf_brand: marka }),
      write: (params) => params.map(([name, value]) => [name === 'sf_brand' ? 'marka' : name, value]) });
  });
} };`;

interface SharedState {
  asked: number[];
  says: (id: number) => unknown;
  version: number;
  cardFails: boolean;
  container: {
    get(id: 'sources'): { invalidate(id: string, ids?: number[]): Promise<void>; register(source: object): void };
    get(id: 'types'): { register(type: object): void };
  };
}
const shared = (): SharedState => (globalThis as unknown as { facetTests: SharedState }).facetTests;

describe.each(defaultEngines)('filter extension API on %s', (engine) => {
  let site: FacetSite;
  const save = (facets: readonly object[], more: object = {}) =>
    site.rest('POST', '/facet/v1/settings', { facets, ...more });
  /** A page with its URLs decoded. */
  const read = async (path: string): Promise<string> =>
    (await site.page(path)).replaceAll('&#x3D;', '=').replaceAll('&amp;', '&');
  const found = async (query: Record<string, unknown>): Promise<number[]> =>
    idsIn((await site.filter(query)).results_html).sort((a, b) => a - b);
  const errorMessages = async (plugin: string): Promise<string[]> => {
    await site.site.plugins.pluginErrors.flush();
    return (await site.inContext(() => site.site.plugins.pluginErrors.list(plugin))).map(({ message }) => message);
  };

  beforeAll(async () => {
    const catalog = fakeCatalog(
      smallShop().map((entry, i) =>
        COORDINATES[i] ? { ...entry, fields: { lat: COORDINATES[i][0], lon: COORDINATES[i][1] } } : entry,
      ),
    );
    site = await bootFacet(engine, { catalog });
    site.addPlugin('distance', DISTANCE);
    await site.activate('distance');
    (globalThis as { facetTests?: unknown }).facetTests = undefined;
    await site.activate('extension', EXTENSION);
    await untilTrue(async () =>
      (await site.rest('GET', '/facet/v1/catalog')).body.sources.some(({ source }) => source === 'parity'),
    );
    await save([BRAND, NEAR]);
    await untilTrue(async () => (await site.filter({ sf_near: 'krakow:25' })).found === 2);
  });
  afterAll(() => site?.close());

  describe('custom facet type', () => {
    it('filters over REST with counts that match the results', async () => {
      for (const base of [{}, { sf_brand: 'dab' }]) {
        const { facets_html } = await site.filter({ ...base, sf_near: 'lodz:25' });
        const counts = [
          ...facets_html.matchAll(/value="(\d+)"(?: checked)?> \d+ km <span class="facet-option__count">(\d+)/g),
        ].map(([, km, count]) => [km, Number(count)] as const);
        expect(counts.map(([km]) => km)).toEqual(['25', '100', '400']);
        for (const [km, count] of counts)
          expect([km, (await site.filter({ ...base, sf_near: `lodz:${km}` })).found]).toEqual([km, count]);
      }
      expect(await found({ sf_near: 'lodz:25' })).toEqual([3, 4]);
      expect(await found({ sf_near: 'lodz:400' })).toEqual([1, 2, 3, 4, 5]);
    });

    it('works without a script: form, address, chip and removal link', async () => {
      const html = await site.page('/test-page/?sf_near[town]=lodz&sf_near[km]=25');
      expect(idsIn(html).sort()).toEqual([3, 4]);
      expect(html).toMatch(/name="sf_near\[town\]"[\s\S]*<option value="lodz" selected>Łódź/);
      expect(html).toContain('Near you: 25 km around Łódź');
      expect(idsIn(await site.page('/test-page/?sf_near=lodz%3A25')).sort()).toEqual([3, 4]);
      expect(await read('/test-page/?sf_near[town]=lodz&sf_near[km]=25&sf_orderby=price')).toContain(
        'href="?sf_orderby=price"',
      );
      // A second widget without the facet includes the selection in canonical form.
      expect(
        await site.page('/test-page/?sf_near[town]=lodz&sf_near[km]=25&content=[facet_filter facets=brand]'),
      ).toContain('<input type="hidden" name="sf_near" value="lodz:25">');
    });

    it.each([
      ['an unknown town', 'nowhere:25'],
      ['no distance', 'lodz'],
      ['a negative distance', 'lodz:-4'],
      ['an overlong text', 'x'.repeat(5000)],
      ['an empty text', ''],
      ['a colon', ':'],
    ])('treats %s as no choice', async (_what, text) => {
      expect((await site.filter({ sf_near: text })).found).toBe(6);
    });

    it('stores and validates its own options in the settings', async () => {
      const options = { radii: '10, 1000' };
      const { status, body } = await save([BRAND, { ...NEAR, options }]);
      expect([status, body.facets]).toEqual([200, [BRAND, { ...NEAR, options }]]);
      expect((await site.filter({ sf_near: 'lodz:10' })).facets_html).toContain(
        '1000 km <span class="facet-option__count">5<',
      );
      expect(Object.keys((await save([{ ...NEAR, options: { colour: 'x' } }])).body.data.params)).toEqual([
        'facets[0].options.colour',
      ]);
      expect(Object.keys((await save([{ ...NEAR, source: 'price' }])).body.data.params)).toEqual(['facets[0].type']);
      expect(Object.keys((await save([{ ...BRAND, options: {} }])).body.data.params)).toEqual(['facets[0].options']);
      const { body: catalog } = await site.rest('GET', '/facet/v1/catalog');
      expect(catalog.facet_types.map(({ value }) => value).slice(13)).toEqual(['distance', 'boxes']);
      expect(catalog.sources).toContainEqual({
        source: 'coordinates',
        label: 'Where it is sold',
        suggested_type: 'distance',
        group: 'field',
        values: 0,
        coverage: 0.833,
      });
      await save([BRAND, NEAR]);
    });

    it('appears in the admin form with its options', async () => {
      const owner = visitor(site.url);
      await owner.logIn(ADMIN.login, ADMIN.password);
      const EDIT = '/wp-admin/admin.php?page=facet-edit';
      const form = await owner.get(`${EDIT}&facet=near`);
      expect(form.html).toMatch(/name="option_radii" value="25, 100, 400"/);
      expect(form.html).toContain('<option value="distance" selected>Distance – Maximum distance from a town.');
      expect(
        (
          await owner.post(EDIT, {
            original: 'near',
            source: 'coordinates',
            label: 'Near you',
            slug: 'near',
            type: 'distance',
            option_radii: '7',
          })
        ).status,
      ).toBe(303);
      expect((await site.rest('GET', '/facet/v1/settings')).body.facets).toContainEqual(
        expect.objectContaining({ slug: 'near', options: { radii: '7' } }),
      );
      await save([BRAND, NEAR]);
    });

    it('remains stored while its plugin is inactive, reported to the owner, then works again', async () => {
      await site.deactivate('distance');
      const { facets_html, found: all } = await site.filter({ sf_near: 'lodz:25' });
      expect(all).toBe(6);
      expect(facets_html).not.toContain('sf_near');
      expect(facets_html).toContain('sf_brand');
      const { facets } = (await site.rest('GET', '/facet/v1/settings')).body;
      expect(facets).toEqual([BRAND, expect.objectContaining(NEAR)]);
      expect((await save(facets)).status).toBe(200);
      expect((await save([...facets, { ...NEAR, slug: 'other', source: 'price' }])).status).toBe(400);
      const owner = visitor(site.url);
      await owner.logIn(ADMIN.login, ADMIN.password);
      expect((await owner.get('/wp-admin/admin.php?page=facet')).html).toMatch(
        /Type not available <span[^>]*>distance</,
      );
      expect((await owner.get('/wp-admin/site-health.php')).html).toContain('Near you');
      await site.activate('distance');
      await untilTrue(async () => (await site.filter({ sf_near: 'lodz:25' })).found === 2);
    });
  });

  it('lets the filter read, count and render a type with a plain state', async () => {
    await save([{ slug: 'parity', label: 'Parity', type: 'boxes', source: 'parity' }]);
    const { facets_html } = await site.filter({});
    expect(facets_html).toMatch(/name="sf_parity\[\]" value="even"[\s\S]*?EVEN[\s\S]*?facet-option__count">3</);
    expect(facets_html).toContain('data-facet-letter="E"');
    expect(await found({ sf_parity: 'even' })).toEqual([2, 4, 6]);
    await save([BRAND, NEAR]);
  });

  it('reads a source once per product, and again for announced changes', async () => {
    await save([{ slug: 'parity', label: 'Parity', type: 'boxes', source: 'parity' }]);
    expect([...shared().asked].sort()).toEqual([1, 2, 3, 4, 5, 6]);
    shared().asked.length = 0;
    shared().says = (id) => {
      if (id === 2) return ['odd', 'prime'];
      return id % 2 ? 'odd' : 'even';
    };
    await site.inContext(() => shared().container.get('sources').invalidate('parity', [2]));
    expect(await found({ sf_parity: 'even' })).toEqual([4, 6]);
    expect(await found({ sf_parity: 'prime' })).toEqual([2]);
    expect(shared().asked).toEqual([2]);
    shared().says = () => 'same';
    await site.inContext(() => shared().container.get('sources').invalidate('parity'));
    await untilTrue(async () => (await found({ sf_parity: 'same' })).length === 6);
    site.catalog.put(product(9));
    await site.inContext(async () => site.site.hooks.doAction('store/products_changed', [9]));
    expect(await found({ sf_parity: 'same' })).toHaveLength(7);
    site.catalog.remove(9);
    await save([BRAND, NEAR]);
  });

  it('reads a source again for all products when its version changes', async () => {
    await save([{ slug: 'parity', label: 'Parity', type: 'boxes', source: 'parity' }]);
    Object.assign(shared(), { version: 2, says: () => 'second' });
    await site.deactivate('extension');
    await site.activate('extension');
    await untilTrue(async () => (await site.filter({ sf_parity: 'second' })).found === 6);
    await save([BRAND, NEAR]);
  });

  it('reports a failing source and keeps other sources and the index', async () => {
    await site.activate(
      'failing',
      `export default { boot(scope) { scope.addAction('facet/booted', ({ container }) => {
      container.get('sources').register({ id: 'broken', label: 'Broken', kind: 'values', getValue: () => { throw new Error('no such place'); } });
      container.get('sources').register({ id: 'odd', label: 'Odd', kind: 'values', getValue: () => Symbol('x') });
    }); } };`,
    );
    await save([BRAND, NEAR, { slug: 'broken', label: 'Broken', type: 'checkbox', source: 'broken' }]);
    await untilTrue(async () => (await site.filter({}), (await errorMessages('failing')).length >= 2));
    expect((await errorMessages('failing')).join()).toContain('no such place');
    const { facets_html, found: all } = await site.filter({ sf_near: 'lodz:25' });
    expect(all).toBe(2);
    expect(facets_html).not.toContain('sf_broken');
    await site.deactivate('failing');
    await save([BRAND, NEAR]);
  });

  it('reports a failing type and keeps every product', async () => {
    await site.activate(
      'clumsy',
      `export default { boot(scope) { scope.addAction('facet/booted', ({ container }) => {
      container.get('types').register({ id: 'clumsy', label: 'Clumsy', state: { read: ({ text }) => text || undefined, write: (text) => text }, supports: () => true,
        match: (documents, text) => { if (text === 'short') return new Uint32Array(7000); throw new Error('lost my way'); }, render: () => { throw new Error('no paint'); } });
    }); } };`,
    );
    await save([BRAND, { slug: 'clumsy', label: 'Clumsy', type: 'clumsy', source: 'price' }]);
    expect((await site.filter({ sf_clumsy: 'x' })).found).toBe(6);
    expect((await site.filter({ sf_clumsy: 'short' })).found).toBe(6);
    expect((await site.filter({ sf_brand: 'dab' })).facets_html).toContain('sf_brand');
    expect((await errorMessages('clumsy')).join()).toMatch(/lost my way[\s\S]*|no paint/);
    await site.deactivate('clumsy');
    await save([BRAND, NEAR]);
  });

  it('offers a custom order and sorts by it, changed products included', async () => {
    expect((await site.filter({})).toolbar_html).toContain('<option value="youngest">Highest number</option>');
    expect(idsIn((await site.filter({ sf_orderby: 'youngest' })).results_html)).toEqual([6, 5, 4, 3, 2, 1]);
    site.catalog.put(product(7));
    await site.inContext(async () => site.site.hooks.doAction('store/products_changed', [7]));
    expect(idsIn((await site.filter({ sf_orderby: 'youngest' })).results_html)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    site.catalog.remove(7);
    await site.inContext(async () => site.site.hooks.doAction('store/products_changed', [7]));
    expect(idsIn((await site.filter({ sf_orderby: 'youngest', sf_brand: 'dab' })).results_html)).toEqual([5, 3, 1]);
  });

  it('ranks by the visitor’s choice, search and view as in the guide', async () => {
    await save([
      BRAND,
      { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' },
      { slug: 'price', label: 'Price', type: 'range_slider', source: 'price' },
    ]);
    const order = async (query: Record<string, unknown>): Promise<number[]> =>
      idsIn((await site.filter({ ...query, sf_orderby: 'nearest' })).results_html);
    expect((await site.filter({})).toolbar_html).toContain(
      '<option value="nearest">Best match for your selection</option>',
    );
    // Without a selection, the cheapest come first. With one, those closest to 600, to 250, and to at most 800.
    expect(await order({})).toEqual([6, 3, 4, 5, 2, 1]);
    expect(await order({ sf_price: '200-1000' })).toEqual([5, 2, 4, 1]);
    expect(await order({ sf_price: '190-310' })).toEqual([4, 3]);
    expect(await order({ sf_price: '-800' })).toEqual([2, 5, 4, 3, 6]);
    // Products with both selected colors come before those with one; equal ones by price.
    expect(await order({ sf_color: 'red,blue', sf_brand: 'dab,nord' })).toEqual([3, 4]);
    expect(await order({ sf_q: 'lozko', sf_price: '700-900' })).toEqual([2]);
    await save([BRAND, NEAR]);
  });

  it('reads and writes custom URL spellings and marks them noindex', async () => {
    const html = await site.page('/test-page/?marka=dab');
    expect(idsIn(html).sort()).toEqual([1, 3, 5]);
    expect(html).toMatch(/noindex, follow/);
    expect(html).not.toContain('name="marka"');
    expect(await read('/test-page/?sf_brand=dab&sf_near=lodz:400')).toContain('href="?marka=dab"');
    expect(await read('/test-page/?marka=dab&sf_orderby=price')).toContain('href="?sf_orderby=price"');
  });

  it('renders the owner’s chosen card, or the shop’s when it fails', async () => {
    expect((await save([BRAND, NEAR], { card: 'none' })).status).toBe(400);
    expect((await save([BRAND, NEAR], { card: 'plain' })).body).toMatchObject({ card: 'plain' });
    expect((await site.filter({})).results_html).toContain('<i data-id="1">Łóżko dębowe</i>');
    shared().cardFails = true;
    expect((await site.filter({ sf_brand: 'nord' })).results_html).toContain('<li class="product"');
    shared().cardFails = false;
    await save([BRAND, NEAR], { card: '' });
    expect((await site.filter({ sf_brand: 'dab' })).results_html).toContain('<li class="product"');
  });

  it('rejects names that are taken', async () => {
    const codeOf = (work: () => void): unknown => {
      try {
        work();
      } catch (error) {
        return (error as { code: string }).code;
      }
      return undefined;
    };
    const source = { label: 'x', kind: 'values', getValue: () => 'x' };
    expect(
      codeOf(() =>
        shared()
          .container.get('sources')
          .register({ id: 'price', ...source }),
      ),
    ).toBe('registry_entry_invalid');
    await site.activate(
      'second',
      `export default { boot(scope) { scope.addAction('facet/booted', ({ container }) => { container.get('types').register({ id: 'checkbox', label: 'x', state: 'list', supports: () => true }); }); } };`,
    );
    expect((await errorMessages('second')).join()).toContain(
      'The facet type "checkbox" is already registered by the plugin "facet"',
    );
    expect((await site.filter({})).facets_html).toContain('sf_brand[]');
    await site.deactivate('second');
  });
});
