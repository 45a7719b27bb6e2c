import { defaultEngines } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';
import { activatePlugin } from '../kit/site.js';
import { type Browser, BUYER, type Fields, type Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

/** A stored consent. */
interface ConsentRow {
  checkbox_id: number;
  order_id: number;
  user_id: number;
  email: string;
  location: string;
  accepted: number;
  ip: string;
  label_version: string;
  page_version: string | null;
}

interface ListedCheckbox {
  id: number;
  label: string;
  location: string;
  position: number;
}

describe.each(defaultEngines)('consent checkboxes at the checkout on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  let ebook: number;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    ebook = await shop.save({ name: 'Ebook', sku: 'EBOOK', kind: 'digital', fields: { withdrawal_exception: '13' } });
  });
  afterEach(() => shop.close());

  const boxes = async (): Promise<ListedCheckbox[]> =>
    (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as ListedCheckbox[];
  const box = async (position: number, location = 'checkout'): Promise<ListedCheckbox> =>
    (await boxes()).find(
      (checkbox) => checkbox.position === position && checkbox.location === location,
    ) as ListedCheckbox;
  const change = (id: number, body: object): Promise<{ status: number }> =>
    shop.rest('PUT', `/shop/v1/checkboxes/${id}`, body);
  const stats = async (id: number): Promise<object> =>
    (await shop.rest('GET', `/shop/v1/checkboxes/${id}`)).body.stats as object;
  const consents = async (): Promise<ConsentRow[]> =>
    shop.site.db()<ConsentRow>('compliance_consents').orderBy('id').select();
  const page = (buyer: Browser): string => buyer.last?.text ?? '';

  it('law 14 refuses an order without a required checkbox, naming it', async () => {
    const buyer = await shop.atCheckout(mug);
    const [terms, privacy, withdrawal] = [await box(10), await box(20), await box(30)];
    const rejected = await shop.order(
      buyer,
      checkedBoxes(page(buyer), ({ name }) => name !== `legal_box_${terms.id}`),
    );
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain(`href="#legal-box-${terms.id}"`);
    expect(rejected.text).toContain('To order, please accept the terms of the shop.');
    expect(rejected.text).toMatch(
      new RegExp(
        `id="legal-box-${terms.id}"[^>]*aria-invalid="true"[^>]*aria-describedby="legal-box-${terms.id}-error"`,
      ),
    );
    expect(rejected.text).toMatch(new RegExp(`id="legal-box-${privacy.id}"[^>]* checked`));
    const bare = await shop.order(
      buyer,
      Object.fromEntries([terms, privacy, withdrawal].map(({ id }) => [`legal_box_${id}`, ''])),
    );
    expect(bare.status).toBe(422);
    for (const { id } of [terms, privacy, withdrawal]) expect(bare.text).toContain(`href="#legal-box-${id}"`);
    expect(await shop.orderCount()).toBe(0);
    expect(await consents()).toEqual([]);
    expect((await shop.order(buyer, checkedBoxes(page(buyer)))).path).toMatch(/^\/order\//);
    expect(await shop.orderCount()).toBe(1);
  });

  it('requires and records the checkboxes when paying an order another way too', async () => {
    const buyer = await shop.atCheckout(mug);
    await buyer.submit(
      { update: '1' },
      { ...BUYER, payment_method: 'transfer', ...checkedBoxes(page(buyer)) },
      'order_token',
    );
    const { path } = await shop.order(buyer);
    const before = (await consents()).length;
    await buyer.get(`${path}pay/`);
    const terms = await box(10, 'pay_for_order');
    const pay = (fields: Fields): Promise<Visit> =>
      buyer.submit({ pay: '1' }, { payment_method: 'cod', ...fields }, 'payment_method');
    const rejected = await pay(checkedBoxes(page(buyer), ({ name }) => name !== `legal_box_${terms.id}`));
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain(`href="#legal-box-${terms.id}"`);
    expect(await shop.site.db()('store_orders').first<object>('payment_method')).toEqual({
      payment_method: 'transfer',
    });
    expect((await pay(checkedBoxes(page(buyer)))).path).toBe(path);
    expect(await shop.site.db()('store_orders').first<object>('payment_method')).toEqual({ payment_method: 'cod' });
    const [order] = await shop.site.db()('store_orders').select<{ id: number }[]>('id');
    expect(
      (await consents()).slice(before).map(({ location, order_id, accepted }) => [location, order_id, accepted]),
    ).toEqual([
      ['pay_for_order', order?.id, 1],
      ['pay_for_order', order?.id, 1],
    ]);
  });

  it('shows a marketing checkbox unchecked and optional, recording a refusal', async () => {
    const marketing = await box(120);
    await change(marketing.id, { enabled: true });
    const buyer = await shop.atCheckout(mug);
    const tag = new RegExp(`<input type="checkbox" id="legal-box-${marketing.id}"[^>]*>`).exec(page(buyer))?.[0] ?? '';
    expect(tag).not.toMatch(/checked|required/);
    expect(
      (
        await shop.order(
          buyer,
          checkedBoxes(page(buyer), ({ required }) => required),
        )
      ).path,
    ).toMatch(/^\/order\//);
    expect((await consents()).map(({ checkbox_id, accepted }) => [checkbox_id, accepted])).toContainEqual([
      marketing.id,
      0,
    ]);
    expect(await stats(marketing.id)).toEqual({ total_shown: 1, total_accepted: 0, acceptance_rate: 0 });
  });

  it('law 13 keeps the accepted label and page text as proof after changes', async () => {
    const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', {
      type: 'terms',
      company_name: 'Firma Próbna',
      company_address: 'Prosta 1',
      email: 'a@example.test',
    });
    await shop.inContext(() => shop.site.content.wpPublishPost(body.page_id as number));
    const terms = await box(10);
    const buyer = await shop.atCheckout(mug);
    expect(page(buyer)).toContain('>Regulamin sklepu<span');
    const thanks = await shop.order(buyer, checkedBoxes(page(buyer)));
    expect(thanks.path).toMatch(/^\/order\//);
    await change(terms.id, { label: 'Other words' });
    await shop.inContext(() =>
      shop.site.content.wpUpdatePost({ id: body.page_id as number, post_content: 'Other terms' }),
    );
    const order = await shop.site.db()('store_orders').first<{ id: number }>('id');
    const row = (await consents()).find((consent) => consent.checkbox_id === terms.id) as ConsentRow;
    expect(row).toMatchObject({
      order_id: order.id,
      user_id: 0,
      email: 'anna@example.test',
      location: 'checkout',
      accepted: 1,
    });
    expect(row.ip).toMatch(/^(127\.0\.0\.0|.*::)$/);
    const textOf = async (hash: string): Promise<string> =>
      ((await shop.site.db()('compliance_text_versions').where({ hash }).first()) as { content: string }).content;
    expect(await textOf(row.label_version)).toBe('I accept the terms of the shop.');
    expect(await textOf(row.page_version as string)).toContain('Firma Próbna');
  });

  it('records consent and counts once when the form is sent several times', async () => {
    const buyer = await shop.atCheckout(mug);
    const { action, fields } = buyer.form('order_token');
    const orderFields = {
      ...fields,
      billing_first_name: 'Anna',
      billing_last_name: 'Próbna',
      billing_address_1: 'Prosta 1',
      billing_postcode: '00-001',
      billing_city: 'Warszawa',
      billing_country: 'PL',
      billing_email: 'anna@example.test',
      ...checkedBoxes(page(buyer)),
      place_order: '1',
    };
    await Promise.all([buyer.post(action, orderFields), buyer.post(action, orderFields)]);
    await buyer.post(action, orderFields);
    expect(await shop.orderCount()).toBe(1);
    expect(await consents()).toHaveLength(3);
    expect(await stats((await box(10)).id)).toEqual({ total_shown: 1, total_accepted: 1, acceptance_rate: 100 });
  });

  it('decision shop 4 counts a checkbox once per submitted form, refused ones included', async () => {
    const terms = await box(10);
    const buyer = await shop.atCheckout(mug);
    const first = buyer.form('order_token');
    const without = { ...first.fields, place_order: '1' };
    await buyer.post(first.action, without);
    await buyer.post(first.action, without);
    expect(await stats(terms.id)).toEqual({ total_shown: 1, total_accepted: 0, acceptance_rate: 0 });
    expect((await shop.order(buyer, checkedBoxes(page(buyer)))).path).toMatch(/^\/order\//);
    expect(await stats(terms.id)).toEqual({ total_shown: 2, total_accepted: 1, acceptance_rate: 50 });
  });

  it('refuses a checked box whose label changed since the page was opened', async () => {
    const buyer = await shop.atCheckout(mug);
    const terms = await box(10);
    const submittedBoxes = checkedBoxes(page(buyer));
    await change(terms.id, { label: 'Stricter words' });
    const rejected = await shop.order(buyer, submittedBoxes);
    expect(rejected.status).toBe(422);
    expect(rejected.text).toContain('The text next to this checkbox has changed.');
    expect(await shop.orderCount()).toBe(0);
  });

  it('shows and records built-in labels in the visitor’s language', async () => {
    const [terms, privacy] = [await box(10), await box(20)];
    expect(terms.label).toBe('Akceptuję regulamin sklepu.');
    const consentTexts = async (): Promise<string[]> => {
      const rows = await consents();
      const textVersions = await shop.site
        .db()('compliance_text_versions')
        .whereIn(
          'hash',
          rows.map((row) => row.label_version),
        )
        .select<{ hash: string; content: string }[]>('hash', 'content');
      return rows.map((row) => textVersions.find(({ hash }) => hash === row.label_version)?.content ?? '');
    };
    const english = await shop.atCheckout(mug);
    expect(page(english)).toContain('I confirm that I know the privacy policy.');
    expect(page(english)).not.toContain('Potwierdzam');
    expect((await shop.order(english, checkedBoxes(page(english)))).path).toMatch(/^\/order\//);
    expect(await consentTexts()).toEqual([
      'I accept the terms of the shop.',
      'I confirm that I know the privacy policy.',
      'I confirm that I have received the instruction on the right of withdrawal.',
    ]);

    await shop.site.db()('compliance_consents').delete();
    const polish = await shop.atCheckout(mug);
    await polish.get('/checkout/?wp_lang=pl_PL');
    expect(page(polish)).toContain(`>${terms.label} <`);
    expect(
      (
        await shop.order(
          polish,
          checkedBoxes(page(polish), ({ name }) => name !== `legal_box_${terms.id}`),
        )
      ).text,
    ).toContain('Aby złożyć zamówienie, zaakceptuj regulamin sklepu.');
    expect((await shop.order(polish, checkedBoxes(page(polish)))).path).toMatch(/^\/order\//);
    expect((await consentTexts()).slice(0, 2)).toEqual([terms.label, privacy.label]);
  });

  it('shows texts changed by the owner in every language, others translated', async () => {
    const [terms, privacy] = [await box(10), await box(20)];
    await change(terms.id, { label: 'Akceptuję <a href="/regulamin/">regulamin</a>.' });
    await change(privacy.id, { error_message: 'Prosimy o zaznaczenie.' });
    const english = await shop.atCheckout(mug);
    expect(page(english)).toContain('Akceptuję <a href="/regulamin/">regulamin</a>.');
    expect(page(english)).toContain('I confirm that I know the privacy policy.');
    const rejected = await shop.order(english);
    expect(rejected.text).toContain('Prosimy o zaznaczenie.');
    expect(rejected.text).toContain('To order, please accept the terms of the shop.');
  });

  it('accepts a box checked in another language and records that label', async () => {
    const terms = await box(10);
    const buyer = await shop.atCheckout(mug);
    await buyer.get('/checkout/?wp_lang=pl_PL');
    const { action, fields } = buyer.form('order_token');
    const polish = checkedBoxes(page(buyer));
    await buyer.get('/?wp_lang=en_US');
    const sent = { ...fields, ...BUYER, payment_method: 'transfer', ...polish, place_order: '1' };
    const rejected = await buyer.post(action, { ...sent, billing_city: '' });
    expect(rejected.text).toContain('I accept the terms of the shop.');
    expect(rejected.text).not.toMatch(/id="legal-box-\d+"[^>]* checked/);
    expect((await buyer.post(action, sent)).path).toMatch(/^\/order\//);
    const [row] = (await consents()) as [ConsentRow];
    const textVersion = (await shop.site
      .db()('compliance_text_versions')
      .where({ hash: row.label_version })
      .first()) as {
      content: string;
    };
    expect([row.accepted, textVersion.content]).toEqual([1, terms.label]);
  });

  it('records consent of a corrected and resent form and counts it once', async () => {
    const buyer = await shop.atCheckout(mug);
    const { action, fields } = buyer.form('order_token');
    const sent = { ...fields, ...BUYER, payment_method: 'transfer', ...checkedBoxes(page(buyer)), place_order: '1' };
    expect((await buyer.post(action, { ...sent, billing_city: '' })).status).toBe(422);
    expect((await buyer.post(action, sent)).path).toMatch(/^\/order\//);
    expect(await consents()).toHaveLength(3);
    expect(await stats((await box(10)).id)).toMatchObject({ total_shown: 1 });
  });

  it('law 14 neither requires nor records a checkbox hidden by its conditions', async () => {
    const [terms, waiver] = [await box(10), await box(40)];
    await change(waiver.id, { enabled: true });
    await shop.rest('POST', '/shop/v1/settings/checkout', { digital_consent_mode: 'required' });
    const physical = await shop.atCheckout(mug);
    expect(page(physical)).not.toContain(`legal-box-${waiver.id}"`);
    expect((await shop.order(physical, checkedBoxes(page(physical)))).path).toMatch(/^\/order\//);
    expect((await consents()).some((consent) => consent.checkbox_id === waiver.id)).toBe(false);
    const digital = await shop.atCheckout(ebook);
    expect(
      (
        await shop.order(
          digital,
          checkedBoxes(page(digital), ({ name }) => name !== `legal_box_${waiver.id}`),
        )
      ).text,
    ).toContain(`href="#legal-box-${waiver.id}"`);
    await change(terms.id, { conditions: { countries: ['DE'], payment_methods: ['transfer'] } });
    const other = await shop.atCheckout(mug);
    expect(page(other)).not.toContain(`legal-box-${terms.id}"`);
  });

  it('law 14 shows a checkbox with a dead condition to everyone and reports it', async () => {
    const terms = await box(10);
    const [cups, pots] = await shop.inContext(async () => [
      await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Cups' }),
      await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Pots' }),
    ]);
    expect((await change(terms.id, { conditions: { categories: [cups, pots] } })).status).toBe(200);
    expect(page(await shop.atCheckout(mug))).not.toContain(`legal-box-${terms.id}"`);
    const overview = async (): Promise<string> =>
      (await (await shop.admin()).get('/wp-admin/admin.php?page=compliance')).text;
    expect(await overview()).not.toContain('no longer available');
    await shop.inContext(() => shop.parts.taxonomies.removeTerm(cups));
    const buyer = await shop.atCheckout(mug);
    expect(page(buyer)).toContain(`legal-box-${terms.id}"`);
    expect(
      (
        await shop.order(
          buyer,
          checkedBoxes(page(buyer), ({ name }) => name !== `legal_box_${terms.id}`),
        )
      ).status,
    ).toBe(422);
    expect(await overview()).toContain(
      `“Akceptuję regulamin sklepu.” depends on something that no longer exists, so everyone sees the checkbox: category ${cups}.`,
    );
    for (const conditions of [{ countries: ['XX'] }, { payment_methods: ['gold'] }, { product_types: ['ethereal'] }]) {
      await shop.site
        .db()('compliance_checkboxes')
        .where({ id: terms.id })
        .update({ conditions: JSON.stringify(conditions) });
      expect(page(await shop.atCheckout(mug))).toContain(`legal-box-${terms.id}"`);
      expect(await overview()).toContain(Object.values(conditions)[0][0]);
    }
  });

  it('law 14 limits a checkbox to a plugin’s payment method, until it is gone', async () => {
    const terms = await box(10);
    const limited = { conditions: { payment_methods: ['acme_pay'] } };
    expect((await change(terms.id, limited)).status).toBe(400);
    await activatePlugin(shop, 'acme', {
      'index.js': `export default { boot(scope) { scope.addAction('store/booted', ({ payments }) => payments.register({ id: 'acme_pay', label: 'Acme <Pay>', initialStatus: 'pending' })); } };`,
    });
    const admin = await shop.admin();
    const screen = await admin.get(`/wp-admin/admin.php?page=compliance-checkbox&id=${terms.id}`);
    for (const text of ['value="transfer"', 'value="cod"', 'value="acme_pay"', 'Acme &lt;Pay&gt;'])
      expect(screen.text).toContain(text);
    expect((await change(terms.id, limited)).status).toBe(200);
    expect(page(await shop.atCheckout(mug))).not.toContain(`legal-box-${terms.id}"`);
    await shop.inContext(() => shop.site.plugins.deactivatePlugins('acme'));
    expect(page(await shop.atCheckout(mug))).toContain(`legal-box-${terms.id}"`);
  });

  it('requires and records the checkboxes at registration and contact too', async () => {
    const visitor = shop.shopper();
    await visitor.get('/register/');
    expect(page(visitor)).toContain('legal-box-');
    const account = { register_email: 'new@example.test', register_password: 'a long password' };
    expect((await visitor.submit({}, account, 'register_email')).status).toBe(422);
    expect(await shop.site.db()('users').where({ user_email: 'new@example.test' })).toEqual([]);
    await visitor.submit({}, { ...account, ...checkedBoxes(page(visitor)) }, 'register_email');
    const [user] = (await shop.site.db()('users').where({ user_email: 'new@example.test' })) as { id: number }[];
    expect((await consents()).map(({ location, user_id, email }) => [location, user_id, email])).toEqual([
      ['registration', user?.id, 'new@example.test'],
    ]);

    await visitor.get('/contact/');
    const email = { contact_name: 'Anna', contact_email: 'anna@example.test', contact_message: 'Hello' };
    expect((await visitor.submit({}, email, 'contact_email')).status).toBe(422);
    await visitor.submit({}, { ...email, ...checkedBoxes(page(visitor)) }, 'contact_email');
    expect((await consents()).map(({ location }) => location)).toEqual(['registration', 'contact']);
  });

  const NO_TICKS = ['off', 'no', '0', 'false', ' ', '1', 'on', 'yes', 'true', 'tick', 'DEADBEEFDEADBEEF'];

  it('law 14 accepts as consent only the value of a rendered checkbox, at checkout', async () => {
    const [terms, marketing] = [await box(10), await box(120)];
    await change(marketing.id, { enabled: true });
    for (const value of NO_TICKS) {
      const buyer = await shop.atCheckout(mug);
      const rejected = await shop.order(buyer, { ...checkedBoxes(page(buyer)), [`legal_box_${terms.id}`]: value });
      expect([value, rejected.status]).toEqual([value, 422]);
      expect(rejected.text).toContain(`href="#legal-box-${terms.id}"`);
      expect(rejected.text).not.toMatch(new RegExp(`id="legal-box-${terms.id}"[^>]* checked`));
    }
    expect(await shop.orderCount()).toBe(0);
    const buyer = await shop.atCheckout(mug);
    expect(
      (await shop.order(buyer, { ...checkedBoxes(page(buyer)), [`legal_box_${marketing.id}`]: 'off' })).path,
    ).toMatch(/^\/order\//);
    expect((await consents()).find(({ checkbox_id }) => checkbox_id === marketing.id)?.accepted).toBe(0);
  });

  it('law 14 accepts as consent only the value of a rendered checkbox, elsewhere', async () => {
    const visitor = shop.shopper();
    for (const value of NO_TICKS) {
      const own = async (path: string, location: string, fields: object): Promise<void> => {
        await visitor.get(path);
        const privacy = await box(20, location);
        const rejected = await visitor.submit({}, { ...fields, [`legal_box_${privacy.id}`]: value }, 'legal_form');
        expect([location, value, rejected.status]).toEqual([location, value, 422]);
      };
      await own('/register/', 'registration', {
        register_email: 'new@example.test',
        register_password: 'a long password',
      });
      await own('/contact/', 'contact', {
        contact_name: 'Anna',
        contact_email: 'anna@example.test',
        contact_message: 'Hello',
      });
    }
    expect(await consents()).toEqual([]);
    expect(await shop.site.db()('users').where({ user_email: 'new@example.test' })).toEqual([]);
  });

  it('law 14 refuses a forged or foreign form token, keeping the typed values', async () => {
    const [terms, buyer] = [await box(10), await shop.atCheckout(mug)];
    await buyer.get('/contact/');
    const otherForm = buyer.form('legal_form').fields.legal_form;
    await buyer.get('/checkout/');
    const { action, fields } = buyer.form('order_token');
    const sent = {
      ...fields,
      ...BUYER,
      billing_city: 'Łódź & Kraków',
      payment_method: 'transfer',
      ...checkedBoxes(page(buyer)),
      place_order: '1',
    };
    const { legal_form: own, ...without } = sent as Record<string, string>;
    const forged = [
      '',
      'x',
      'a'.repeat(32),
      `${own?.slice(0, -1)}${own?.endsWith('0') ? '1' : '0'}`,
      `${'b'.repeat(32)}${own?.slice(32)}`,
      otherForm,
    ];
    for (const form of [without, ...forged.map((legal_form) => ({ ...sent, legal_form: assertDefined(legal_form) }))]) {
      const rejected = await buyer.post(action, form);
      expect(rejected.status).toBe(422);
      expect(rejected.text).toContain('href="#legal-boxes-checkout"');
      expect(rejected.text).toContain('value="Łódź &amp; Kraków"');
      expect(rejected.text).toMatch(new RegExp(`id="legal-box-${terms.id}"[^>]* checked`));
    }
    expect([await shop.orderCount(), await consents(), await stats(terms.id)]).toEqual([
      0,
      [],
      { total_shown: 0, total_accepted: 0, acceptance_rate: 0 },
    ]);
    expect((await buyer.submit({ place_order: '1' }, {}, 'order_token')).path).toMatch(/^\/order\//);
    for (const [path, input] of [
      ['/register/', { register_email: 'typed@example.test', register_password: 'a long password' }],
      ['/contact/', { contact_name: 'Anna', contact_email: 'typed@example.test', contact_message: 'Hello' }],
    ] as const) {
      const visitor = shop.shopper();
      await visitor.get(path);
      const refused = await visitor.submit(
        {},
        { ...input, ...checkedBoxes(page(visitor)), legal_form: 'x' },
        'legal_form',
      );
      expect([path, refused.status]).toEqual([path, 422]);
      expect(refused.text).toContain('value="typed@example.test"');
      expect(refused.text).toMatch(/id="legal-box-\d+"[^>]* checked/);
    }
    expect(await consents()).toHaveLength(3);
  });

  it('shows no errors and keeps checked boxes when only the total is updated', async () => {
    const buyer = await shop.atCheckout(mug);
    const terms = await box(10);
    const updated = await buyer.submit(
      { update: '1' },
      checkedBoxes(page(buyer), ({ name }) => name === `legal_box_${terms.id}`),
      'order_token',
    );
    expect(updated.text).not.toContain('legal-box__error');
    expect(updated.text.match(/id="legal-box-\d+"[^>]* checked/g)).toHaveLength(1);
    expect(await stats(terms.id)).toMatchObject({ total_shown: 0 });
  });
});
