import { invoicesCheck } from '../../plugins/compliance/checks/invoices.js';
import { createPluginServices } from '../../plugins/compliance/services.js';
import { createWaitingOrders, invoiceDeadline } from '../../plugins/compliance/invoices/waiting-orders.js';
import { createClock } from '../../plugins/compliance/time/clock.js';
import { assertDefined } from '../kit/assert-defined.js';
import { defaultEngines } from '../kit/databases.js';
import type { Browser, Fields } from '../store/shopper.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const NIP = { want_invoice: '1', invoice_company: 'Firma Kupująca', billing_nip: '525-22-48-481' };

describe('the last day to issue an invoice', () => {
  it('law 20 is the 15th of the month after delivery or payment', () => {
    expect(['2026-11-01', '2026-11-30', '2026-12-31', '2027-01-31'].map(invoiceDeadline)).toEqual([
      '2026-12-15',
      '2026-12-15',
      '2027-01-15',
      '2027-02-15',
    ]);
  });
});

describe.each(defaultEngines)('orders that wait for an invoice on %s', (engine) => {
  let shop: RealShop;
  let owner: Browser;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    owner = await shop.admin();
    mug = await shop.save({ name: 'Kubek', sku: 'MUG', stockQuantity: 500 });
    await shop.inContext(() => shop.scope.updateOption('timezone_string', 'Europe/Warsaw'));
    await set('general', {
      company_name: 'Sklep Próbny',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_nip: '526-104-08-28',
    });
  });
  afterAll(() => shop.close());

  const set = async (group: string, changes: object): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);
  async function placeOrder(fields: Fields): Promise<{ id: number; number: string }> {
    const buyer = await shop.atCheckout(mug, '1');
    await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), ...fields });
    return assertDefined(await shop.site.db()('store_orders').orderBy('id', 'desc').first());
  }
  const changePayment = async (orderId: number, receivedAt: string): Promise<void> =>
    void (await shop.site.db()('store_payments').where({ order_id: orderId }).update({ created_at: receivedAt }));
  /** Pays an order with money that came in at a time (UTC). */
  async function pay(orderId: number, receivedAt: string): Promise<void> {
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(orderId, 'processing'));
    await changePayment(orderId, receivedAt);
  }
  /** Services at a time (UTC). */
  const servicesAt = (now: string) => {
    const clock = createClock(shop.scope, () => Date.parse(`${now.replace(' ', 'T')}Z`));
    return { ...createPluginServices(shop.scope), waitingOrders: createWaitingOrders({ db: shop.scope.db, clock }) };
  };
  const waitingAt = (now: string) => shop.inContext(() => servicesAt(now).waitingOrders.list());
  /** The finding of the check at a time (UTC). */
  const findingAt = (now: string) =>
    shop.inContext(async () => {
      const services = servicesAt(now);
      const check = invoicesCheck(shop.scope, { ...services, db: shop.scope.db });
      return check.run({ values: await services.settings.values() } as Parameters<typeof check.run>[0]);
    });
  const dashboard = async (): Promise<string> => (await owner.get('/wp-admin/index.php')).text;

  it('law 20 are listed with the last day, in the site’s time zone, and are never good', async () => {
    expect(await findingAt('2026-11-20 12:00:00')).toMatchObject({ state: 'good' });
    await placeOrder({});
    const { id, number } = await placeOrder(NIP);
    expect(await waitingAt('2026-11-20 12:00:00')).toMatchObject([
      { id, buyer: 'Firma Kupująca', nip: '5252248481', suppliedOn: '', dueOn: '', isOverdue: false },
    ]);
    expect(await findingAt('2026-11-20 12:00:00')).toMatchObject({
      state: 'advice',
      law: 'invoice_deadline',
      description: `Order ${number} waits for an invoice, which is due after delivery or payment.`,
    });
    // In Warsaw, it is already December.
    await pay(id, '2026-11-30 23:30:00');
    expect(await waitingAt('2027-01-15 22:59:59')).toMatchObject([
      { suppliedOn: '2026-12-01', dueOn: '2027-01-15', isOverdue: false },
    ]);
    expect(await findingAt('2027-01-15 22:59:59')).toMatchObject({
      state: 'advice',
      description: `The invoice for order ${number} is due by 2027-01-15.`,
    });
    expect(await findingAt('2027-01-15 23:00:00')).toMatchObject({
      state: 'missing',
      law: 'invoice_deadline',
      description: `The invoice for order ${number} was due on 2027-01-15.`,
      recommendation: 'Issue these invoices now.',
    });
  });

  it('law 20 count from the delivery if it came before the payment, and include consumers who asked', async () => {
    const { id } = await placeOrder({ want_invoice: '1' });
    await shop.inContext(() =>
      shop.scope.services.get('store.orders').setMeta(id, 'invoice_handed_over', '2026-10-31'),
    );
    await pay(id, '2026-11-02 10:00:00');
    expect((await waitingAt('2026-11-20 12:00:00'))[0]).toMatchObject({
      id,
      nip: '',
      suppliedOn: '2026-10-31',
      dueOn: '2026-11-15',
      isOverdue: true,
    });
  });

  it('are on the dashboard, on the screen of invoices and on the order until the invoice is issued', async () => {
    const { id, number } = assertDefined(await shop.site.db()('store_orders').orderBy('id').offset(1).first());
    await changePayment(id, '2026-01-20 10:00:00');
    const text = await dashboard();
    expect(text).toMatch(/Overdue invoices/);
    const screen = await owner.get('/wp-admin/admin.php?page=compliance-invoices');
    expect(screen.text).toMatch(
      new RegExp(`${number}[\\s\\S]*Firma Kupująca[\\s\\S]*February 15, 2026[\\s\\S]*Overdue`),
    );
    const order = await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
    expect(order.text).toContain('Overdue: it was due on February 15, 2026.');
    await owner.get(`/wp-admin/admin.php?page=compliance-invoice&order=${id}`);
    await owner.submit({ do: 'issue' }, {}, 'sold_on');
    expect((await waitingAt('2027-02-01 12:00:00')).map((entry) => entry.id)).not.toContain(id);
    expect((await owner.get('/wp-admin/admin.php?page=compliance-invoices')).text).not.toContain('February 15, 2026');
  });

  it('wait no longer once they are canceled, refunded, or invoiced by another program', async () => {
    const [first, second] = [await placeOrder(NIP), await placeOrder(NIP)];
    const isWaiting = async ({ id }: { id: number }): Promise<boolean> =>
      (await waitingAt('2026-11-20 12:00:00')).some((candidate) => candidate.id === id);
    expect([await isWaiting(first), await isWaiting(second)]).toEqual([true, true]);
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(first.id, 'cancelled'));
    const screen = `/wp-admin/admin.php?page=compliance-invoice&order=${second.id}`;
    await owner.get(screen);
    expect((await owner.submit({ do: 'elsewhere' }, { number: 'A/7' }, 'number')).text).toContain(
      'This invoice was issued in another program, number A/7.',
    );
    expect([await isWaiting(first), await isWaiting(second)]).toEqual([false, false]);
    expect((await owner.get('/wp-admin/admin.php?page=store-orders')).text).toMatch(/>A\/7</);
    // The shop issues no second invoice for it.
    await owner.get(screen);
    const { fields } = owner.form('number');
    const refused = await owner.post('/wp-admin/admin.php?page=compliance-invoice', { ...fields, do: 'issue' });
    expect(refused.text).toContain('The invoice for this order was issued in another program.');
    await owner.get(screen);
    await owner.submit({ do: 'elsewhere' }, { number: '' }, 'number');
    expect(await isWaiting(second)).toBe(true);
  });

  it('are no matter of a shop that issues its invoices elsewhere', async () => {
    await set('checkout', { invoices_enabled: false });
    expect(await findingAt('2027-02-01 12:00:00')).toMatchObject({ state: 'off' });
    expect(await dashboard()).not.toContain('Overdue invoices');
    await set('checkout', { invoices_enabled: true });
  });

  it('law 20 are as urgent as invoices that were not corrected after a refund', async () => {
    const { order_id: orderId, number } = assertDefined(await shop.site.db()('compliance_invoices').first());
    await shop.site.db()('store_order_meta').whereIn('meta_key', ['billing_nip', 'want_invoice']).delete();
    expect(await findingAt('2026-11-20 12:00:00')).toMatchObject({ state: 'good' });
    await shop.site
      .db()('store_refunds')
      .insert({
        ...{ order_id: orderId, payment_id: 0, refund_key: 'r', amount: 150, reason: '', state: 'done' },
        ...{ message: '', restock: 0, account: '', part: '' },
        ...{ created_at: '2026-11-20 10:00:00', updated_at: '2026-11-20 10:00:00' },
      });
    expect(await findingAt('2026-11-20 12:00:00')).toMatchObject({
      state: 'missing',
      description: `Invoice ${number} states more than remains after refunds.`,
      recommendation: 'Issue the missing corrections.',
    });
  });
});
