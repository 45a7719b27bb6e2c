import { defaultEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop } from './real-shop.js';
import { assertDefined } from '../kit/assert-defined.js';

interface ListedCheckbox {
  id: number;
  label: string;
  location: string;
  position: number;
  required: boolean;
}

describe.each(defaultEngines)('consent checkboxes over REST on %s', (engine) => {
  let shop: RealShop;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
  });
  afterAll(() => shop.close());

  const list = async (): Promise<ListedCheckbox[]> =>
    (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as ListedCheckbox[];
  const marketing = async (): Promise<ListedCheckbox> =>
    (await list()).find(({ position }) => position === 120) as ListedCheckbox;

  it('seed shop 4 lists the built-in checkboxes by position, then ID', async () => {
    const { body, headers } = await shop.rest('GET', '/shop/v1/checkboxes');
    expect(body.total).toBe(body.checkboxes.length);
    expect(headers.get('x-wp-total')).toBe(String(body.total));
    const order = (body.checkboxes as ListedCheckbox[]).map(({ position, id }) => [position, id]);
    expect(order).toEqual(
      [...order].sort(([a, b], [c, d]) => assertDefined(a) - assertDefined(c) || assertDefined(b) - assertDefined(d)),
    );
    for (const box of body.checkboxes)
      expect(Object.keys(box)).toEqual(['id', 'label', 'required', 'location', 'enabled', 'position', 'legal_page_id']);
    expect(new Set((body.checkboxes as ListedCheckbox[]).map(({ location }) => location))).toEqual(
      new Set(['checkout', 'registration', 'pay_for_order', 'contact']),
    );
  });

  it('seed shop 6 returns one checkbox in full, and 404 for unknown IDs', async () => {
    const [first] = await list();
    const { body } = await shop.rest('GET', `/shop/v1/checkboxes/${first?.id}`);
    expect(body).toMatchObject({
      id: first?.id,
      label: first?.label,
      stats: { total_shown: 0, total_accepted: 0, acceptance_rate: 0 },
    });
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    expect((await shop.rest('GET', '/shop/v1/checkboxes/9999')).body).toMatchObject({
      code: 'shop_checkbox_not_found',
      data: { status: 404 },
    });
    expect((await shop.rest('GET', '/shop/v1/checkboxes/99999999999999999999')).status).toBe(404);
    expect((await shop.rest('GET', '/shop/v1/checkboxes/abc')).body.code).toBe('rest_no_route');
  });

  it('seed shop 7 changes only the fields sent, such as label and required', async () => {
    const [first] = await list();
    const before = (await shop.rest('GET', `/shop/v1/checkboxes/${first?.id}`)).body;
    const { status, body } = await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, {
      label: 'I accept the <a href="https://example.test/terms">terms</a> & <b>more</b>',
      required: false,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      label: 'I accept the <a href="https://example.test/terms">terms</a> & <b>more</b>',
      required: false,
      updated_at: body.updated_at,
    });
    const patched = (await shop.rest('PATCH', `/shop/v1/checkboxes/${first?.id}`, { required: true, unknown_key: 1 }))
      .body;
    expect(patched).toMatchObject({ label: body.label, required: true });
    expect(patched.unknown_key).toBeUndefined();
    expect((await shop.rest('POST', `/shop/v1/checkboxes/${first?.id}`, { label: before.label })).body.label).toBe(
      before.label,
    );
  });

  it('decision shop 3 accepts five locations and sorts by position, then ID', async () => {
    const [first] = await list();
    for (const location of ['registration', 'contact', 'pay_for_order', 'review', 'checkout'])
      expect((await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, { location })).body.location).toBe(location);
    await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, { position: 9999 });
    expect((await list()).at(-1)?.id).toBe(first?.id);
    await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, { position: 10 });
  });

  it.each<[string, unknown[]]>([
    [
      'label',
      [
        '',
        '   ',
        'x'.repeat(1001),
        '<script>x</script>',
        'a <img src=x>',
        '<a href="javascript:alert(1)">x</a>',
        '<a href="https://x.test" onclick="x">x</a>',
        '<b></b>',
        5,
        null,
      ],
    ],
    ['required', ['yes', 2, null]],
    ['enabled', ['no', []]],
    ['location', ['footer', '', null, 5]],
    ['position', [-1, 10000, 1.5, 'first', null]],
    ['legal_page_id', [99999, 0, -1, 'x', true]],
    ['error_message', [5, null, 'x'.repeat(1001)]],
    [
      'conditions',
      [
        'x',
        [],
        { places: [] },
        { categories: ['x'] },
        { countries: 'PL' },
        { categories: [999999] },
        { categories: [0] },
        { countries: ['XX'] },
        { countries: ['EU'] },
        { countries: ['Poland'] },
        { payment_methods: ['gold'] },
        { product_types: ['ethereal'] },
      ],
    ],
    ['id', [1]],
    ['created_at', ['2026-01-01T00:00:00']],
    ['updated_at', ['2026-01-01T00:00:00']],
    ['stats', [{}]],
  ])('decision shop 5 rejects an invalid %s and stores nothing', async (field, values) => {
    const [first] = await list();
    const before = JSON.stringify(await shop.site.db()('compliance_checkboxes').orderBy('id'));
    for (const value of values) {
      const { status, body } = await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, {
        description: 'new',
        [field]: value,
      });
      expect([value, status, Object.keys(body.data?.params ?? {})]).toEqual([value, 400, [field]]);
    }
    expect(JSON.stringify(await shop.site.db()('compliance_checkboxes').orderBy('id'))).toBe(before);
  });

  it('decision shop 5 reports all invalid fields at once', async () => {
    const { body } = await shop.rest('PUT', '/shop/v1/checkboxes/1', {
      label: '',
      position: -1,
      id: 3,
      enabled: 'maybe',
    });
    expect(Object.keys(body.data.params).sort()).toEqual(['enabled', 'id', 'label', 'position']);
  });

  it('decision shop 5 accepts an existing page, null and all other fields', async () => {
    const page = await shop.inContext(() =>
      shop.site.content.wpInsertPost({ post_type: 'page', post_title: 'Terms', post_status: 'draft' }),
    );
    const [first] = await list();
    const category = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Mugs' }),
    );
    const sent = {
      legal_page_id: page,
      error_message: 'Please tick.',
      description: 'Because.',
      conditions: { categories: [String(category)], countries: ['pl'] },
      enabled: 'true',
      position: '11',
    };
    const { status, body } = await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...sent,
      enabled: true,
      position: 11,
      conditions: { categories: [category], countries: ['PL'], payment_methods: [], product_types: [] },
    });
    expect(
      (await shop.rest('PUT', `/shop/v1/checkboxes/${first?.id}`, { legal_page_id: null, conditions: {} })).body
        .legal_page_id,
    ).toBeNull();
  });

  it('law 15 refuses to make a marketing consent required', async () => {
    const { id } = await marketing();
    const { status, body } = await shop.rest('PUT', `/shop/v1/checkboxes/${id}`, { required: true });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['required']]);
    expect((await shop.rest('PUT', `/shop/v1/checkboxes/${id}`, { required: false, enabled: true })).status).toBe(200);
  });

  it('seed shop 5 returns statistics of every checkbox in list order', async () => {
    const { body } = await shop.rest('GET', '/shop/v1/checkboxes/stats');
    expect((body.stats as { checkbox_id: number }[]).map(({ checkbox_id }) => checkbox_id)).toEqual(
      (await list()).map(({ id }) => id),
    );
    expect(Object.keys(body.stats[0])).toEqual([
      'checkbox_id',
      'label',
      'total_shown',
      'total_accepted',
      'acceptance_rate',
    ]);
  });

  it('decision shop 4 rounds the rate half up to one decimal, and filters days', async () => {
    const boxes = await list();
    // The day of the site, which begins before that of UTC.
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Warsaw' });
    await shop.site
      .db()('compliance_checkbox_counts')
      .insert([
        { checkbox_id: boxes[0]?.id, day: today, shown: 16, accepted: 1 },
        { checkbox_id: boxes[1]?.id, day: today, shown: 3, accepted: 2 },
        { checkbox_id: boxes[1]?.id, day: '2020-01-01', shown: 5, accepted: 5 },
      ]);
    const { stats } = (await shop.rest('GET', '/shop/v1/checkboxes/stats')).body;
    expect(stats[0]).toMatchObject({ total_shown: 16, total_accepted: 1, acceptance_rate: 6.3 });
    expect(stats[1]).toMatchObject({ total_shown: 8, total_accepted: 7, acceptance_rate: 87.5 });
    expect((await shop.rest('GET', '/shop/v1/checkboxes/stats?days=1')).body.stats[1]).toMatchObject({
      total_shown: 3,
      total_accepted: 2,
      acceptance_rate: 66.7,
    });
    for (const days of ['0', '366', 'x', '1.5'])
      expect((await shop.rest('GET', `/shop/v1/checkboxes/stats?days=${days}`)).status).toBe(400);
  });
});
