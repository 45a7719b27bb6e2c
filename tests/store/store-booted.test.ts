import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

/** A plugin that registers one of each; tests modify it through `globalThis.parts`. */
const PARTS = `export default { boot(scope) {
  const parts = (globalThis.parts = { price: 1299, fee: true, slow: false, calls: [], sent: undefined });
  scope.addAction('store/add_to_cart', (line) => void parts.calls.push(['added', line.productId, line.quantity]));
  scope.addAction('store/cart_line_removed', (line) => void parts.calls.push(['removed', line.productId]));
  scope.addAction('store/cart_quantity_changed', (line, before) => void parts.calls.push(['changed', line.quantity, before]), 10, 2);
  scope.addFilter('store/add_to_cart_validation', (problems, line) => line.quantity === 4 ? [...problems, 'Four is too many.'] : problems, 10, 2);
  scope.addFilter('store/delivery_rates', (rates) => rates.filter(({ id }) => !parts.hidden?.includes(id)).map((rate) => rate.id === 'courier' && parts.courier !== undefined ? { ...rate, price: parts.courier, label: 'Our courier' } : rate));
  scope.addFilter('store/order_html', (html, order) => html + '<p>Guarantee for ' + order.number + '</p>', 10, 2);
  scope.addFilter('store/mail_subject', (subject, kind) => kind === 'received' ? subject + ' (thanks)' : subject, 10, 2);
  scope.addFilter('store/mail_recipients', (recipients, kind) => kind === 'received' ? [...recipients, 'copy@example.test', 'nobody'] : kind === 'new_order' && parts.silent ? [] : recipients, 10, 2);
  scope.addAction('store/booted', ({ deliveries, fees, discounts, tax, emails, accountPages, orderColumns, orderBoxes }) => {
    deliveries.register({
      id: 'locker', label: () => 'Parcel <locker>', note: 'In two days',
      settings: [{ key: 'surcharge', label: () => 'Surcharge', type: 'money', default: 0, min: 0, validate: (value) => value === 77700 ? 'Not this one.' : '' }],
      rates: ({ weight, destination, settings }) => destination.country === 'PL' ? [{ price: parts.price + settings.surcharge + (weight > 300 ? 700 : 0), taxRate: 8 }, { id: 'fast', label: 'Locker, fast', price: 2999 }] : [],
      fields: () => [{ name: 'point', label: 'Pick-up <point>', type: 'select', required: true, options: [{ value: 'WAW1', label: 'Warszawa 1 & co' }, { value: 'WAW2', label: 'Warszawa 2' }] }, { name: 'hint', label: 'Hint' }],
      validate: ({ hint }) => hint === 'bad' ? [{ field: 'hint', message: 'Not this hint.' }] : [],
    });
    deliveries.register({ id: 'broken', label: 'Broken', rates: () => { throw new Error('The carrier is down.'); } });
    deliveries.register({ id: 'cheat', label: 'Cheat', rates: () => [{ price: -5 }] });
    deliveries.register({ id: 'slow', label: 'Slow', rates: () => ++parts.rateCalls && parts.slow ? new Promise(() => undefined) : [] });
    fees.register({ id: 'small', label: 'Small order', calculate: ({ itemsTotal }) => parts.fee && itemsTotal < 10000 ? { amount: 500, taxRate: 8 } : null });
    discounts.register({ id: 'five', label: 'Five or more', calculate: ({ items }) => items.some(({ quantity }) => quantity >= 5) ? { kind: 'percent', percent: 10 } : null });
    discounts.register({ id: 'codes', label: 'Code', byCode: true, calculate: (context, code) => ({ TEN: { kind: 'fixed', amount: 1000 }, SHIP: { kind: 'free_delivery', label: 'Free delivery' }, OLD: { kind: 'refused', reason: 'This code ended.' } })[code] ?? null });
    tax.register({ id: 'oss', rateFor: (line, { country }) => country === 'DE' ? 19 : null });
    emails.register({ id: 'care', label: 'How to care for it', when: 'ordered', subject: (order) => 'Care for order ' + order.number, render: (order) => '<p>Wash <b>' + order.lines[0].name + '</b> by hand.</p>' });
    emails.register({ id: 'on-request', label: 'On request', to: 'shop', subject: () => 'Requested', render: () => '<p>Now.</p>' });
    emails.sections.register({ id: 'thanks', kinds: ['received'], render: () => '<p>With thanks from all of us.</p>' });
    parts.send = emails.send;
    accountPages.register({ id: 'points', label: 'My <points>', render: (request) => request.field('go') ? { kind: 'redirect', status: 303, location: '/shop/' } : '<p>You have 7 points.</p>' });
    orderColumns.register({ id: 'channel', label: 'Channel', cell: (order) => '<' + order.number.slice(-1) + '>' });
    orderBoxes.register({ id: 'pack', title: 'Packing', render: (order) => '<label>Boxes <input name="boxes" value="' + (order.meta.boxes ?? '') + '"></label>', save: (order, request) => scope.services.get('store.orders').setMeta(order.id, 'boxes', request.field('boxes')) });
  });
} };`;

interface Parts {
  price: number;
  fee: boolean;
  slow: boolean;
  silent?: boolean;
  hidden?: string[];
  courier?: number;
  calls: unknown[];
  rateCalls: number;
  send(id: string, orderId: number): Promise<void>;
}
const parts = (): Parts => (globalThis as unknown as { parts: Parts }).parts;

const LOCKER = { shipping_method: 'locker', delivery_point: 'WAW1' };

describe.each(defaultEngines)('shop extension by plugins on %s', (engine) => {
  let shop: CommerceSite;
  let buyer: Browser;

  beforeAll(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 500 });
    await shop.put({ productId: 2, name: 'Teapot', price: 12_300, taxRate: 8, stock: null });
    await shop.extend('parts', PARTS);
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 500 });
    if (parts())
      Object.assign(parts(), {
        price: 1299,
        fee: true,
        slow: false,
        silent: false,
        calls: [],
        rateCalls: 0,
        hidden: [],
        courier: undefined,
      });
    buyer = shop.shopper();
  });

  async function fillCheckout(quantity = '1', fields: Fields = {}, productId = '1'): Promise<Visit> {
    await shop.add(buyer, productId, quantity);
    await buyer.get('/checkout/');
    return buyer.submit({ update: '1' }, { ...BUYER, ...fields }, 'order_token');
  }
  const order = (fields: Fields = {}): Promise<Visit> =>
    buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod', ...fields }, 'order_token');
  const stored = async (): Promise<Record<string, unknown>> => (await shop.orders()).at(-1) ?? {};
  const adjusted = async (id: unknown): Promise<unknown[]> =>
    (
      await shop.site
        .db()('store_order_adjustments')
        .where({ order_id: Number(id) })
        .orderBy('position')
    ).map((row) => [row.kind, row.id, row.label, Number(row.amount), Number(row.tax), row.code]);
  const sum = ({ text }: Visit): string =>
    text.slice(text.indexOf('id="checkout-sum"'), text.indexOf('name="place_order"'));
  const listErrors = async (): Promise<string[]> => {
    await shop.site.plugins.pluginErrors.flush();
    return (await shop.inContext(() => shop.site.plugins.pluginErrors.list())).map(
      ({ plugin, entry }) => `${plugin}: ${entry}`,
    );
  };

  it('offers plugin shipping methods and reports and omits failing ones', async () => {
    const { text } = await fillCheckout('2', LOCKER);
    for (const phrase of [
      'Parcel &lt;locker&gt;',
      '12.99',
      'In two days',
      'Locker, fast',
      '29.99',
      'Courier',
      'Local pickup',
    ])
      expect(text).toContain(phrase);
    for (const phrase of ['Broken', 'Cheat']) expect(text).not.toContain(phrase);
    expect(await listErrors()).toEqual(
      expect.arrayContaining(['parts: delivery method broken', 'parts: delivery method cheat']),
    );
    expect((await buyer.submit({ update: '1' }, { billing_country: 'DE' }, 'order_token')).text).not.toContain(
      'Locker, fast',
    );
  });

  it('lets filters hide and reprice shipping methods, also in the stored order', async () => {
    Object.assign(parts(), { hidden: ['pickup'], courier: 700 });
    const { text } = await fillCheckout();
    expect(text).not.toContain('Local pickup');
    for (const phrase of ['Our courier', '7.00']) expect(text).toContain(phrase);
    const thanks = await order({ shipping_method: 'courier' });
    const { number, delivery_total } = await stored();
    expect(readDom(thanks.text).texts('p')).toContain(`Guarantee for ${String(number)}`);
    expect(Number(delivery_total)).toBe(700);
    expect(shop.emails().find((email) => email.includes(String(number)) && /^To: anna/m.test(email))).toMatch(
      /Subject: Confirmation of your order .* \(thanks\)/,
    );
  });

  it('requires fields of a shipping method and shows them on order and emails', async () => {
    await fillCheckout('1', { shipping_method: 'locker' });
    expect(buyer.last?.text).toContain('Pick-up &lt;point&gt;');
    const response = await order({ shipping_method: 'locker', delivery_point: 'elsewhere', delivery_hint: 'bad' });
    expect(response.status).toBe(422);
    for (const text of ['href="#delivery_point"', 'Fill in: Pick-up &lt;point&gt;.', 'Not this hint.'])
      expect(response.text).toContain(text);
    const thanks = await order({ ...LOCKER, delivery_hint: 'By the <door>' });
    for (const text of ['Parcel &lt;locker&gt;', 'Pick-up &lt;point&gt;', 'Warszawa 1 &amp; co', 'By the &lt;door&gt;'])
      expect(thanks.text).toContain(text);
    const { id, number, shipping_method, delivery_total } = await stored();
    // The order stores the pickup point's id for the carrier.
    expect((await shop.inContext(() => shop.orderOf(Number(id))))?.meta).toMatchObject({ locker_point: 'WAW1' });
    expect([shipping_method, Number(delivery_total)]).toEqual(['locker', 1299]);
    const email = shop.emails().filter((text) => text.includes(String(number)) && /^To: anna/m.test(text))[0];
    for (const text of ['Pick-up &lt;point&gt;', 'Warszawa 1 &amp; co', 'Parcel &lt;locker&gt;'])
      expect(email).toContain(text);
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    const screen = await admin.get(`/wp-admin/admin.php?page=store-order&id=${String(id)}`);
    expect(screen.text).toContain('<dt>Pick-up &lt;point&gt;</dt><dd>Warszawa 1 &amp; co</dd>');
    expect(screen.text).not.toContain('locker_point');
  });

  it('recalculates the chosen shipping price when ordering and refuses a changed one', async () => {
    await fillCheckout('1', LOCKER);
    const before = (await shop.orders()).length;
    parts().price = 1999;
    const response = await order(LOCKER);
    expect([response.status, (await shop.orders()).length]).toEqual([422, before]);
    expect(response.text).toContain('The total is now');
    const callsBefore = parts().rateCalls;
    expect((await order(LOCKER)).path).toMatch(/^\/order\//);
    expect(Number((await stored()).delivery_total)).toBe(1999);
    // Called once before the transaction; inside it, only the selected method is called.
    expect(parts().rateCalls).toBe(callsBefore + 1);
  });

  it('adds taxed fees to cart, checkout, order and emails', async () => {
    await shop.add(buyer, '1', '1');
    const cart = await buyer.get('/cart/');
    for (const text of ['Small order', '5.00', 'Amount due without shipping', '54.99'])
      expect(cart.text).toContain(text);
    await buyer.get('/checkout/');
    expect(sum(await buyer.submit({ update: '1' }, BUYER, 'order_token'))).toMatch(
      /Small order<\/span> <span>[^<]*5\.00/,
    );
    const thanks = await order();
    expect(thanks.text).toContain('Small order');
    const row = await stored();
    // 49.99 at 23 %, courier 15.00 at 23 %, fee 5.00 at 8 %.
    expect([Number(row.total), Number(row.tax_total)]).toEqual([4999 + 1500 + 500, 935 + 280 + 37]);
    expect(await adjusted(row.id)).toEqual([['fee', 'small', 'Small order', 500, 37, '']]);
    expect(
      shop.emails().filter((text) => text.includes(String(row.number)) && text.includes('Small order')).length,
    ).toBeGreaterThanOrEqual(2);
    expect((await shop.inContext(() => shop.orderOf(Number(row.id))))?.adjustments).toEqual([
      {
        kind: 'fee',
        id: 'small',
        label: 'Small order',
        amount: 500,
        tax: 37,
        code: '',
        taxes: [{ rate: 8, amount: 500, tax: 37, line: null }],
      },
    ]);
    expect(await shop.inContext(() => shop.orderOf(Number(row.id)))).toMatchObject({
      deliveryTax: { rate: 23, amount: 1500, tax: 280 },
      paymentFeeTax: null,
    });
    for (const phrase of ['incl. 23 % VAT', 'incl. 8 % VAT'])
      expect(
        [
          thanks.text,
          ...shop.emails().filter((text) => text.includes(String(row.number)) && text.includes('Small order')),
        ].filter((text) => !text.includes(phrase)),
      ).toEqual([]);
  });

  it('keeps fees when the payment method of an order changes', async () => {
    await fillCheckout('1', { payment_method: 'transfer' });
    const { path } = await order({ payment_method: 'transfer' });
    await buyer.get(`${path}pay/`);
    await buyer.submit({ pay: '1' }, { payment_method: 'cod' }, 'payment_method');
    expect(await stored()).toMatchObject({
      payment_method: 'cod',
      total: 4999 + 1500 + 500,
      tax_total: 935 + 280 + 37,
    });
  });

  it('subtracts automatic and code discounts with their tax share per line', async () => {
    await shop.add(buyer, '2', '1');
    await shop.add(buyer, '1', '5');
    expect((await buyer.get('/cart/')).text).toContain('Discount code');
    const unknown = await buyer.submit({ apply_code: '1' }, { discount_code: 'NONE' }, 'discount_code');
    expect([unknown.status, unknown.text.includes('This code is invalid or has expired.')]).toEqual([422, true]);
    expect((await buyer.submit({ apply_code: '1' }, { discount_code: 'OLD' }, 'discount_code')).text).toContain(
      'This code ended.',
    );
    expect((await buyer.submit({ apply_code: '1' }, { discount_code: ' TEN ' }, 'discount_code')).text).toContain(
      '(TEN)',
    );
    await buyer.get('/checkout/');
    await buyer.submit({ update: '1' }, BUYER, 'order_token');
    expect((await order()).path).toMatch(/^\/order\//);
    const row = await stored();
    // 123.00 at 8 % and 249.95 at 23 %: ten percent off, then 10.00 off the rest, split over the lines.
    expect((await adjusted(row.id)).map((entry) => (entry as unknown[]).slice(0, 4))).toEqual([
      ['discount', 'five', 'Five or more', -3730],
      ['discount', 'codes', 'Code', -1000],
    ]);
    const [first, second] = (await adjusted(row.id)) as unknown[][];
    expect([first?.[4], second?.[4], second?.[5]]).toEqual([-(91 + 468), -(24 + 125), 'TEN']);
    expect([Number(row.items_total), Number(row.delivery_total), Number(row.total)]).toEqual([
      37_295,
      0,
      37_295 - 3730 - 1000,
    ]);
    expect(Number(row.tax_total)).toBe(911 + 4674 + Number(first?.[4]) + Number(second?.[4]));
    // The code applied to one order only.
    await shop.add(buyer, '1', '1');
    expect((await buyer.get('/cart/')).text).not.toContain('(TEN)');
  });

  it('applies and removes a discount code at the checkout and keeps the input', async () => {
    await fillCheckout();
    const applied = await buyer.submit(
      { apply_code: '1' },
      { discount_code: 'SHIP', order_note: 'Keep me' },
      'order_token',
    );
    expect(applied.text).toContain('Keep me');
    expect(sum(applied)).toMatch(/Free delivery[^<]*<\/span> <span>−[^<]*15\.00/);
    expect(sum(await buyer.submit({ remove_code: 'SHIP' }, {}, 'order_token'))).not.toContain('Free delivery');
    const response = await buyer.submit({ apply_code: '1' }, { discount_code: 'WRONG' }, 'order_token');
    expect([response.status, response.text.includes('href="#discount_code"')]).toEqual([422, true]);
  });

  it('limits attempts to guess discount codes with 429', async () => {
    await shop.add(buyer, '1', '1');
    await buyer.get('/cart/');
    const { action, fields } = buyer.form('discount_code');
    let last = 0;
    for (let attempt = 0; attempt < 40 && last !== 429; attempt++)
      last = (await buyer.post(action, { ...fields, apply_code: '1', discount_code: `TRY${attempt}` })).status;
    expect(last).toBe(429);
    await shop.site.db()('store_attempts').delete();
  });

  it('applies the destination country’s tax rate at an unchanged gross price', async () => {
    await fillCheckout('2', { billing_country: 'DE', billing_postcode: '10115' });
    expect((await order({ billing_country: 'DE', billing_postcode: '10115' })).path).toMatch(/^\/order\//);
    const line = (await shop.site
      .db()('store_order_lines')
      .where({ order_id: Number((await stored()).id) })
      .first()) as { total: number; tax: number; tax_rate: number };
    expect([Number(line.total), Number(line.tax), Number(line.tax_rate)]).toEqual([
      9998,
      Math.round((9998 * 19) / 119),
      1900,
    ]);
  });

  it('sends plugin emails, adds email sections and filters recipients', async () => {
    parts().silent = true;
    await fillCheckout();
    await order();
    const { id, number } = await stored();
    const emails = shop.emails().filter((text) => text.includes(String(number)));
    const careEmail = emails.find((text) => text.includes(`Subject: Care for order ${String(number)}`));
    expect(careEmail).toMatch(/^To: anna@/m);
    expect(careEmail).toContain('<b>Mug</b>');
    const received = emails.find((text) => text.includes('Confirmation of your order'));
    expect(received).toContain('With thanks from all of us.');
    expect(received).toMatch(/^To: anna@example\.test, copy@example\.test$/m);
    expect(emails.some((text) => text.includes('Subject: New order'))).toBe(false);
    await shop.inContext(() => parts().send('on-request', Number(id)));
    expect(shop.emails().find((text) => text.includes('Subject: Requested'))).toMatch(/^To: admin@/m);
    await expect(shop.inContext(() => parts().send('nothing', Number(id)))).rejects.toMatchObject({
      code: 'store_email_template_not_found',
    });
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    const screen = await admin.get(`/wp-admin/admin.php?page=store-order&id=${String(id)}`);
    for (const text of ['How to care for it', 'On request', 'Not sent (stopped by a plugin)'])
      expect(screen.text).toContain(text);
  });

  it('fires cart actions and lets a filter refuse adding to the cart', async () => {
    await shop.add(buyer, '1', '2');
    const cart = buyer.form('quantity[1-0]');
    await buyer.post('/cart/', { ...cart.fields, 'quantity[1-0]': '3', update: '1' });
    await buyer.post('/cart/', { ...cart.fields, remove: '1-0' });
    expect(parts().calls).toEqual([
      ['added', 1, 2],
      ['changed', 3, 2],
      ['removed', 1],
    ]);
    const response = await shop.add(buyer, '1', '4');
    expect([response.status, response.text.includes('Four is too many.')]).toEqual([409, true]);
    expect(parts().calls).toHaveLength(3);
  });

  it('shows plugin account pages, order columns and order boxes', async () => {
    await fillCheckout();
    await order();
    const { id } = await stored();
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    const page = await admin.get('/account/points/');
    expect(page.text).toContain('You have 7 points.');
    expect(page.text).toMatch(/href="[^"]*\/account\/points\/" aria-current="page">My &lt;points&gt;</);
    expect((await admin.get('/account/nothing/')).status).toBe(404);
    const anonymousPage = await shop.shopper().get('/account/points/');
    expect([anonymousPage.text.includes('7 points'), /type="password"/.test(anonymousPage.text)]).toEqual([
      false,
      true,
    ]);
    const list = await admin.get('/wp-admin/admin.php?page=store-orders');
    expect(list.text).toMatch(/<th scope="col">Channel<\/th>/);
    expect(list.text).toMatch(/data-label="Channel">&lt;\d&gt;<\/td>/);
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${String(id)}`);
    await admin.submit({ action: 'box' }, { boxes: '3' }, 'boxes');
    expect((await shop.inContext(() => shop.orderOf(Number(id))))?.meta.boxes).toBe('3');
  });

  it('lets the owner configure and disable a plugin shipping method', async () => {
    const admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
    const screen = '/wp-admin/admin.php?page=store-method&kind=delivery&method=locker';
    expect(
      (await admin.get('/wp-admin/admin.php?page=store-commerce')).text
        .replaceAll('&amp;', '&')
        .replaceAll('&#x3D;', '='),
    ).toContain(`${screen}">Parcel &lt;locker&gt;</a>`);
    await admin.get(screen);
    for (const [value, problem] of [
      ['much', 'Enter an amount, such as 12.50.'],
      ['-1', 'The minimum is 0.00.'],
      ['777', 'Not this one.'],
    ]) {
      const response = await admin.submit({}, { 'fields[surcharge]': assertDefined(value) }, 'fields[surcharge]');
      expect([
        response.status,
        response.text.includes(assertDefined(problem)),
        response.text.includes(`value="${value}"`),
      ]).toEqual([422, true, true]);
    }
    await admin.submit({}, { 'fields[surcharge]': '1.01' }, 'fields[surcharge]');
    expect((await fillCheckout()).text).toContain('14.00');
    await admin.get(screen);
    await admin.submit({}, { 'fields[enabled]': '' }, 'fields[surcharge]');
    await buyer.get('/checkout/');
    expect((await buyer.submit({ update: '1' }, BUYER, 'order_token')).text).not.toContain('Locker, fast');
    await shop.inContext(() => shop.site.options.deleteOption('store_delivery_locker'));
  });

  it('refuses duplicate ids and removes everything when the plugin is deactivated', async () => {
    await shop.extend(
      'second',
      `export default { boot(scope) { scope.addAction('store/booted', ({ deliveries, fees }) => { fees.register({ id: 'extra', label: 'Extra', calculate: () => ({ amount: 123 }) }); deliveries.register({ id: 'locker', label: 'Stolen', rates: () => [{ price: 1 }] }); }); } };`,
    );
    const both = await fillCheckout();
    expect(both.text).toContain('Parcel &lt;locker&gt;');
    expect(both.text).not.toContain('Stolen');
    expect(sum(both)).toContain('Extra');
    expect(await listErrors()).toContain('second: hook store/booted');
    await order(LOCKER).then(() => undefined);
    await shop.add(buyer, '1', '1');
    await shop.inContext(() => shop.site.plugins.deactivatePlugins(['second']));
    await shop.inContext(() => shop.site.plugins.deactivatePlugins(['parts']));
    const { text } = await fillCheckout();
    for (const phrase of ['Parcel', 'Extra', 'Small order', 'Discount code']) expect(text).not.toContain(phrase);
    expect((await buyer.get('/cart/')).text).not.toContain('Discount code');
    // Existing orders keep their method names.
    const row = (await shop.site.db()('store_orders').where({ shipping_method: 'locker' }).first()) as {
      order_key: string;
    };
    expect((await buyer.get(`/order/${row.order_key}/`)).text).toContain('Parcel &lt;locker&gt;');
  });

  // Must be the last test: a method that is slow repeatedly is suspended for a while.
  it('omits a slow shipping method and keeps the others', async () => {
    parts().slow = true;
    expect((await fillCheckout()).text).toContain('Courier');
    await buyer.get('/cart/');
    expect(buyer.last?.text).toContain('Courier');
    // Its absence is guaranteed by the host's timeout, unless the whole process is blocked.
    expect(buyer.last?.text).not.toContain('Slow');
  });
});
