import { createOutbox, LEASE_SECONDS, type Outbox } from '../../plugins/store/emails/outbox.js';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import { defaultEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';

describe.each(defaultEngines)('email outbox on %s', (engine) => {
  let scratch: ScratchDatabase;
  let box: Outbox;
  let id: number;
  let now: number;
  beforeEach(async () => {
    now = Date.UTC(2028, 1, 29, 23, 59, 30);
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    scratch = await withTables(engine, 'store', orderMigrations);
    box = createOutbox({ db: scratch.db });
    id = await box.enqueue({
      orderId: 0,
      kind: 'contact',
      recipient: 'ewa@example.test',
      locale: 'pl_PL',
      data: { message: 'secret' },
    });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await scratch.drop();
  });

  const row = async (): Promise<{ state: string; data: string }> =>
    await scratch.db()('store_emails').where({ id }).first<{ state: string; data: string }>('state', 'data');

  it('lets one of several concurrent senders claim an email', async () => {
    const claims = await Promise.all([box.claim(id), box.claim(id), box.claim(id)]);
    expect(claims.filter((claim) => claim === 'held')).toHaveLength(2);
    expect(claims.find((claim) => claim !== 'held')).toMatchObject({
      id,
      recipient: 'ewa@example.test',
      state: 'sending',
    });
  });

  it('prunes old emails without an order in any state and keeps order emails', async () => {
    for (const orderId of [0, 7]) {
      await box.enqueue({ orderId, kind: 'new_account', recipient: 'jan@example.test', locale: 'pl_PL' });
    }
    await box.setOutcome(id, 'refused', '550 no such mailbox');
    now += 86_400_000;
    const fresh = await box.enqueue({ orderId: 0, kind: 'contact', recipient: 'ewa@example.test', locale: 'pl_PL' });
    expect(await box.prune('2028-03-01 23:59:30')).toBe(2);
    expect(await scratch.db()('store_emails').orderBy('id').select('id', 'order_id')).toEqual([
      { id: id + 2, order_id: 7 },
      { id: fresh, order_id: 0 },
    ]);
    expect(await box.prune('2028-03-01 23:59:30')).toBe(0);
  });

  it('erases emails without an order to or from a person, case-insensitively', async () => {
    await box.enqueue({ orderId: 0, kind: 'new_account', recipient: 'Jan@Example.test', locale: 'pl_PL' });
    await box.enqueue({
      orderId: 0,
      kind: 'contact',
      recipient: 'shop@example.test',
      locale: 'pl_PL',
      data: { name: 'Jan', email: 'JAN@example.test', message: 'Hello' },
    });
    const keptIds = [
      await box.enqueue({ orderId: 7, kind: 'new_order', recipient: 'jan@example.test', locale: 'pl_PL' }),
      await box.enqueue({
        orderId: 0,
        kind: 'contact',
        recipient: 'shop@example.test',
        locale: 'pl_PL',
        data: { name: 'Ola', email: 'ojan@example.test', message: '"email":"x"' },
      }),
    ];
    expect(await box.deleteByEmail(' jan@example.TEST')).toBe(2);
    expect(await scratch.db()('store_emails').orderBy('id').pluck('id')).toEqual([id, ...keptIds]);
    expect([await box.deleteByEmail('%'), await box.deleteByEmail(' ')]).toEqual([0, 0]);
  });

  it('holds a claimed email for one minute and then frees it', async () => {
    await box.claim(id);
    now += LEASE_SECONDS * 1000;
    expect(await box.claim(id)).toBe('held');
    now += 1000;
    expect(await box.claim(id)).toMatchObject({ id });
    expect(await box.claim(id)).toBe('held');
  });

  it('extends the lease by another minute', async () => {
    await box.claim(id);
    now += 50_000;
    await box.extendLease(id);
    now += 50_000;
    expect(await box.claim(id)).toBe('held');
  });

  it('allows retrying a failed email and clears its data once sent', async () => {
    await box.claim(id);
    await box.setOutcome(id, 'failed');
    expect(await row()).toEqual({ state: 'failed', data: '{"message":"secret"}' });
    expect(await box.claim(id)).toMatchObject({ data: '{"message":"secret"}' });
    await box.setOutcome(id, 'sent');
    expect(await row()).toEqual({ state: 'sent', data: '' });
    expect(await box.claim(id)).toBeNull();
    await box.extendLease(id);
    expect((await row()).state).toBe('sent');
  });

  it('blocks a rejected email until readdressed and truncates the server’s message', async () => {
    await box.claim(id);
    await box.setOutcome(id, 'refused', '5'.repeat(600));
    now += 10 * LEASE_SECONDS * 1000;
    expect(await box.claim(id)).toBeNull();
    expect(await box.listRefused()).toEqual([
      expect.objectContaining({ id, refusal: '5'.repeat(500), data: '{"message":"secret"}' }),
    ]);
    expect([await box.requeue({ id, order_id: 7 }, 'eva@example.test'), await box.delete({ id, order_id: 7 })]).toEqual(
      [false, false],
    );
    expect(await box.requeue({ id, order_id: 0 }, 'eva@example.test')).toBe(true);
    expect([
      await box.requeue({ id, order_id: 0 }, 'else@example.test'),
      await box.delete({ id, order_id: 0 }),
      await box.listRefused(),
    ]).toEqual([false, false, []]);
    expect(await box.claim(id)).toMatchObject({
      recipient: 'eva@example.test',
      refusal: '',
      data: '{"message":"secret"}',
    });
    await box.setOutcome(id, 'refused', 'no');
    expect(await box.delete({ id, order_id: 0 })).toBe(true);
    expect(await box.claim(id)).toBeNull();
  });

  it('lists the emails of an order in sequence with truncated recipients', async () => {
    const about = (kind: 'received' | 'new_order', orderId: number): Promise<number> =>
      box.enqueue({ orderId, kind, recipient: `${'e'.repeat(300)}@example.test`, locale: 'en_US' });
    const ids = [await about('received', 7), await about('new_order', 7)];
    await about('received', 8);
    const time = '2028-02-29 23:59:30';
    const row = {
      order_id: 7,
      locale: 'en_US',
      data: '',
      refusal: '',
      state: 'waiting',
      created_at: time,
      changed_at: time,
      recipient: 'e'.repeat(190),
    };
    expect(await box.listByOrder(7)).toEqual([
      { ...row, id: ids[0], kind: 'received' },
      { ...row, id: ids[1], kind: 'new_order' },
    ]);
  });

  it('dates every claim, lease extension and result', async () => {
    const dated = async (): Promise<unknown> =>
      (await scratch.db()('store_emails').where({ id }).first<{ changed_at: string }>('changed_at')).changed_at;
    now += 1000;
    await box.claim(id);
    expect(await dated()).toBe('2028-02-29 23:59:31');
    now += 1000;
    await box.extendLease(id);
    expect(await dated()).toBe('2028-02-29 23:59:32');
    now += 1000;
    await box.setOutcome(id, 'failed');
    expect(await dated()).toBe('2028-02-29 23:59:33');
    now += 1000;
    await box.extendLease(id);
    expect(await dated()).toBe('2028-02-29 23:59:33');
  });

  it('returns null for an unknown email', async () => {
    expect(await box.claim(id + 1)).toBeNull();
  });
});
