import type { OrdersService } from '../../plugins/store/orders/orders-service.js';
import { allEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { ACCOUNT_NUMBER, bootCommerce, type CommerceSite, UNLIMITED } from './selling-site.js';
import { BUYER, type Fields } from './shopper.js';

const DAY_MS = 86_400_000;

describe.each(allEngines)('unpaid order on %s', (engine) => {
  let shop: CommerceSite;
  const service = (): OrdersService => shop.service() as OrdersService;
  const after = (days: number): Promise<number> =>
    shop.inContext(() => service().cancelUnpaid(Date.now() + days * DAY_MS));
  const statusOf = async (id: number): Promise<string> =>
    (await shop.orders()).find((order) => order.id === id)?.status as string;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 10 });
  });
  afterEach(() => shop.close());

  async function buy(fields: Fields = {}): Promise<number> {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await buyer.get('/checkout/');
    const { path } = await buyer.submit(
      { place_order: '1' },
      { ...BUYER, payment_method: 'transfer', ...fields },
      'order_token',
    );
    expect(path).toMatch(/^\/order\//);
    return (await shop.orders()).at(-1)?.id as number;
  }

  it('expires once after seven days with restock, email, history and audit log', async () => {
    const id = await buy();
    const paidOnDelivery = await buy({ payment_method: 'cod' });
    expect(await shop.stockOf(1)).toBe(6);
    expect(shop.emails().some((email) => email.includes('We are holding your items until'))).toBe(true);
    expect(await after(6.9)).toBe(0);
    expect(await after(7.1)).toBe(1);
    expect(await after(7.1)).toBe(0);
    expect([await statusOf(id), await statusOf(paidOnDelivery), await shop.stockOf(1)]).toEqual([
      'cancelled',
      'processing',
      8,
    ]);
    const email = shop.emails().find((candidate) => candidate.includes('because it was not paid')) ?? '';
    expect(email).toContain('have not been charged');
    expect(email).toContain('please order them again');
    expect(
      await shop.site
        .db()('store_order_events')
        .where({ order_id: id })
        .orderBy('id')
        .select('from_status', 'to_status'),
    ).toEqual([
      { from_status: '', to_status: 'on-hold' },
      { from_status: 'on-hold', to_status: 'cancelled' },
    ]);
    expect(await shop.site.audit.list({ action: 'orders.unpaid', limit: 5 })).toHaveLength(1);
  });

  it('expires once by a scheduled event on concurrent nodes', async () => {
    const id = await buy();
    await shop.site.db()('store_orders').where({ id }).update({ pay_until: '2020-01-01 00:00:00' });
    expect(
      (await shop.inContext(() => shop.site.cron.getCronEvents())).filter(({ hook }) => hook === 'store/unpaid_orders'),
    ).toHaveLength(1);
    await shop.site.db()('cron_events').where({ hook: 'store/unpaid_orders' }).update({ timestamp: 1_000_000 });
    await Promise.all([shop.inContext(() => shop.site.cron.runDueEvents()), after(0), after(0)]);
    expect([await statusOf(id), await shop.stockOf(1)]).toEqual(['cancelled', 10]);
    expect(await shop.site.audit.list({ action: 'orders.unpaid', limit: 5 })).toHaveLength(1);
  });

  it('waits for the configured period, without limit for older orders', async () => {
    const before = await buy();
    await shop.site.db()('store_orders').where({ id: before }).update({ pay_until: null });
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT_NUMBER,
        ...UNLIMITED,
        transferDays: 3,
        onlineMinutes: 30,
      }),
    );
    const transfer = await buy();
    const online = await buy();
    await shop.site
      .db()('store_orders')
      .where({ id: online })
      .update({ payment_method: 'quickpay', status: 'processing', pay_until: null });
    await shop.inContext(() => shop.service().setStatus(online, 'on-hold'));
    await shop.inContext(() => shop.service().setStatus(online, 'pending'));
    expect(await after(29 / 1440)).toBe(0);
    expect(await after(31 / 1440)).toBe(1);
    expect(await after(3.1)).toBe(1);
    expect(await after(4000)).toBe(0);
    expect([await statusOf(before), await statusOf(transfer), await statusOf(online)]).toEqual([
      'on-hold',
      'cancelled',
      'cancelled',
    ]);
    await shop.inContext(() =>
      shop.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT_NUMBER,
        ...UNLIMITED,
        transferDays: 0,
      }),
    );
    await buy();
    expect(await after(4000)).toBe(0);
  });

  it('resolves concurrent payment and cancellation consistently', async () => {
    const { db } = shop.site;
    const paid = await buy();
    let job: Promise<number> = Promise.resolve(-1);
    await shop.inContext(() =>
      db.transaction(async () => {
        await shop.service().setStatus(paid, 'processing');
        job = db.outsideTransaction(() => service().cancelUnpaid(Date.now() + 8 * DAY_MS));
        // Lets the job wait for the row locked by the payment; if it starts later, it finds the order paid.
        if (engine === 'mysql') await new Promise((resolve) => setTimeout(resolve, 300));
      }),
    );
    expect(await job).toBe(0);
    expect([await statusOf(paid), await shop.stockOf(1)]).toEqual(['processing', 8]);

    const late = await buy();
    let payment: Promise<string> = Promise.resolve('');
    const { record } = shop.site.audit;
    // The audit entry is written inside the cancelling transaction.
    Object.assign(shop.site.audit, {
      record: async (...args: Parameters<typeof record>) => {
        if (args[0].action === 'orders.unpaid')
          payment = db
            .outsideTransaction(() => shop.service().setStatus(late, 'processing'))
            .then(
              () => 'paid',
              (error: { code: string }) => error.code,
            );
        return record(...args);
      },
    });
    expect(await after(8)).toBe(1);
    expect(await payment).toBe('order_status_refused');
    expect([await statusOf(late), await shop.stockOf(1)]).toEqual(['cancelled', 8]);
  });

  it('expires even when another order cannot be canceled', async () => {
    const [first, second] = [await buy(), await buy()];
    await shop.extend(
      'guard',
      `export default { boot(scope) { scope.addAction('store/order_status_changed', () => undefined); } };`,
    );
    await shop.site.db()('store_orders').where({ id: first }).update({ billing: 'damaged' });
    await after(8).catch(() => undefined);
    expect(await statusOf(second)).toBe('cancelled');
    expect(await statusOf(first)).toBe('on-hold');
  });

  it('reopens by the owner after a late payment if in stock', async () => {
    const id = await buy();
    await after(8);
    const owner = shop.shopper();
    await owner.logIn(ADMIN.login, ADMIN.password);
    await shop.site.db()('test_products').where({ productId: 1 }).update({ stock: 1 });
    expect((await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text).toContain(
      'Payment received after all?',
    );
    const short = await owner.post(`/wp-admin/admin.php?page=store-order&id=${id}`, {
      ...owner.form('note').fields,
      action: 'reopen',
      note: '',
    });
    expect(short.text).toContain('Sold out.');
    expect([await statusOf(id), await shop.stockOf(1)]).toEqual(['cancelled', 1]);
    await shop.site.db()('test_products').where({ productId: 1 }).update({ stock: 5 });
    const done = await owner.post(`/wp-admin/admin.php?page=store-order&id=${id}`, {
      ...owner.form('note').fields,
      action: 'reopen',
      note: 'Came on Monday.',
    });
    expect(done.text).toContain('Order reopened.');
    expect(done.text).toContain('Came on Monday.');
    expect([await statusOf(id), await shop.stockOf(1)]).toEqual(['processing', 3]);
    await expect(shop.inContext(() => service().reopen(id, ''))).rejects.toMatchObject({
      code: 'order_status_refused',
    });
    expect(shop.emails().some((email) => email.includes('We are preparing your order'))).toBe(true);
    expect((await shop.site.audit.list({ action: 'orders.reopened', limit: 5 })).map(({ actor }) => actor)).toEqual([
      'admin',
    ]);
    expect(await after(4000)).toBe(0);
  });
});
