import { parse } from 'csv-parse/sync';
import { formatOrderNumber } from '../../plugins/store/orders/order-identity.js';
import { readIban, formatIban } from '../../plugins/store/commerce/iban.js';
import { includedTax } from '../../plugins/store/money/tax.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { type Browser, BUYER, type Fields } from './shopper.js';
import type { OrdersService } from '../../plugins/store/orders/orders-service.js';

describe('order total and number', () => {
  it.each([
    [12300, 23, 2300],
    [4999, 23, 935],
    [100, 8, 7],
    [1, 23, 0],
    [10000, 0, 0],
    [10850, 8.5, 850],
  ])('computes the tax inside %d at %d percent as %d', (gross, rate, tax) => {
    expect(includedTax(gross, rate)).toBe(tax);
  });

  it('changes the check digit when a digit of the order number is mistyped', () => {
    const valid = new Set(Array.from({ length: 300 }, (_, index) => formatOrderNumber(2026, index + 1)));
    expect(valid.size).toBe(300);
    for (let sequence = 1; sequence <= 50; sequence++) {
      const [year, digits, check] = formatOrderNumber(2026, sequence).split('-');
      const changed = `${digits?.slice(0, 4)}${(Number(digits?.[4]) + 1) % 10}`;
      expect(valid.has(`${year}-${changed}-${check}`)).toBe(false);
    }
  });
});

describe('bank account number', () => {
  it.each([
    ['PL61 1090 1014 0000 0712 1981 2874', 'PL61109010140000071219812874'],
    ['61 1090 1014 0000 0712 1981 2874', 'PL61109010140000071219812874'],
    ['pl61109010140000071219812874', 'PL61109010140000071219812874'],
    ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['NO93 8601 1117 947', 'NO9386011117947'],
    ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ])('accepts %s', (input, iban) => {
    expect(readIban(input)).toBe(iban);
  });

  it.each([
    '',
    '123',
    'PL61 1090 1014 0000 0712 1981 2875',
    'PL61 1090 1014 0000 0712 1981 287',
    'DE89 3704 0044 0532 0130 000',
    'XX89 3704 0044 0532 0130 00',
    '61109010140000071219812875',
    'PL61 1090 1014 0000 0712 1981 28 74 <b>',
    'US12345678901234567',
  ])('rejects %s', (input) => {
    expect(readIban(input)).toBeNull();
  });

  it('formats an IBAN in groups of four', () => {
    expect(formatIban('PL61109010140000071219812874')).toBe('PL61 1090 1014 0000 0712 1981 2874');
  });
});

describe.each(defaultEngines)('order management on %s', (engine) => {
  let shop: CommerceSite;
  let admin: Browser;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 50 });
    admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterEach(() => shop.close());

  async function buy(fields: Fields = {}): Promise<{ id: number; number: string; path: string; order_key: string }> {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await buyer.get('/checkout/');
    const { path } = await buyer.submit(
      { place_order: '1' },
      { ...BUYER, payment_method: 'cod', ...fields },
      'order_token',
    );
    expect(path).toMatch(/^\/order\//);
    const stored = (await shop.orders()).at(-1) as { id: number; number: string; order_key: string };
    return { ...stored, path };
  }

  const step = async (id: number, status: string, more: Fields = {}): ReturnType<Browser['get']> => {
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    const visit = await admin.submit({}, { status, ...more }, 'tracking');
    return visit.text.includes('name="confirmed"') ? admin.submit({}, {}, 'confirmed') : visit;
  };
  const emailTo = (text: string): string | undefined =>
    shop.emails().find((email) => /^To: anna/m.test(email) && email.includes(text));

  it('allows only valid transitions, records history and emails the customer', async () => {
    const { id, number } = await buy({ payment_method: 'transfer' });
    expect((await step(id, 'completed')).text).toContain('An order can’t change from');
    expect((await shop.orders())[0]).toMatchObject({ status: 'on-hold', tracking: '' });
    await step(id, 'processing', { note: 'Money is <there>' });
    expect(emailTo('We are preparing your order')).toContain(number);
    const detail = await step(id, 'completed', { tracking: 'PKG-1' });
    expect(detail.text).toContain('Money is &lt;there&gt;');
    expect(emailTo('is complete')).toContain('PKG-1');
    expect(await shop.stockOf(1)).toBe(48);
    await step(id, 'refunded');
    expect((await step(id, 'processing')).text).toContain('An order can’t change from');
    expect((await shop.orders())[0]).toMatchObject({ status: 'refunded' });
    const events = await shop.site.db()('store_order_events').orderBy('id').select('from_status', 'to_status');
    expect(
      events.map((event: { from_status: string; to_status: string }) => `${event.from_status}>${event.to_status}`),
    ).toEqual(['>on-hold', 'on-hold>processing', 'processing>completed', 'completed>refunded']);
  });

  it('asks for confirmation before a transition and allows it without email', async () => {
    const { id, number } = await buy();
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    const confirmation = await admin.submit(
      {},
      { status: 'completed', tracking: 'PKG-7', note: 'By bike' },
      'tracking',
    );
    expect(confirmation.text).toContain('Send the email “Completed” to the customer');
    expect(confirmation.text).toContain(`>${number}</a>`);
    expect((await shop.orders())[0]).toMatchObject({ status: 'processing', tracking: '' });
    const before = shop.emails().length;
    const { send_email: _unticked, ...fields } = admin.form('confirmed').fields;
    const done = await admin.post(`/wp-admin/admin.php?page=store-order&id=${id}`, fields);
    expect((await shop.orders())[0]).toMatchObject({ status: 'completed', tracking: 'PKG-7' });
    expect(done.text).toContain('By bike');
    expect(shop.emails().length).toBe(before);
  });

  it('changes status in bulk with one email each and reports refused ones', async () => {
    const [first, second, third] = [await buy(), await buy(), await buy({ payment_method: 'transfer' })];
    await admin.get('/wp-admin/admin.php?page=store-orders');
    const { _wpnonce = '' } = admin.form('order_action').fields;
    const send = (more: readonly [string, string][]) =>
      admin.postAll('/wp-admin/admin.php?page=store-orders&payment=cod', [
        ['_wpnonce', _wpnonce],
        ['order_action', 'status:completed'],
        ...[first, second, third].map(({ id }) => ['orders[]', String(id)] as [string, string]),
        ...more,
      ]);
    const confirmation = await send([]);
    expect(confirmation.text).toContain('Send the email “Completed” to 2 customers');
    expect(confirmation.text).toContain('this status change is not allowed');
    expect((await shop.orders()).map(({ status }) => status)).toEqual(['processing', 'processing', 'on-hold']);
    const before = shop.emails().length;
    const done = await send([
      ['confirmed', '1'],
      ['send_email', '1'],
    ]);
    expect(done.text).toContain('2 orders were changed.');
    expect(done.text).toContain(`Order ${third.number}: An order can’t change from`);
    expect(done.path).toContain('payment=cod');
    expect((await shop.orders()).map(({ status }) => status)).toEqual(['completed', 'completed', 'on-hold']);
    expect(shop.emails().length).toBe(before + 2);
  });

  it('lists customers with and without an account and their total spent', async () => {
    const first = await buy({ billing_email: 'ewa@example.test', billing_first_name: 'Ewa' });
    await buy({ billing_email: 'Ewa@Example.test', billing_first_name: 'Ewa', billing_last_name: 'Żak' });
    await buy({ billing_email: 'jan@example.test', billing_first_name: 'Jan', billing_city: 'Sopot' });
    await shop.inContext(() => shop.service().setStatus(first.id, 'cancelled'));
    const { text } = await admin.get('/wp-admin/admin.php?page=store-customers');
    const rows = text
      .replaceAll('\u00a0', ' ')
      .split('<tr>')
      .filter((row) => row.includes('mailto:'));
    expect(rows.map((row) => /mailto:([^"]*)/.exec(row)?.[1])).toEqual(['jan@example.test', 'ewa@example.test']);
    expect(rows[1]).toMatch(/Ewa Żak/);
    expect(rows[1]).toMatch(/data-label="Orders">2<[^]*data-label="Total spent">PLN 11[34]\.98</);
    expect((await admin.get('/wp-admin/admin.php?page=store-customers&s=sopot')).text).not.toContain(
      'ewa@example.test',
    );
  });

  it('restocks returned items one by one without restocking twice', async () => {
    const { id } = await buy();
    const restock = async (quantity: string) => {
      expect((await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text).toContain('(at most 2)');
      const [line] = await shop.site.db()('store_order_lines').where({ order_id: id }).pluck('id');
      return admin.submit({ action: 'restock' }, { [`back_${line}`]: quantity }, `back_${line}`);
    };
    expect(await shop.stockOf(1)).toBe(48);
    expect((await restock('0')).text).toContain('Enter how many items were returned.');
    const done = await restock('1');
    expect(done.text).toContain('Restocked: 1 × Mug');
    expect(done.text).not.toContain('_restocked');
    expect(await shop.stockOf(1)).toBe(49);
    await shop.inContext(() => shop.service().setStatus(id, 'cancelled'));
    expect(await shop.stockOf(1)).toBe(50);
    await shop.inContext(() => (shop.service() as OrdersService).reopen(id, ''));
    expect(await shop.stockOf(1)).toBe(48);
    await shop.inContext(() => shop.service().setStatus(id, 'cancelled'));
    expect(await shop.stockOf(1)).toBe(50);
  });

  it('prints packing slips on separate sheets', async () => {
    const [first, second] = [await buy({ order_note: 'Ring <twice>' }), await buy()];
    await admin.get('/wp-admin/admin.php?page=store-orders');
    const { _wpnonce = '' } = admin.form('order_action').fields;
    const slips = (
      await admin.postAll('/wp-admin/admin.php?page=store-orders', [
        ['_wpnonce', _wpnonce],
        ['order_action', 'document:packing-slips'],
        ...[first.id, second.id].map((id) => ['orders[]', String(id)] as [string, string]),
      ])
    ).text;
    for (const text of [first.number, second.number, 'Ring &lt;twice&gt;', 'SKU-1']) expect(slips).toContain(text);
    expect(slips.match(/<article class="packing-slip">/g)).toHaveLength(2);
    expect((await admin.get('/wp-admin/admin.php?page=store-packing-slips&ids=999999')).text).toContain(
      'Nothing to print',
    );
  });

  it('finds orders by phone, postcode, city and SKU and filters them', async () => {
    await shop.put({ productId: 2, name: 'Bowl', price: 2000, stock: 5 });
    const mug = await buy({
      billing_email: 'ewa@example.test',
      billing_phone: '+48 600 100 200',
      billing_postcode: '30-002',
      billing_city: 'Kraków',
    });
    const other = await buy({
      payment_method: 'transfer',
      billing_email: 'jan@example.test',
      billing_phone: '500-500-501',
      billing_postcode: '80-001',
      billing_city: 'Gdańsk',
    });
    const found = async (query: string): Promise<string[]> => {
      const { text } = await admin.get(`/wp-admin/admin.php?page=store-orders&${query}`);
      return [mug, other].filter(({ number }) => text.includes(number)).map(({ number }) => number);
    };
    for (const text of ['600100200', '600 100 200', '+48 600 100 200', '600-100-200', '30-002', 'kraków'])
      expect([text, await found(`s=${encodeURIComponent(text)}`)]).toEqual([text, [mug.number]]);
    expect(await found('s=500500501')).toEqual([other.number]);
    expect(await found('s=sku-1')).toEqual([mug.number, other.number]);
    expect(await found('s=sku-2')).toEqual([]);
    expect([
      await found('payment=transfer'),
      await found('payment=cod'),
      await found('delivery=courier'),
      await found('delivery=pickup'),
      await found('customer=EWA@example.test'),
    ]).toEqual([[other.number], [mug.number], [mug.number, other.number], [], [mug.number]]);
    // 00:30 on 2 March in Warsaw is 1 March in UTC.
    await shop.site.db()('store_orders').where({ id: mug.id }).update({ created_at: '2026-03-01 23:30:00' });
    expect([await found('from=2026-03-02&to=2026-03-02'), await found('from=2026-03-01&to=2026-03-01')]).toEqual([
      [mug.number],
      [],
    ]);
  });

  it('returns stock once when an order is canceled', async () => {
    const { id } = await buy();
    expect(await shop.stockOf(1)).toBe(48);
    const cancel = (): Promise<void> => shop.inContext(() => shop.service().setStatus(id, 'cancelled'));
    const outcomes = await Promise.allSettled([cancel(), cancel()]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(cancel()).rejects.toMatchObject({ code: 'order_status_refused' });
    expect(await shop.stockOf(1)).toBe(50);
  });

  it('notifies plugins after commit with the previous status', async () => {
    await shop.extend(
      'watcher',
      `export default { boot(scope) { globalThis.steps = []; scope.addAction('store/order_status_changed', async (order, before) => {
      const row = await scope.services.get('store.orders').get(order.id); globalThis.steps.push([before, order.status, row.status]); }, 10, 2); } };`,
    );
    const { id } = await buy();
    await shop.inContext(() => shop.service().setStatus(id, 'completed', 'Sent'));
    expect((globalThis as unknown as { steps: unknown }).steps).toEqual([['processing', 'completed', 'completed']]);
  });

  it('shows an order only with its key or to its customer', async () => {
    const { number, order_key: key } = await buy();
    const otherShopper = shop.shopper();
    expect((await otherShopper.get(`/order/${key.slice(0, -1)}0/`)).status).toBe(key.endsWith('0') ? 200 : 404);
    expect((await otherShopper.get('/order/1/')).status).toBe(404);
    const loginPage = (await otherShopper.get(`/account/orders/${number}/`)).text;
    expect(loginPage).toContain('name="pwd"');
    for (const text of ['anna@example.test', 'Mug']) expect(loginPage).not.toContain(text);
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'other',
        user_pass: 'other password',
        user_email: 'other@example.test',
        role: 'customer',
      }),
    );
    await otherShopper.logIn('other', 'other password');
    expect((await otherShopper.get(`/account/orders/${number}/`)).status).toBe(404);
    expect((await otherShopper.get('/account/')).text).not.toContain(number);
  });

  it('finds orders by number, email and name with escaped output', async () => {
    const { number } = await buy({
      billing_first_name: '<script>alert(1)</script>Ewa',
      billing_last_name: 'O"Neil',
      billing_email: 'ewa@example.test',
    });
    await buy();
    const find = async (query: string): Promise<string> =>
      (await admin.get(`/wp-admin/admin.php?page=store-orders&${query}`)).text;
    const all = await find('');
    expect(all).toContain(number);
    expect(all).not.toContain('<script>alert');
    for (const phrase of [number, 'EWA@example', 'neil']) {
      const text = await find(`s=${encodeURIComponent(phrase)}`);
      expect(text).toContain(number);
      expect(text).not.toContain('anna@example.test');
    }
    expect(await find('s=%25')).toContain('No orders found.');
    const none = await find('status=cancelled');
    expect(none).toContain('No orders found.');
    // Without orders there are no checkboxes.
    expect(none).not.toContain('order_action');
    expect(await find(`s=${encodeURIComponent('"><img src=x>')}`)).toContain('&quot;&gt;&lt;img');
    expect(all).toMatch(/<svg[^>]*role="img" aria-label=/);
    expect(all).toContain('<caption class="visually-hidden">Orders and revenue per day</caption>');
  });

  it('requires the capability and the nonce of the screen', async () => {
    const { id } = await buy();
    const visitor = shop.shopper();
    expect((await visitor.get('/wp-admin/admin.php?page=store-orders')).path).toContain('/wp-login.php');
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'other',
        user_pass: 'other password',
        user_email: 'other@example.test',
        role: 'customer',
      }),
    );
    await visitor.logIn('other', 'other password');
    for (const page of [
      'store-orders',
      `store-order&id=${id}`,
      'store-orders-import',
      'store-commerce',
      'store-orders&export=csv',
    ]) {
      const visit = await visitor.get(`/wp-admin/admin.php?page=${page}`);
      expect(visit.status).toBe(403);
      expect(visit.text).not.toContain('anna@example.test');
    }
    expect(
      (await visitor.post(`/wp-admin/admin.php?page=store-order&id=${id}`, { action: 'status', status: 'completed' }))
        .status,
    ).toBe(403);
    expect(
      (await admin.post(`/wp-admin/admin.php?page=store-order&id=${id}`, { action: 'status', status: 'completed' }))
        .status,
    ).toBe(403);
    expect((await shop.orders())[0]).toMatchObject({ status: 'processing' });
  });

  it('exports for the accountant net, tax and gross by rate, refunds with their days, and days of the site', async () => {
    await shop.put({ productId: 2, name: 'Book', price: 2100, taxRate: 5, stock: 50 });
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await shop.add(buyer, '2', '1');
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod' }, 'order_token');
    const other = await buy();
    const { db } = shop.site;
    const [order] = (await shop.orders()) as { id: number; total: number; tax_total: number }[];
    if (!order) throw new Error('no order');
    // In Warsaw, both is on the day after.
    await shop.site.options.updateOption('timezone_string', 'Europe/Warsaw');
    await db()('store_orders').where({ id: order.id }).update({ created_at: '2026-10-31 23:30:00' });
    const refund = {
      ...{ order_id: order.id, payment_id: 0, reason: '', message: '', restock: 0, account: '', part: '' },
      ...{ created_at: '2026-11-01 10:00:00', updated_at: '2026-11-29 23:30:00' },
    };
    await db()('store_refunds').insert({ ...refund, refund_key: 'a', amount: 1000, state: 'done' });
    await db()('store_refunds').insert({ ...refund, refund_key: 'b', amount: 250, state: 'done' });
    await db()('store_refunds').insert({ ...refund, refund_key: 'c', amount: 777, state: 'requested' });
    const csv = (await admin.get('/wp-admin/admin.php?page=store-orders&export=csv')).text;
    const rows = parse<Record<string, string>>(csv, { bom: true, columns: true });
    const row = rows.find(({ number }) => number !== other.number) ?? {};
    const sum = (name: string): string =>
      ['23', '5'].reduce((all, rate) => all + Number(row[`${name}_${rate}`]), 0).toFixed(2);
    expect([row.date, row.created_at]).toEqual(['2026-11-01', '2026-11-01 00:30:00 +01:00']);
    expect([row.net_5, row.tax_5, row.gross_5]).toEqual(['20.00', '1.00', '21.00']);
    expect([sum('gross'), sum('tax'), row.total]).toEqual([
      (order.total / 100).toFixed(2),
      (order.tax_total / 100).toFixed(2),
      (order.total / 100).toFixed(2),
    ]);
    expect([row.refunded, row.refunds]).toEqual(['12.50', '2026-11-30 10.00; 2026-11-30 2.50']);
    expect(rows.find(({ number }) => number === other.number)).toMatchObject({ gross_5: '0.00', refunded: '0.00' });
  });

  it('exports CSV without formulas and imports changed statuses', async () => {
    const first = await buy({ billing_first_name: '=HYPERLINK("http://x")', order_note: 'a,b\n"c"' });
    const second = await buy();
    const file = await admin.get('/wp-admin/admin.php?page=store-orders&export=csv');
    expect(file.headers.get('content-type')).toContain('text/csv');
    const csv = file.text.replace(/^\ufeff/, '');
    expect(csv).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(csv.split('\r\n')[0]).toMatch(/^number,status,tracking,date,created_at,email,/);
    expect(
      (await admin.get('/wp-admin/admin.php?page=store-orders&export=csv&from=2001-01-01&to=2001-01-02')).text,
    ).not.toContain(first.number);

    const edited = csv.replace(`${first.number},processing,`, `${first.number},completed,PKG-9`);
    const upload = async (text: string): ReturnType<Browser['get']> => {
      await admin.get('/wp-admin/admin.php?page=store-orders-import');
      const form = new FormData();
      form.set('_wpnonce', admin.form().fields._wpnonce ?? '');
      form.set('file', new Blob([text], { type: 'text/csv' }), 'orders.csv');
      return admin.upload('/wp-admin/admin.php?page=store-orders-import', form);
    };
    const dry = await upload(edited);
    expect(dry.text).toContain('1 order will change.');
    expect((await shop.orders())[0]).toMatchObject({ status: 'processing', tracking: '' });
    await admin.submit({ apply: '1' }, {}, 'csv');
    expect(admin.last?.text).toContain('1 order was updated.');
    expect((await shop.orders())[0]).toMatchObject({ status: 'completed', tracking: 'PKG-9' });
    expect(emailTo('is complete')).toContain('PKG-9');

    const response = await upload(
      `number;status;tracking\n${second.number};completed;P\n2026-99999-9;completed;\n${first.number};pending;\n${second.number};sold;`,
    );
    expect(response.status).toBe(422);
    for (const reason of [
      'No order has this number.',
      'An order can’t change from',
      'This order appears twice in the file.',
      '3 rows have errors.',
    ])
      expect(response.text).toContain(reason);
    expect(response.text).not.toContain('name="apply"');
    await admin.post('/wp-admin/admin.php?page=store-orders-import', {
      _wpnonce: admin.form().fields._wpnonce ?? '',
      apply: '1',
      csv: `number,status\n${second.number},completed\nnothing,completed`,
    });
    expect((await shop.orders())[1]).toMatchObject({ status: 'processing' });
    expect((await upload('no csv "at all')).status).toBe(422);
    expect((await upload('a,b\n1,2')).text).toContain('The file has no &quot;number&quot; column.');
  });

  it('emails the customer in the language of the order', async () => {
    const { id } = await buy();
    await shop.site.db()('store_orders').where({ id }).update({ locale: 'pl_PL' });
    await step(id, 'completed');
    const email = shop.emails().find((text) => text.includes('PLN') === false && text.includes('99,98'));
    expect(email).toMatch(/113,98\s*zł|114,98\s*zł/);
    expect(email).toContain('lang="pl"');
  });

  it('resends an email on request and retries a failed one later', async () => {
    const { id } = await buy();
    const before = shop.emails().length;
    await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    await admin.submit({ kind: 'received' }, { action: 'resend' }, 'action');
    expect(admin.last?.text).toContain('The email was created again');
    expect(shop.emails().length).toBe(before + 1);

    const undo = shop.site.hooks.addFilter('pre_wp_mail', () => false);
    await shop.inContext(() => shop.service().setStatus(id, 'completed'));
    undo();
    expect((await shop.orders())[0]).toMatchObject({ status: 'completed' });
    expect(emailTo('is complete')).toBeUndefined();
    await shop.site.db()('jobs').update({ run_at: '2001-01-01 00:00:00' });
    await shop.inContext(() => shop.site.cron.runJobs());
    expect(emailTo('is complete')).toBeDefined();
    expect(shop.emails().length).toBe(before + 2);
  });

  it('shows emails saved to the mail folder as saved, not as sent', async () => {
    const { id } = await buy();
    const emails = async (): Promise<string> =>
      /<h2>Emails<\/h2>\s*([\s\S]*?)<\/ul>/.exec(
        (await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text,
      )?.[1] ?? '';
    expect(await emails()).toContain('Saved to the mail folder');
    expect(await emails()).not.toMatch(/sent/i);
    expect((await admin.get('/wp-admin/mail-log.php')).text).toMatch(/tag--filed">Not sent \(no mail server\)/);
    const jobOf = async (): Promise<string | undefined> =>
      (await shop.inContext(() => shop.site.cron.getJobs({ queue: 'store/send_email', limit: 1 })))[0]?.state;
    expect(await jobOf()).toBe('done');
    const isPending = async (): Promise<boolean> =>
      /store\/send_email(?:(?!<\/tr>)[^])*data-label="Status">Pending/.test(
        (await admin.get('/wp-admin/events.php')).text,
      );
    expect(await isPending()).toBe(false);

    const undo = shop.site.hooks.addFilter('pre_wp_mail', () => false);
    await shop.inContext(() => shop.service().setStatus(id, 'completed'));
    undo();
    expect(await emails()).toContain('Failed');
    expect([await jobOf(), await isPending()]).toEqual(['waiting', true]);
    const sending = shop.site.hooks.addFilter('pre_wp_mail', () => true);
    await shop.site.db()('jobs').update({ run_at: '2001-01-01 00:00:00' });
    await shop.inContext(() => shop.site.cron.runJobs());
    sending();
    expect(await emails()).toContain('Sent');
    expect(await jobOf()).toBe('done');
  });

  it('uses the owner’s shipping and payment settings and rejects invalid ones', async () => {
    await admin.get('/wp-admin/admin.php?page=store-commerce');
    const response = await admin.submit({}, { courierPrice: 'a lot', shopEmail: 'nobody' }, 'courierPrice');
    expect(response.status).toBe(422);
    expect(response.text).toContain('value="a lot"');
    await admin.submit(
      {},
      { courierPrice: '9,90', freeFrom: '', codFee: '5.00', shopEmail: 'shop@example.test', shippingTaxRate: '23' },
      'courierPrice',
    );
    expect(admin.last?.text).toContain('Settings saved.');
    await buy();
    expect((await shop.orders())[0]).toMatchObject({
      delivery_total: 990,
      payment_fee: 500,
      total: 9998 + 990 + 500,
      tax_total: includedTax(9998, 23) + includedTax(990, 23) + includedTax(500, 23),
    });
    expect(shop.emails().some((email) => /^To: shop@example\.test$/m.test(email))).toBe(true);
  });

  it('rejects an invalid account number and warns while bank transfer is hidden', async () => {
    await shop.inContext(() => shop.site.options.updateOption('store_commerce_settings', {}));
    const warned = (await admin.get('/wp-admin/admin.php?page=store-orders')).text;
    expect(warned).toContain('Bank transfer is enabled but hidden from customers');
    await admin.get('/wp-admin/admin.php?page=store-commerce');
    const response = await admin.submit(
      {},
      { accountNumber: 'PL61 1090 1014 0000 0712 1981 2875', bankName: 'Typed Bank' },
      'courierPrice',
    );
    expect(response.status).toBe(422);
    expect(response.text).toMatch(
      /id="accountNumber"[^>]*value="PL61 1090 1014 0000 0712 1981 2875"[^>]*aria-invalid="true"/,
    );
    expect(response.text).toContain('value="Typed Bank"');
    expect(await shop.inContext(() => shop.site.options.getOption('store_commerce_settings'))).toEqual({});
    await admin.submit({}, { accountNumber: '61 1090 1014 0000 0712 1981 2874' }, 'courierPrice');
    expect(admin.last?.text).toContain('value="PL61 1090 1014 0000 0712 1981 2874"');
    expect(await shop.inContext(() => shop.site.options.getOption('store_commerce_settings'))).toMatchObject({
      accountNumber: 'PL61109010140000071219812874',
    });
    expect((await admin.get('/wp-admin/admin.php?page=store-orders')).text).not.toContain('hidden from customers');
  });

  it('refuses settings without any payment method and warns when none exists', async () => {
    await shop.inContext(() => shop.site.options.updateOption('store_commerce_settings', { accountNumber: '' }));
    await admin.get('/wp-admin/admin.php?page=store-commerce');
    const response = await admin.submit({}, { cod: '' }, 'courierPrice');
    expect(response.status).toBe(422);
    expect(response.text).toContain('<a href="#accountNumber">');
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', { cod: false, accountNumber: '' }),
    );
    expect((await admin.get('/wp-admin/admin.php?page=store-orders')).text).toContain(
      'Customers can’t order: no payment method is set up.',
    );
  });
});
