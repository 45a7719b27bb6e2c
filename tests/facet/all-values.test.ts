import { allEngines } from '../kit/databases';
import { fakeCatalog, product, variation } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite, idsIn } from './facet-site';

/** A shirt in red and blue, one in red and white, one in red alone, and a scarf that is red and blue at once. */
const PRODUCTS = [
  product(1, {
    termIds: [20, 21, 30, 31],
    variations: [
      variation(11, 4000, 'instock', [20, 30]),
      variation(12, 4500, 'instock', [21, 31]),
      variation(13, 3000, 'outofstock', [21, 30]),
    ],
  }),
  product(2, {
    termIds: [20, 22, 30],
    variations: [variation(21, 5000, 'instock', [20, 30]), variation(22, 5000, 'instock', [22, 30])],
  }),
  product(3, { termIds: [20, 31], variations: [variation(31, 6000, 'instock', [20, 31])] }),
  product(4, { termIds: [20, 21], price: 2000 }),
];

describe.each(allEngines)('facet that requires all selected values on %s', (engine) => {
  let site: FacetSite;
  beforeAll(async () => {
    site = await bootFacet(engine, { catalog: fakeCatalog(PRODUCTS) });
    const { status } = await site.rest('POST', '/facet/v1/settings', {
      facets: [
        { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color', operator: 'and' },
        { slug: 'size', label: 'Size', type: 'checkbox', source: 'tax:pa_size' },
        { slug: 'stock', label: 'Stock', type: 'checkbox', source: 'stock' },
      ],
    });
    expect(status).toBe(200);
  });
  afterAll(() => site?.close());

  const idsOf = async (query: Readonly<Record<string, unknown>>): Promise<number[]> =>
    idsIn((await site.filter(query)).results_html).sort((a, b) => a - b);

  it('finds products whose variations have all of them together', async () => {
    expect(await idsOf({ sf_color: 'blue,red' })).toEqual([1, 4]);
    expect(await idsOf({ sf_color: 'red,white' })).toEqual([2]);
    expect(await idsOf({ sf_color: 'blue,white' })).toEqual([]);
    expect(await idsOf({ sf_color: 'red' })).toEqual([1, 2, 3, 4]);
  });

  it('offers the other values of the products found, with the number that selecting them finds', async () => {
    expect(countsIn((await site.filter({ sf_color: 'red' })).facets_html, 'color')).toEqual({
      red: 4,
      blue: 2,
      white: 1,
    });
    for (const base of [{}, { sf_size: 'm' }, { sf_stock: 'instock' }, { sf_color: 'red', sf_size: 's' }]) {
      const { facets_html } = await site.filter(base);
      const selected = 'sf_color' in base ? [base.sf_color] : [];
      for (const [value, count] of Object.entries(countsIn(facets_html, 'color')))
        expect([base, value, (await idsOf({ ...base, sf_color: [...selected, value].join(',') })).length]).toEqual([
          base,
          value,
          count,
        ]);
      for (const [value, count] of Object.entries(countsIn(facets_html, 'size')))
        expect([base, value, (await idsOf({ ...base, sf_size: value })).length]).toEqual([base, value, count]);
    }
  });

  it('counts merged values in the same way', async () => {
    await site.rest('POST', '/facet/v1/settings', {
      facets: [
        {
          slug: 'color',
          label: 'Color',
          type: 'checkbox',
          source: 'tax:pa_color',
          operator: 'and',
          values: [{ value: 'blue', merged: ['white'] }],
        },
      ],
    });
    const { facets_html } = await site.filter({ sf_color: 'red' });
    expect(countsIn(facets_html, 'color')).toEqual({ red: 4, blue: 3 });
    expect(await idsOf({ sf_color: 'blue,red' })).toEqual([1, 2, 4]);
  });
});
