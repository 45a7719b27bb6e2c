import { PlinthError, WpError } from '../../core/api/index.js';
import { createAddressForm } from '../../plugins/store/accounts/address-fields.js';
import { createLineData } from '../../plugins/store/cart/line-data.js';
import { createLineTax } from '../../plugins/store/cart/line-tax.js';
import { createDeliveryFields } from '../../plugins/store/checkout/delivery-fields.js';
import type { AddressField, DeliveryDays } from '../../plugins/store/contract/index.js';
import { createStoreRegistries } from '../../plugins/store/registries/store-registries.js';
import { createAdjustmentCalculator } from '../../plugins/store/commerce/adjust.js';
import { createDeliveries } from '../../plugins/store/commerce/shipping-methods.js';
import { addBuiltInDeliveries } from '../../plugins/store/commerce/built-in-shipping.js';
import { createRegistry } from '../kit/registries.js';
import { createSellables, type Sellables } from '../../plugins/store/catalog/sellables.js';
import type { CheckoutForm } from '../../plugins/store/checkout/checkout-form.js';
import {
  createPlaceOrder,
  type PlaceOrderResult,
  type PlaceOrderDeps,
} from '../../plugins/store/checkout/place-order.js';
import type { OrderRequest } from '../../plugins/store/checkout/validate-quote.js';
import { catalogMigrations } from '../../plugins/store/migrations/catalog.js';
import { orderMigrations } from '../../plugins/store/migrations/orders.js';
import type { OrderStore } from '../../plugins/store/orders/order-store.js';
import { createOrderStore } from '../../plugins/store/orders/create-order-store.js';
import type { CommerceValues } from '../../plugins/store/commerce/commerce-settings.js';
import { allEngines, type ScratchDatabase } from '../kit/databases.js';
import { withTables } from '../kit/tables.js';
import { waysToPay } from './payment-fixtures.js';

const TABLES = [
  'store_orders',
  'store_order_lines',
  'store_order_events',
  'store_order_meta',
  'store_order_numbers',
  'store_order_counts',
  'store_order_adjustments',
  'store_order_taxes',
  'store_products',
];
const SETTINGS = {
  courier: true,
  courierPrice: 1500,
  freeFrom: 20_000,
  pickup: true,
  pickupPrice: 0,
  pickupPlace: '',
  cod: true,
  codFee: 500,
  transfer: true,
  accountNumber: 'PL61 1090 1014 0000 0712 1981 2874',
  shippingTaxRate: 23,
  transferDays: 7,
  onlineMinutes: 60,
} as CommerceValues;
const EWA = {
  first_name: 'Ewa',
  last_name: 'Żak',
  company: '',
  address_1: 'Prosta 1',
  address_2: '',
  postcode: '00-001',
  city: 'Warszawa',
  country: 'PL',
  phone: '',
  email: 'ewa@example.test',
  nip: '123',
};
const OTHER_ADDRESS = {
  first_name: 'Jan',
  last_name: 'Nowak',
  address_1: 'Krzywa 2',
  postcode: '00-002',
  city: 'Łódź',
  country: 'PL',
  gate: 'B',
};
const extra = (name: string): AddressField => ({
  name,
  label: name.toUpperCase(),
  type: 'text',
  required: false,
  autocomplete: 'off',
  maxLength: 20,
  halfWidth: false,
});
const CONTEXT = {
  location: 'checkout',
  request: { session: { get: () => undefined }, userId: 0, field: () => '' },
} as never as OrderRequest['context'];
const inOrder = (text: string, ...values: (string | number)[]): string =>
  text.replace(/%[sd]/g, () => String(values.shift()));

describe.each(allEngines)('order placement on %s', (engine) => {
  let scratch: ScratchDatabase;
  let store: OrderStore;
  let settings: CommerceValues;
  let events: string[];
  let world: {
    locker?: boolean;
    estimates?: ReadonlyMap<string, DeliveryDays>;
    account: false | Awaited<ReturnType<PlaceOrderDeps['customers']['create']>>;
    exists: boolean;
    onAccepted(): unknown;
    onCreated(order: { id: number }): unknown;
    beforeTaking(): unknown;
  };
  let mug: number;
  let book: number;
  beforeAll(async () => {
    scratch = await withTables(engine, 'store', [...catalogMigrations, ...orderMigrations]);
    store = createOrderStore({ db: scratch.db });
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    for (const table of TABLES) await scratch.db()(table).delete();
    jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2028, 1, 29, 12));
    [settings, events] = [SETTINGS, []];
    world = {
      account: { userId: 9, confirmAt: '' },
      exists: false,
      onAccepted: () => undefined,
      onCreated: () => undefined,
      beforeTaking: () => undefined,
    };
    mug = await product({ name: 'Mug', price: 1230, stock_quantity: 5 });
    book = await product({ name: 'Book', price: 1000, kind: 'digital', tax_rate: 500 });
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  async function product({
    price,
    ...more
  }: {
    name: string;
    price: number;
    stock_quantity?: number;
    kind?: string;
    tax_rate?: number;
    sku?: string;
  }): Promise<number> {
    const [id] = (await scratch
      .db()('store_products')
      .insert({
        slug: more.name,
        search: more.name,
        short_description: '',
        description: '',
        fields: '{}',
        status: 'publish',
        created_at: '2028-01-01 00:00:00',
        updated_at: '2028-01-01 00:00:00',
        regular_price: price,
        tax_rate: 2300,
        ...more,
      })) as [number];
    return id;
  }

  function createOrderPlacement(): (request: OrderRequest) => Promise<PlaceOrderResult> {
    const record =
      (name: string) =>
      async (...about: unknown[]): Promise<void> =>
        void events.push(`${name} ${JSON.stringify(about)}`);
    const real = createSellables({
      scope: { db: scratch.db, homeUrl: (path = '') => path, __: inOrder, getOption: async () => '' as never },
      images: { listByProducts: async () => new Map() } as never,
      terms: { categoriesOf: async () => new Map(), variationTerms: async () => [] },
      changes: { append: async () => undefined },
      rules: { isTaxEnabled: async () => true },
    });
    const sellables: Sellables = {
      ...real,
      reduceStock: async (lines) => {
        await world.beforeTaking();
        await real.reduceStock(lines);
      },
    };
    const i18n = { __: inOrder as never };
    const registries = createStoreRegistries({ createRegistry, validateFields: () => '' });
    if (world.locker)
      registries.deliveries.register({
        id: 'locker',
        label: 'Locker',
        rates: () => [{ price: 1500 }],
        fields: () => [{ name: 'point', label: 'Point', required: true }],
      });
    addBuiltInDeliveries(registries.deliveries, { read: async () => settings }, i18n);
    const deliveries = createDeliveries({
      registry: registries.deliveries,
      options: { read: async () => ({ enabled: true, values: {} }) },
      i18n,
      hooks: { applyFilters: ((_hook: string, value: unknown) => value) as never },
    });
    return createPlaceOrder({
      scope: {
        db: scratch.db,
        __: inOrder,
        locale: () => 'pl_PL',
        audit: { record: async (entry: unknown) => void events.push(`log ${JSON.stringify(entry)}`) } as never,
        doAction: (async (hook: string, order: { id: number }) => {
          events.push(`hook ${hook} ${order.id}`);
          await world.onCreated(order);
        }) as never,
      },
      sellables,
      store,
      offerDeps: {
        sellables,
        amounts: async () => ({ price: String }),
        i18n: { __: inOrder, _n: inOrder },
        commerceSettings: { read: async () => settings } as never,
        rules: { isTaxEnabled: async () => true },
        lineData: createLineData({ registry: registries.cartData, i18n }),
        lineTax: createLineTax(registries.tax),
        deliveries,
        estimates: { estimate: async () => world.estimates ?? new Map() },
        adjust: createAdjustmentCalculator(registries, i18n),
        methods: waysToPay(async () => settings),
        currency: () => 'PLN',
      },
      deliveryFields: createDeliveryFields({ scope: { render: async () => '', ...i18n }, deliveries }),
      addresses: createAddressForm({
        applyFilters: ((_hook: string, fields: readonly AddressField[]) => [
          ...fields,
          extra('nip'),
          extra('gate'),
        ]) as never,
        isEmail: (() => true) as never,
        sanitizeTextField: String,
        ...i18n,
      }),
      hooks: {
        accepted: async (context: unknown, subject: unknown) => {
          events.push(`accepted ${JSON.stringify([context === CONTEXT, subject])}`);
          await world.onAccepted();
        },
      } as never,
      customers: {
        exists: async () => world.exists,
        create: async (person: object) => {
          events.push(`account ${JSON.stringify(person)}`);
          return world.account;
        },
        saveAddresses: record('remember'),
      } as never,
      orders: { markPaid: async () => true },
      emails: {
        sendExtensionEmails: async () => undefined,
        sendToCustomer: async (kind: string, order: { number: string }) =>
          void events.push(`email ${kind} ${order.number}`),
        newOrder: async (order: { number: string }) => void events.push(`email to the shop ${order.number}`),
        newAccount: record('email about the account'),
      } as never,
      handleExistingEmail: (email: string, { location: where }: OrderRequest['context']) =>
        record('existing account')(email, { location: where }) as never,
      money: { currency: () => 'PLN', format: (minor: number) => `${(minor / 100).toFixed(2)} zł` } as never,
    });
  }

  let forms = 0;
  const form = (more: Partial<CheckoutForm> = {}): CheckoutForm => ({
    token: `form-${++forms}`,
    billing: EWA,
    shipToDifferentAddress: false,
    shipping: {},
    shippingMethod: 'courier',
    paymentMethod: 'transfer',
    note: '',
    createAccount: false,
    password: '',
    code: '',
    shownTotal: 2 * 1230 + 1500,
    shownEstimate: '',
    ...more,
  });
  const line = (productId: number, quantity: number): OrderRequest['cart'][number] => ({
    productId,
    variationId: 0,
    quantity,
    seenPrice: 1230,
  });
  const placeOrder = (more: Partial<OrderRequest> & { form?: CheckoutForm } = {}): Promise<PlaceOrderResult> =>
    createOrderPlacement()({ form: form(), cart: [line(mug, 2)], context: CONTEXT, userId: 0, ...more });
  const ordered = async (
    placed: Promise<PlaceOrderResult>,
  ): Promise<Extract<PlaceOrderResult, { order: unknown }>['order']> => {
    const result = await placed;
    if (!('order' in result)) throw new Error(JSON.stringify(result));
    return result.order;
  };
  const stockAndSalesOf = async (id: number): Promise<unknown[]> => {
    const row = await scratch.db()('store_products').where({ id }).first<{
      stock_quantity: number;
      sales: number;
    }>('stock_quantity', 'sales');
    return [row.stock_quantity, Number(row.sales)];
  };
  /** Checks that nothing of the order is stored: no row, no number, no stock change. */
  const expectNothingStored = async (): Promise<void> => {
    for (const table of [
      'store_orders',
      'store_order_lines',
      'store_order_events',
      'store_order_meta',
      'store_order_numbers',
      'store_order_counts',
    ])
      expect([table, await scratch.db()(table)]).toEqual([table, []]);
    expect(await stockAndSalesOf(mug)).toEqual([5, 0]);
    expect(events.filter((event) => event.startsWith('email'))).toEqual([]);
  };
  const about = (name: string): string[] => events.filter((event) => event.startsWith(name));

  it('stores the promised delivery dates except while a transfer is awaited', async () => {
    const days = { earliest: '2026-11-26', latest: '2026-11-27' };
    world.estimates = new Map([['courier', days]]);
    expect(
      (await ordered(placeOrder({ form: form({ paymentMethod: 'cod', shownTotal: 2 * 1230 + 2000 }) })))
        .deliveryEstimate,
    ).toEqual(days);
    expect((await ordered(placeOrder({ cart: [line(mug, 2)] }))).deliveryEstimate).toBeNull();
    expect(
      (
        await ordered(
          placeOrder({
            cart: [line(mug, 1)],
            form: form({ paymentMethod: 'cod', shippingMethod: 'pickup', shownTotal: 1730 }),
          }),
        )
      ).deliveryEstimate,
    ).toBeNull();
  });

  it('refuses a missing shipping field and stores a given one', async () => {
    world.locker = true;
    expect(await placeOrder({ form: form({ shippingMethod: 'locker' }) })).toEqual({
      errors: [{ field: 'delivery_point', message: 'Fill in: Point.' }],
    });
    await expectNothingStored();
    const request = { ...CONTEXT.request, field: (name: string) => (name === 'delivery_point' ? ' WAW1 ' : '') };
    const order = await ordered(
      placeOrder({ form: form({ shippingMethod: 'locker' }), context: { ...CONTEXT, request } }),
    );
    expect([order.meta.locker_point, order.details.at(-1), order.deliveryLabel]).toEqual([
      'WAW1',
      { key: 'locker_point', label: 'Point', value: 'WAW1' },
      'Locker',
    ]);
  });

  it('stores lines, customer, totals and payment deadline', async () => {
    const order = await ordered(placeOrder({ form: form({ note: 'Ring twice.' }) }));
    const ewa = {
      firstName: 'Ewa',
      lastName: 'Żak',
      company: '',
      address1: 'Prosta 1',
      address2: '',
      postcode: '00-001',
      city: 'Warszawa',
      country: 'PL',
      phone: '',
      email: 'ewa@example.test',
    };
    expect(order).toMatchObject({
      status: 'on-hold',
      userId: 0,
      billing: ewa,
      shipping: ewa,
      meta: { billing_nip: '123' },
      shippingMethod: 'courier',
      paymentMethod: 'transfer',
      itemsTotal: 2460,
      deliveryTotal: 1500,
      paymentFee: 0,
      taxTotal: 460 + 280,
      total: 3960,
      currency: 'PLN',
      note: 'Ring twice.',
      locale: 'pl_PL',
      paymentDueAt: '2028-03-07 12:00:00',
      createdAt: '2028-02-29 12:00:00',
      lines: [
        {
          productId: mug,
          variationId: 0,
          name: 'Mug',
          sku: '',
          kind: 'physical',
          quantity: 2,
          unitPrice: 1230,
          total: 2460,
          taxRate: 23,
          tax: 460,
        },
      ],
    });
    expect(await store.find({ id: order.id })).toEqual(order);
    expect(await store.events(order.id)).toMatchObject([{ userId: 0, from: '', to: 'on-hold', note: '' }]);
    expect(await stockAndSalesOf(mug)).toEqual([3, 2]);
  });

  it('logs, runs hooks and sends emails to customer and shop last', async () => {
    const { id, number } = await ordered(placeOrder());
    expect(events).toEqual([
      `log ${JSON.stringify({ action: 'orders.placed', subject: { kind: 'order', id, title: number }, details: { total: 3960, currency: 'PLN', payment: 'transfer', status: 'on-hold' } })}`,
      `accepted ${JSON.stringify([true, { orderId: id, userId: 0, email: 'ewa@example.test' }])}`,
      `hook store/order_created ${id}`,
      `email received ${number}`,
      `email to the shop ${number}`,
    ]);
  });

  it('assigns the order to the logged-in user and remembers the address', async () => {
    const order = await ordered(placeOrder({ userId: 7 }));
    expect([order.userId, (await store.events(order.id))[0]?.userId]).toEqual([7, 7]);
    const { nip: _nip, ...address } = EWA;
    expect(about('remember')).toEqual([`remember ${JSON.stringify([7, address, undefined])}`]);
    expect([
      about('log')[0]?.includes('"actor":7'),
      about('accepted')[0]?.includes('"userId":7'),
      about('account'),
    ]).toEqual([true, true, []]);
  });

  it('stores a different shipping address with plugin fields and remembers it', async () => {
    const order = await ordered(
      placeOrder({ userId: 7, form: form({ shipToDifferentAddress: true, shipping: OTHER_ADDRESS }) }),
    );
    expect([order.billing.city, order.shipping, order.meta]).toEqual([
      'Warszawa',
      {
        firstName: 'Jan',
        lastName: 'Nowak',
        company: '',
        address1: 'Krzywa 2',
        address2: '',
        postcode: '00-002',
        city: 'Łódź',
        country: 'PL',
        phone: '',
        email: 'ewa@example.test',
      },
      { billing_nip: '123', shipping_gate: 'B' },
    ]);
    expect(about('remember')[0]).toContain('"gate":"B"');
  });

  it('ignores shipping fields for digital products', async () => {
    const order = await ordered(
      placeOrder({
        userId: 7,
        cart: [line(book, 1)],
        form: form({ shipToDifferentAddress: true, shipping: OTHER_ADDRESS, shippingMethod: '', shownTotal: 1000 }),
      }),
    );
    expect([order.shipping, order.meta, order.shippingMethod, order.deliveryTotal, order.total]).toEqual([
      order.billing,
      { billing_nip: '123' },
      '',
      0,
      1000,
    ]);
    expect(about('remember')[0]).not.toContain('Łódź');
  });

  it('starts a cash-on-delivery order as processing without payment deadline', async () => {
    const order = await ordered(placeOrder({ form: form({ paymentMethod: 'cod', shownTotal: 4460 }) }));
    expect([order.status, order.paymentDueAt, order.paymentFee, order.total]).toEqual(['processing', null, 500, 4460]);
  });

  it('creates the requested account, assigns the order and sends the welcome email', async () => {
    const order = await ordered(placeOrder({ form: form({ createAccount: true, password: 'a long secret' }) }));
    expect([order.userId, about('account'), about('email about')]).toEqual([
      9,
      [
        `account ${JSON.stringify({ email: 'ewa@example.test', password: 'a long secret', firstName: 'Ewa', lastName: 'Żak' })}`,
      ],
      ['email about the account ["ewa@example.test","pl_PL"]'],
    ]);
    expect(about('remember')).toHaveLength(1);
  });

  it('sends no welcome email for an account that needs confirmation', async () => {
    world.account = { userId: 9, confirmAt: '/confirm/' };
    expect((await ordered(placeOrder({ form: form({ createAccount: true, password: 'a long secret' }) }))).userId).toBe(
      9,
    );
    expect(about('email about')).toEqual([]);
  });

  it('places a guest order for an existing account’s email and notifies its owner', async () => {
    world.exists = true;
    expect((await ordered(placeOrder({ form: form({ createAccount: true, password: 'a long secret' }) }))).userId).toBe(
      0,
    );
    expect([about('existing account'), about('account'), about('remember')]).toEqual([
      ['existing account ["ewa@example.test",{"location":"checkout"}]'],
      [],
      [],
    ]);
    events.length = 0;
    await ordered(placeOrder());
    expect(about('existing account')).toEqual([]);
  });

  it('refuses with the reason when the account cannot be created', async () => {
    world.account = new WpError('weak', 'This password is known to everybody.');
    expect(await placeOrder({ form: form({ createAccount: true, password: 'password' }) })).toEqual({
      errors: [{ field: 'billing_email', message: 'This password is known to everybody.' }],
    });
    await expectNothingStored();
  });

  it('refuses when another total was shown and names the current one', async () => {
    for (const shownTotal of [3959, null])
      expect(await placeOrder({ form: form({ shownTotal }) })).toEqual({
        errors: [
          { field: 'checkout-sum', message: 'The total is now 39.60 zł. If you agree, please place your order again.' },
        ],
      });
    await expectNothingStored();
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is sold out', () => scratch.db()('store_products').where({ id: mug }).update({ stock: 'outofstock' })],
    ['is no longer published', () => scratch.db()('store_products').where({ id: mug }).update({ status: 'draft' })],
    ['has too little stock', () => scratch.db()('store_products').where({ id: mug }).update({ stock_quantity: 1 })],
  ])('refuses when a product %s, whatever total was shown', async (_name, happens) => {
    await happens();
    for (const shownTotal of [3960, 1230 + 1500, 1000, 2500, 0]) {
      expect(await placeOrder({ cart: [line(book, 1), line(mug, 2)], form: form({ shownTotal }) })).toEqual({
        errors: [
          {
            field: 'checkout-sum',
            message: 'Not enough items of one of the products are left. Check your order again.',
          },
        ],
      });
    }
    expect(await store.count({})).toBe(0);
  });

  it('refuses when the payment method is no longer offered', async () => {
    settings = { ...SETTINGS, transfer: false };
    expect(await placeOrder()).toEqual({
      errors: [{ field: 'payment-methods', message: 'Choose a payment method.' }],
    });
    await expectNothingStored();
  });

  it('refuses when the shipping method is no longer offered, even a free one', async () => {
    settings = { ...SETTINGS, pickup: false };
    expect(await placeOrder({ form: form({ shippingMethod: 'pickup', shownTotal: 2460 }) })).toEqual({
      errors: [{ field: 'delivery-methods', message: 'Choose a shipping method.' }],
    });
    await expectNothingStored();
  });

  it('consumes the order code and refuses an already used one', async () => {
    let left = 1;
    const pass = { consume: async () => left-- > 0 };
    await ordered(placeOrder({ pass }));
    expect(await placeOrder({ pass })).toEqual({
      errors: [{ field: 'order_code', message: 'This code was already used for another order. Request a new one.' }],
    });
    expect([await store.count({}), await stockAndSalesOf(mug)]).toEqual([1, [3, 2]]);
  });

  it('creates one order when a form is sent repeatedly or concurrently', async () => {
    const sent = form();
    const [first, second] = await Promise.all([
      ordered(placeOrder({ form: sent })),
      ordered(placeOrder({ form: sent })),
    ]);
    const third = await ordered(placeOrder({ form: sent }));
    expect([second.id, third]).toEqual([first.id, first]);
    expect([await store.count({}), await stockAndSalesOf(mug), about('email received').length]).toEqual([1, [3, 2], 1]);
  });

  it('returns the existing order for a resent form after the product sold out', async () => {
    const sent = form();
    const first = await ordered(placeOrder({ form: sent }));
    await scratch.db()('store_products').where({ id: mug }).update({ stock: 'outofstock', stock_quantity: 0 });
    expect(await ordered(placeOrder({ form: sent }))).toEqual(first);
  });

  it('refuses and takes nothing when stock ran out meanwhile', async () => {
    world.beforeTaking = () => scratch.db()('store_products').where({ id: mug }).update({ stock_quantity: 1 });
    expect(await placeOrder()).toEqual({
      errors: [
        {
          field: 'checkout-sum',
          message: 'A product in your cart has just sold out. Your order was not placed.',
        },
      ],
    });
    await expectNothingStored();
  });

  it('refuses when a protecting hook could not run', async () => {
    world.onAccepted = () => Promise.reject(new PlinthError('hook_failed_closed', 'No.'));
    expect(await placeOrder()).toEqual({
      errors: [
        {
          field: '',
          message: 'Your order could not be placed. Nothing was ordered. Try again in a moment.',
        },
      ],
    });
    await expectNothingStored();
  });

  it.each<[string, unknown]>([
    ['a plugin fails', new Error('broken')],
    ['a PlinthError with status 503 is thrown', new PlinthError('other', 'No.', { status: 503 })],
    ['a string is thrown', 'oops'],
  ])('rolls back and rethrows when %s', async (_name, error) => {
    world.onCreated = () => {
      throw error;
    };
    await expect(placeOrder()).rejects.toBe(error);
    await expectNothingStored();
  });

  it('fails with 503 when a callback’s transaction lost the order', async () => {
    world.onCreated = ({ id }) => scratch.db()('store_orders').where({ id }).delete();
    await expect(placeOrder()).rejects.toMatchObject({
      code: 'store_order_not_saved',
      status: 503,
      message: 'The order was not stored.',
      hint: 'Submit it again.',
    });
    await expectNothingStored();
  });

  it('gives refusals a code, status 409 and a hint', async () => {
    let caught: unknown;
    const { transaction } = scratch.db;
    jest.spyOn(scratch.db, 'transaction').mockImplementation((work) =>
      transaction(work).catch((error: unknown) => {
        caught ??= error;
        throw error;
      }),
    );
    await placeOrder({ form: form({ shownTotal: 1 }) });
    expect(caught).toMatchObject({
      code: 'store_total_changed',
      status: 409,
      kind: 'refusal',
      hint: 'Check your order and place it again.',
    });
  });
});
