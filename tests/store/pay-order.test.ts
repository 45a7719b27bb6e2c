import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';

const FEE = { codFee: 500 };

describe.each(defaultEngines)('changing an order’s payment method on %s', (engine) => {
  let shop: CommerceSite;
  let buyer: Browser;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 5, categories: '7,3' });
    await shop.put({ productId: 2, name: 'E-book', price: 2000, stock: null, kind: 'digital' });
    await sell(FEE);
  });
  afterEach(() => shop.close());

  async function sell(change: object): Promise<void> {
    await shop.inContext(async () =>
      shop.site.options.updateOption('store_commerce_settings', {
        ...(await shop.site.options.getOption<object>('store_commerce_settings', {})),
        ...change,
      }),
    );
  }

  /** Places an order paid by bank transfer. @returns the path of its page */
  async function ordered(productId = '1'): Promise<string> {
    buyer = shop.shopper();
    await shop.add(buyer, productId, '1');
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    return (await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token')).path;
  }

  const pay = (fields: Fields = {}): Promise<Visit> =>
    buyer.submit({ pay: '1' }, { payment_method: 'cod', ...fields }, 'payment_method');
  const stored = async (): Promise<Record<string, unknown>> => (await shop.orders()).at(-1) ?? {};
  const emails = (): string[] => shop.emails().filter((email) => /^To: anna/m.test(email));

  it('shows total and methods to anyone with the link and is not indexed', async () => {
    const path = await ordered();
    expect(buyer.last?.text).toContain(`href="${shop.url}${path}pay/"`);
    const page = await shop.shopper().get(`${path}pay/`);
    expect(page.status).toBe(200);
    for (const text of [String((await stored()).number), '64.99', 'Cash on delivery', '69.99', 'Bank transfer'])
      expect(page.text).toContain(text);
    expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await buyer.get(`/order/${'0'.repeat(48)}/pay/`)).status).toBe(404);
  });

  it('updates method, fee and totals, emails the customer and records the change', async () => {
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    const done = await pay();
    expect(done.path).toBe(path);
    expect(done.text).toContain('Cash on delivery');
    expect(done.text).not.toContain('/pay/');
    // The fee of 5.00 includes 0.93 of tax.
    expect(await stored()).toMatchObject({
      payment_method: 'cod',
      payment_fee: 500,
      total: 6999,
      tax_total: 935 + 280 + 93,
      status: 'processing',
    });
    expect(emails().at(-1)).toContain('We are preparing your order');
    expect(emails().at(-1)).toContain('69.99');
    const events = await shop.site.db()('store_order_events').orderBy('id').select('from_status', 'to_status', 'note');
    expect(events.at(-1)).toMatchObject({
      from_status: 'on-hold',
      to_status: 'processing',
      note: 'Bank transfer → Cash on delivery',
    });
  });

  it.each(['processing', 'completed', 'cancelled', 'refunded'])('refuses an order that is %s', async (status) => {
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    const form = buyer.form('payment_method');
    await shop.site.db()('store_orders').update({ status });
    const before = await stored();
    const response = await buyer.post(form.action, { ...form.fields, payment_method: 'cod', pay: '1' });
    expect(response.path).toBe(path);
    expect(response.text).toContain('The payment method of this order can no longer be changed.');
    expect(response.text).not.toContain(`${path}pay/`);
    expect((await buyer.get(`${path}pay/`)).path).toBe(path);
    expect(await stored()).toEqual(before);
  });

  it('applies one of two concurrent changes', async () => {
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    const { action, fields } = buyer.form('payment_method');
    const sent = { ...fields, payment_method: 'cod', pay: '1' };
    await Promise.all([buyer.post(action, sent), buyer.post(action, sent)]);
    expect(await stored()).toMatchObject({ payment_method: 'cod', total: 6999 });
    expect(emails().filter((email) => email.includes('We are preparing your order'))).toHaveLength(1);
  });

  it('offers no change without another payment method', async () => {
    const path = await ordered('2');
    expect(buyer.last?.text).not.toContain('/pay/');
    expect((await buyer.get(`${path}pay/`)).path).toBe(path);
    await sell({ cod: false });
    const second = await ordered();
    expect(buyer.last?.text).not.toContain('/pay/');
    expect((await buyer.get(`${second}pay/`)).path).toBe(second);
  });

  it('requires confirmation of a changed fee and refuses wrong nonces and unknown methods', async () => {
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    await sell({ codFee: 700 });
    const moved = await pay();
    expect(moved.status).toBe(422);
    expect(moved.text).toContain('The total is now PLN');
    expect(moved.text).toContain('71.99');
    expect((await pay({ payment_method: 'gold' })).status).toBe(422);
    await buyer.get(`${path}pay/`);
    const forged = await pay({ _wpnonce: 'wrong' });
    expect(forged.status).toBe(403);
    expect(forged.text).toMatch(/value="cod"[^>]* checked/);
    expect(await stored()).toMatchObject({ payment_method: 'transfer', status: 'on-hold', total: 6499 });
    expect((await pay()).path).toBe(path);
    expect(await stored()).toMatchObject({ payment_method: 'cod', total: 7199 });
  });

  it('runs the form hooks of plugins and rolls back when one fails', async () => {
    await shop.extend(
      'guard',
      `export default { boot(scope) {
      globalThis.submissions = [];
      scope.addFilter('store/form_fields', (html, context) => context.location === 'pay_for_order' ? html + '<input type="checkbox" id="agree" name="agree" value="1">' : html, 10, 2);
      scope.addFilter('store/form_errors', (errors, context) => context.location === 'pay_for_order' && context.request.field('agree') !== '1' ? [...errors, { field: 'agree', message: 'Please agree.' }] : errors, 10, 2);
      scope.addAction('store/form_submitted', (context, subject) => { if (context.location !== 'pay_for_order') return; if (context.request.field('agree') === '1' && context.request.field('break') === '1') throw new Error('broke'); globalThis.submissions.push([context.categoryIds, context.productTypes, context.country, context.paymentMethod, subject]); }, 10, 2);
    } };`,
    );
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    const response = await pay();
    expect(response.status).toBe(422);
    expect(response.text).toContain('href="#agree"');
    expect((await pay({ agree: '1', break: '1' })).status).toBe(409);
    expect(await stored()).toMatchObject({ payment_method: 'transfer', status: 'on-hold' });
    expect((await pay({ agree: '1' })).path).toBe(path);
    const { id } = await stored();
    expect((globalThis as unknown as { submissions: unknown[] }).submissions).toEqual([
      [[7, 3], ['physical'], 'PL', 'cod', { orderId: id, userId: 0, email: 'anna@example.test' }],
    ]);
  });

  it('shows the customer’s change in the order history', async () => {
    const path = await ordered();
    await buyer.get(`${path}pay/`);
    await pay();
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    expect((await admin.get(`/wp-admin/admin.php?page=store-order&id=${String((await stored()).id)}`)).text).toContain(
      'Bank transfer → Cash on delivery',
    );
  });
});
