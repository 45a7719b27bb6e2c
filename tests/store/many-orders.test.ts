import { createOrderCodes } from '../../plugins/store/checkout/order-codes.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { ACCOUNT_NUMBER, bootCommerce, type CommerceSite, UNLIMITED } from './selling-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';

describe.each(defaultEngines)('order rate limiting on %s', (engine) => {
  let shop: CommerceSite;
  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 100 });
  });
  afterEach(() => shop.close());

  const limit = (limits: Partial<Record<keyof typeof UNLIMITED, number>>): Promise<boolean> =>
    shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT_NUMBER,
        ...UNLIMITED,
        ...limits,
      }),
    );

  async function atCheckout(buyer: Browser = shop.shopper()): Promise<Browser> {
    await shop.add(buyer, '1', '1');
    await buyer.get('/checkout/');
    return buyer;
  }
  const send = (buyer: Browser, fields: Fields = {}): Promise<Visit> =>
    buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'transfer', ...fields }, 'order_token');
  const codes = (): string[] =>
    shop.emails().flatMap((email) => /^Subject: (\d{6}) is your code/m.exec(email)?.[1] ?? []);
  /** Expires the one-minute limit between two codes. */
  const aMinuteLater = (): Promise<number> =>
    shop.site
      .db()('rate_limits')
      .where('ends_at', '<=', Date.now() + 60_000)
      .delete();

  it('accepts five of twelve orders for one email address and then requires codes', async () => {
    await limit({ ordersPerEmail: 5 });
    const visits: Visit[] = [];
    for (let number = 0; number < 12; number++)
      visits.push(
        await send(await atCheckout(), {
          billing_email: number % 2 === 0 ? 'anna@example.test' : 'Anna+shop@example.test',
        }),
      );
    expect(visits.filter(({ path }) => path.startsWith('/order/'))).toHaveLength(5);
    const challenged = visits.slice(5);
    expect(new Set(challenged.map(({ status, path }) => `${status} ${path}`))).toEqual(new Set(['422 /checkout/']));
    for (const { text } of challenged) expect(text).toContain('name="order_code"');
    expect(await shop.stockOf(1)).toBe(95);
    expect(await shop.orders()).toHaveLength(5);
    const emails = shop.emails().filter((email) => /^To: anna/im.test(email));
    expect(codes().length).toBeGreaterThanOrEqual(1);
    // Five order confirmations, and at most the hourly limit of codes for one email address.
    expect(emails.length).toBeLessThanOrEqual(10);
  });

  it.each([
    [
      'one network',
      { ordersPerNetwork: 2 },
      (number: number): Fields => ({ billing_email: `b${number}@example.test` }),
    ],
    ['one email address', { ordersPerEmail: 2 }, (): Fields => ({})],
  ])('requires a code for the third order of %s', async (_what, limits, fields) => {
    await limit(limits);
    const paths: string[] = [];
    for (let number = 0; number < 3; number++)
      paths.push(assertDefined((await send(await atCheckout(), fields(number))).path.split('/')[1]));
    expect(paths).toEqual(['order', 'order', 'checkout']);
  });

  it('requires a code for a browser’s third order whatever the email address', async () => {
    await limit({ ordersPerSession: 2 });
    const buyer = shop.shopper();
    const paths: string[] = [];
    for (let number = 0; number < 3; number++)
      paths.push(
        assertDefined(
          (await send(await atCheckout(buyer), { billing_email: `b${number}@example.test` })).path.split('/')[1],
        ),
      );
    expect(paths).toEqual(['order', 'order', 'checkout']);
  });

  it('accepts the emailed code and keeps all typed fields', async () => {
    await limit({ ordersPerEmail: 1 });
    await send(await atCheckout());
    const buyer = await atCheckout();
    const challenge = await send(buyer, { order_note: 'Ring twice', billing_company: 'Ława' });
    expect(challenge.text).toContain('Enter the six-digit code we just sent to anna@example.test.');
    expect(challenge.text).toMatch(/href="#order_code"/);
    expect(challenge.text).toMatch(
      /id="order_code"[^>]*autocomplete="one-time-code"[^>]*aria-describedby="order_code-hint">/,
    );
    const { fields } = buyer.form('order_code');
    expect(fields).toMatchObject({
      order_note: 'Ring twice',
      billing_company: 'Ława',
      billing_first_name: 'Anna',
      payment_method: 'transfer',
    });
    const [code] = codes();
    const response = await buyer.submit(
      { place_order: '1' },
      { order_code: code === '000000' ? '000001' : '000000' },
      'order_code',
    );
    expect(response.text).toContain('This code is incorrect.');
    expect(response.text).toMatch(
      /id="order_code"[^>]*value="" aria-describedby="order_code-hint order_code-error" aria-invalid="true"/,
    );
    expect((await buyer.submit({ place_order: '1' }, { order_code: '12' }, 'order_code')).text).toContain(
      'This code is incorrect.',
    );
    const done = await buyer.submit(
      { place_order: '1' },
      { order_code: ` ${code?.slice(0, 3)} ${code?.slice(3)} ` },
      'order_code',
    );
    expect(done.path).toMatch(/^\/order\//);
    expect(await shop.orders()).toHaveLength(2);
    expect((await shop.orders()).at(-1)).toMatchObject({ note: 'Ring twice' });
    expect(await shop.site.db()('store_order_codes').select('*')).toEqual([]);
  });

  it('rejects a code in another browser, for another email, after five tries or use', async () => {
    await limit({ ordersPerEmail: 1 });
    await send(await atCheckout());
    const buyer = await atCheckout();
    await send(buyer);
    const [code] = codes();
    const attacker = await atCheckout();
    expect((await send(attacker, { order_code: assertDefined(code) })).text).toContain('This code is no longer valid.');
    expect((await send(buyer, { order_code: assertDefined(code), billing_email: 'else@example.test' })).text).toContain(
      'This code is no longer valid.',
    );
    for (let attempt = 0; attempt < 5; attempt++)
      await send(buyer, { order_code: code === '111111' ? '222222' : '111111' });
    expect((await send(buyer, { order_code: assertDefined(code) })).text).toContain('This code is no longer valid.');
    expect(await shop.orders()).toHaveLength(1);
    await aMinuteLater();
    const resent = await buyer.submit({ send_code: '1' }, {}, 'order_code');
    expect(resent.text).toContain('Enter the six-digit code we just sent to');
    const fresh = codes().at(-1) ?? '';
    expect(codes()).toHaveLength(2);
    expect((await send(buyer, { order_code: fresh })).path).toMatch(/^\/order\//);
    const next = await atCheckout(buyer);
    expect((await send(next, { order_code: fresh })).text).toContain('This code is no longer valid.');
  });

  it('accepts one code for one of two concurrent orders', async () => {
    await limit({ ordersPerEmail: 1 });
    await send(await atCheckout());
    const buyer = await atCheckout();
    await send(buyer);
    const [code] = codes();
    const { action, fields } = buyer.form('order_code');
    const both = await Promise.all(
      ['a', 'b'].map((email) =>
        buyer.post(action, {
          ...fields,
          order_code: assertDefined(code),
          place_order: '1',
          order_token: email.repeat(40),
        }),
      ),
    );
    expect(both.filter(({ path }) => path.startsWith('/order/'))).toHaveLength(1);
    expect(await shop.orders()).toHaveLength(2);
  });

  it('sends at most five codes per hour and none unless one is required', async () => {
    await limit({ ordersPerEmail: 1 });
    await send(await atCheckout());
    const otherShopper = await atCheckout();
    await otherShopper.submit({ send_code: '1' }, { ...BUYER }, 'order_token');
    expect(codes()).toEqual([]);
    const buyer = await atCheckout();
    await send(buyer);
    for (let times = 0; times < 7; times++) {
      await aMinuteLater();
      await buyer.submit({ send_code: '1' }, {}, 'order_code');
    }
    expect(codes()).toHaveLength(5);
    expect(buyer.last?.text).toContain('so we can’t send another one right now');
    expect(buyer.form('order_code').fields).toMatchObject({ billing_first_name: 'Anna' });
  });

  it('exempts shop staff from order limits', async () => {
    await limit({ ordersPerEmail: 1, ordersPerNetwork: 1, ordersPerSession: 1 });
    const owner = shop.shopper();
    await owner.logIn(ADMIN.login, ADMIN.password);
    for (let number = 0; number < 3; number++) expect((await send(await atCheckout(owner))).path).toMatch(/^\/order\//);
  });

  it('expires a code after fifteen minutes and stores it hashed', async () => {
    const { db, users } = shop.site;
    const own = createOrderCodes({ db, wpHashPassword: users.wpHashPassword, verifyPassword: users.verifyPassword });
    const noon = Date.UTC(2031, 0, 1, 12);
    const code = await own.create('session', 'Anna@example.test', noon);
    expect(JSON.stringify(await db()('store_order_codes').select('*'))).not.toContain(code);
    expect(await own.check('session', 'anna@example.test', code, noon + 14 * 60_000)).toHaveProperty('consume');
    expect(await own.check('session', 'anna@example.test', code, noon + 15 * 60_000)).toBe('expired');
  });

  it('delays the welcome email of a full mailbox but sends the order confirmation', async () => {
    await shop.inContext(() => shop.site.options.updateOption('emails_per_address', 3));
    for (let number = 0; number < 3; number++) await shop.site.emailLimit.consumeEmailLimit('anna+x@example.test');
    await send(await atCheckout(), { create_account: '1', account_password: 'a long password' });
    const kinds = await shop.site.db()('store_emails').orderBy('id').select<
      {
        kind: string;
        state: string;
      }[]
    >('kind', 'state');
    expect(kinds).toEqual(
      expect.arrayContaining([
        { kind: 'new_account', state: 'waiting' },
        { kind: 'received', state: 'filed' },
      ]),
    );
    await shop.inContext(() => shop.site.cron.runJobs());
    expect(await shop.site.db()('store_emails').where({ kind: 'new_account' }).pluck('state')).toEqual(['waiting']);
    const job = await shop.site
      .db()('jobs')
      .where({ queue: 'store/send_email', state: 'waiting' })
      .orderBy('run_at', 'desc')
      .first<{ run_at: string }>('run_at');
    expect(Date.parse(`${job.run_at.replace(' ', 'T')}Z`)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  });
});
