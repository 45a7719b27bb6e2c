import { defaultEngines } from '../kit/databases.js';
import { bootPayingShop, type PayingShop } from './paying-shop.js';

/** Price of the mug including delivery. */
const DUE = 4999 + 1500;

describe.each(defaultEngines)('Przelewy24 payment on %s', (engine) => {
  let shop: PayingShop;
  beforeEach(async () => {
    shop = await bootPayingShop(engine);
  });
  afterEach(() => shop.close());

  const paidOnce = async (): Promise<void> => {
    expect(await shop.order()).toMatchObject({ status: 'processing', payment_method: 'przelewy24', pay_until: null });
    expect((await shop.events()).filter((event) => event.startsWith('pending → processing: Paid:'))).toHaveLength(1);
    expect(shop.recordedPayments().filter(([kind]) => kind === 'paid')).toEqual([
      ['paid', (await shop.order()).number, 'processing', DUE],
    ]);
    expect(shop.emails().filter((email) => email.includes('We are preparing your order'))).not.toEqual([]);
  };
  const unpaid = async (): Promise<void> => {
    expect((await shop.order()).status).toBe('pending');
    expect(shop.recordedPayments()).toEqual([]);
  };

  it('redirects with the right amount and pays the order once the notification is verified', async () => {
    const buyer = shop.shopper();
    const { sessionId, path, visit } = await shop.buy(buyer);
    expect(visit.status).toBe(303);
    expect(visit.headers.get('location')).toBe(
      `https://sandbox.przelewy24.pl/trnRequest/${shop.double.sessions.get(sessionId)?.token}`,
    );
    expect(shop.double.sessions.get(sessionId)).toMatchObject({
      amount: DUE,
      currency: 'PLN',
      urlReturn: `${shop.url}${path}`,
      urlStatus: `${shop.url}/wp-json/store/v1/payments/przelewy24/webhook`,
    });
    await unpaid();
    expect((await buyer.get(path)).text).toContain('Pay now');
    shop.double.pay(sessionId);
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    await paidOnce();
    expect(shop.double.sessions.get(sessionId)?.status).toBe(2);
    expect(
      (await shop.payments()).map(({ state, amount, currency, reference }) => [
        state,
        Number(amount),
        currency,
        reference,
      ]),
    ).toEqual([['paid', DUE, 'PLN', String(shop.double.sessions.get(sessionId)?.orderId)]]);
    // The customer returns after the webhook.
    const back = await buyer.get(path);
    expect(back.text).toContain('Processing');
    expect(back.text).not.toContain('Pay now');
  });

  it('gets paid by polling when its notification is lost', async () => {
    const { sessionId } = await shop.buy();
    shop.double.pay(sessionId);
    await shop.minutesLater();
    await paidOnce();
    expect(shop.double.sessions.get(sessionId)?.status).toBe(2);
    // A late webhook changes nothing.
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    await paidOnce();
  });

  it('triggers a status check before the order expires, canceling no paid order', async () => {
    const { sessionId } = await shop.buy();
    shop.double.pay(sessionId);
    await shop.site.db()('store_payments').update({ checked_at: '2020-01-01 00:00:00' });
    await shop.timeIsOver();
    await paidOnce();
  });

  it('pays the order once despite repeated and concurrent notifications', async () => {
    const { sessionId } = await shop.buy();
    shop.double.pay(sessionId);
    const notice = shop.double.notice(sessionId);
    const statuses = await Promise.all([1, 2, 3, 4].map(() => shop.send(notice)));
    expect(statuses.every((status) => status === 200 || status === 503)).toBe(true);
    expect(statuses).toContain(200);
    expect(await shop.send(notice)).toBe(200);
    await paidOnce();
    expect(await shop.payments()).toHaveLength(1);
  });

  it('received after cancellation is stored, reported to the owner and refundable', async () => {
    const { sessionId } = await shop.buy();
    expect(await shop.stock()).toBe(9);
    await shop.timeIsOver();
    expect([(await shop.order()).status, await shop.stock()]).toEqual(['cancelled', 10]);
    shop.double.pay(sessionId);
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    expect([(await shop.order()).status, await shop.stock(), (await shop.payments())[0]?.state]).toEqual([
      'cancelled',
      10,
      'paid',
    ]);
    expect((await shop.events()).at(-1)).toContain('after the order was closed');
    expect(
      shop
        .emails()
        .map((email) => email.replaceAll('=C2=A0', ' '))
        .some((email) =>
          email.includes('PLN 64.99 was received through Przelewy24: transfer, BLIK, card for a closed order'),
        ),
    ).toBe(true);
    expect(shop.recordedPayments()).toEqual([]);
    const owner = await shop.admin();
    expect(
      (await owner.get(`/wp-admin/admin.php?page=store-order&id=${String((await shop.order()).id)}`)).text,
    ).toContain('Issue a refund');
  });

  it.each([
    ['with a wrong signature', (notice: Record<string, unknown>) => ({ ...notice, sign: '0'.repeat(96) })],
    ['with another amount than the signed one', (notice: Record<string, unknown>) => ({ ...notice, amount: 1 })],
    ['wrong merchant', (notice: Record<string, unknown>) => ({ ...notice, merchantId: 999_999 })],
    ['without a signature', ({ sign: _sign, ...notice }: Record<string, unknown>) => notice],
    ['with a string as amount', (notice: Record<string, unknown>) => ({ ...notice, amount: String(notice.amount) })],
    ['of nothing', () => ({})],
  ])('rejects a notification %s with 400', async (_what, forge) => {
    const { sessionId } = await shop.buy();
    const calls = shop.double.calls.length;
    expect(await shop.send(forge(shop.double.notice(sessionId)))).toBe(400);
    await unpaid();
    expect(shop.double.calls).toHaveLength(calls);
    expect((await shop.payments())[0]?.state).toBe('started');
  });

  it.each([
    ['sum', { amount: 1 }],
    ['currency', { currency: 'EUR' }],
  ])('with another %s fails and is reported to the owner once', async (_what, other) => {
    const { sessionId } = await shop.buy();
    shop.double.pay(sessionId, other);
    const notice = shop.double.notice(sessionId);
    expect([await shop.send(notice), await shop.send(notice)]).toEqual([200, 200]);
    await unpaid();
    expect(shop.double.sessions.get(sessionId)?.status).toBe(1);
    expect((await shop.events()).filter((event) => event.includes('so the order is not marked as paid'))).toHaveLength(
      1,
    );
    expect((await shop.payments())[0]?.state).toBe('failed');
    expect(shop.emails().filter((email) => email.includes('The order is not marked as paid'))).not.toEqual([]);
  });

  it('pays the order once when paid twice and reports the second payment', async () => {
    const buyer = shop.shopper();
    const first = await shop.buy(buyer);
    await buyer.get(`${first.path}pay/`);
    const secondAttempt = await buyer.submit({ pay: '1' }, { payment_method: 'przelewy24' }, 'payment_method');
    const second = shop.double.sessionOf(secondAttempt.headers.get('location') ?? '');
    expect(second).not.toBe(first.sessionId);
    shop.double.pay(first.sessionId);
    shop.double.pay(second);
    await Promise.all([shop.send(shop.double.notice(first.sessionId)), shop.send(shop.double.notice(second))]);
    await shop.minutesLater();
    await paidOnce();
    expect((await shop.payments()).map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect((await shop.events()).filter((event) => event.includes('but the order was already paid'))).toHaveLength(1);
  });

  it('keeps the order while the provider is down and can be retried', async () => {
    shop.double.down = true;
    const buyer = shop.shopper();
    const { path, visit } = await shop.buy(buyer);
    expect(visit.path).toBe(`${path}pay/`);
    expect(visit.text).toContain('Przelewy24 is not responding at the moment');
    await unpaid();
    shop.double.down = false;
    const secondAttempt = await buyer.submit({ pay: '1' }, { payment_method: 'przelewy24' }, 'payment_method');
    const sessionId = shop.double.sessionOf(secondAttempt.headers.get('location') ?? '');
    shop.double.pay(sessionId);
    shop.double.down = true;
    expect(await shop.send(shop.double.notice(sessionId))).toBe(503);
    await unpaid();
    shop.double.down = false;
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    await paidOnce();
  });

  it('causes one poll per interval during a provider outage and completes afterwards', async () => {
    const [first, second] = [await shop.buy(), await shop.buy()];
    for (const { sessionId } of [first, second]) shop.double.pay(sessionId);
    shop.double.down = true;
    const before = shop.double.calls.length;
    await shop.minutesLater();
    expect(shop.double.calls.length - before).toBe(1);
    shop.double.down = false;
    await shop.minutesLater();
    expect((await shop.payments()).map(({ state }) => state)).toEqual(['paid', 'paid']);
    expect(shop.recordedPayments()).toHaveLength(2);
  });

  it.each(['the response of the provider', 'the shop’s own write'])(
    'verified while %s was lost is found and paid',
    async (lost) => {
      const { sessionId } = await shop.buy();
      shop.double.pay(sessionId);
      const { record } = shop.site.audit;
      if (lost === 'the response of the provider') shop.double.dropsResponseTo = 'PUT transaction/verify';
      else {
        // The audit entry is written inside the payment's transaction.
        Object.assign(shop.site.audit, {
          record: async (...args: Parameters<typeof record>) => {
            if (args[0].action === 'orders.paid') throw new Error('The process ended.');
            return record(...args);
          },
        });
      }
      expect(await shop.send(shop.double.notice(sessionId))).toBeGreaterThanOrEqual(500);
      Object.assign(shop.site.audit, { record });
      await unpaid();
      expect([shop.double.sessions.get(sessionId)?.status, (await shop.payments())[0]?.state]).toEqual([2, 'started']);
      await shop.minutesLater();
      await paidOnce();
    },
  );

  it('returns 404 to notifications and is not offered while the plugin is inactive', async () => {
    const buyer = shop.shopper();
    const { sessionId, path } = await shop.buy(buyer);
    await shop.inContext(() => shop.site.plugins.deactivatePlugins('payments-przelewy24'));
    expect(await shop.send(shop.double.notice(sessionId))).toBe(404);
    expect((await buyer.get(path)).text).toContain('przelewy24');
    await buyer.get('/product/mug/');
    await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
    expect((await buyer.get('/checkout/')).text).not.toContain('value="przelewy24"');
    expect(await shop.inContext(() => shop.site.plugins.activatePlugin('payments-przelewy24'))).toBeNull();
    expect((await buyer.get('/checkout/')).text).toContain('value="przelewy24"');
    shop.double.pay(sessionId);
    expect(await shop.send(shop.double.notice(sessionId))).toBe(200);
    await paidOnce();
  });
});
