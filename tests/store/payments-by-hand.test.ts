import { paymentMigrations } from '../../plugins/store/migrations/payments.js';
import { balanceOf, isPaidStatus } from '../../plugins/store/payments/manual-payments.js';
import { allEngines } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser } from './shopper.js';

const payment = (amount: number, refunded = 0, state: 'paid' | 'refunded' | 'failed' = 'paid') => ({
  amount,
  refunded,
  state,
});

describe('order balance', () => {
  it.each([
    [22_500, [payment(22_500)], { paid: 22_500, returned: 0, due: 0, overpaid: 0 }],
    [18_500, [payment(22_500)], { paid: 22_500, returned: 0, due: 0, overpaid: 4000 }],
    [18_500, [payment(22_500, 4000)], { paid: 22_500, returned: 4000, due: 0, overpaid: 0 }],
    [3600, [payment(1600)], { paid: 1600, returned: 0, due: 2000, overpaid: 0 }],
    [3600, [payment(1600), payment(2000)], { paid: 3600, returned: 0, due: 0, overpaid: 0 }],
    [1000, [payment(1000, 0, 'failed')], { paid: 0, returned: 0, due: 1000, overpaid: 0 }],
  ])('computes for a total of %d with %j the balance %j', (total, payments, balance) => {
    expect(balanceOf(total, payments)).toEqual(balance);
  });

  const statuses = {
    awaitsPayment: (id: string) => ['pending', 'on-hold'].includes(id),
    kind: (id: string) => (({ completed: 'done', cancelled: 'closed' }) as const)[id] ?? ('working' as const),
  };
  it.each([
    ['transfer', '', false],
    ['transfer', 'on-hold', false],
    ['transfer', 'processing', true],
    ['transfer', 'cancelled', false],
    ['cod', 'processing', false],
    ['cod', 'completed', true],
  ])('tells whether an order by %s with status "%s" is paid: %s', (method, status, has) => {
    expect(isPaidStatus(method, status, statuses as never)).toBe(has);
  });
});

describe.each(allEngines)('manual payment record on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
    await shop.save({ name: 'Mug', sku: 'M-1', price: { regular: 1000, sale: null, saleFrom: null, saleTo: null } });
  });
  afterAll(() => shop.close());

  const NEW = '/wp-admin/admin.php?page=store-order-edit';
  async function order(quantity: number, status = 'on-hold', method = 'transfer'): Promise<number> {
    await admin.get(NEW);
    await admin.submit(
      {},
      {
        email: 'ewa@example.test',
        billing_firstName: 'Ewa',
        billing_lastName: 'Żak',
        billing_address1: 'Prosta 1',
        billing_postcode: '00-001',
        billing_city: 'Warszawa',
        sku_0: 'M-1',
        pieces_0: String(quantity),
        payment: method,
        status,
        send_email: '',
      },
      'sku_0',
    );
    const [id] = await shop.site.db()('store_orders').orderBy('id', 'desc').limit(1).pluck('id');
    return Number(id);
  }
  async function change(id: number, quantity: number): Promise<void> {
    const [line] = await shop.site.db()('store_order_lines').where({ order_id: id }).pluck('id');
    await admin.get(`${NEW}&id=${id}`);
    await admin.submit({}, { [`quantity_${line}`]: String(quantity) }, 'sku_0');
  }
  const step = (id: number, status: string) =>
    shop.inContext(() => shop.scope.services.get('store.orders').setStatus(id, status));
  const rows = async (id: number) =>
    (await shop.site.db()('store_payments').where({ order_id: id }).orderBy('id')).map(({ amount, state }) => [
      Number(amount),
      state,
    ]);
  const page = async (id: number) =>
    (await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`)).text.replace(/\u00a0/g, ' ');

  it('keeps the received amount and shows the overpayment when the total drops', async () => {
    const id = await order(5);
    expect(await rows(id)).toEqual([]);
    await step(id, 'processing');
    await change(id, 1);
    expect(await rows(id)).toEqual([[5000, 'paid']]);
    const text = await page(id);
    expect(text).toContain('<strong>PLN 50.00</strong> · Paid (recorded manually)');
    expect(text).toContain('Overpaid, to be refunded: PLN 40.00');
    const [left] = await shop.inContext(() => shop.scope.services.get('store.refunds').refundable(id));
    expect(left).toMatchObject({ remainingAmount: 5000, isManual: true });
    const refund = (amount: number, key: string) =>
      shop.inContext(() =>
        shop.scope.services.get('store.refunds').refund({
          orderId: id,
          paymentId: assertDefined(left).paymentId,
          amount,
          reason: '',
          restock: false,
          account: '',
          part: '',
          key: key.repeat(32),
        }),
      );
    await expect(refund(5001, 'a')).rejects.toMatchObject({ code: 'store_refund_rejected' });
    await refund(4000, 'b');
    expect(await page(id)).not.toContain('Overpaid, to be refunded');
  });

  it('shows the amount due when the total rises and records its payment date', async () => {
    const id = await order(1);
    await step(id, 'processing');
    await change(id, 3);
    expect(await page(id)).toContain('Amount due: PLN 20.00');
    const response = await admin.submit(
      { action: 'payment' },
      { paid_amount: '20.00', paid_on: '2026-01-02' },
      'paid_amount',
    );
    expect(response.text).toContain('Payment recorded.');
    expect(response.text).not.toContain('Amount due');
    expect(await rows(id)).toEqual([
      [1000, 'paid'],
      [2000, 'paid'],
    ]);
    const times = await shop.site.db()('store_payments').where({ order_id: id }).orderBy('id').pluck('created_at');
    expect(String(times[1])).toMatch(/^2026-01-0[12] /);
  });

  it('fails when the order returns to on-hold', async () => {
    const id = await order(2);
    await step(id, 'processing');
    await step(id, 'on-hold');
    await step(id, 'processing');
    expect(await rows(id)).toEqual([
      [2000, 'failed'],
      [2000, 'paid'],
    ]);
  });

  it('appears on delivery for cash on delivery and for orders created as paid', async () => {
    const id = await order(2, 'processing', 'cod');
    expect(await rows(id)).toEqual([]);
    await step(id, 'completed');
    expect(await rows(id)).toEqual([[2000, 'paid']]);
    expect(await rows(await order(3, 'processing'))).toEqual([[3000, 'paid']]);
  });

  it('backfills payments once in the migration with the date of the transition', async () => {
    const [paid, waiting] = [await order(4), await order(1)];
    await step(paid, 'processing');
    await shop.site.db()('store_payments').delete();
    await shop.site
      .db()('store_order_events')
      .where({ order_id: paid, to_status: 'processing' })
      .update({ at: '2026-03-04 10:00:00' });
    const migration = assertDefined(paymentMigrations.find(({ id }) => id === '202_payments_by_hand'));
    for (let run = 0; run < 2; run++) await shop.inContext(() => migration.up(shop.site.db));
    expect(await rows(paid)).toEqual([[4000, 'paid']]);
    expect(await rows(waiting)).toEqual([]);
    const [createdAt] = await shop.site.db()('store_payments').where({ order_id: paid }).pluck('created_at');
    expect(String(createdAt)).toContain('2026-03-04 10:00:00');
  });
});
