import type { OrderAddress } from '../../plugins/store/contract/index.js';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import { createOrderSearch } from '../../plugins/store/orders/order-search.js';
import type { NewOrder, OrderStore } from '../../plugins/store/orders/order-store.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import { createOrderTokens } from '../../plugins/store/orders/order-tokens.js';
import { defaultEngines, type ScratchDatabase } from '../kit/databases.js';
import { seeded } from '../kit/seeded.js';
import { withTables } from '../kit/tables.js';

const NAMES = [
  'Ewa',
  'Anna',
  'Żak',
  'O"Neil',
  'Kowalska-Nowak',
  'Ł',
  'van der Berg',
  '100%',
  'a_b',
  '🐢',
  'Wolfeschlegelsteinhausenbergerdorff',
  '',
];
const QUERIES = [
  'ewa',
  'EWA ża',
  'a ż',
  'kowalska',
  'ska-now',
  '@example',
  'anna1',
  '%',
  '_',
  '🐢',
  ' ',
  'van der',
  'der berg sklep',
  '2028-',
  '00000',
  'nobody',
  'steinhausenbergerdorff',
  'wolfeschlegelsteinhausenbergerdorff x',
  'e',
  'test ewa',
];

describe.each(defaultEngines)('order search index on %s', (engine) => {
  let scratch: ScratchDatabase;
  let store: OrderStore;
  let orderCount = 0;
  beforeAll(async () => {
    scratch = await withTables(engine, 'store', orderMigrations);
    store = createOrderStore({ db: scratch.db });
    jest.spyOn(Date, 'now').mockImplementation(() => Date.UTC(2028, 1, 29));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await scratch.drop();
  });

  const buildOrder = (billing: Partial<OrderAddress>, status: NewOrder['status'] = 'on-hold'): NewOrder => {
    const address: OrderAddress = {
      firstName: '',
      lastName: '',
      company: '',
      address1: '',
      address2: '',
      postcode: '',
      city: '',
      country: 'PL',
      phone: '',
      email: '',
      ...billing,
    };
    return {
      formToken: `form-${++orderCount}`,
      status,
      userId: 0,
      currency: 'PLN',
      billing: address,
      shipping: address,
      lines: [
        {
          productId: 1,
          variationId: 0,
          name: 'Mug',
          sku: '',
          kind: 'physical',
          quantity: 1,
          unitPrice: 1,
          total: 1,
          taxRate: 23,
          tax: 0,
          details: [],
          data: {},
        },
      ],
      shippingMethod: '',
      paymentMethod: '',
      itemsTotal: 1,
      deliveryTotal: 0,
      paymentFee: 0,
      taxTotal: 0,
      total: 1,
      note: '',
      locale: '',
      paymentDueAt: null,
      adjustments: [],
      taxes: { delivery: null, paymentFee: null, adjustments: [] },
      meta: [],
    };
  };
  const insert = (order: NewOrder) => scratch.db.transaction(() => store.insert(order));
  const index = async (): Promise<unknown> => scratch.db()('store_order_tokens').orderBy(['part', 'order_id']);

  it('finds the same orders as a full comparison, newest first', async () => {
    const by = seeded(`orders ${engine}`);
    const orders = [];
    for (let i = 0; i < 60; i++) {
      const [firstName, lastName] = [by.pick(NAMES), by.pick(NAMES)];
      orders.push(
        await insert(
          buildOrder(
            {
              firstName,
              lastName,
              company: by.chance(20) ? 'Sklep z o.o.' : '',
              email: `Anna${by.whole(1, 20)}@example.test`,
            },
            by.pick(['on-hold', 'completed'] as const),
          ),
        ),
      );
    }
    for (const order of orders.filter(() => by.chance(20)))
      await store.setEmail(order, `ewa${by.whole(1, 9)}@mended.test`);
    const rows = (await scratch.db()('store_orders').orderBy('id', 'desc')) as {
      id: number;
      search: string;
      status: string;
    }[];
    for (const search of QUERIES) {
      for (const status of [undefined, 'completed'] as const) {
        const expected = rows
          .filter((row) => row.search.includes(search.toLowerCase()) && (status === undefined || row.status === status))
          .map(({ id }) => id);
        const query = { search, ...(status ? { status } : {}) };
        expect([
          query,
          (await store.list({ ...query, limit: 100, offset: 0 })).map(({ id }) => id),
          await store.count(query),
        ]).toEqual([query, expected, expected.length]);
        for (const rounds of [[4, 10], [100], []]) {
          const smallSearch = createOrderSearch({ db: scratch.db, maxFullScan: 5, rounds });
          const list = await smallSearch.list(search, (builder) => void (status && builder.where({ status })), 6, 2);
          expect([query, rounds, list.map(({ id }) => id)]).toEqual([query, rounds, expected.slice(2, 8)]);
        }
        const counting = createOrderSearch({ db: scratch.db, maxFullScan: 5, maxCounted: 7 });
        expect(await counting.count(search, (builder) => void (status && builder.where({ status })))).toBe(
          Math.min(expected.length, 8),
        );
      }
    }
    const followed = await index();
    expect(await createOrderTokens({ db: scratch.db }).rebuild()).toBe(orders.length);
    expect(await index()).toEqual(followed);
  });

  it('follows a corrected email address and a rolled back transaction', async () => {
    const order = await insert(buildOrder({ firstName: 'Zofia', email: 'zofia@wrong.test' }));
    const before = await index();
    await expect(
      scratch.db.transaction(async () => {
        await store.insert(buildOrder({ firstName: 'Klementyna' }));
        await store.setEmail(order, 'klementyna@right.test');
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await index()).toEqual(before);
    await store.setEmail(order, 'zofia@right.test');
    const found = async (search: string): Promise<number[]> =>
      (await store.list({ search, limit: 5, offset: 0 })).map(({ id }) => id);
    expect([await found('wrong'), await found('right'), await found('klementyna')]).toEqual([[], [order.id], []]);
  });

  it('indexes existing orders in the migration', async () => {
    const order = await insert(buildOrder({ firstName: 'Bogumiła' }));
    await scratch.db()('store_order_tokens').delete();
    expect(await store.count({ search: 'bogumił' })).toBe(0);
    const step = orderMigrations.find(({ id }) => id === '108_index_order_words');
    await step?.up(scratch.db);
    expect((await store.list({ search: 'bogumił', limit: 5, offset: 0 })).map(({ id }) => id)).toEqual([order.id]);
  });

  it('finds existing orders by phone, postcode and name after the migration', async () => {
    const order = await insert(
      buildOrder({ firstName: 'Świętosława', phone: '+48 (22) 555-44-33', postcode: '05-500' }),
    );
    await scratch.db()('store_orders').where({ id: order.id }).update({ search: order.number });
    await orderMigrations.find(({ id }) => id === '111_search_addresses_and_skus')?.up(scratch.db);
    for (const search of ['225554433', '22 555 44 33', '05-500', 'świętosława'])
      expect((await store.list({ search, limit: 5, offset: 0 })).map(({ id }) => id)).toEqual([order.id]);
  });
});
