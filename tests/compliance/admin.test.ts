import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { saveNotices, publishLegalPages, SELLER, compliantProduct } from './lawful-shop.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const SCREENS = [
  'compliance',
  'compliance-settings',
  'compliance-checkboxes',
  'compliance-checkbox',
  'compliance-pages',
  'compliance-statistics',
  'compliance-consents',
  'compliance-declarations',
  'compliance-wizard',
];
const screenUrl = (slug: string, more = ''): string => `/wp-admin/admin.php?page=${slug}${more}`;

describe.each(defaultEngines)('compliance admin screens on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
    owner = await shop.admin();
  });
  afterEach(() => shop.close());

  const settings = async (group: string): Promise<Record<string, unknown>> =>
    (await shop.rest('GET', `/shop/v1/settings/${group}`)).body.settings as Record<string, unknown>;
  const boxes = async (): Promise<
    { id: number; label: string; position: number; location: string; enabled: boolean }[]
  > => (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as never;

  it('return 200 to the owner and 403 to an editor', async () => {
    for (const slug of SCREENS) expect([slug, (await owner.get(screenUrl(slug))).status]).toEqual([slug, 200]);
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'ed',
        user_pass: 'a long password',
        user_email: 'ed@example.test',
        role: 'editor',
      }),
    );
    const editor = shop.shopper();
    await editor.logIn('ed', 'a long password');
    for (const slug of SCREENS) expect([slug, (await editor.get(screenUrl(slug))).status]).toEqual([slug, 403]);
  });

  it('settings: rejects an invalid value with 422, saves nothing; saves a valid form', async () => {
    await owner.get(screenUrl('compliance-settings', '&group=general'));
    const rejected = await owner.submit({}, { company_name: 'Firma <b>', company_nip: '123' }, 'company_name');
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('href="#company_nip"');
    expect(rejected.text).toContain('value="Firma &lt;b&gt;"');
    expect((await settings('general')).company_name).toBe('');
    await owner.submit({}, { company_nip: '526-104-08-28', small_business: '1' }, 'company_name');
    expect(await settings('general')).toMatchObject({
      company_name: 'Firma <b>',
      company_nip: '526-104-08-28',
      small_business: true,
      legal_pages_enabled: true,
    });
    await owner.get(screenUrl('compliance-settings', '&group=checkout'));
    await owner.submit({}, { min_order_value: '12,50' }, 'order_button_text');
    expect(await settings('checkout')).toMatchObject({
      min_order_value: 12.5,
      terms_checkbox_enabled: true,
      withdrawal_trigger_statuses: ['completed'],
    });
    for (const [input, expectedMessage] of [
      ['1,000', '1,000 could mean 1.00 or 1000.00. Enter one of these amounts.'],
      ['1.000', '1.000 could mean 1.00 or 1000.00. Enter one of these amounts.'],
      ['12,5055', 'Enter an amount such as 15.00.'],
      ['many', 'Enter an amount such as 15.00.'],
    ] as const) {
      await owner.get(screenUrl('compliance-settings', '&group=checkout'));
      const unclear = await owner.submit({}, { min_order_value: input }, 'order_button_text');
      expect([input, unclear.status, unclear.text.includes(expectedMessage)]).toEqual([input, 422, true]);
      expect(await settings('checkout')).toMatchObject({ min_order_value: 12.5 });
    }
    await owner.get(screenUrl('compliance-settings', '&group=checkout'));
    await owner.submit({}, { min_order_value: '1 234,50' }, 'order_button_text');
    expect(await settings('checkout')).toMatchObject({ min_order_value: 1234.5 });
    await owner.get(screenUrl('compliance-settings', '&group=checkout'));
    await owner.submit({}, { min_order_value: '12.5' }, 'order_button_text');
  });

  it('consent checkboxes: adds, previews, validates, reorders, disables, removes; rejects required free consents', async () => {
    await owner.get(screenUrl('compliance-checkbox'));
    const bad = await owner.submit({ save: '1' }, { label: 'Text <script>x</script>' }, 'error_message');
    expect(bad.status).toBe(422);
    expect(
      (await owner.submit({ save: '1' }, { label: 'Newsletter', free: '1', required: '1' }, 'error_message')).text,
    ).toContain('GDPR art. 7(4)');
    const preview = await owner.submit(
      { preview: '1' },
      { label: 'I am <b>18</b>', required: '1', free: '', enabled: '1' },
      'error_message',
    );
    expect(preview.text).toContain('I am <b>18</b>');
    expect((await boxes()).some(({ label }) => label.includes('18'))).toBe(false);
    const nowhere = await owner.submit(
      { save: '1' },
      { label: 'I am <b>18</b>', 'categories[]': '999999', countries: 'PL, XX' },
      'error_message',
    );
    expect(nowhere.status).toBe(422);
    for (const text of [
      'id="categories-error">The category 999999 doesn’t exist.',
      'id="countries-error">Two-letter country codes, such as PL, DE.',
      'value="PL, XX"',
      'I am &lt;b&gt;18',
    ])
      expect(nowhere.text).toContain(text);
    await owner.submit(
      { save: '1' },
      { label: 'I am <b>18</b>', required: '1', location: 'contact', enabled: '1', countries: 'pl, de' },
      'error_message',
    );
    const added = (await boxes()).find(({ label }) => label.includes('18'));
    expect(added).toMatchObject({ location: 'contact', enabled: true });
    expect((await shop.rest('GET', `/shop/v1/checkboxes/${added?.id}`)).body).toMatchObject({
      required: true,
      conditions: { countries: ['PL', 'DE'] },
    });
    expect((await shop.shopper().get('/contact/')).text).toContain('I am <b>18</b>');

    const order = async (): Promise<number[]> =>
      (await boxes()).filter(({ location }) => location === 'contact').map(({ id }) => id);
    const before = await order();
    await owner.get(screenUrl('compliance-checkboxes'));
    await owner.post(screenUrl('compliance-checkboxes'), {
      ...owner.form('box').fields,
      box: String(added?.id),
      action: 'up',
    });
    expect(await order()).toEqual([...before].reverse());
    await owner.post(screenUrl('compliance-checkboxes'), {
      ...owner.form('box').fields,
      box: String(added?.id),
      action: 'switch',
    });
    expect((await shop.shopper().get('/contact/')).text).not.toContain('I am <b>18</b>');
    await owner.get(screenUrl('compliance-checkbox', `&id=${added?.id}`));
    await owner.submit({ remove: '1' }, {}, 'error_message');
    expect((await boxes()).some(({ id }) => id === added?.id)).toBe(false);
    await owner.get(screenUrl('compliance-checkbox', `&id=${before[0]}`));
    await owner.submit({ remove: '1' }, {}, 'error_message');
    expect(await order()).toContain(before[0]);
  });

  it('consent log and statistics: finds by email and exports CSV without formulas', async () => {
    const mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const first = await shop.site.db()('compliance_consents').orderBy('id').first<{ id: number }>('id');
    await shop.site.db()('compliance_consents').where(first).update({ email: '=cmd@example.test' });
    expect((await owner.get(screenUrl('compliance-consents', '&s=anna'))).text).toContain('anna@example.test');
    expect((await owner.get(screenUrl('compliance-consents', '&s=%25'))).text).toContain('No results found.');
    const csv = await owner.get(screenUrl('compliance-consents', '&export=csv'));
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text).toContain("'=cmd@example.test");
    expect(csv.text).toContain('I accept the terms of the shop.');
    const stats = (await owner.get(screenUrl('compliance-statistics', '&days=7'))).text;
    expect(stats.match(/class="trend__accepted"/g)).toHaveLength(7);
    expect(stats).toContain('100 %');
  });

  it('keeps a multi-line address in the setup wizard', async () => {
    const address = 'ul. Garncarska 7\n31-115 Kraków\nPolska';
    const company = { company_name: 'Firma', company_email: 'a@example.test', company_address: address };
    expect((await shop.rest('POST', '/shop/v1/settings/general', company)).status).toBe(200);
    await owner.get(screenUrl('compliance-wizard'));
    expect(owner.last?.text).toMatch(/<textarea id="company_address"[^>]*>ul\. Garncarska 7\n31-115 Kraków\nPolska</);
    await owner.submit({}, { company_address: address.replaceAll('\n', '\r\n') }, 'company_name');
    expect((await shop.rest('GET', '/shop/v1/settings/general')).body.settings.company_address).toBe(address);
  });

  it('completes the setup wizard, generates pages and records the steps', async () => {
    await owner.get(screenUrl('compliance-wizard'));
    await owner.submit(
      {},
      { company_name: 'Firma', company_address: 'Prosta 1', company_email: 'a@example.test' },
      'company_name',
    );
    const boxes = await owner.submit({}, { generate: '1' }, 'step');
    expect(boxes.text).toContain('commercial information from Firma by email');
    expect((await shop.rest('GET', '/shop/v1/legal-pages')).body.total).toBe(6);
    await owner.submit({}, {}, 'step');
    const done = await owner.submit({}, {}, 'step');
    expect(done.text).toContain('Setup complete.');
    const { body } = await shop.rest('POST', '/shop/v1/wizard/complete', { steps_completed: ['summary'] });
    expect(Object.keys(body.steps as object).sort()).toEqual([
      'checkboxes',
      'company_info',
      'compliance',
      'legal_pages',
      'summary',
    ]);
    const pages = (await owner.get(screenUrl('compliance-pages'))).text;
    expect(pages).toContain('unedited');
    expect(pages).toContain('Zwroty');
  });

  it('asks in the setup wizard for what the legal pages state, and states it', async () => {
    await owner.get(screenUrl('compliance-wizard'));
    const company = {
      ...{ company_name: 'Firma', company_address: 'Prosta 1', company_email: 'a@example.test' },
      ...{ company_krs: '12', company_register: 'krs', company_register_court: 'Sąd Rejonowy w Krakowie' },
    };
    const refused = await owner.submit({}, company, 'company_name');
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Sąd Rejonowy w Krakowie')]);
    await owner.submit({}, { ...company, company_krs: '0000123456' }, 'company_name');
    const tooMuch = await owner.submit({}, { return_costs: 'shop', bulky_return_cost: '1000000' }, 'return_costs');
    expect([tooMuch.status, tooMuch.text.includes('value="1000000"')]).toEqual([422, true]);
    await owner.submit(
      {},
      {
        ...{ return_costs: 'customer', bulky_return_cost: '180', return_address: 'Magazyn 7\nKraków' },
        ...{ dispute_resolution_participation: 'no', generate: '1' },
      },
      'return_costs',
    );
    const { settings: general } = (await shop.rest('GET', '/shop/v1/settings/general')).body;
    expect(general).toMatchObject({
      company_register_court: 'Sąd Rejonowy w Krakowie',
      dispute_resolution_participation: 'no',
    });
    const pages = await shop.site.db()('compliance_legal_pages').pluck<number[]>('page_id');
    const texts = (await Promise.all(pages.map((id) => shop.inContext(() => shop.site.content.getPost(id)))))
      .map((post) => post?.post_content ?? '')
      .join();
    for (const text of ['Sąd Rejonowy w Krakowie', '0000123456', 'Magazyn 7, Kraków']) expect(texts).toContain(text);
  });

  it('law 24 reports what a theme or plugin removes from the rendered pages', async () => {
    await publishLegalPages(shop);
    await saveNotices(shop);
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
    const id = await shop.save(compliantProduct('MUG', null));
    await shop.site.db()('compliance_prices').update({ valid_from: '2026-01-01 00:00:00' });
    await shop.save({ ...compliantProduct('MUG'), id });
    const overview = async (): Promise<string> => (await owner.get(screenUrl('compliance'))).text;
    expect(await overview()).toContain('No requirement failed.');
    const health = (await owner.get('/wp-admin/site-health.php')).text;
    expect(health).toContain('Lowest price before a reduction');

    shop.site.hooks.addFilter('store/price_html', (html: string) => html.replace(/<span class="omnibus">.*$/, ''), 99);
    shop.site.hooks.addFilter('plinth/footer_links', () => [], 99);
    shop.site.hooks.addFilter('store/order_button_text', () => 'Send', 99);
    shop.site.hooks.addFilter(
      'store/form_fields',
      (html: string) => html.replace('type="checkbox" id="legal-box', 'type="checkbox" checked id="legal-box'),
      99,
    );
    const brokenOverview = await overview();
    for (const id of ['lowest_price', 'page_terms', 'form_withdrawal', 'button', 'boxes_contact']) {
      expect([id, new RegExp(`check--critical" id="check-${id}"`).test(brokenOverview)]).toEqual([id, true]);
    }
  });

  it('law 25 names act, article and date of each check', async () => {
    const text = (await owner.get(screenUrl('compliance'))).text;
    expect(text.match(/in force since \d{4}-\d\d-\d\d/g)?.length).toBe(text.match(/id="check-/g)?.length);
    expect(text).toContain('art. 17 ust. 3');
  });
});
