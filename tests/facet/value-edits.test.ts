import { allEngines } from '../kit/databases';
import { type FakeCatalog, fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite, idsIn } from './facet-site';

const BRANDS = ['Size 10', 'Size 9', 'Łąka', 'Mak'];

/** Products 1 to 6 of the small shop, one that is both red and white, and one for each brand whose name is hard to sort. */
function shop(): FakeCatalog {
  const catalog = fakeCatalog([
    ...smallShop(),
    product(7, { name: 'Krzesło w pasy', termIds: [3, 11, 20, 22], price: 30000 }),
    ...BRANDS.map((_, i) => product(20 + i, { termIds: [40 + i], price: 100 })),
  ]);
  BRANDS.forEach(
    (name, i) =>
      void catalog.allTerms.push({
        id: 40 + i,
        taxonomy: 'product_brand',
        slug: `b${i}`,
        name,
        parentId: 0,
        position: i,
        swatch: '',
      }),
  );
  return catalog;
}
const COLOR = { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color', limit: 0 };
const PRICE = {
  slug: 'steps',
  label: 'Price',
  type: 'bands',
  source: 'price',
  values: [
    { value: 'low', from: 2, to: 200 },
    { value: 'middle', label: 'In between', from: 200, to: 600 },
    { value: 'high', from: 600 },
  ],
};

describe.each(allEngines)('owner edits of facet values on %s', (engine) => {
  let site: FacetSite;
  beforeAll(async () => void (site = await bootFacet(engine, { catalog: shop() })));
  afterAll(() => site?.close());

  async function edit(...facets: object[]): Promise<void> {
    const { status, body } = await site.rest('POST', '/facet/v1/settings', { facets });
    if (status !== 200) throw new Error(JSON.stringify(body.data));
  }
  const values = (list: object[], more: object = {}) => edit({ ...COLOR, ...more, values: list });
  const found = async (query: Record<string, unknown>): Promise<number[]> =>
    idsIn((await site.filter(query)).results_html).sort((a, b) => a - b);
  const labels = async (query: Record<string, unknown> = {}): Promise<string[]> =>
    [...(await site.filter(query)).facets_html.matchAll(/facet-option__label">([^<]*)</g)].map(
      ([, label = '']) => label,
    );
  const refusals = async (list: unknown): Promise<string[]> =>
    Object.keys(
      (await site.rest('POST', '/facet/v1/settings', { facets: [{ ...COLOR, values: list }] })).body.data?.params ?? {},
    );

  it('shows the owner’s label in the list and the chip, keeping the URL', async () => {
    await values([{ value: 'red', label: 'Crimson' }]);
    const response = await site.filter({ sf_color: 'red' });
    expect(response.facets_html).toContain('>Crimson<');
    expect(response.toolbar_html).toContain('Color: Crimson');
    expect(response.found).toBe(3);
  });

  it('counts each product of a merged value once, matching the products found', async () => {
    await values([{ value: 'red', merged: ['white'] }]);
    expect(countsIn((await site.filter({})).facets_html, 'color')).toEqual({ red: 5, blue: 2 });
    expect(await found({ sf_color: 'red' })).toEqual([1, 2, 3, 6, 7]);
    expect(countsIn((await site.filter({ sf_color: 'blue' })).facets_html, 'color')).toEqual({ red: 5, blue: 2 });
  });

  it('resolves an old link to a merged value to its target value', async () => {
    await values([{ value: 'red', merged: ['white'] }]);
    const response = await site.filter({ sf_color: 'white,red' });
    expect(response.found).toBe(5);
    expect(response.facets_html).toMatch(/value="red" checked/);
    expect(response.toolbar_html.match(/class="facet-chip"/g)).toHaveLength(1);
  });

  it('groups several values under a label of its own', async () => {
    await values([{ value: 'bright', label: 'Bright', merged: ['blue', 'white'] }]);
    expect(countsIn((await site.filter({})).facets_html, 'color')).toEqual({ bright: 5, red: 3 });
    expect(await found({ sf_color: 'bright' })).toEqual([1, 2, 4, 6, 7]);
    expect((await site.filter({ sf_color: 'bright' })).toolbar_html).toContain('Color: Bright');
  });

  it('matches any value of a group even when the facet’s operator is AND', async () => {
    await values([{ value: 'bright', label: 'Bright', merged: ['blue', 'white'] }], { operator: 'and' });
    // The variations of product 6 are red and blue, product 7 is red and white.
    expect(await found({ sf_color: 'bright,red' })).toEqual([6, 7]);
    expect(countsIn((await site.filter({ sf_color: 'red' })).facets_html, 'color')).toEqual({ bright: 2, red: 3 });
  });

  it('omits a hidden value from the list but still applies links to it', async () => {
    await values([{ value: 'red', hidden: true }]);
    expect(await labels()).toEqual(['Blue', 'White']);
    const response = await site.filter({ sf_color: 'red' });
    expect([response.found, /value="red" checked/.test(response.facets_html)]).toEqual([3, true]);
  });

  it('lists pinned values first and follows the owner’s manual order', async () => {
    await values([{ value: 'white', pinned: true }], { order: 'label' });
    expect(await labels()).toEqual(['White', 'Blue', 'Red']);
    await values([{ value: 'white' }, { value: 'red' }], { order: 'manual' });
    expect(await labels()).toEqual(['White', 'Red', 'Blue']);
  });

  it('prefers the owner’s swatch to the swatch of the catalog', async () => {
    await edit({
      ...COLOR,
      type: 'swatch',
      values: [
        { value: 'red', swatch: '#ff0000' },
        { value: 'blue', swatch: '/uploads/blue.png' },
      ],
    });
    const { facets_html } = await site.filter({});
    expect(facets_html).toContain('fill="#ff0000"');
    expect(facets_html).toMatch(/<img class="facet-swatch" src="(?:\/|&#x2F;)uploads/);
  });

  it('filters by several numeric bands at once, with correct counts', async () => {
    await edit(PRICE, COLOR);
    const { facets_html } = await site.filter({});
    expect(countsIn(facets_html, 'steps')).toEqual({ low: 2, middle: 3, high: 2 });
    expect(facets_html).toContain('In between');
    expect(await found({ sf_steps: 'low' })).toEqual([3, 6]);
    expect(await found({ sf_steps: 'high,low' })).toEqual([1, 2, 3, 6]);
    expect(countsIn((await site.filter({ sf_steps: 'low' })).facets_html, 'color')).toEqual({ red: 2, blue: 1 });
    expect(countsIn((await site.filter({ sf_color: 'red' })).facets_html, 'steps')).toEqual({ low: 2, middle: 1 });
    expect((await site.filter({ sf_steps: 'middle' })).toolbar_html).toContain('Price: In between');
  });

  it('sorts labels by the locale’s collation, with 9 before 10', async () => {
    await edit({
      slug: 'brand',
      label: 'Brand',
      type: 'checkbox',
      source: 'tax:product_brand',
      order: 'label',
      limit: 0,
    });
    expect((await labels()).filter((label) => BRANDS.includes(label))).toEqual(['Łąka', 'Mak', 'Size 9', 'Size 10']);
  });

  it('rejects duplicate values, invalid swatches and too many values, naming each path', async () => {
    expect(await refusals([{ value: 'red', merged: ['blue'] }, { value: 'blue' }])).toEqual([
      'facets[0].values[1].value',
    ]);
    expect(await refusals([{ value: 'red', swatch: 'javascript:alert(1)' }])).toEqual(['facets[0].values[0].swatch']);
    expect(await refusals([{ value: '', colour: 'x' }])).toEqual([
      'facets[0].values[0].value',
      'facets[0].values[0].colour',
    ]);
    expect(await refusals(Array.from({ length: 301 }, (_, i) => ({ value: `v${i}` })))).toEqual(['facets[0].values']);
    expect(await refusals([{ value: 'a', from: 5, to: 1 }])).toEqual(['facets[0].values[0].to']);
  });
});
