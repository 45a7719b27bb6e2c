import { defaultEngines } from '../kit/databases.js';
import { ACCOUNT_NUMBER, bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';
import { readDom } from '../kit/dom.js';

describe.each(defaultEngines)('checkout on %s', (engine) => {
  let shop: CommerceSite;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug <b>blue</b>', price: 4999, stock: 5, categories: '7,3' });
    await shop.put({ productId: 2, name: 'Teapot', price: 12300, taxRate: 8, stock: null });
  });
  afterEach(() => shop.close());

  async function withCart(productId = '1', quantity = '1'): Promise<Browser> {
    const buyer = shop.shopper();
    await shop.add(buyer, productId, quantity);
    await buyer.get('/checkout/');
    return buyer;
  }

  const order = (buyer: Browser, fields: Fields = {}): Promise<Visit> =>
    buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod', ...fields }, 'order_token');
  const nothingStored = async (): Promise<void> => {
    expect(await shop.orders()).toEqual([]);
    expect(await shop.stockOf(1)).toBe(5);
    expect(shop.emails()).toEqual([]);
  };

  it('omits shipping methods from the footer but offers them in the form', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '1');
    const foot = async (path: string): Promise<string> =>
      /<footer[^]*<\/footer>/.exec((await buyer.get(path)).text)?.[0] ?? '';
    expect(await foot('/cart/')).toContain('Courier');
    const minimalChrome = await foot('/checkout/');
    expect(minimalChrome).toContain('Help and orders');
    expect(minimalChrome).not.toContain('Courier');
    expect(buyer.last?.text).toContain('Courier');
  });

  it('places a guest order with stock, totals, tax, emails and thank-you page', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await shop.add(buyer, '2', '1');
    const form = await buyer.get('/checkout/');
    expect(form.text).toContain('Mug &lt;b&gt;blue&lt;/b&gt;');
    expect(form.text).not.toContain('<b>blue</b>');
    const thanks = await order(buyer, { order_note: 'Ring <twice>' });
    expect(thanks.path).toMatch(/^\/order\/[0-9a-f]{48}\/$/);
    expect(thanks.text).toContain('Thank you for your order');
    expect(thanks.text).toContain('Ring &lt;twice&gt;');
    expect(thanks.text).toContain('<meta name="robots" content="noindex, nofollow">');
    expect(thanks.headers.get('referrer-policy')).toBe('no-referrer');

    const [stored] = await shop.orders();
    // 2 × 49.99 and 123.00 make free delivery (from 200.00); tax: 99.98 × 23/123 and 123.00 × 8/108.
    expect(stored).toMatchObject({
      status: 'processing',
      items_total: 22298,
      delivery_total: 0,
      tax_total: 1870 + 911,
      total: 22298,
      user_id: 0,
      email: 'anna@example.test',
      currency: 'PLN',
    });
    expect(stored?.number).toMatch(/^\d{4}-00001-\d$/);
    expect(await shop.stockOf(1)).toBe(3);
    expect(await shop.salesOf(1)).toBe(2);
    const lines = await shop.site
      .db()('store_order_lines')
      .orderBy('id')
      .select('quantity', 'unit_price', 'total', 'tax', 'tax_rate');
    expect(lines.map((line: object) => ({ ...line }))).toEqual([
      { quantity: 2, unit_price: 4999, total: 9998, tax: 1870, tax_rate: 2300 },
      { quantity: 1, unit_price: 12300, total: 12300, tax: 911, tax_rate: 800 },
    ]);

    const emails = shop.emails();
    expect(emails).toHaveLength(2);
    const received = emails.find((email) => /^To: anna@example\.test$/m.test(email));
    expect(received).toContain('Confirmation of your order');
    expect(received).toContain('Mug &lt;b&gt;blue&lt;/b&gt;');
    expect(received).toContain('Content-Type: text/plain');
    expect(readDom(received ?? '').headings(2)).toContain(`Order ${String(stored?.number)}`);
    expect(readDom(thanks.text).texts('dd')).toContain(String(stored?.number));
    expect(emails.find((email) => /^To: admin@/m.test(email))).toContain('Subject: New order ');
    expect((await buyer.get('/cart/')).text).toContain('Your cart is empty');
  });

  it('shows the summary right before the order button, whose text is filterable', async () => {
    await shop.extend(
      'wording',
      "export default { boot(scope) { scope.addFilter('store/order_button_text', () => 'Order with obligation to pay'); } };",
    );
    const buyer = await withCart();
    const text = buyer.last?.text ?? '';
    const sum = text.slice(text.indexOf('id="checkout-sum"'), text.indexOf('name="place_order"'));
    for (const phrase of ['Mug', 'Courier', 'Amount due', 'incl. tax']) expect(sum).toContain(phrase);
    expect(sum).not.toContain('checkout-extra');
    expect(text).toMatch(/name="place_order" value="1">Order with obligation to pay</);
  });

  it('rejects an incomplete form with errors by field and stores nothing', async () => {
    const buyer = await withCart();
    const response = await order(buyer, {
      billing_postcode: '123',
      billing_email: 'nobody',
      billing_city: '',
      order_note: 'Keep "me"',
    });
    expect(response.status).toBe(422);
    expect(response.text).toMatch(/id="form-errors" role="alert" tabindex="-1"/);
    for (const field of ['billing_postcode', 'billing_email', 'billing_city']) {
      expect(response.text).toContain(`href="#${field}"`);
      expect(response.text).toContain(`id="${field}-error"`);
    }
    const { fields } = buyer.form('order_token');
    expect(fields).toMatchObject({
      billing_first_name: 'Anna',
      billing_postcode: '123',
      billing_email: 'nobody',
      order_note: 'Keep "me"',
      payment_method: 'cod',
    });
    await nothingStored();
    expect((await order(buyer)).text).toContain('Thank you');
  });

  it('requires a different shipping address only if chosen and stores both addresses', async () => {
    const buyer = await withCart();
    const response = await order(buyer, { ship_elsewhere: '1' });
    expect(response.text).toContain('<a href="#shipping_city">Shipping address: Fill in: City.</a>');
    expect(response.text).toMatch(/<label for="shipping_city">City <span class="field__required"/);
    expect(response.text).toMatch(/<label for="shipping_address_2">[^<]*<span class="field__optional"/);
    expect(response.text).toMatch(/id="shipping_city"[^>]* aria-required="true"/);
    await order(buyer, {
      ship_elsewhere: '1',
      shipping_first_name: 'Jan',
      shipping_last_name: 'Testowy',
      shipping_address_1: 'Inna 2',
      shipping_postcode: '30001',
      shipping_city: 'Kraków',
      shipping_country: 'PL',
    });
    const [stored] = await shop.orders();
    expect(JSON.parse(String(stored?.billing))).toMatchObject({ city: 'Warszawa', email: 'anna@example.test' });
    expect(JSON.parse(String(stored?.shipping))).toMatchObject({
      firstName: 'Jan',
      city: 'Kraków',
      postcode: '30-001',
    });
  });

  it('creates one order when a form is sent twice', async () => {
    const buyer = await withCart();
    const { action, fields } = buyer.form('order_token');
    const formFields = { ...fields, ...BUYER, payment_method: 'cod', place_order: '1' };
    const concurrent = await Promise.all([buyer.post(action, formFields), buyer.post(action, formFields)]);
    const later = await buyer.post(action, formFields);
    expect(new Set([...concurrent, later].map((visit) => visit.path)).size).toBe(1);
    expect(later.path).toMatch(/^\/order\//);
    expect(await shop.orders()).toHaveLength(1);
    expect(await shop.stockOf(1)).toBe(4);
  });

  it('sells the last piece to exactly one of several concurrent buyers', async () => {
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 1 });
    const buyers = await Promise.all([withCart(), withCart(), withCart(), withCart()]);
    const visits = await Promise.all(buyers.map((buyer) => order(buyer)));
    expect(visits.filter((visit) => visit.path.startsWith('/order/'))).toHaveLength(1);
    for (const visit of visits.filter((candidate) => !candidate.path.startsWith('/order/'))) {
      expect([409, 422]).toContain(visit.status);
      expect(visit.text).toMatch(/sold out|out of stock|Not enough items/);
    }
    expect(await shop.orders()).toHaveLength(1);
    expect(await shop.stockOf(1)).toBe(0);
  });

  it('numbers orders without gaps despite refused attempts', async () => {
    await shop.put({ productId: 3, name: 'Last', price: 100, stock: 1 });
    const failing = [await withCart('3'), await withCart('3')];
    for (const buyer of failing) await order(buyer);
    await order(await withCart('2'));
    expect((await shop.orders()).map((row) => String(row.number).split('-')[1])).toEqual(['00001', '00002']);
  });

  it('reports a changed price and requires a new confirmation', async () => {
    const buyer = await withCart();
    await shop.put({ productId: 1, name: 'Mug', price: 5999, stock: 5 });
    const response = await order(buyer);
    expect(response.status).toBe(422);
    expect(response.text).toMatch(/The price of Mug changed from/);
    await nothingStored();
    await order(buyer);
    expect((await shop.orders())[0]).toMatchObject({ items_total: 5999 });
  });

  it('requires confirmation when a new shipping method changes the total', async () => {
    const buyer = await withCart();
    const { fields } = buyer.form('order_token');
    expect(fields.shipping_method).toBe('courier');
    const response = await order(buyer, { shipping_method: 'pickup' });
    expect(response.text).toContain('If you agree, please place your order again.');
    await nothingStored();
    const thanks = await order(buyer, { shipping_method: 'pickup' });
    expect(thanks.text).toContain('Thank you');
    expect((await shop.orders())[0]).toMatchObject({ shipping_method: 'pickup', delivery_total: 0, total: 4999 });
  });

  it('updates the total on request without validating or ordering', async () => {
    const buyer = await withCart();
    const visit = await buyer.submit(
      { update: '1' },
      { billing_first_name: 'Anna', shipping_method: 'pickup' },
      'order_token',
    );
    expect(visit.status).toBe(200);
    expect(visit.text).not.toContain('form-errors');
    expect(buyer.form('order_token').fields).toMatchObject({
      billing_first_name: 'Anna',
      shipping_method: 'pickup',
      shown_total: '4999',
    });
    await nothingStored();
  });

  it('puts bank transfer orders on hold and shows the bank account', async () => {
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT_NUMBER,
        accountHolder: 'Sample Shop',
      }),
    );
    const buyer = await withCart();
    await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    const thanks = await order(buyer, { payment_method: 'transfer' });
    const [stored] = await shop.orders();
    expect(stored).toMatchObject({ status: 'on-hold', payment_method: 'transfer' });
    const email = shop.emails().find((text) => /^To: anna/m.test(text)) ?? '';
    for (const text of ['PL61 1090 1014 0000 0712 1981 2874', 'Sample Shop', String(stored?.number), '64.99']) {
      expect(thanks.text).toContain(text);
      expect(email).toContain(text);
    }
  });

  it.each([
    ['', 'of nothing'],
    ['123', 'that is none'],
    ['PL61 1090 1014 0000 0712 1981 2875', 'with a wrong decimal place'],
  ])('offers no bank transfer for the account number "%s" (%s)', async (accountNumber) => {
    await shop.inContext(() => shop.site.options.updateOption('store_commerce_settings', { accountNumber }));
    const buyer = await withCart();
    expect(buyer.last?.text).not.toContain('value="transfer"');
    expect(buyer.last?.text).toContain('value="cod"');
    expect((await order(buyer, { payment_method: 'transfer' })).status).toBe(422);
    await nothingStored();
  });

  it('states that no payment method is available and refuses the order', async () => {
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', { cod: false, accountNumber: '' }),
    );
    const buyer = await withCart();
    const message = 'No payment method is available for this order right now.';
    expect(buyer.last?.text).toContain(message);
    expect(buyer.last?.text).toContain(`href="${shop.url}/contact/"`);
    expect(buyer.last?.text).not.toContain('name="place_order"');
    const response = await buyer.submit({ place_order: '1' }, BUYER, 'order_token');
    expect(response.status).toBe(422);
    expect(response.text.split(message)).toHaveLength(3);
    await buyer.get('/?wp_lang=pl_PL');
    expect((await buyer.get('/checkout/')).text).toContain(
      'W tej chwili żadna metoda płatności nie jest dostępna dla tego zamówienia.',
    );
    await nothingStored();
  });

  it('tells customers to ask when the account number was removed', async () => {
    const buyer = await withCart();
    await buyer.submit({ update: '1' }, { ...BUYER, payment_method: 'transfer' }, 'order_token');
    const { path } = await order(buyer, { payment_method: 'transfer' });
    await shop.inContext(() => shop.site.options.updateOption('store_commerce_settings', { accountNumber: '' }));
    const page = (await buyer.get(path)).text;
    expect(page).toContain('Our account number is currently not available here. Please ask us for it.');
    expect(page).not.toContain('get it by email');
  });

  it('refuses a wrong nonce with 403 and an unknown payment method with 422', async () => {
    const buyer = await withCart();
    const forged = await order(buyer, { _wpnonce: 'wrong' });
    expect(forged.status).toBe(403);
    expect(forged.text).toContain('value="Anna"');
    await nothingStored();
    await buyer.get('/checkout/');
    const response = await order(buyer, { payment_method: 'gold' });
    expect(response.status).toBe(422);
    expect(response.text).toContain('href="#payment-methods"');
    await nothingStored();
  });

  it('creates the requested account with the order and address', async () => {
    const buyer = await withCart();
    const short = await order(buyer, { create_account: '1', account_password: 'short' });
    expect(short.text).toContain('id="account_password-error"');
    expect(short.text).not.toContain('value="short"');
    await order(buyer, { create_account: '1', account_password: 'a long password' });
    const [stored] = await shop.orders();
    expect(Number(stored?.user_id)).toBeGreaterThan(1);
    await buyer.logIn('anna@example.test', 'a long password');
    expect(buyer.last?.path).toBe('/account/');
    expect(buyer.last?.text).toContain(String(stored?.number));
    await shop.add(buyer, '2', '1');
    await buyer.get('/checkout/');
    expect(buyer.form('order_token').fields).toMatchObject({
      billing_city: 'Warszawa',
      billing_email: 'anna@example.test',
    });
    const secondOrder = await order(await withCart(), { create_account: '1', account_password: 'a long password' });
    expect(secondOrder.text).not.toContain('An account with this email address already exists');
    const [guest] = (await shop.orders()).filter(({ number }) => number !== stored?.number);
    expect(Number(guest?.user_id)).toBe(0);
  });

  it('fires the form hooks with their arguments, storing hooks inside the transaction', async () => {
    await shop.extend(
      'witness',
      `export default { boot(scope) {
      const seen = [];
      globalThis.witness = seen;
      scope.addFilter('store/form_fields', (html, c) => html + '<p class="check"><input type="checkbox" id="terms" name="terms" value="1"> <label for="terms">Terms</label></p>', 10, 2);
      scope.addFilter('store/form_errors', (errors, c) => c.request.field('terms') === '1' ? errors : [...errors, { field: 'terms', message: 'Accept the terms' }], 10, 2);
      scope.addAction('store/form_submitted', async (c, subject) => { seen.push(['accepted', c.location, c.categoryIds, c.productTypes, c.country, c.paymentMethod, c.submitted, subject.email, subject.orderId > 0]); }, 10, 2);
      scope.addAction('store/order_created', async (order) => { seen.push(['created', order.number, order.total, order.lines.length]); await scope.services.get('store.orders').setMeta(order.id, 'witness', 'yes'); });
      scope.addFilter('store/mail_attachments', (list, kind, order) => [...list, { filename: kind + '.txt', content: 'Terms of ' + order.number }], 10, 3);
    } };`,
    );
    const buyer = await withCart();
    expect(buyer.last?.text).toContain('id="terms"');
    const response = await order(buyer);
    expect(response.text).toContain('<a href="#terms">Accept the terms</a>');
    await nothingStored();
    await order(buyer, { terms: '1' });
    const [stored] = await shop.orders();
    const { witness } = globalThis as unknown as { witness: unknown[] };
    expect(witness).toEqual([
      ['accepted', 'checkout', [7, 3], ['physical'], 'PL', 'cod', true, 'anna@example.test', true],
      ['created', stored?.number, stored?.total, 1],
    ]);
    const service = await shop.inContext(() => shop.orderOf(Number(stored?.id)));
    expect(service?.meta).toEqual({ witness: 'yes' });
    expect(shop.emails().find((email) => /^To: anna/m.test(email))).toContain('received.txt');
  });

  it('refuses the order when a form check throws', async () => {
    await shop.extend(
      'broken-check',
      "export default { boot(scope) { scope.addFilter('store/form_errors', () => { throw new Error('secret detail'); }); } };",
    );
    const response = await order(await withCart());
    expect(response.status).toBe(422);
    expect(response.text).toContain('could not be fully checked');
    expect(response.text).not.toContain('secret detail');
    await nothingStored();
  });

  it('rolls back the order when recording a consent throws', async () => {
    await shop.extend(
      'broken-record',
      "export default { boot(scope) { scope.addAction('store/form_submitted', async () => { throw new Error('disk full'); }); } };",
    );
    const response = await order(await withCart());
    expect(response.status).toBe(409);
    expect(response.text).toContain('Nothing was ordered');
    await nothingStored();
    expect(await shop.inContext(() => shop.site.plugins.record('selling'))).toMatchObject({ status: 'active' });
  });

  it('stores address fields of plugins with the order', async () => {
    await shop.extend(
      'tax-number',
      `export default { boot(scope) { scope.addFilter('store/address_fields', (fields, group) => group === 'billing'
      ? [...fields, { name: 'nip', label: 'NIP', type: 'text', required: true, autocomplete: 'off', maxLength: 13, halfWidth: false }] : fields, 10, 2); } };`,
    );
    const buyer = await withCart();
    expect((await order(buyer)).text).toContain('href="#billing_nip"');
    await order(buyer, { billing_nip: '123-456-32-18' });
    const [stored] = await shop.orders();
    expect((await shop.inContext(() => shop.orderOf(Number(stored?.id))))?.meta).toEqual({
      billing_nip: '123-456-32-18',
    });
  });

  it('shows no next steps once an order is complete', async () => {
    const buyer = await withCart();
    const thanks = await order(buyer);
    const [stored] = await shop.orders();
    await shop.inContext(async () => {
      await shop.service().setStatus(Number(stored?.id), 'completed');
    });
    const { text } = await buyer.get(thanks.path);
    expect(text).toMatch(/<h1>Order \d{4}-\d{5}-\d<\/h1>/);
    for (const outdated of ['Thank you for your order', 'What happens next', 'Estimated delivery'])
      expect(text).not.toContain(outdated);
  });

  it('shows the next steps and sets Reply-To between shop and customer', async () => {
    const buyer = await withCart();
    const thanks = await order(buyer);
    expect(thanks.text).toMatch(/What happens next[^]*We pack your order and email you[^]*Shipping method: Courier/);
    expect(thanks.text).toMatch(/<div class="nowrap"><dt>Number<\/dt><dd>\d{4}-\d{5}-\d<\/dd>/);
    expect(thanks.text).toContain('href="' + shop.url + '/register/"');
    const received = shop.emails().find((email) => /^To: anna@example\.test$/m.test(email));
    expect(received).toMatch(/^Reply-To: admin@/m);
    expect(shop.emails().find((email) => /^To: admin@/m.test(email))).toMatch(/^Reply-To: anna@example\.test$/m);
  });

  it('keeps typed fields when leaving the checkout, except passwords and consents', async () => {
    const buyer = await withCart();
    const left = await buyer.submit(
      { leave: 'cart' },
      {
        ...BUYER,
        billing_company: 'Ale Sp. z o.o.',
        order_note: 'Please ring.',
        create_account: '1',
        account_password: 'a secret that is long',
      },
      'order_token',
    );
    expect(left.path).toBe('/cart/');
    const reloaded = await buyer.get('/checkout/');
    expect(buyer.form('order_token').fields).toMatchObject({
      billing_first_name: BUYER.billing_first_name,
      billing_email: BUYER.billing_email,
      billing_company: 'Ale Sp. z o.o.',
      order_note: 'Please ring.',
      account_password: '',
      create_account: '1',
    });
    // A section with values is expanded.
    expect(reloaded.text).toMatch(/<details class="fold field" open><summary>Add a company/);
    expect(JSON.stringify(await shop.site.db()('sessions').select('sess'))).not.toContain('a secret that is long');
    await buyer.submit({ place_order: '1' }, { ...BUYER, create_account: '', payment_method: 'cod' }, 'order_token');
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    expect(buyer.form('order_token').fields.billing_first_name).toBe('');
  });

  it('asks for the email first, sets a numeric Polish postcode and folds optional fields', async () => {
    const buyer = await withCart();
    const { text } = await buyer.get('/checkout/');
    const names = [...text.matchAll(/ name="(billing_\w+)"/g)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(['billing_email', 'billing_first_name', 'billing_last_name']);
    expect(/<input id="billing_postcode"[^>]*>/.exec(text)?.[0]).toContain('inputmode="numeric"');
    await buyer.submit({ update: '1' }, { billing_country: 'NL' }, 'order_token');
    expect(/<input id="billing_postcode"[^>]*>/.exec((await buyer.get('/checkout/')).text)?.[0]).not.toContain(
      'inputmode',
    );
    expect(text).toMatch(/<details class="fold field"><summary>Add a company<\/summary>/);
  });

  it('links only to the home page and cart in the header', async () => {
    const { text } = await (await withCart()).get('/checkout/');
    const header = text.slice(text.indexOf('<header'), text.indexOf('</header>'));
    expect([...header.matchAll(/href="([^"]*)"/g)].map(([, href]) => new URL(href ?? '').pathname)).toEqual([
      '/',
      '/cart/',
    ]);
    expect(header).not.toContain('<form');
  });

  it('asks for no shipping method for digital products', async () => {
    await shop.put({ productId: 4, name: 'E-book', price: 2000, stock: null, kind: 'digital' });
    const buyer = await withCart('4');
    expect(buyer.last?.text).not.toContain('name="shipping_method"');
    const { payment_method: payment } = buyer.form('order_token').fields;
    expect(payment).toBe('transfer');
    await order(buyer, { payment_method: 'transfer' });
    expect((await shop.orders())[0]).toMatchObject({ shipping_method: '', delivery_total: 0, total: 2000 });
  });

  it('redirects an empty cart to the cart page', async () => {
    const visit = await shop.shopper().get('/checkout/');
    expect(visit.path).toBe('/cart/');
    expect(visit.text).toContain('Your cart is empty');
  });
});
