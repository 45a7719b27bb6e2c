import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser } from './shopper.js';

const SCREEN = '/wp-admin/admin.php?page=store-settings';

describe.each(defaultEngines)('store settings screen on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;

  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
  });
  afterAll(() => shop.close());

  async function save(fields: Readonly<Record<string, string>>) {
    await admin.get(SCREEN);
    return admin.submit({}, fields, 'lowStock');
  }

  it('requires the capability to manage the shop', async () => {
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'writer',
        user_pass: 'a long password',
        user_email: 'writer@example.test',
        role: 'editor',
      }),
    );
    const writer = shop.shopper();
    await writer.logIn('writer', 'a long password');
    expect((await writer.get(SCREEN)).status).toBe(403);
  });

  it('changes the currency without converting prices and states this', async () => {
    await shop.save({ name: 'Priced', price: { regular: 123_45, sale: null, saleFrom: null, saleTo: null } });
    const same = await save({ currency: 'EUR' });
    expect(same.text).toContain('Prices were not converted');
    expect(same.text).not.toContain('uses a different number of decimal places than');
    expect((await shop.shopper().get('/product/priced/')).text).toMatch(/€123\.45/);
    const other = await save({ currency: 'JPY' });
    expect(other.text).toContain('uses a different number of decimal places than');
    expect((await shop.shopper().get('/product/priced/')).text).toMatch(/¥12,345/);
    expect((await save({ currency: 'PLN' })).text).toContain('selected>PLN');
    expect((await save({})).text).not.toContain('Prices were not converted');
  });

  it('takes effect on other processes with the next request', async () => {
    const db = shop.site.db;
    await db()('options').where({ name: 'store_currency' }).update({ value: 'CZK' });
    await db()('table_versions').where({ id: 1 }).increment('version', 1);
    expect((await shop.shopper().get('/product/priced/')).text).toMatch(/CZK/);
    await save({ currency: 'PLN' });
  });

  it('sets the stock threshold for showing the remaining quantity', async () => {
    await shop.save({ name: 'Seven left', stockQuantity: 7 });
    const page = async () => (await shop.shopper().get('/product/seven-left/')).text;
    expect(await page()).not.toContain('Only 7 left');
    await save({ lowStock: '8' });
    expect(await page()).toContain('Only 7 left');
    await save({ lowStock: '0' });
    expect(await page()).not.toMatch(/Only \d+ left/);
  });

  it('sets the tax rate of new products', async () => {
    await save({ taxRate: '8,5' });
    await admin.get('/wp-admin/admin.php?page=store-product');
    expect(admin.form('modified').fields.taxRate).toBe('8.5');
  });

  it.each([
    ['currency', 'XXX'],
    ['currency', ''],
    ['taxRate', '100'],
    ['taxRate', '-1'],
    ['lowStock', '1.5'],
    ['lowStock', 'many'],
  ])('rejects %s “%s” and keeps the saved value', async (field, value) => {
    const before = await shop.site
      .db()('options')
      .whereIn('name', ['store_currency', 'store_settings'])
      .orderBy('name')
      .select('value');
    const response = await save({ [field]: value });
    expect(response.status).toBe(422);
    expect(response.text).toContain(`id="${field}-error"`);
    expect(
      await shop.site
        .db()('options')
        .whereIn('name', ['store_currency', 'store_settings'])
        .orderBy('name')
        .select('value'),
    ).toEqual(before);
  });
});
