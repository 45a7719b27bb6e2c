import type { OrderAddress } from '../../plugins/store/contract/index.js';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import { formatOrderNumber } from '../../plugins/store/orders/order-identity.js';
import type { OrderRecord } from '../../plugins/store/orders/order-record.js';
import type { NewOrder, OrderStore } from '../../plugins/store/orders/order-store.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';
import { assertDefined } from '../kit/assert-defined.js';

const MINUTE = 60_000;
const TAXES = {
  delivery: { rate: 23, amount: 1500, tax: 280, line: null },
  paymentFee: { rate: 23, amount: 300, tax: 56, line: null },
  adjustments: [],
} as const;
const TABLES = [
  'store_orders',
  'store_order_lines',
  'store_order_events',
  'store_order_meta',
  'store_order_numbers',
  'store_order_counts',
  'store_order_adjustments',
  'store_order_taxes',
];
const EWA: OrderAddress = {
  firstName: 'Ewa',
  lastName: 'Żak',
  company: 'Dzban Sp. z o.o.',
  address1: 'Prosta 1',
  address2: 'm. 2',
  postcode: '00-001',
  city: 'Warszawa',
  country: 'PL',
  phone: '+48 600 000 000',
  email: 'Ewa@Example.test',
};
const JAN: OrderAddress = { ...EWA, firstName: 'Jan', lastName: 'Nowak', company: '', email: 'jan@example.test' };
const MUG = {
  productId: 3,
  variationId: 0,
  name: 'Mug',
  sku: 'M-1',
  kind: 'physical' as const,
  quantity: 2,
  unitPrice: 1250,
  total: 2500,
  taxRate: 23,
  tax: 467,
  details: [{ label: 'Engraving', value: 'Ewa' }],
  data: { 'engraving.text': 'Ewa' },
};
const BOOK = {
  productId: 4,
  variationId: 9,
  name: 'Book – PDF',
  sku: '',
  kind: 'digital' as const,
  quantity: 1,
  unitPrice: 999,
  total: 999,
  taxRate: 5.25,
  tax: 50,
  details: [],
  data: {},
};

describe.each(allEngines)('order store on %s', (engine) => {
  let scratch: ScratchDatabase;
  let store: OrderStore;
  let now: number;
  let orderCount = 0;
  beforeAll(async () => {
    scratch = await withTables(engine, 'store', orderMigrations);
    store = createOrderStore({ db: scratch.db });
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    for (const table of TABLES) await scratch.db()(table).delete();
    now = Date.UTC(2028, 1, 29, 23, 59, 30);
    jest.spyOn(Date, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const buildOrder = (more: Partial<NewOrder> = {}): NewOrder => ({
    formToken: `form-${++orderCount}`,
    status: 'on-hold',
    userId: 0,
    currency: 'PLN',
    billing: EWA,
    shipping: EWA,
    lines: [MUG],
    shippingMethod: 'courier',
    paymentMethod: 'transfer',
    itemsTotal: 2500,
    deliveryTotal: 1500,
    paymentFee: 300,
    taxTotal: 800,
    total: 4300,
    note: '',
    locale: 'pl_PL',
    paymentDueAt: '2028-03-07 23:59:30',
    adjustments: [],
    taxes: TAXES,
    meta: [],
    ...more,
  });
  const insert = (more: Partial<NewOrder> = {}): Promise<OrderRecord> =>
    scratch.db.transaction(() => store.insert(buildOrder(more)));
  const changedAt = async (id: number): Promise<unknown> =>
    (await scratch.db()('store_orders').where({ id }).first<{ updated_at: string }>('updated_at')).updated_at;
  const all = { limit: 50, offset: 0 };
  const listed = async (
    query: Partial<Parameters<OrderStore['list']>[0]>,
    orders: readonly OrderRecord[],
  ): Promise<number[]> => {
    const found = (await store.list({ ...all, ...query })).map(({ id }) =>
      orders.findIndex((order) => order.id === id),
    );
    expect(await store.count(query)).toBe(found.length);
    return found;
  };

  it('returns a complete order with addresses, lines, totals and plugin data', async () => {
    const order = await insert({
      userId: 5,
      shipping: JAN,
      deliveryEstimate: { earliest: '2028-01-04', latest: '2028-01-05' },
      lines: [BOOK, MUG],
      note: 'Ring twice. 🐢',
      meta: [
        { key: 'billing_nip', value: '123' },
        { key: 'shipping_gate', value: 'B', display: { label: 'Gate', text: 'The second' } },
      ],
    });
    expect(order).toEqual({
      id: expect.any(Number) as number,
      number: formatOrderNumber(2028, 1),
      key: expect.stringMatching(/^[0-9a-f]{48}$/) as string,
      status: 'on-hold',
      userId: 5,
      billing: EWA,
      shipping: JAN,
      lines: [
        { ...BOOK, id: expect.any(Number) as number },
        { ...MUG, id: expect.any(Number) as number },
      ],
      meta: { billing_nip: '123', shipping_gate: 'B' },
      details: [{ key: 'shipping_gate', label: 'Gate', value: 'The second' }],
      adjustments: [],
      deliveryLabel: '',
      deliveryEstimate: { earliest: '2028-01-04', latest: '2028-01-05' },
      shippingMethod: 'courier',
      paymentMethod: 'transfer',
      itemsTotal: 2500,
      deliveryTotal: 1500,
      paymentFee: 300,
      shippingTotal: 1800,
      deliveryTax: TAXES.delivery,
      paymentFeeTax: TAXES.paymentFee,
      taxTotal: 800,
      total: 4300,
      currency: 'PLN',
      note: 'Ring twice. 🐢',
      locale: 'pl_PL',
      tracking: '',
      paymentDueAt: '2028-03-07 23:59:30',
      createdAt: '2028-02-29 23:59:30',
    });
    for (const by of [
      { id: order.id },
      { number: order.number },
      { order_key: order.key },
      { form_token: `form-${orderCount}` },
    ])
      expect(await store.find(by)).toEqual(order);
    for (const by of [{ id: order.id + 1 }, { number: 'x' }, { order_key: '' }, { form_token: 'x' }])
      expect(await store.find(by)).toBeNull();
  });

  it('assigns random keys and gapless numbers per year', async () => {
    const first = await insert();
    await scratch.db
      .transaction(async () => {
        await store.insert(buildOrder());
        throw new Error('refused');
      })
      .catch(() => undefined);
    const second = await insert();
    now += MINUTE;
    const third = await insert();
    now = Date.UTC(2029, 0, 1);
    const fourth = await insert();
    expect([first, second, third, fourth].map(({ number }) => number)).toEqual([
      formatOrderNumber(2028, 1),
      formatOrderNumber(2028, 2),
      formatOrderNumber(2028, 3),
      formatOrderNumber(2029, 1),
    ]);
    expect(new Set([first, second, third, fourth].map(({ key }) => key)).size).toBe(4);
  });

  it('rejects a second order with the same form token', async () => {
    await insert({ formToken: 'the form' });
    await expect(insert({ formToken: 'the form' })).rejects.toThrow();
    expect(await store.count({})).toBe(1);
  });

  it('lists orders from the newest by page with lines and meta', async () => {
    const orders = [
      await insert({ meta: [{ key: 'billing_nip', value: '1' }] }),
      await insert({ lines: [BOOK, MUG] }),
      await insert({ meta: [{ key: 'billing_nip', value: '3' }] }),
    ];
    expect(await store.list(all)).toEqual([...orders].reverse());
    expect((await store.list({ limit: 1, offset: 1 })).map(({ id }) => id)).toEqual([orders[1]?.id]);
    expect([await store.list({ ...all, search: 'nobody' }), await store.count({ search: 'nobody' })]).toEqual([[], 0]);
  });

  it('filters by status, customer and inclusive date range', async () => {
    const orders = [await insert({ userId: 5 })];
    now += MINUTE;
    orders.push(await insert({ status: 'processing' }));
    now += MINUTE;
    orders.push(await insert({ userId: 5, status: 'processing' }));
    const moments = orders.map(({ createdAt }) => createdAt);
    expect([
      await listed({ status: 'processing' }, orders),
      await listed({ userId: 5 }, orders),
      await listed({ userId: 0 }, orders),
      await listed({ userId: 5, status: 'processing' }, orders),
    ]).toEqual([[2, 1], [2, 0], [1], [2]]);
    expect([
      await listed({ from: moments[1] }, orders),
      await listed({ to: moments[1] }, orders),
      await listed({ from: moments[1], to: moments[1] }, orders),
      await listed({ from: '', to: '', search: '' }, orders),
    ]).toEqual([[2, 1], [1, 0], [1], [2, 1, 0]]);
  });

  it('searches number, email, name and company case-insensitively without wildcards', async () => {
    const orders = [await insert(), await insert({ billing: { ...JAN, company: '100%_!' }, shipping: JAN })];
    const [first, second] = orders;
    const found = (search: string): Promise<number[]> => listed({ search }, orders);
    expect([
      await found(assertDefined(first?.number)),
      await found(assertDefined(second?.number.slice(3))),
      await found('EWA@example'),
      await found('ewa żak'),
      await found('dzban'),
      await found('nowak'),
    ]).toEqual([[0], [1], [0], [0], [0], [1]]);
    expect([await found('0%_!'), await found('_00'), await found('%'), await found('e_a'), await found('!')]).toEqual([
      [1],
      [],
      [1],
      [],
      [1],
    ]);
  });

  it('truncates long names in the search columns but stores them completely', async () => {
    const orders = [
      await insert({
        billing: { ...EWA, firstName: 'Ł'.repeat(100), lastName: 'ó'.repeat(100), company: 'C'.repeat(400) },
      }),
    ];
    expect(await listed({ search: 'łłłó' }, orders)).toEqual([]);
    expect(await listed({ search: `${'ł'.repeat(100)} ${'ó'.repeat(89)}` }, orders)).toEqual([0]);
    expect(await store.find({ id: assertDefined(orders[0]?.id) })).toMatchObject({
      billing: { firstName: 'Ł'.repeat(100), company: 'C'.repeat(400) },
    });
    const [row] = await scratch
      .db()('store_orders')
      .select<{ customer: string; search: string }[]>('customer', 'search');
    expect([row?.customer.length, row?.search.length]).toEqual([190, row?.search.trim().length]);
    expect(row?.search).toContain('c'.repeat(400));
    await insert({ billing: { ...EWA, firstName: '', lastName: '' } });
    expect(
      (await scratch.db()('store_orders').orderBy('id', 'desc').first<{ customer: string }>('customer')).customer,
    ).toBe('');
  });

  it('moves a status once among concurrent requests and dates the change', async () => {
    const { id } = await insert();
    const other = await insert();
    now += MINUTE;
    const moves = await Promise.all([
      store.moveStatus(id, 'on-hold', 'processing', { paymentDueAt: null }),
      store.moveStatus(id, 'on-hold', 'cancelled', { paymentDueAt: null }),
    ]);
    expect([...moves].sort()).toEqual([false, true]);
    expect(await store.moveStatus(id, 'on-hold', 'cancelled', { paymentDueAt: null })).toBe(false);
    expect(await store.find({ id })).toMatchObject({
      status: moves[0] ? 'processing' : 'cancelled',
      paymentDueAt: null,
    });
    expect([await changedAt(id), await changedAt(other.id)]).toEqual(['2028-03-01 00:00:30', '2028-02-29 23:59:30']);
    expect(await store.find({ id: other.id })).toEqual(other);
  });

  it('cancels as unpaid only after the payment deadline', async () => {
    const { id } = await insert({ paymentDueAt: '2028-03-01 12:00:00' });
    const cancel = (unpaidAt: string): Promise<boolean> =>
      store.moveStatus(id, 'on-hold', 'cancelled', { paymentDueAt: null, overdueAt: unpaidAt });
    expect([await cancel('2028-03-01 11:59:59'), (await store.find({ id }))?.status]).toEqual([false, 'on-hold']);
    expect([await cancel('2028-03-01 12:00:00'), (await store.find({ id }))?.status]).toEqual([true, 'cancelled']);
  });

  it('returns overdue unpaid orders by id in batches', async () => {
    const until = '2028-03-01 12:00:00';
    const orders = [
      await insert({ paymentDueAt: until }),
      await insert({ paymentDueAt: until, status: 'pending' }),
      await insert({ paymentDueAt: until, status: 'processing' }),
      await insert({ paymentDueAt: null }),
      await insert({ paymentDueAt: '2028-03-01 12:00:01' }),
      await insert({ paymentDueAt: until }),
    ];
    const unpaid = async (moment: string, after = 0, limit = 10): Promise<number[]> =>
      (await store.listOverdueIds(moment, after, limit)).map((id) => orders.findIndex((order) => order.id === id));
    expect([
      await unpaid('2028-03-01 11:59:59'),
      await unpaid(until),
      await unpaid(until, orders[1]?.id),
      await unpaid(until, 0, 2),
      await unpaid('2028-03-01 12:00:01'),
    ]).toEqual([[], [0, 1, 5], [5], [0, 1], [0, 1, 4, 5]]);
  });

  it('changes the payment only of an unchanged order and clears the promised delivery', async () => {
    const order = await insert({ deliveryEstimate: { earliest: '2028-03-02', latest: '2028-03-03' } });
    const other = await insert();
    const change = {
      paymentMethod: 'cod',
      paymentFee: 0,
      paymentFeeTax: null,
      taxTotal: 744,
      total: 4000,
      paymentDueAt: null,
    };
    now += MINUTE;
    expect([
      await store.setPayment({ ...order, status: 'processing' }, change),
      await store.setPayment({ ...order, paymentMethod: 'cod' }, change),
      await store.find({ id: order.id }),
    ]).toEqual([false, false, order]);
    expect(await store.setPayment(order, change)).toBe(true);
    expect(await store.find({ id: order.id })).toEqual({
      ...order,
      ...change,
      shippingTotal: 1500,
      deliveryEstimate: null,
    });
    expect([await changedAt(order.id), await store.find({ id: other.id })]).toEqual(['2028-03-01 00:00:30', other]);
  });

  it('stores the tracking number and replaces a meta value', async () => {
    const [order, other] = [
      await insert({
        meta: [
          { key: 'billing_nip', value: '1' },
          { key: 'kept', value: 'yes' },
        ],
      }),
      await insert({ meta: [{ key: 'billing_nip', value: '2' }] }),
    ];
    now += MINUTE;
    await store.setTracking(order.id, 'PL-1');
    await store.setMeta(order.id, 'billing_nip', '3');
    expect(await store.find({ id: order.id })).toEqual({
      ...order,
      tracking: 'PL-1',
      meta: { billing_nip: '3', kept: 'yes' },
    });
    expect([await changedAt(order.id), await store.find({ id: other.id })]).toEqual(['2028-03-01 00:00:30', other]);
  });

  it('returns the events of each order in sequence', async () => {
    const [order, other] = [await insert(), await insert()];
    await store.addEvent(order.id, { userId: 0, from: '', to: 'on-hold', note: '' });
    await store.addEvent(other.id, { userId: 0, from: '', to: 'on-hold', note: 'another' });
    now += MINUTE;
    await store.addEvent(order.id, { userId: 7, from: 'on-hold', to: 'processing', note: 'Paid.' });
    const id = expect.any(Number) as number;
    expect(await store.events(order.id)).toEqual([
      { id, at: '2028-02-29 23:59:30', userId: 0, from: '', to: 'on-hold', note: '' },
      { id, at: '2028-03-01 00:00:30', userId: 7, from: 'on-hold', to: 'processing', note: 'Paid.' },
    ]);
    expect(await store.events(other.id)).toMatchObject([{ note: 'another' }]);
  });

  it('sums sales by day without canceled and refunded orders', async () => {
    await insert({ total: 1000 });
    now += MINUTE;
    for (const [status, total] of [
      ['processing', 2000],
      ['completed', 300],
      ['cancelled', 5000],
      ['refunded', 7000],
    ] as const)
      await insert({ status, total });
    expect(await store.salesByDay('2028-02-29 00:00:00')).toEqual([
      { day: '2028-02-29', orders: 1, revenue: 1000 },
      { day: '2028-03-01', orders: 2, revenue: 2300 },
    ]);
    expect(await store.salesByDay('2028-03-01 00:00:30')).toEqual([{ day: '2028-03-01', orders: 2, revenue: 2300 }]);
    expect(await store.salesByDay('2028-03-02 00:00:00')).toEqual([]);
  });

  it.each([
    ['Europe/Warsaw', '2029-00001-', [{ day: '2029-01-01', orders: 2, revenue: 3000 }]],
    ['Asia/Kolkata', '2029-00001-', [{ day: '2029-01-01', orders: 2, revenue: 3000 }]],
    ['America/New_York', '2028-00001-', [{ day: '2028-12-31', orders: 2, revenue: 3000 }]],
  ])('uses the site’s years and days in %s', async (zone, number, days) => {
    store = createOrderStore({ db: scratch.db, timeZone: async () => zone });
    now = Date.UTC(2028, 11, 31, 23, 20);
    expect((await insert({ total: 1000 })).number).toContain(number);
    now += 35 * MINUTE;
    await insert({ total: 2000 });
    expect(await store.salesByDay('2028-12-01 00:00:00')).toEqual(days);
  });

  it('splits days correctly in a time zone with a half-hour offset', async () => {
    store = createOrderStore({ db: scratch.db, timeZone: async () => 'Asia/Kolkata' });
    now = Date.UTC(2028, 5, 10, 18, 20);
    await insert({ total: 1000 });
    now += 15 * MINUTE;
    await insert({ total: 2000 });
    expect(await store.salesByDay('2028-06-01 00:00:00')).toEqual([
      { day: '2028-06-10', orders: 1, revenue: 1000 },
      { day: '2028-06-11', orders: 1, revenue: 2000 },
    ]);
  });
});
