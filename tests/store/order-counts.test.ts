import { createOrderCounts } from '../../plugins/store/orders/order-counts.js';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import { allEngines, type ScratchDatabase, scratchDatabase } from '../kit/databases.js';

describe.each(allEngines)('order counter by status on %s', (engine) => {
  let scratch: ScratchDatabase;
  let number = 0;

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    for (const migration of orderMigrations) await migration.up(scratch.db);
  });
  afterEach(() => scratch.drop());

  async function order(status: string): Promise<void> {
    number++;
    await scratch
      .db()('store_orders')
      .insert({
        number: `${number}`,
        order_key: `${number}`,
        form_token: `${number}`,
        status,
        currency: 'PLN',
        email: '',
        customer: '',
        search: '',
        billing: '{}',
        shipping: '{}',
        shipping_method: '',
        payment_method: '',
        items_total: 0,
        delivery_total: 0,
        payment_fee: 0,
        tax_total: 0,
        total: 0,
        note: '',
        locale: '',
        created_at: '2026-01-01 00:00:00',
        updated_at: '2026-01-01 00:00:00',
      });
  }
  const rows = async (): Promise<number> => (await scratch.db()('store_order_counts').select('id')).length;

  it('follows created and changed orders but not a rolled back transaction', async () => {
    const counts = createOrderCounts({ db: scratch.db }, () => 0.5);
    await counts.note(undefined, 'pending');
    await counts.note(undefined, 'pending');
    await counts.note('pending', 'processing');
    await expect(
      scratch.db.transaction(async () => {
        await counts.note('pending', 'cancelled');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect([
      await counts.count('pending'),
      await counts.count('processing'),
      await counts.count('cancelled'),
      await counts.count(undefined),
    ]).toEqual([1, 1, 0, 2]);
  });

  it('recounts occasionally, which corrects drift and merges rows', async () => {
    for (const status of ['pending', 'pending', 'completed']) await order(status);
    const quiet = createOrderCounts({ db: scratch.db }, () => 0.5);
    for (let note = 0; note < 20; note++) await quiet.note('pending', 'completed');
    await createOrderCounts({ db: scratch.db }, () => 0).note('pending', 'completed');
    expect([
      await quiet.count('pending'),
      await quiet.count('completed'),
      await quiet.count(undefined),
      await rows(),
    ]).toEqual([2, 1, 3, 2]);
  });

  it('survives a failing recount without failing the order', async () => {
    await scratch.db().schema.renameTable('store_orders', 'elsewhere');
    const counts = createOrderCounts({ db: scratch.db }, () => 0);
    await counts.note(undefined, 'pending');
    expect(await counts.count('pending')).toBe(1);
  });

  it('initializes once from existing orders even if the migration runs twice', async () => {
    await order('refunded');
    const last = orderMigrations.find(({ id }) => id === '107_count_orders');
    for (let start = 0; start < 2; start++) await last?.up(scratch.db);
    expect(await createOrderCounts({ db: scratch.db }).count('refunded')).toBe(1);
  });
});
