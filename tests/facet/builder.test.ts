import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, countsIn, type FacetSite } from './facet-site';

const LIST = '/wp-admin/admin.php?page=facet';
const EDIT = '/wp-admin/admin.php?page=facet-edit';
const FACETS = [
  { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand' },
  { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' },
  { slug: 'price', label: 'Price', type: 'range_slider', source: 'price' },
];

interface StoredFacet {
  readonly slug: string;
  readonly values?: readonly object[];
}

describe.each(defaultEngines)('filter builder on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;

  beforeAll(async () => {
    const catalog = fakeCatalog([...smallShop(), product(7, { termIds: [12] })]);
    catalog.allTerms.push({
      id: 12,
      taxonomy: 'product_brand',
      slug: 'nord-2',
      name: 'NORD',
      parentId: 0,
      position: 12,
      swatch: '',
    });
    site = await bootFacet(engine, { catalog });
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());
  beforeEach(async () => void (await site.rest('POST', '/facet/v1/settings', { facets: FACETS })));

  const facets = async (): Promise<readonly StoredFacet[]> =>
    (await site.rest('GET', '/facet/v1/settings')).body.facets;
  const slugs = async (): Promise<string[]> => (await facets()).map(({ slug }) => slug);
  const send = async (fields: Record<string, string>) => {
    await owner.get(LIST);
    return owner.post(LIST, fields);
  };
  const color = {
    original: 'color',
    source: 'tax:pa_color',
    label: 'Color',
    slug: 'color',
    type: 'checkbox',
    order: 'position',
    limit: '8',
    show_counts: '1',
    hide_empty: '1',
    operator: 'or',
  };
  const row = (i: number, value: string, more: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries({ value, original: value, ...more }).map(([name, text]) => [`values[${i}][${name}]`, text]),
    );

  it('stores the dragged order, ignores unknown slugs and puts missing facets last', async () => {
    await send({ action: 'order', order: 'price,brand,never' });
    expect(await slugs()).toEqual(['price', 'brand', 'color']);
  });

  it('undoes every change one by one, including changes over REST', async () => {
    await send({ action: 'down', facet: 'brand' });
    await site.rest('POST', '/facet/v1/settings', { facets: [] });
    await send({ action: 'undo' });
    expect(await slugs()).toEqual(['color', 'brand', 'price']);
    await send({ action: 'undo' });
    expect(await slugs()).toEqual(['brand', 'color', 'price']);
  });

  it('stores the last twenty changes only', async () => {
    for (let i = 0; i < 22; i++) await site.rest('POST', '/facet/v1/settings', { per_page: 10 + i });
    expect((await owner.get(LIST)).html).toContain('Undo last change (20)');
  });

  it('saves names, groups, pins and hidden values and shows them to shoppers', async () => {
    await owner.get(`${EDIT}&facet=color`);
    const saved = await owner.post(EDIT, {
      ...color,
      ...row(0, 'red', { label: 'Crimson', pinned: '1' }),
      ...row(1, 'blue', { into: 'Cool tones' }),
      ...row(2, 'white', { into: 'Cool tones' }),
    });
    expect(saved.status).toBe(303);
    expect((await facets())[1]?.values).toEqual([
      { value: 'red', label: 'Crimson', pinned: true },
      { value: 'cool-tones', label: 'Cool tones', merged: ['blue', 'white'] },
    ]);
    expect(countsIn((await site.filter({})).facets_html, 'color')).toEqual({ red: 2, 'cool-tones': 4 });
    const { html } = await owner.get(`${EDIT}&facet=color`);
    expect(html).toMatch(/name="values\[\d+\]\[into\]" value="Cool tones"/);
  });

  it('merges a value into another by name and keeps values not shown', async () => {
    const hiddenValue = { value: 'a,b', hidden: true };
    await site.rest('POST', '/facet/v1/settings', {
      facets: FACETS.map((facet) => (facet.slug === 'color' ? { ...facet, values: [hiddenValue] } : facet)),
    });
    await owner.get(`${EDIT}&facet=color`);
    await owner.post(EDIT, { ...color, ...row(0, 'red', { original: 'Red' }), ...row(1, 'blue', { into: 'RED' }) });
    expect((await facets())[1]?.values).toEqual([{ value: 'red', merged: ['blue'] }, hiddenValue]);
  });

  it('orders values by their entered positions', async () => {
    await owner.get(`${EDIT}&facet=color`);
    await owner.post(EDIT, {
      ...color,
      order: 'manual',
      ...row(0, 'red', { place: '2' }),
      ...row(1, 'blue', {}),
      ...row(2, 'white', { place: '1' }),
    });
    expect(Object.keys(countsIn((await site.filter({})).facets_html, 'color'))).toEqual(['white', 'red', 'blue']);
  });

  it('saves numeric bands and drops empty rows', async () => {
    await owner.get(`${EDIT}&facet=price`);
    await owner.post(EDIT, {
      ...color,
      original: 'price',
      source: 'price',
      label: 'Price',
      slug: 'price',
      type: 'bands',
      'bands[0][to]': '200',
      'bands[0][label]': 'Cheap',
      'bands[1][from]': '200,5',
      'bands[2][from]': '',
    });
    expect((await facets())[2]?.values).toEqual([
      { value: '-200', label: 'Cheap', to: 200 },
      { value: '200.5-', from: 200.5 },
    ]);
    expect(countsIn((await site.filter({})).facets_html, 'price')).toEqual({ '-200': 3, '200.5-': 4 });
  });

  it('previews unsaved input to its owner alone', async () => {
    await owner.get(`${EDIT}&facet=color`);
    const response = await owner.post(EDIT, { ...color, label: 'Paint', action: 'preview' });
    expect(response.status).toBe(200);
    expect(response.html.replaceAll('&#x3D;', '=')).toContain('/facet/preview/?draft=1" data-facet-at="facet-1"');
    expect((await owner.get('/facet/preview/?draft=1')).html).toContain('Paint');
    expect((await owner.get('/facet/preview/')).html).not.toContain('Paint');
    expect((await site.filter({})).facets_html).not.toContain('Paint');
    expect((await visitor(site.url).get('/facet/preview/?draft=1')).status).not.toBe(200);
  });

  it('estimates the cost of each facet', async () => {
    expect((await owner.get(LIST)).html).toMatch(/data-label="Cost">[\d.]+ ms, [\d.]+ KB/);
  });

  it('repairs a finding of the doctor by one button and undoes it', async () => {
    expect((await owner.get(LIST)).html).toContain('“Nord” (2), “NORD” (1)');
    await send({ action: 'repair', finding: 'alike/brand/nord' });
    expect(countsIn((await site.filter({})).facets_html, 'brand')).toEqual({ dab: 3, nord: 3 });
    expect((await owner.get(LIST)).html).not.toContain('Recommendations');
    await send({ action: 'undo' });
    expect(countsIn((await site.filter({})).facets_html, 'brand')).toEqual({ dab: 3, nord: 2, 'nord-2': 1 });
  });

  it('changes nothing on GET', async () => {
    const before = JSON.stringify(await facets());
    for (const path of [LIST, `${EDIT}&facet=color`, '/facet/preview/'])
      expect((await owner.get(path)).status).toBe(200);
    expect(JSON.stringify(await facets())).toBe(before);
  });
});
