import { createHmac } from 'node:crypto';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, activatePlugin } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';

/** A payment method as a plugin registers it in `boot`. */
const acme = (method: string, more = ''): string => `import { createHmac } from 'node:crypto';
export default { boot(scope) {
  scope.addAction('store/booted', ({ payments, statuses }) => payments.register({ id: 'acme', label: () => 'Acme', initialStatus: 'pending', ${method} }));
  ${more}
} };`;

describe.each(defaultEngines)('payment method of a plugin on %s', (engine) => {
  let shop: CommerceSite;
  let buyer: Browser;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 5 });
    await shop.inContext(() => shop.site.options.updateOption('store_payment_acme', { enabled: true }));
    buyer = shop.shopper();
  });
  afterEach(() => shop.close());

  async function checkout(fields: Fields = {}): Promise<Visit> {
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    return buyer.submit({ update: '1' }, { ...BUYER, ...fields }, 'order_token');
  }
  const order = (fields: Fields = {}): Promise<Visit> =>
    buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'acme', ...fields }, 'order_token');
  const stored = async (): Promise<Record<string, unknown>> => (await shop.orders()).at(-1) ?? {};
  const payments = async (): Promise<Record<string, unknown>[]> =>
    shop.site.db()('store_payments').orderBy('id').select<Record<string, unknown>[]>('*');
  const callWebhook = async (body: string, headers: Record<string, string> = {}): Promise<number> =>
    (
      await fetch(`${shop.url}/wp-json/store/v1/payments/acme/webhook`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'text/plain', ...headers },
      })
    ).status;

  it('shows its fee, fields, validation errors and its own payment page', async () => {
    await shop.extend(
      'acme',
      acme(`fee: ({ amount }) => (amount > 10000 ? 0 : 250), settings: [{ key: 'greeting', type: 'text', label: 'Greeting', default: 'Pay' }],
      fields: () => '<label for="acme-pin">PIN</label><input id="acme-pin" name="acme_pin">',
      validate: (request) => (request.field('acme_pin') === '1234' ? [] : [{ field: 'acme-pin', message: 'Wrong PIN.' }]),
      pay: async ({ payment, settings, request }) => ({ kind: 'page', html: '<p id="acme">' + settings.greeting + ' ' + payment.amount + ' ' + request.field('acme_pin') + '</p>', reference: 'A-' + payment.id })`),
    );
    const page = await checkout({ payment_method: 'acme' });
    expect(page.text).toContain('<input id="acme-pin" name="acme_pin">');
    const response = await order({ acme_pin: '1' });
    expect([
      response.status,
      response.text.includes('<a href="#acme-pin">Wrong PIN.</a>'),
      await shop.orders(),
    ]).toEqual([422, true, []]);
    const paying = await order({ acme_pin: '1234' });
    expect(paying.text).toContain(`<p id="acme">Pay ${4999 + 1500 + 250} 1234</p>`);
    expect(await stored()).toMatchObject({ status: 'pending', payment_method: 'acme', payment_fee: 250 });
    expect(await payments()).toMatchObject([{ method: 'acme', state: 'started', reference: 'A-1', currency: 'PLN' }]);
  });

  it('redirects to a custom provider host only once an administrator allowed it', async () => {
    const url = 'https://shop1.pay.example/go';
    shop.addPlugin('acme', {
      'plugin.json': JSON.stringify({
        name: 'Acme',
        version: '1.0.0',
        description: 'd',
        author: 'a',
        requiresCore: '*',
        main: 'index.js',
        contributes: { customRedirectHosts: true, hosts: { redirect: ['https://pay.example'] } },
      }),
      'index.js': acme(`pay: async () => ({ kind: 'redirect', location: '${url}' })`),
    });
    await activatePlugin(shop, 'acme');
    await checkout({ payment_method: 'acme' });
    expect((await order()).path).toMatch(/\/pay\/\?unreachable=1$/);
    await shop.inContext(() => shop.site.plugins.setRedirectHosts('acme', ['https://shop1.pay.example/']));
    await checkout({ payment_method: 'acme' });
    const sent = await order();
    expect([sent.status, sent.headers.get('location')]).toEqual([303, url]);
  });

  it('returns to the order with a message when the redirect host is not allowed', async () => {
    await shop.extend(
      'acme',
      acme(`pay: async () => ({ kind: 'redirect', location: 'https://elsewhere.example/pay' })`),
    );
    await checkout({ payment_method: 'acme' });
    const response = await order();
    expect([response.status, response.path]).toEqual([
      200,
      `/order/${String((await stored()).order_key)}/pay/?unreachable=1`,
    ]);
    expect(response.text).toContain('The payment provider’s page can’t be opened.');
    expect(response.text).toContain('value="transfer"');
  });

  it('disappears when unavailable, disabled or removed by a filter', async () => {
    await shop.extend(
      'acme',
      acme(
        `isAvailable: ({ country, currency, needsShipping, amount }) => country !== 'DE' && currency === 'PLN' && needsShipping && amount === 6499`,
        `scope.addFilter('store/available_payments', (ids, { country }) => (country === 'FR' ? ids.filter((id) => id !== 'acme') : [...ids].reverse()), 10, 2);`,
      ),
    );
    const offers = async (fields: Fields = {}): Promise<boolean> =>
      (await checkout(fields)).text.includes('value="acme"');
    expect(await offers()).toBe(true);
    expect(buyer.form('order_token').fields.payment_method).toBe('acme');
    buyer = shop.shopper();
    expect(await offers({ billing_country: 'DE', payment_method: '' })).toBe(false);
    buyer = shop.shopper();
    expect(await offers({ billing_country: 'FR', payment_method: '' })).toBe(false);
    await shop.inContext(() => shop.site.options.updateOption('store_payment_acme', { enabled: false }));
    buyer = shop.shopper();
    expect(await offers()).toBe(false);
  });

  it.each([
    ['throws', `isAvailable: () => { throw new Error('Broken.'); }`],
    ['returns a negative fee', 'fee: () => -1'],
    ['returns null for its availability', 'isAvailable: () => undefined ?? null'],
  ])('omits a method that %s and keeps the others', async (_what, method) => {
    await shop.extend('acme', acme(method));
    const page = await checkout();
    expect([
      page.status,
      page.text.includes('value="acme"'),
      page.text.includes('value="cod"'),
      page.text.includes('value="transfer"'),
    ]).toEqual([200, false, true, true]);
  });

  it('keeps the order when starting the payment throws and looks it up later', async () => {
    await shop.extend(
      'acme',
      acme(
        `pay: async () => { throw new Error('Broken.'); }, lookup: async (payment) => ({ state: 'paid', amount: payment.amount, currency: payment.currency })`,
      ),
    );
    await checkout({ payment_method: 'acme' });
    const response = await order();
    expect(response.path).toMatch(/\/pay\/$/);
    expect(response.text).toContain('The payment could not be started');
    expect([(await stored()).status, (await payments())[0]?.state]).toEqual(['pending', 'started']);
    await shop.site.db()('store_payments').update({ checked_at: '2020-01-01 00:00:00' });
    await shop.site.db()('cron_events').where({ hook: 'store/unpaid_orders' }).update({ timestamp: 1_000_000 });
    await shop.inContext(async () => void (await shop.site.cron.runDueEvents()));
    expect([(await stored()).status, (await payments())[0]?.state]).toEqual(['processing', 'paid']);
  });

  it('completes an immediate payment with the status chosen by a filter', async () => {
    await shop.extend(
      'acme',
      acme(
        `pay: async ({ payment }) => ({ kind: 'done', paid: { state: 'paid', amount: payment.amount, currency: payment.currency, reference: 'R1' } })`,
        `scope.addFilter('store/order_status_after_payment', () => 'completed');`,
      ),
    );
    await checkout({ payment_method: 'acme' });
    const done = await order();
    expect([done.path, (await stored()).status, (await payments())[0]]).toMatchObject([
      expect.stringMatching(/^\/order\/\w+\/$/),
      'completed',
      { state: 'paid', reference: 'R1' },
    ]);
  });

  it('counts a payment reference once across orders', async () => {
    await shop.extend(
      'acme',
      acme(
        `pay: async ({ payment }) => ({ kind: 'done', paid: { state: 'paid', amount: payment.amount, currency: payment.currency, reference: 'SAME' } })`,
      ),
    );
    await checkout({ payment_method: 'acme' });
    await order();
    await checkout({ payment_method: 'acme' });
    await order();
    expect((await shop.orders()).map(({ status }) => status)).toEqual(['processing', 'pending']);
  });

  it('receives the raw notification body and rejects a wrong signature', async () => {
    await shop.extend(
      'acme',
      acme(`pay: async ({ payment }) => ({ kind: 'page', html: payment.key }),
      webhook: async (request) => {
        const sign = createHmac('sha256', 'key').update(request.bytes).digest('hex');
        if (request.header('X-Acme-Signature') !== sign) return { kind: 'refused', reason: 'signature' };
        if (request.text === 'ping ż') return { kind: 'ignored' };
        const payment = await request.find({ key: request.text });
        return { kind: 'payment', payment, outcome: { state: 'paid', amount: payment.amount, currency: payment.currency } };
      }`),
    );
    await checkout({ payment_method: 'acme' });
    await order();
    const signature = (text: string): Record<string, string> => ({
      'X-Acme-Signature': createHmac('sha256', 'key').update(text).digest('hex'),
    });
    expect([
      await callWebhook('ping ż', signature('ping ż')),
      await callWebhook('ping ż', signature('ping z')),
      await callWebhook('none', signature('none')),
    ]).toEqual([200, 400, 503]);
    expect((await stored()).status).toBe('pending');
    const key = String((await payments())[0]?.payment_key);
    expect(await callWebhook(key, signature(key))).toBe(200);
    expect((await stored()).status).toBe('processing');
    expect((await fetch(`${shop.url}/wp-json/store/v1/payments/cod/webhook`, { method: 'POST' })).status).toBe(404);
  });

  it('follows plugin activation and cannot replace another payment method', async () => {
    await shop.extend('acme', acme(`pay: async () => ({ kind: 'failed', message: 'Not today.' })`));
    await checkout({ payment_method: 'acme' });
    expect((await order()).text).toContain('Not today.');
    await shop.inContext(() => shop.site.plugins.deactivatePlugins('acme'));
    expect((await checkout()).text).not.toContain('value="acme"');
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    expect((await admin.get(`/wp-admin/admin.php?page=store-order&id=${String((await stored()).id)}`)).text).toContain(
      'acme',
    );
    await shop.extend(
      'thief',
      `export default { boot(scope) { scope.addAction('store/booted', ({ payments }) => payments.register({ id: 'cod', label: 'Mine', initialStatus: 'pending' })); } };`,
    );
    await shop.extend(
      'wrong',
      `export default { boot(scope) { scope.addAction('store/booted', ({ payments }) => payments.register({ id: 'wrong', label: 'Wrong', initialStatus: 'pending', pay: 'soon' })); } };`,
    );
    const page = await checkout();
    expect([
      page.text.includes('Cash on delivery'),
      page.text.includes('Mine'),
      page.text.includes('value="wrong"'),
    ]).toEqual([true, false, false]);
    const errors = JSON.stringify(await shop.inContext(() => shop.site.plugins.pluginErrors.list()));
    for (const text of ['The payment method \\"cod\\" is already registered by the plugin', 'Invalid payment method: '])
      expect(errors).toContain(text);
    await shop.inContext(() => shop.site.plugins.activatePlugin('acme'));
    expect((await checkout()).text).toContain('value="acme"');
  });
});
