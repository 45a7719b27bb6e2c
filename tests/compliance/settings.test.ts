import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop.js';

describe.each(defaultEngines)('shop settings API on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  const stored = async (): Promise<string> =>
    JSON.stringify([
      await shop.site.db()('compliance_settings').orderBy('name'),
      await shop.site.db()('compliance_checkboxes').orderBy('id'),
    ]);

  it('seed shop 1 lists the four groups in order', async () => {
    const { status, body } = await shop.rest('GET', '/shop/v1/settings');
    expect(status).toBe(200);
    expect((body.groups as { id: string }[]).map(({ id }) => id)).toEqual([
      'general',
      'compliance',
      'storefront',
      'checkout',
    ]);
    for (const group of body.groups) expect(Object.keys(group).sort()).toEqual(['description', 'id', 'label']);
  });

  it('seed shop 2 returns the values of a group', async () => {
    const { status, body } = await shop.rest('GET', '/shop/v1/settings/compliance');
    expect(status).toBe(200);
    expect(body).toEqual({
      group: 'compliance',
      settings: {
        omnibus_enabled: true,
        omnibus_days: 30,
        gpsr_enabled: true,
        withdrawal_enabled: true,
        withdrawal_days: 14,
        dsa_enabled: true,
        ksef_enabled: false,
        greenwashing_enabled: true,
      },
    });
  });

  it('seed shop 3 changes only the sent keys and echoes them', async () => {
    const { status, body } = await shop.rest('POST', '/shop/v1/settings/compliance', {
      omnibus_days: 60,
      ksef_enabled: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({ updated: true, group: 'compliance', changes: { omnibus_days: 60, ksef_enabled: true } });
    const after = (await shop.rest('GET', '/shop/v1/settings/compliance')).body.settings;
    expect(after).toMatchObject({ omnibus_days: 60, ksef_enabled: true, withdrawal_days: 14, omnibus_enabled: true });
    expect((await shop.rest('POST', '/shop/v1/settings/compliance', { omnibus_days: 60 })).body).toEqual({
      updated: false,
      group: 'compliance',
      changes: { omnibus_days: 60 },
    });
    await shop.rest('POST', '/shop/v1/settings/compliance', { omnibus_days: 30, ksef_enabled: false });
  });

  it('decision shop 1 reports every invalid key and changes nothing', async () => {
    const before = await stored();
    const { status, body } = await shop.rest('POST', '/shop/v1/settings/compliance', {
      omnibus_days: 29,
      withdrawal_days: 366,
      gpsr_enabled: 'yes',
      dsa_enabled: 2,
      omnibus_enabled: false,
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'rest_invalid_param', data: { status: 400 } });
    expect(Object.keys(body.data.params).sort()).toEqual([
      'dsa_enabled',
      'gpsr_enabled',
      'omnibus_days',
      'withdrawal_days',
    ]);
    expect(await stored()).toBe(before);
  });

  it.each([
    ['compliance', 'omnibus_days', [29, 366, 30.5, '30 days', null, true, [30], {}], [30, 365, '45']],
    ['compliance', 'omnibus_enabled', ['yes', 2, null, [], 'on'], [true, 'false', 1, '0']],
    [
      'general',
      'company_nip',
      ['1234567890', '526104082', 5261040828, null],
      ['', '5261040828', '526-104-08-28', 'PL 5261040828'],
    ],
    ['general', 'company_email', ['nobody', 'a@b', 7], ['', 'sklep@example.test']],
    ['general', 'company_regon', ['123456789', 'x'], ['', '000331501']],
    ['general', 'company_krs', ['123'], ['', '0000123456']],
    [
      'general',
      'company_bank_account',
      ['PL00105000997603123456789123'],
      ['', 'PL61109010140000071219812874', '61 1090 1014 0000 0712 1981 2874'],
    ],
    ['general', 'company_name', ['x'.repeat(201), 5], ['Ż'.repeat(200)]],
    ['checkout', 'order_button_text', ['', '  ', 'x'.repeat(101)], ['Kupuję i płacę']],
    ['checkout', 'nip_display', ['never', ''], ['always', 'invoice', 'company']],
    ['checkout', 'withdrawal_trigger_statuses', [[], ['shipped'], 'completed'], [['completed', 'processing']]],
    ['checkout', 'min_order_value', [-1, 'x', null], [0, 49.99, '10']],
    ['storefront', 'omnibus_display_text', ['no price', ''], ['Najniżej: {price}']],
    ['storefront', 'search_min_chars', [0, 11], [1, 10]],
  ])('decision shop 1 validates %s %s', async (group, key, bad, good) => {
    const before = await stored();
    for (const value of bad)
      expect([value, (await shop.rest('POST', `/shop/v1/settings/${group}`, { [key]: value })).status]).toEqual([
        value,
        400,
      ]);
    expect(await stored()).toBe(before);
    for (const value of good)
      expect([value, (await shop.rest('POST', `/shop/v1/settings/${group}`, { [key]: value })).status]).toEqual([
        value,
        200,
      ]);
  });

  it('decision shop 2 accepts {}, rejects non-objects and unknown keys, returns 404 for unknown groups', async () => {
    expect((await shop.rest('POST', '/shop/v1/settings/general', {})).body).toEqual({
      updated: false,
      group: 'general',
      changes: {},
    });
    for (const body of [[], 'x', 5, [1]])
      expect((await shop.rest('POST', '/shop/v1/settings/general', body)).status).toBe(400);
    for (const method of ['GET', 'POST']) {
      const { status, body } = await shop.rest(method, '/shop/v1/settings/nothing', method === 'POST' ? {} : undefined);
      expect([status, body.code]).toEqual([404, 'shop_settings_group_not_found']);
    }
    const unknown = await shop.rest('POST', '/shop/v1/settings/general', { omnibus_days: 30, company_name: 'A' });
    expect(unknown.status).toBe(400);
    expect(Object.keys(unknown.body.data.params)).toEqual(['omnibus_days']);
    expect((await shop.rest('GET', '/shop/v1/settings/general')).body.settings.company_name).not.toBe('A');
  });

  it('decision shop 2 stores nothing from a body that is not JSON', async () => {
    const before = await stored();
    const response = await shop.rest('POST', '/shop/v1/settings/general', undefined, { raw: '{"company_name": ' });
    expect([response.status, response.body.code]).toEqual([400, 'rest_invalid_json']);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      expect(
        (await shop.rest('POST', '/shop/v1/settings/general', undefined, { raw: 'company_name=A', type })).status,
      ).toBeGreaterThanOrEqual(400);
    }
    const large = await shop.rest('POST', '/shop/v1/settings/general', { company_name: 'x'.repeat(1_100_000) });
    expect([large.status, large.body.data.status]).toEqual([413, 413]);
    expect(await stored()).toBe(before);
  });

  it('decision shop 2 loses no key when requests write concurrently', async () => {
    await Promise.all([
      shop.rest('POST', '/shop/v1/settings/general', { company_phone: '+48 111' }),
      shop.rest('POST', '/shop/v1/settings/general', { bdo_number: '000123' }),
      shop.rest('POST', '/shop/v1/settings/general', { small_business: true }),
    ]);
    expect((await shop.rest('GET', '/shop/v1/settings/general')).body.settings).toMatchObject({
      company_phone: '+48 111',
      bdo_number: '000123',
      small_business: true,
    });
  });

  it('law 29 keeps checkout settings and consent checkboxes in sync', async () => {
    const boxes = (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as {
      id: number;
      location: string;
      position: number;
    }[];
    const terms = boxes.find((box) => box.location === 'checkout' && box.position === 10) as { id: number };
    expect(
      (await shop.rest('POST', '/shop/v1/settings/checkout', { terms_checkbox_enabled: false })).body.updated,
    ).toBe(true);
    expect((await shop.rest('GET', `/shop/v1/checkboxes/${terms.id}`)).body.enabled).toBe(false);
    await shop.rest('PUT', `/shop/v1/checkboxes/${terms.id}`, { enabled: true });
    expect((await shop.rest('GET', '/shop/v1/settings/checkout')).body.settings.terms_checkbox_enabled).toBe(true);
  });

  it('decision shop 10 lets an extension change responses 1, 2 and 3', async () => {
    shop.site.hooks.addFilter('shop/rest/settings_response', (data: object) => ({ ...data, extended: true }), 10, 2);
    shop.site.hooks.addFilter('shop/rest/settings_response', (data: object) => data, 20, 2);
    for (const [method, path] of [
      ['GET', '/shop/v1/settings'],
      ['GET', '/shop/v1/settings/general'],
      ['POST', '/shop/v1/settings/general'],
    ] as const) {
      expect((await shop.rest(method, path, method === 'POST' ? {} : undefined)).body.extended).toBe(true);
    }
    shop.site.hooks.removeAllFilters('shop/rest/settings_response');
  });
});
