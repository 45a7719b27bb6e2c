import { defaultEngines } from '../kit/databases';
import { ADMIN } from '../kit/site';
import { visitor, type Visitor } from '../kit/visitor';
import { bootFacet, type FacetSite } from './facet-site';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

const LIST = '/wp-admin/admin.php?page=facet';
const EDIT = '/wp-admin/admin.php?page=facet-edit';

describe.each(defaultEngines)('filter admin screen on %s', (engine) => {
  let site: FacetSite;
  let owner: Visitor;

  beforeAll(async () => {
    site = await bootFacet(engine);
    owner = visitor(site.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const slugs = async (): Promise<string[]> =>
    (await site.rest('GET', '/facet/v1/settings')).body.facets.map(({ slug }) => slug);

  it('lists the facets with their sources, values and coverage', async () => {
    const { status, html } = await owner.get(LIST);
    expect(status).toBe(200);
    expect(readDom(html).texts('code')).toContain('sf_color');
    expect(html).toMatch(/Brand<\/td>[\s\S]*?>2<\/td>[\s\S]*?83 %/);
    expect(readDom(html).texts('dd')).toContain('6');
  });

  it('adds a facet for a source with a free slug and a suitable type', async () => {
    const form = await owner.get(`${EDIT}&source=${encodeURIComponent('tax:pa_color')}`);
    expect(form.html).toMatch(/name="slug" value="color-2"/);
    expect(form.html).toMatch(/<option value="swatch" selected>/);
    expect(form.html).not.toContain('value="range_slider"');
    expect(form.html).toMatch(/value="Red">Red <span class="tag">2<\/span>/);
    const saved = await owner.post(EDIT, {
      original: '',
      source: 'tax:pa_color',
      label: 'Paint',
      slug: 'paint',
      type: 'checkbox',
      order: 'count',
      limit: '4',
      show_counts: '1',
    });
    expect([saved.status, saved.location]).toEqual([303, LIST]);
    expect(await slugs()).toContain('paint');
    expect((await site.filter({ sf_paint: 'blue' })).found).toBe(2);
  });

  it('shows errors beside the field, keeps the input and saves nothing', async () => {
    const before = await slugs();
    await owner.get(`${EDIT}&facet=brand`);
    const response = await owner.post(EDIT, {
      original: 'brand',
      source: 'tax:product_brand',
      label: 'Maker',
      slug: 'paged',
      type: 'checkbox',
      limit: '4',
    });
    expect(response.status).toBe(422);
    expect(response.html).toContain('This slug is reserved.');
    expect(response.html).toMatch(/name="label" value="Maker"/);
    expect(await slugs()).toEqual(before);
  });

  it('updates a facet in place', async () => {
    const before = await slugs();
    await owner.get(`${EDIT}&facet=brand`);
    await owner.post(EDIT, {
      original: 'brand',
      source: 'tax:product_brand',
      label: 'Maker',
      slug: 'maker',
      type: 'radio',
      limit: '0',
      order: 'position',
    });
    expect(await slugs()).toEqual(before.map((slug) => (slug === 'brand' ? 'maker' : slug)));
    expect((await site.filter({})).facets_html).toMatch(/type="radio"[^>]*name="sf_maker"/);
  });

  it('moves and removes facets', async () => {
    const before = await slugs();
    await owner.get(LIST);
    await owner.post(LIST, { action: 'down', facet: assertDefined(before[0]) });
    expect((await slugs()).slice(0, 2)).toEqual([before[1], before[0]]);
    await owner.get(LIST);
    await owner.post(LIST, { action: 'up', facet: assertDefined(before[0]) });
    await owner.get(LIST);
    await owner.post(LIST, { action: 'remove', facet: 'paint' });
    expect(await slugs()).toEqual(before.filter((slug) => slug !== 'paint'));
  });

  it('moves and removes facets whose source is missing', async () => {
    const before = await slugs();
    const fields = [
      { key: 'power', label: 'Power', type: 'text' as const },
      { key: 'origin', label: 'Origin', type: 'text' as const },
    ];
    site.catalog.allFields.push(...fields);
    const { facets } = (await site.rest('GET', '/facet/v1/settings')).body;
    const lost = fields.map(({ key, label }) => ({ slug: key, label, type: 'checkbox', source: `field:${key}` }));
    expect((await site.rest('POST', '/facet/v1/settings', { facets: [...facets, ...lost] })).status).toBe(200);
    site.catalog.allFields.length = 0;

    const change = async (action: string, facet: string): Promise<string[]> => {
      await owner.get(LIST);
      await owner.post(LIST, { action, facet });
      return slugs();
    };
    expect((await owner.get(LIST)).html).toContain('Source not available');
    expect(await change('up', 'origin')).toEqual([...before, 'origin', 'power']);
    expect(
      (await site.rest('POST', '/facet/v1/settings', { facets: [...facets, { ...lost[0], source: 'field:never' }] }))
        .status,
    ).toBe(400);
    expect(await change('remove', 'power')).toEqual([...before, 'origin']);
    expect(await change('remove', 'origin')).toEqual(before);
    expect((await site.rest('POST', '/facet/v1/settings', { facets: [...facets, lost[0]] })).status).toBe(400);
  });

  it('saves list appearance and rejects values out of bounds', async () => {
    await owner.get(LIST);
    const fields = {
      action: 'save',
      per_page: '24',
      columns: '4',
      layout: 'stacked',
      preset: 'soft',
      color_accent: '#123456',
      color_border: '',
      color_muted: '',
      color_background: '',
    };
    expect((await owner.post(LIST, fields)).status).toBe(303);
    expect((await site.rest('GET', '/facet/v1/settings')).body).toMatchObject({
      per_page: 24,
      columns: 4,
      layout: 'stacked',
      appearance: { preset: 'soft', colors: { accent: '#123456' } },
    });
    await owner.get(LIST);
    const rejected = await owner.post(LIST, { ...fields, per_page: '500', color_accent: 'red' });
    expect(rejected.status).toBe(422);
    expect(rejected.html).toContain('Enter a whole number from 1 to 96.');
    expect(rejected.html).toContain('Enter a color such as #1c5d4a');
    expect((await site.rest('GET', '/facet/v1/settings')).body.per_page).toBe(24);
  });

  it('rebuilds the index and reports it in site health', async () => {
    await owner.get(LIST);
    await owner.post(LIST, { action: 'reindex' });
    expect((await owner.get(LIST)).html).toContain('6 products indexed.');
    expect((await owner.get('/wp-admin/site-health.php')).html).toMatch(
      /check--good[\s\S]*?Product filter[\s\S]*?6 products indexed\./,
    );
  });

  it('refuses users without the capability and forms without a valid nonce', async () => {
    expect((await visitor(site.url).get(LIST)).status).not.toBe(200);
    const before = await slugs();
    await visitor(site.url).post(LIST, { action: 'remove', facet: assertDefined(before[0]) });
    await owner.get('/wp-admin/');
    await owner.post(LIST, { _wpnonce: 'wrong', action: 'remove', facet: assertDefined(before[0]) });
    expect(await slugs()).toEqual(before);
  });
});
