import { createHash } from 'node:crypto';
import { assertDefined } from '../kit/assert-defined.js';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXCEPTION_POINTS } from '../../plugins/compliance/withdrawal/exceptions.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import type { Browser, Fields, Visit } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';
import { readDom } from '../kit/dom.js';

interface TestOrder {
  readonly id: number;
  readonly number: string;
  /** URL of its public page. */
  readonly path: string;
  readonly buyer: Browser;
}

describe.each(defaultEngines)('right of withdrawal of an order on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    await shop.rest('POST', '/shop/v1/settings/general', {
      company_name: 'Firma Próbna',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_email: 'shop@example.test',
    });
    owner = await shop.admin();
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
  });
  afterAll(() => shop.close());

  const publish = async (): Promise<void> => {
    const { body } = await shop.rest('POST', '/shop/v1/legal-pages/generate', {
      type: 'withdrawal',
      company_name: 'Firma Próbna',
      company_address: 'Prosta 1',
      email: 'a@example.test',
    });
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id: body.page_id as number, post_status: 'publish' }));
  };

  async function placeOrder(productId = mug, quantity = '2'): Promise<TestOrder> {
    const buyer = await shop.atCheckout(productId, quantity);
    const { path } = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const { id, number } = await shop.site.db()('store_orders').orderBy('id', 'desc').first<{
      id: number;
      number: string;
    }>('id', 'number');
    return { id, number, path, buyer };
  }
  /** Marks an order as paid and sent. */
  async function send({ id }: TestOrder): Promise<void> {
    const orders = shop.scope.services.get('store.orders');
    for (const status of ['processing', 'completed']) await shop.inContext(() => orders.setStatus(id, status));
  }
  /** Dates an order back, so that the deliveries entered later follow it. */
  const backdate = async ({ id }: TestOrder): Promise<void> =>
    void (await shop.site.db()('store_orders').where({ id }).update({ created_at: '2026-01-02 10:00:00' }));
  const screen = ({ id }: Pick<TestOrder, 'id'>): Promise<Visit> =>
    owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
  /** Submits a meta box of the order screen. */
  const box = async (order: TestOrder, marker: string, fields: Fields): Promise<Visit> => {
    await screen(order);
    return owner.submit({ action: 'box' }, fields, marker);
  };
  const declared = async (): Promise<
    { id: number; order_id: number; late: number; hash: string; status: string; statement: string }[]
  > => shop.site.db()('compliance_declarations').orderBy('id').select();
  const newest = async () => (await declared()).at(-1);
  const emails = async (): Promise<string[]> => {
    await shop.inContext(() => shop.site.cron.runJobs());
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  };
  const plain = (email: string): string =>
    email
      .replace(/=\r?\n/g, '')
      .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replace(/=/g, ''), 'hex').toString('utf8'));
  const formUrl = (text: string): string =>
    /\/withdrawal\/\?contract=[0-9a-f]{40}/.exec(text.replaceAll('&#x3D;', '='))?.[0] ?? '';
  async function withdraw(order: TestOrder, fields: Fields = {}): Promise<Visit> {
    const page = await order.buyer.get(order.path);
    await order.buyer.get(formUrl(page.text));
    await order.buyer.submit({}, fields, 'declaration_name');
    return order.buyer.submit({ confirm: '1' }, {}, 'declaration_name');
  }

  /** The id of an order's payment. */
  const paymentOf = async (orderId: number): Promise<string> =>
    String((await shop.site.db()('store_payments').where({ order_id: orderId }).pluck('id'))[0]);

  it('law 11 extends the period by twelve months until the owner enters when they informed', async () => {
    const order = await placeOrder();
    await backdate(order);
    await box(order, 'parcel_day_0', { parcel_day_0: '2026-11-09' });
    expect((await screen(order)).text).toMatch(
      /<strong>2027-11-23<\/strong>[\s\S]*twelve months longer: the customer was not informed of the right of withdrawal/,
    );
    await box(order, 'parcel_day_0', { parcel_day_0: '2026-11-09', informed: 'day', informed_on: '2026-11-11' });
    expect((await screen(order)).text).toMatch(
      /<strong>2026-11-25<\/strong>[\s\S]*counted from the day the customer was informed of the right of withdrawal/,
    );
    await publish();
    const informedOrder = await placeOrder();
    await backdate(informedOrder);
    await box(informedOrder, 'parcel_day_0', { parcel_day_0: '2026-11-09' });
    expect(readDom((await screen(informedOrder)).text).texts('strong')).toContain('2026-11-23');
  });

  it('law 11 counts from the last entered parcel, labels assumed dates and rejects invalid ones', async () => {
    const order = await placeOrder();
    await backdate(order);
    expect((await screen(order)).text).toContain(
      'The withdrawal period has not started because the delivery date is unknown.',
    );
    const orders = shop.scope.services.get('store.orders');
    for (const status of ['processing', 'completed'] as const)
      await shop.inContext(() => orders.setStatus(order.id, status));
    const assumed = (await screen(order)).text;
    expect(assumed).toContain('assumed: counted from the order status');
    expect(assumed).not.toContain('withdrawal_clock_started');
    expect((await order.buyer.get(order.path)).text).toContain('Your withdrawal period starts on delivery.');
    await box(order, 'parcel_day_0', {
      parcel_name_0: 'A',
      parcel_day_0: '2026-11-03',
      parcel_name_1: 'B',
      parcel_day_1: '',
    });
    expect((await screen(order)).text).toContain(
      'The withdrawal period has not started because the delivery date is unknown.',
    );
    await box(order, 'parcel_day_0', { parcel_day_1: '2026-11-10' });
    expect(readDom((await screen(order)).text).texts('strong')).toContain('2026-11-24');
    expect((await order.buyer.get(order.path)).text).toContain(
      'You can withdraw from the contract until November 24, 2026.',
    );
    expect((await box(order, 'parcel_day_0', { parcel_day_1: '2026-02-30' })).text).toContain(
      '2026-02-30” isn’t a date',
    );
    expect(readDom((await screen(order)).text).texts('strong')).toContain('2026-11-24');
    await box(order, 'parcel_day_0', { series: '1' });
    expect(readDom((await screen(order)).text).texts('strong')).toContain('2026-11-17');
  });

  it('law 11 refuses delivery days before the order and in the future', async () => {
    const order = await placeOrder();
    await backdate(order);
    for (const day of ['2026-01-01', '2099-01-05']) {
      const { text } = await box(order, 'parcel_day_0', { parcel_day_0: day });
      expect(text).toContain(`${day} can’t be right: enter a date from the day of the order, 2026-01-02, to today.`);
    }
    expect(await shop.site.db()('compliance_parcels').where({ order_id: order.id })).toEqual([]);
    await box(order, 'parcel_day_0', { parcel_day_0: '2026-01-02' });
    expect(await shop.site.db()('compliance_parcels').where({ order_id: order.id })).toHaveLength(1);
  });

  it('law 10 links the prefilled form from email, order page and account', async () => {
    const order = await placeOrder();
    const page = await order.buyer.get(order.path);
    expect(page.text.match(/>Withdraw from the contract here</g)).toHaveLength(1);
    const url = formUrl(page.text);
    const email = plain(
      (await emails()).find((text) => /^To: anna@example\.test$/m.test(text) && plain(text).includes(order.number)) ??
        '',
    );
    expect(formUrl(email)).toBe(url);
    const form = await order.buyer.get(url);
    for (const value of ['Anna Próbna', order.number, 'anna@example.test'])
      expect(form.text).toContain(`value="${value}"`);
    expect(form.headers.get('cache-control')).toContain('no-store');
    expect(form.text.match(/>Withdraw from the contract here</g)).toHaveLength(2); // The heading and the only link.
    expect(form.text.match(/<a [^>]*>Withdraw from the contract here</g)).toHaveLength(1);
    expect(
      (await shop.shopper().get('/withdrawal/?contract=0000000000000000000000000000000000000000')).text,
    ).not.toContain('declaration_quantity');

    const known = shop.shopper();
    await known.logIn(ADMIN.login, ADMIN.password);
    await shop.site.db()('store_orders').where({ id: order.id }).update({ user_id: 1 });
    expect(formUrl((await known.get('/withdrawal/')).text)).toBe(url);
    expect(formUrl((await known.get(`/account/orders/${order.number}/`)).text)).toBe(url);
  });

  it('law 10 shows exactly one link with the statutory text on every kind of page', async () => {
    await publish();
    const [, linked = ''] =
      /<a href="([^"]+)" lang="pl" hreflang="pl">Odstąpienie od umowy</.exec((await shop.shopper().get('/')).text) ??
      [];
    const instruction = linked.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replace(shop.url, '');
    expect(instruction).not.toBe('');
    for (const path of [
      instruction,
      '/',
      '/shop/',
      '/cart/',
      '/contact/',
      '/checkout/',
      '/register/',
      '/wp-login.php',
      '/withdrawal/',
      '/report/',
      '/not-there/',
      '/?s=mug',
    ]) {
      const { text, status } = await shop.shopper().get(path);
      if (path === '/wp-login.php') continue; // A separate screen without header and footer.
      expect([path, status < 500, text.match(/<a [^>]*>Withdraw from the contract here<\/a>/g)?.length]).toEqual([
        path,
        true,
        1,
      ]);
    }
    // The instruction describes the online withdrawal form in its own words and links to it.
    const reader = shop.shopper();
    await reader.get('/?wp_lang=pl_PL');
    const polish = (await reader.get(instruction)).text;
    expect(polish).toContain('funkcją „Odstąp od umowy tutaj”');
    expect(polish.match(/<a [^>]*>Odstąp od umowy tutaj<\/a>/g)).toHaveLength(1);
  });

  it('law 08 stores quantities per line in the declaration and refuses an empty one', async () => {
    const order = await placeOrder(mug, '3');
    const [line] = (await shop.inContext(() => shop.scope.services.get('store.orders').get(order.id)))?.lines ?? [];
    const field = `declaration_quantity_${line?.id}`;
    const before = (await declared()).length;
    await order.buyer.get(formUrl((await order.buyer.get(order.path)).text));
    const none = await order.buyer.submit({}, { [field]: '0' }, 'declaration_name');
    expect([none.status, (await declared()).length]).toEqual([422, before]);
    expect(none.text).toContain(`href="#${field}"`);
    const review = await order.buyer.submit({}, { [field]: '2' }, 'declaration_name');
    expect(review.text).toContain('2 × Mug (MUG)');
    const done = await order.buyer.submit({ confirm: '1' }, {}, 'declaration_name');
    expect(done.text).toContain('You have withdrawn from the contract.');
    const row = await newest();
    expect(row).toMatchObject({ order_id: order.id, late: 0 });
    expect(JSON.parse(row?.statement ?? '{}').fields).toMatchObject({
      items: '2 × Mug (MUG)',
      quantities: `${line?.id}=2`,
      order: order.number,
    });
    expect((await screen(order)).text).toContain('2 × Mug (MUG)');
  });

  it('law 09 attaches a file whose SHA-256 is in the receipt and states next steps', async () => {
    const order = await placeOrder();
    await send(order);
    const done = await withdraw(order, { declaration_email: 'receipt@example.test' });
    const row = await newest();
    const raw = (await emails()).find((text) => /^To: receipt@example\.test$/m.test(text)) ?? '';
    const receipt = plain(raw);
    const encoded = /filename="?declaration-\d+\.txt"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? '';
    expect(createHash('sha256').update(Buffer.from(encoded, 'base64')).digest('hex')).toBe(row?.hash);
    for (const text of [receipt, done.text]) {
      expect(text).toContain(row?.hash);
      expect(text).toMatch(/[A-Z][a-z]+ \d{1,2}, \d{4} at \d{1,2}:\d\d:\d\d\s[AP]M \(Europe\/Warsaw\)/);
      for (const phrase of [
        'Firma Próbna',
        'Prosta 1',
        '00-001 Warszawa',
        'You pay the cost of returning the goods.',
        'We will refund you by',
        'We may withhold the refund until we have received the goods',
      ])
        expect([phrase, text.includes(phrase)]).toEqual([phrase, true]);
      expect(text).toMatch(/Send the goods by [A-Z]\w+ \d+, \d{4} at the latest\./);
      expect(text).toMatch(/We will refund you by [A-Z]\w+ \d+, \d{4}, using your original payment method\./);
    }
    await shop.rest('POST', '/shop/v1/settings/checkout', {
      return_costs: 'shop',
      return_address: 'Magazyn\nBoczna 2',
    });
    const sent = await placeOrder();
    await send(sent);
    const free = await withdraw(sent);
    expect(free.text).toContain('We pay the cost of returning the goods.');
    expect(free.text).toContain('Magazyn, Boczna 2');
    await shop.rest('POST', '/shop/v1/settings/checkout', { return_costs: 'customer', return_address: '' });
  });

  it('law 12 offers all thirteen exceptions, shows them before purchase, and still accepts declarations', async () => {
    const { text } = await owner.get('/wp-admin/admin.php?page=store-product');
    for (const point of EXCEPTION_POINTS)
      expect(text).toMatch(new RegExp(`<option value="${point}"[^>]*>${point}\\. `));
    const ring = await shop.save({ name: 'Ring', sku: 'RING', fields: { withdrawal_exception: '3' } });
    const notice = 'There is no right of withdrawal: the item is made to your specifications.';
    const visitor = shop.shopper();
    expect((await visitor.get('/product/ring/')).text).toContain(notice);
    expect(visitor.last?.text).not.toContain('merchantReturnDays');
    expect((await shop.shopper().get('/product/mug/')).text).toContain('"merchantReturnDays":14');
    await visitor.submit({}, { quantity: '1' }, 'add_to_cart');
    expect((await visitor.get('/cart/')).text).toContain(notice);
    expect((await visitor.get('/checkout/')).text).toContain(notice);
    expect((await visitor.get('/product/mug/')).text).not.toContain('right of withdrawal');
    const order = await placeOrder(ring, '1');
    expect((await order.buyer.get(order.path)).text).toContain(notice);
    expect((await screen(order)).text).toContain('the right is excluded');
    await send(order);
    const done = await withdraw(order);
    expect(done.text).toContain('You have withdrawn from the contract.');
    expect(done.text).toContain(notice);
    expect(done.text).toContain('If you have the right of withdrawal, we will refund you by');
    // Later changes of the product do not affect the order.
    await shop.save({ id: ring, name: 'Ring', sku: 'RING', fields: { withdrawal_exception: '' } });
    expect((await screen(order)).text).toContain('the right is excluded');
  });

  it('law 12 point 13 applies only with consent, notice and confirmation on that order', async () => {
    await shop.rest('POST', '/shop/v1/settings/checkout', {
      digital_consent_mode: 'optional',
      digital_consent_checkbox_enabled: true,
      digital_waiver_checkbox_enabled: true,
    });
    await shop.site.db()('compliance_checkboxes').where({ slug: 'digital_waiver' }).update({ enabled: 1 });
    const file = await shop.save({
      name: 'Song',
      sku: 'SONG',
      kind: 'digital',
      fields: { withdrawal_exception: '13' },
    });
    const buyer = await shop.atCheckout(file);
    const silent = checkedBoxes(buyer.last?.text ?? '', ({ required }) => required);
    const all = checkedBoxes(buyer.last?.text ?? '');
    expect(Object.keys(all).length).toBeGreaterThan(0);
    const digital = await shop.site.db()('compliance_checkboxes').where({ slug: 'digital_waiver' }).first<{
      id: number;
    }>('id');
    const without = Object.fromEntries(Object.entries(silent).filter(([name]) => !name.includes(String(digital.id))));
    const first = await shop.order(buyer, without);
    const state = async (): Promise<{ id: number; consent_at: string; notice_at: string; confirmed_at: string }> => {
      await emails();
      const order = await shop.site.db()('store_orders').orderBy('id', 'desc').first<{ id: number }>('id');
      return {
        id: order.id,
        ...(await shop.site.db()('compliance_contracts').where({ order_id: order.id }).first<{
          consent_at: string;
          notice_at: string;
          confirmed_at: string;
        }>('consent_at', 'notice_at', 'confirmed_at')),
      };
    };
    expect(first.path).toMatch(/^\/order\//);
    const refusing = await state();
    expect(refusing).toMatchObject({ consent_at: '', notice_at: '', confirmed_at: '' });
    expect((await screen(refusing)).text).toContain(
      'the right is not excluded: consent, notice, or confirmation is not on record',
    );
    const second = await shop.atCheckout(file);
    await shop.order(second, checkedBoxes(second.last?.text ?? ''));
    const agreeing = await state();
    for (const time of [agreeing.consent_at, agreeing.notice_at, agreeing.confirmed_at])
      expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await screen(agreeing)).text).toContain('the right is excluded<');
    const confirmation = (await emails()).map(plain).findLast((email) => email.includes('data-confirms-consent')) ?? '';
    expect(confirmation).toContain('You agreed to the following with your order');
    for (const column of ['consent_at', 'notice_at', 'confirmed_at']) {
      const storedTime = agreeing[column as 'consent_at'];
      await shop.site
        .db()('compliance_contracts')
        .where({ order_id: agreeing.id })
        .update({ [column]: '' });
      expect([column, (await screen(agreeing)).text.includes('the right is not excluded')]).toEqual([column, true]);
      await shop.site
        .db()('compliance_contracts')
        .where({ order_id: agreeing.id })
        .update({ [column]: storedTime });
    }
  });

  it('law 08 shows and decides declarations on the order screen and records one by post', async () => {
    const order = await placeOrder();
    await withdraw(order);
    const first = await newest();
    const decide = `withdrawal_decide_${first?.id}`;
    expect((await box(order, decide, { [decide]: 'rejected' })).text).toContain('Enter the reasons for declining');
    expect((await newest())?.status).toBe('recorded');
    await box(order, decide, { [decide]: 'rejected', [`withdrawal_reasons_${first?.id}`]: 'The seal was broken.' });
    expect((await newest())?.status).toBe('rejected');
    expect((await screen(order)).text).toContain('The seal was broken.');
    expect((await emails()).map(plain).some((email) => email.includes('The seal was broken.'))).toBe(true);

    const before = (await declared()).length;
    expect((await box(order, 'declarer', {})).text).toContain('Select how the declaration was received.');
    expect((await box(order, 'declarer', { channel: 'post', received: '2999-01-01' })).text).toContain(
      'no later than today',
    );
    expect((await declared()).length).toBe(before);
    await box(order, 'declarer', {
      channel: 'post',
      sent: '2026-11-02',
      received: '2026-11-05',
      declarer: 'Jan Listowy',
      declarer_email: 'post@example.test',
    });
    const posted = await newest();
    expect(JSON.parse(posted?.statement ?? '{}').fields).toMatchObject({
      channel: 'post',
      sent: '2026-11-02',
      received: '2026-11-05',
      name: 'Jan Listowy',
    });
    expect((await screen(order)).text).toContain('Jan Listowy');
    expect((await emails()).some((email) => /^To: post@example\.test$/m.test(email))).toBe(true);
    expect((await owner.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Declaration records verified.',
    );
  });

  it('refunds an accepted withdrawal once through the store and rejects an invalid bank account', async () => {
    const order = await placeOrder();
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(order.id, 'processing'));
    await withdraw(order);
    const { id = 0 } = (await newest()) ?? {};
    expect((await screen(order)).text).not.toContain(`withdrawal_refund_${id}`);
    await box(order, `withdrawal_decide_${id}`, { [`withdrawal_decide_${id}`]: 'accepted' });
    const total =
      ((await shop.inContext(() => shop.scope.services.get('store.orders').get(order.id)))?.total ?? 0) / 100;
    expect((await screen(order)).text).toContain(
      `name="withdrawal_amount_${id}" type="text" inputmode="decimal" value="${total.toFixed(2)}"`,
    );
    const payment = await paymentOf(order.id);
    const back = (fields: Fields): Promise<Visit> =>
      box(order, `withdrawal_refund_${id}`, { [`withdrawal_refund_${id}`]: payment, ...fields });
    expect((await back({ [`withdrawal_account_${id}`]: 'PL00 1111' })).text).toContain('Check the account number');
    expect((await back({ [`withdrawal_amount_${id}`]: 'all' })).text).toContain('Enter an amount such as');
    expect(await shop.site.db()('store_refunds').where({ order_id: order.id })).toEqual([]);
    expect(
      (
        await back({
          [`withdrawal_amount_${id}`]: '50.00',
          [`withdrawal_account_${id}`]: 'PL61 1090 1014 0000 0712 1981 2874',
        })
      ).text,
    ).toContain('Refund recorded.');
    expect((await screen(order)).text).not.toContain(`withdrawal_refund_${id}`);
    expect(
      await shop.site.db()('store_refunds').where({ order_id: order.id }).select('amount', 'account', 'reason'),
    ).toEqual([{ amount: 5000, account: 'PL61109010140000071219812874', reason: `Withdrawal ${id}` }]);
  });

  it('law 10 hides the withdrawal link after a full withdrawal, but not after a partial', async () => {
    const order = await placeOrder();
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(order.id, 'processing'));
    const { id: line } = assertDefined(
      (await shop.site.db()('store_order_lines').where({ order_id: order.id }).select('id'))[0],
    );
    const offers = async (): Promise<boolean> =>
      formUrl(
        /<section class="order-withdrawal"[\s\S]*?<\/section>/.exec((await order.buyer.get(order.path)).text)?.[0] ??
          '',
      ) !== '';
    await withdraw(order, { [`declaration_quantity_${line}`]: '1' });
    expect(await offers()).toBe(true);
    await order.buyer.get(formUrl((await order.buyer.get(order.path)).text));
    await order.buyer.submit({}, { [`declaration_quantity_${line}`]: '1' }, 'declaration_name');
    await order.buyer.submit({ confirm: '1' }, {}, 'declaration_name');
    expect(await offers()).toBe(false);
    expect((await order.buyer.get(order.path)).text).toContain('You withdrew from this order on');

    const { id = 0 } = (await newest()) ?? {};
    await box(order, `withdrawal_decide_${id}`, { [`withdrawal_decide_${id}`]: 'accepted' });
    await emails();
    await box(order, `withdrawal_refund_${id}`, {
      [`withdrawal_refund_${id}`]: await paymentOf(order.id),
      [`withdrawal_amount_${id}`]: '50.00',
      [`withdrawal_account_${id}`]: 'PL61 1090 1014 0000 0712 1981 2874',
    });
    await screen(order);
    expect((await owner.submit({ action: 'refund_sent' }, {}, 'refund')).text).toContain(
      'Money refunded. The customer has been notified.',
    );
    const back =
      (await emails()).map(plain).findLast((email) => email.includes('50.00') && email.includes(order.number)) ?? '';
    expect(back).toContain('You withdrew from this order on');
    expect(formUrl(back)).toBe('');

    await shop.site.db()('compliance_declarations').where({ id }).update({ status: 'rejected' });
    expect(await offers()).toBe(true);
  });

  it('law 08 lists late and unmatched declarations separately and assigns them to their order', async () => {
    const order = await placeOrder();
    await backdate(order);
    await box(order, 'parcel_day_0', { parcel_day_0: '2026-01-05', informed: 'order' });
    expect((await withdraw(order, { declaration_name: 'Too Late' })).text).toContain(
      'You have withdrawn from the contract.',
    );
    const late = await newest();
    expect(late?.late).toBe(1);
    const list = async (kind: string): Promise<string> =>
      (await owner.get(`/wp-admin/admin.php?page=compliance-declarations&kind=${kind}`)).text;
    expect(await list('late')).toMatch(/Too Late[\s\S]*late: the last day was 2026-01-19/);
    await box(order, 'parcel_day_0', { parcel_day_0: new Date().toISOString().slice(0, 10) });
    expect(await list('late')).not.toContain('Too Late');

    const guest = shop.shopper();
    await guest.get('/withdrawal/');
    await guest.submit(
      {},
      { declaration_name: 'No Number', declaration_order: 'I do not know', declaration_email: 'guest@example.test' },
      'declaration_name',
    );
    await guest.submit({ confirm: '1' }, {}, 'declaration_name');
    expect(await list('unmatched')).toContain('No Number');
    expect(await list('late')).not.toContain('No Number');
    await owner.get('/wp-admin/admin.php?page=compliance-declarations&kind=unmatched');
    expect((await owner.submit({ match: '1' }, { order_number: 'nothing' }, 'order_number')).text).toContain(
      'No order with the number',
    );
    await owner.get('/wp-admin/admin.php?page=compliance-declarations&kind=unmatched');
    await owner.submit({ match: '1' }, { order_number: order.number }, 'order_number');
    expect((await newest())?.order_id).toBe(order.id);
    expect(await list('unmatched')).not.toContain('No Number');
    expect((await owner.get('/wp-admin/admin.php?page=compliance-declarations')).text).toContain(
      'Declaration records verified.',
    );
  });

  it('law 27 shows nothing about withdrawal on pages and orders when switched off', async () => {
    const order = await placeOrder();
    await shop.rest('POST', '/shop/v1/settings/compliance', { withdrawal_enabled: false });
    for (const path of [order.path, '/product/mug/', '/cart/'])
      expect((await order.buyer.get(path)).text).not.toMatch(/withdraw/i);
    expect((await screen(order)).text).not.toContain('Delivery and withdrawal period');
    await shop.rest('POST', '/shop/v1/settings/compliance', { withdrawal_enabled: true });
  });
});
