import type { ProductEditor } from '../../plugins/store/contract/index.js';
import { createMoney } from '../../plugins/store/money/money.js';
import { createProductImport } from '../../plugins/store/products-admin/files/product-import.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, activatePlugin } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import { bootShop, type ShopSite } from './shop-site.js';
import { type Browser, BUYER, type Fields } from './shopper.js';
import { readDom } from '../kit/dom.js';

const fields = (values: Record<string, string>): Fields =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`fields[${key}]`, value]));

describe.each(defaultEngines)('product fields of plugins (%s)', (engine) => {
  let shop: ShopSite;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await activatePlugin(shop, 'makers', {
      'index.js': `module.exports = { boot: (scope) => void scope.addFields({ objectType: 'product', title: 'Maker', fields: [
      { key: 'maker', type: 'text', label: 'Made by', required: true, maxLength: 20 },
      { key: 'deposit', type: 'money', label: 'Deposit' },
      { key: 'handmade', type: 'checkbox', label: 'Made by hand' },
      { key: 'for_owner', type: 'text', label: 'For the owner', capability: 'nobody_has_this' },
    ] }) };`,
    });
    admin = await shop.admin();
  });
  afterAll(() => shop?.close());

  const EDITOR = '/wp-admin/admin.php?page=store-product';
  const send = async (overrides: Fields) => {
    await admin.get(EDITOR);
    return admin.submit({}, { status: 'publish', name: 'Chair', regular: '10', ...overrides }, 'modified');
  };
  const product = (id: number) => shop.inContext(() => shop.parts.products.get(id));

  it('shows them in the product form, validates, stores and shows them again', async () => {
    const { text } = await admin.get(EDITOR);
    expect(text).toContain('id="field-maker"');
    expect(text).not.toContain('name="extra[maker]"');
    expect(text).not.toContain('For the owner');
    const response = await send(fields({ maker: '', deposit: 'much' }));
    expect(response.status).toBe(422);
    expect(response.text).toContain('href="#field-maker"');
    expect(response.text).toContain('value="much"');
    const saved = await send(fields({ maker: 'Anna <b>', deposit: '20,50', handmade: '1' }));
    const id = Number(/id=(\d+)/.exec(saved.path)?.[1]);
    expect((await product(id))?.fields).toEqual({ maker: 'Anna <b>', deposit: 2050, handmade: true });
    const reloaded = await admin.get(`${EDITOR}&id=${id}`);
    expect(reloaded.text).toContain('value="Anna &lt;b&gt;"');
    expect(reloaded.text).toContain('value="20.50"');
  });
});

describe.each(defaultEngines)('plugin product fields in CSV and services (%s)', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await activatePlugin(shop, 'specs', {
      'index.js': `module.exports = { boot: (scope) => void scope.addFields({ objectType: 'product', title: 'Specs', fields: [
      { key: 'material', type: 'select', label: 'Material', choices: [{ value: 'steel', label: 'Steel' }] },
      { key: 'months', type: 'number', label: 'Warranty', min: 0, max: 240, validate: (value) => (value === 13 ? 'Not thirteen.' : '') },
    ] }) };`,
    });
  });
  afterAll(() => shop?.close());

  async function* chunks(text: string): AsyncGenerator<Buffer> {
    yield Buffer.from(text);
  }
  const read = (text: string) =>
    shop.inContext(() =>
      createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(chunks(text), {
        dryRun: false,
      }),
    );

  it('validates them in a CSV import', async () => {
    const report = await read(
      'sku,name,regular_price,field:material,field:months\nS-1,Steel,10,steel,24\nS-2,Gold,10,gold,24\nS-3,Long,10,steel,999\nS-4,Odd,10,,13\n',
    );
    expect({ created: report.created, refused: report.refused }).toEqual({ created: 1, refused: 3 });
    expect(report.problems.map(({ message }) => message)).toEqual([
      'field:material: Choose an option from the list.',
      'field:months: The maximum is 240.',
      'field:months: Not thirteen.',
    ]);
  });

  it('validates them in the product service and writes nothing if one is invalid', async () => {
    const editor = (): ProductEditor => shop.site.plugins.services.get('store.products') as ProductEditor;
    const id = await shop.inContext(() => editor().create({ name: 'Pan', price: 1000, fields: { material: 'steel' } }));
    const set = (fields: Parameters<ProductEditor['setFields']>[1]) =>
      shop.inContext(() => editor().setFields([id], fields));
    for (const [invalid, field] of [
      [{ material: 'gold' }, 'material'],
      [{ months: 999 }, 'months'],
      [{ nobodys: 'x' }, 'nobodys'],
    ] as const)
      await expect(set({ ...invalid })).rejects.toMatchObject({
        code: 'store_product_invalid',
        details: { errors: [{ field }] },
      });
    expect(await set({ months: 24, nobodys: null })).toEqual({ changed: 1, unchanged: 0, notFound: [] });
    expect((await shop.inContext(() => shop.parts.products.get(id)))?.fields).toEqual({
      material: 'steel',
      months: 24,
    });
  });

  it('tells changed products from unchanged and missing ones', async () => {
    const editor = shop.site.plugins.services.get('store.products') as ProductEditor;
    await shop.inContext(async () => {
      const ids = [
        await editor.create({ name: 'Pot', price: 1000, fields: { months: 12 } }),
        await editor.create({ name: 'Lid', price: 1000, fields: { months: 24 } }),
      ];
      expect(await editor.setFields([...ids, 999_999, ...ids], { months: 24 })).toEqual({
        changed: 1,
        unchanged: 1,
        notFound: [999_999],
      });
    });
  });

  it('lists and deletes the fields of products of every status', async () => {
    const editor = shop.site.plugins.services.get('store.products') as ProductEditor;
    await shop.inContext(async () => {
      const before = await editor.listFields(0, 1000);
      const ids = [
        await editor.create({ name: 'Live', price: 1000, fields: { material: 'steel', months: 12 } }),
        await editor.create({ name: 'Draft', price: 1000, status: 'draft', fields: { material: 'steel' } }),
        await editor.create({ name: 'Trashed', price: 1000, fields: { material: 'steel' } }),
      ];
      await shop.parts.products.setStatus([ids[2] ?? 0], 'trash');
      const listed = await editor.listFields(before.at(-1)?.id ?? 0, 2);
      expect(listed.map(({ status, fields }) => [status, fields])).toEqual([
        ['publish', { material: 'steel', months: 12 }],
        ['draft', { material: 'steel' }],
      ]);
      const withMaterial = before.filter(({ fields }) => 'material' in fields).length;
      expect(await editor.deleteFields(['material'])).toBe(withMaterial + 3);
      expect(await editor.deleteFields(['material'])).toBe(0);
      const after = await editor.listFields((ids[0] ?? 0) - 1, 10);
      expect(after.map(({ status, fields }) => [status, fields])).toEqual([
        ['publish', { months: 12 }],
        ['draft', {}],
        ['trash', {}],
      ]);
    });
  });
});

describe.each(defaultEngines)('order fields of plugins (%s)', (engine) => {
  let shop: CommerceSite;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootCommerce(engine);
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 50 });
    await shop.extend(
      'parcels',
      `export default { boot: (scope) => void scope.addFields({ objectType: 'order', title: 'Parcel', fields: [
      { key: 'parcel_weight', type: 'number', label: 'Weight (g)', min: 1, max: 30000 },
      { key: 'parcel_fragile', type: 'checkbox', label: 'Fragile' },
    ] }) };`,
    );
    admin = shop.shopper();
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => shop?.close());

  it('validates and stores them on the order screen without changing the order status', async () => {
    const buyer = shop.shopper();
    await shop.add(buyer, '1', '2');
    await buyer.get('/checkout/');
    await buyer.submit({ place_order: '1' }, { ...BUYER, payment_method: 'cod' }, 'order_token');
    const { id, status } = (await shop.orders()).at(-1) as { id: number; status: string };
    const path = `/wp-admin/admin.php?page=store-order&id=${id}`;
    const send = async (values: Record<string, string>) => {
      await admin.get(path);
      return admin.submit({ action: 'fields' }, fields(values), 'fields[parcel_weight]');
    };
    expect((await admin.get(path)).text).toContain('Weight (g)');
    const response = await send({ parcel_weight: '0' });
    expect([response.status, response.text.includes('The minimum is 1.')]).toEqual([422, true]);
    await send({ parcel_weight: '750', parcel_fragile: '1' });
    const order = await shop.inContext(() => shop.orderOf(id));
    expect(order?.meta).toMatchObject({ parcel_weight: '750', parcel_fragile: '1' });
    expect((await shop.orders()).at(-1)).toMatchObject({ status });
    const { text } = await admin.get(path);
    expect(text).toContain('value="750"');
    expect(readDom(text).texts('dt')).not.toContain('parcel_weight');
  });
});
