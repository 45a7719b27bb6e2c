import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';

describe.each(defaultEngines)('manual order by the owner on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;
  let lamp = 0;
  let mug = 0;
  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
    lamp = await shop.save({
      name: 'Lamp',
      sku: 'L-1',
      stockQuantity: 10,
      price: { regular: 10_000, sale: null, saleFrom: null, saleTo: null },
    });
    mug = await shop.save({
      name: 'Mug',
      sku: 'M-1',
      stockQuantity: 5,
      price: { regular: 2000, sale: null, saleFrom: null, saleTo: null },
    });
  });
  afterAll(() => shop.close());

  const NEW = '/wp-admin/admin.php?page=store-order-edit';
  const CUSTOMER = {
    email: 'ewa@example.test',
    billing_firstName: 'Ewa',
    billing_lastName: 'Żak',
    billing_address1: 'Prosta 1',
    billing_postcode: '00-001',
    billing_city: 'Warszawa',
    billing_phone: '600 100 200',
  };
  const stock = async (id: number) => (await shop.inContext(() => shop.parts.products.get(id)))?.stockQuantity;
  const orders = async () =>
    (await shop.site.db()('store_orders').orderBy('id').select('*')) as {
      id: number;
      number: string;
      total: number;
      tax_total: number;
      items_total: number;
      delivery_total: number;
      status: string;
      email: string;
    }[];

  it('rejects unknown products, missing stock and invalid emails and keeps the input', async () => {
    await admin.get(NEW);
    const response = await admin.submit({}, { ...CUSTOMER, email: 'ewa', sku_0: 'NONE' }, 'sku_0');
    expect(response.status).toBe(422);
    for (const text of ['No product in the shop has SKU NONE.', 'Enter a full email address', 'value="Żak"'])
      expect(response.text).toContain(text);
    const short = await admin.submit({}, { email: 'ewa@example.test', sku_0: 'M-1', pieces_0: '6' }, 'sku_0');
    expect(short.text).toContain('Not enough stock of Mug.');
    expect(await orders()).toEqual([]);
  });

  it('creates an order with totals, takes stock and emails the customer', async () => {
    await admin.get(NEW);
    const response = await admin.submit(
      {},
      {
        ...CUSTOMER,
        sku_0: 'L-1',
        pieces_0: '2',
        sku_1: 'M-1',
        price_1: '15,00',
        delivery: 'courier',
        delivery_price: '12.30',
        payment: 'transfer',
        status: 'on-hold',
      },
      'sku_0',
    );
    expect(response.text).toContain('Order created.');
    expect((await orders())[0]).toMatchObject({
      items_total: 21_500,
      delivery_total: 1230,
      total: 22_730,
      tax_total: 3740 + 280 + 230,
      status: 'on-hold',
      email: 'ewa@example.test',
    });
    expect([await stock(lamp), await stock(mug)]).toEqual([8, 4]);
    expect(await shop.site.db()('store_emails').where({ kind: 'received' }).pluck('recipient')).toEqual([
      'ewa@example.test',
    ]);
  });

  it('changes lines with stock and totals and updates the search index', async () => {
    const { id, number } = assertDefined((await orders())[0]);
    await admin.get(`${NEW}&id=${id}`);
    const [lampLine] = await shop.site.db()('store_order_lines').where({ order_id: id }).orderBy('id').pluck('id');
    const changed = await admin.submit(
      {},
      {
        [`quantity_${lampLine}`]: '1',
        [`quantity_${(lampLine ?? 0) + 1}`]: '0',
        sku_0: 'M-1',
        pieces_0: '3',
        billing_city: 'Sopot',
      },
      'sku_0',
    );
    expect(changed.text).toContain('Order saved.');
    expect((await orders())[0]).toMatchObject({ items_total: 16_000, total: 17_230, tax_total: 1870 + 1122 + 230 });
    expect([await stock(lamp), await stock(mug)]).toEqual([9, 2]);
    expect((await admin.get('/wp-admin/admin.php?page=store-orders&s=sopot')).text).toContain(number);
    expect((await admin.get('/wp-admin/admin.php?page=store-orders&s=warszawa')).text).not.toContain(number);
  });

  it('refuses to change a completed order', async () => {
    const { id } = assertDefined((await orders())[0]);
    await shop.site.db()('store_orders').where({ id }).update({ status: 'completed' });
    expect((await admin.get(`${NEW}&id=${id}`)).text).toContain('This order can no longer be changed.');
  });

  it('sends one low stock email when the threshold is crossed', async () => {
    const listLowStockEmails = async (): Promise<string[]> =>
      (await shop.inContext(() => shop.site.mail.log(100)))
        .map(({ subject }) => subject)
        .filter((subject) => subject.startsWith('Low stock'));
    const before = (await listLowStockEmails()).length;
    await shop.save({ name: 'Vase', sku: 'V-1', stockQuantity: 7 });
    const order = async (quantity: string): Promise<void> => {
      await admin.get(NEW);
      await admin.submit(
        {},
        { ...CUSTOMER, sku_0: 'V-1', pieces_0: quantity, payment: 'transfer', send_email: '' },
        'sku_0',
      );
    };
    await order('1');
    expect((await listLowStockEmails()).length).toBe(before);
    await order('2');
    expect(await listLowStockEmails()).toContain('Low stock: Vase');
    await order('1');
    expect((await listLowStockEmails()).length).toBe(before + 1);
  });
});
