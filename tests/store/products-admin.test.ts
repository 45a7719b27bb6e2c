import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser, Fields } from './shopper.js';
import { assertDefined } from '../kit/assert-defined.js';

/** An image of one by two pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAACCAYAAACZgbYnAAAADklEQVR4nGNg+M9QDwADgQF/e5IkGQAAAABJRU5ErkJggg==',
  'base64',
);

describe.each(defaultEngines)('product admin screen on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;

  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
  });
  afterAll(() => shop.close());

  const EDITOR = '/wp-admin/admin.php?page=store-product';
  const product = (id: number) => shop.inContext(() => shop.parts.products.get(id));
  const idOf = (path: string): number => Number(/id=(\d+)/.exec(path)?.[1] ?? 0);

  /** Submits the editor's form with files, as a browser does. */
  async function send(fields: Fields, files: readonly { name: string; bytes: Buffer }[] = [], browser = admin) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...browser.form('modified').fields, ...fields }))
      body.append(name, value);
    for (const { name, bytes } of files) body.append('uploads[]', new Blob([new Uint8Array(bytes)]), name);
    return browser.upload(browser.last?.path ?? EDITOR, body);
  }

  async function create(fields: Fields): Promise<number> {
    await admin.get(EDITOR);
    const visit = await send({ status: 'publish', regular: '10', ...fields });
    if (idOf(visit.path) === 0) throw new Error(visit.text);
    return idOf(visit.path);
  }

  it('requires the capability to manage the shop', async () => {
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'reader',
        user_pass: 'a long password',
        user_email: 'reader@example.test',
        role: 'editor',
      }),
    );
    const reader = shop.shopper();
    await reader.logIn('reader', 'a long password');
    for (const page of ['store-products', 'store-product', 'store-terms', 'store-attributes', 'store-product-files'])
      expect((await reader.get(`/wp-admin/admin.php?page=${page}`)).status).toBe(403);
  });

  it('restores the form after the session ended and the owner logged in again', async () => {
    const manager = await shop.admin();
    await manager.get(EDITOR);
    await shop.site.db()('sessions').delete();
    const response = await send(
      { name: 'Late chair', regular: '12,34', description: 'Made of & for "us"' },
      [{ name: 'front.png', bytes: Buffer.concat([PNG, Buffer.alloc(2_000_000)]) }],
      manager,
    );
    expect(response.path).toContain('/wp-login.php');
    await manager.logIn(ADMIN.login, ADMIN.password);
    const reloaded = await manager.get(EDITOR);
    expect(reloaded.text).toContain('Your entries are restored below');
    expect(manager.form('modified').fields).toMatchObject({
      name: 'Late chair',
      regular: '12,34',
      description: 'Made of & for "us"',
    });
    expect(idOf((await send({}, [], manager)).path)).toBeGreaterThan(0);
    admin = await shop.admin();
  });

  it('saves a product from the form and shows it in the shop', async () => {
    const cat = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs' }),
    );
    await admin.get(EDITOR);
    const visit = await send(
      {
        name: 'Krzesło Łąka',
        status: 'publish',
        regular: '1 234,50',
        sale: '999.99',
        saleFrom: '2026-01-01T10:00',
        saleTo: '2099-07-01T10:00',
        sku: 'KL-1',
        gtin: '590-1234 123457',
        quantity: '7',
        weight: '4300',
        unit: 'kg',
        unitContent: '0,5',
        tags: 'new\nhand made',
        brand: 'Nordlys',
        'categories[]': String(cat),
        description: '<p>Good</p><script>bad()</script>',
        featured: '1',
      },
      [{ name: 'front.png', bytes: PNG }],
    );
    expect(visit.text).toContain('Product saved and published.');
    const stored = await product(idOf(visit.path));
    expect(stored).toMatchObject({
      slug: 'krzeslo-laka',
      sku: 'KL-1',
      gtin: '5901234123457',
      stockQuantity: 7,
      weight: 4300,
      unitContent: 0.5,
      featured: true,
      taxRate: 23,
      // Warsaw is one hour ahead of UTC in winter and two in summer.
      price: { regular: 123_450, sale: 99_999, saleFrom: '2026-01-01 09:00:00', saleTo: '2099-07-01 08:00:00' },
      images: [{ width: 1, height: 2, alt: 'Krzesło Łąka' }],
    });
    expect(stored?.images[0]?.source).toMatch(/^\/wp-content\/uploads\/.*front\.png$/);
    expect(stored?.description).not.toContain('<script');
    const names = (await shop.inContext(() => shop.parts.terms.all()))
      .filter((term) => stored?.termIds.includes(term.id))
      .map((term) => term.name);
    expect(names.sort()).toEqual(['Chairs', 'Nordlys', 'hand made', 'new']);
    const page = await shop.shopper().get('/product/krzeslo-laka/');
    expect(page.text).toContain('PLN 999.99'.replace(' ', '\u00a0'));
    expect((await shop.shopper().get(stored?.images[0]?.source ?? '')).status).toBe(200);
  });

  it('rejects an ambiguous quantity with both interpretations, and keeps the typed input', async () => {
    await admin.get(EDITOR);
    const { text, status } = await send({ name: 'Counted', regular: '10', quantity: '1,000', weight: '2.500' });
    expect(status).toBe(422);
    expect(text).toContain('1,000 could mean 1 or 1000. Enter one of these numbers.');
    expect(text).toContain('2.500 could mean 2.5 or 2500. Enter one of these numbers.');
    expect(text).toContain('value="1,000"');
  });

  it('saves an unchanged form without changing the product', async () => {
    const id = await create({
      name: 'Steady',
      sku: 'ST-1',
      quantity: '4',
      sale: '9',
      saleTo: '2099-01-01T00:00',
      tags: 'calm',
    });
    const before = await product(id);
    await admin.get(`${EDITOR}&id=${id}`);
    await send({});
    const { updatedAt: _a, ...then } = before ?? { updatedAt: '' };
    const { updatedAt: _b, ...now } = (await product(id)) ?? { updatedAt: '' };
    expect(now).toEqual(then);
  });

  it('shows errors beside fields and keeps inputs and uploaded images', async () => {
    await admin.get(EDITOR);
    const visit = await send({ name: 'Wrong <one>', regular: '10', sale: '12', gtin: '123', sku: 'WRONG' }, [
      { name: 'kept.png', bytes: PNG },
    ]);
    expect(visit.status).toBe(422);
    expect(visit.text).toContain('The sale price must be lower than the regular price.');
    expect(visit.text).toContain('Invalid GTIN.');
    expect(visit.text).toContain('href="#sale"');
    const { fields } = admin.form('modified');
    expect(fields).toMatchObject({ name: 'Wrong <one>', sale: '12', gtin: '123', sku: 'WRONG' });
    expect(fields['images[0][source]']).toContain('kept');
    expect(await shop.site.db()('store_products').where({ sku: 'WRONG' })).toEqual([]);
    const corrected = await send({ sale: '', gtin: '' });
    expect((await product(idOf(corrected.path)))?.images).toHaveLength(1);
  });

  it('includes fields of plugins and keeps their values while inactive', async () => {
    const undo = shop.scope.addFilter('store/product_fields', (fields) => [
      ...fields,
      { key: 'depth', label: 'Depth (cm)', type: 'number' },
      { key: 'outdoor', label: 'For outdoors', type: 'boolean' },
    ]);
    const id = await create({ name: 'Bench', 'extra[depth]': '40,5', 'extra[outdoor]': '1' });
    expect((await product(id))?.fields).toEqual({ depth: 40.5, outdoor: true });
    await admin.get(`${EDITOR}&id=${id}`);
    expect(admin.form('modified').fields['extra[depth]']).toBe('40.5');
    expect((await send({ 'extra[depth]': 'deep' })).text).toContain('deep is not a number.');
    undo();
    await admin.get(`${EDITOR}&id=${id}`);
    await send({ name: 'Bench 2' });
    expect((await product(id))?.fields).toEqual({ depth: 40.5, outdoor: true });
  });

  it('rejects an uploaded file that is not an image', async () => {
    await admin.get(EDITOR);
    const visit = await send({ name: 'Evil', regular: '1' }, [
      { name: 'evil.png', bytes: Buffer.from('<svg onload=alert(1)>') },
    ]);
    expect(visit.status).toBe(422);
    expect(visit.text).toContain('evil.png can’t be shown as an image.');
  });

  it('generates variations from attributes with separate prices', async () => {
    await admin.get('/wp-admin/admin.php?page=store-attributes');
    await admin.submit({ action: 'add' }, { label: 'Color' }, 'label');
    await admin.submit({ action: 'add' }, { label: 'Size' }, 'label');
    await admin.get(EDITOR);
    const offered = await send({
      name: 'Rug',
      status: 'publish',
      regular: '50',
      'attributes[pa_color]': 'Red\nBlue',
      'attributes[pa_size]': 'S\nL',
      'varies[0]': 'pa_color',
      'varies[1]': 'pa_size',
      action: 'variations',
    });
    expect(offered.status).toBe(200);
    const { fields } = admin.form('modified');
    const prices = Object.keys(fields).filter((name) => /^variations\[n\d+_\d+\]\[regular\]$/.test(name));
    expect(prices).toHaveLength(4);
    const visit = await send({ [assertDefined(prices[0])]: '60', 'varies[0]': 'pa_color', 'varies[1]': 'pa_size' });
    const stored = await product(idOf(visit.path));
    expect(stored?.variations.map((variation) => variation.price?.regular)).toEqual([6000, 5000, 5000, 5000]);
    const first = stored?.variations[0]?.id ?? 0;
    await admin.get(visit.path);
    await send({ [`variations[v${first}][remove]`]: '1', 'varies[0]': 'pa_color', 'varies[1]': 'pa_size' });
    expect((await product(stored?.id ?? 0))?.variations.map((variation) => variation.id)).toEqual(
      stored?.variations.slice(1).map((variation) => variation.id),
    );
  });

  it('refuses to overwrite a colleague’s changes unless confirmed', async () => {
    const id = await create({ name: 'Shared' });
    await admin.get(`${EDITOR}&id=${id}`);
    const staleFields = admin.form('modified').fields;
    await send({ name: 'Theirs' });
    await admin.get(`${EDITOR}&id=${id}`);
    const response = await send({ ...staleFields, name: 'Mine' });
    expect(response.status).toBe(409);
    expect(response.text).toContain('Save anyway');
    expect((await product(id))?.name).toBe('Theirs');
    await send({ overwrite: '1' });
    expect((await product(id))?.name).toBe('Mine');
  });

  it('keeps stock reduced by sales while the form was open', async () => {
    const id = await create({ name: 'Sold meanwhile', quantity: '5' });
    await admin.get(`${EDITOR}&id=${id}`);
    await shop.inContext(() => shop.parts.sellables.reduceStock([{ productId: id, variationId: 0, quantity: 2 }]));
    await send({ name: 'Renamed' });
    expect(await product(id)).toMatchObject({ name: 'Renamed', stockQuantity: 3 });
  });

  it('refuses a truncated form with 413', async () => {
    const id = await create({ name: 'Whole' });
    await admin.get(`${EDITOR}&id=${id}`);
    const visit = await send({ name: 'Half', complete: '' });
    expect(visit.status).toBe(413);
    expect((await product(id))?.name).toBe('Whole');
  });

  it('searches, filters, publishes, trashes and deletes products in bulk', async () => {
    const a = await create({ name: 'Bulk Żuk one', status: 'draft' });
    const b = await create({ name: 'Bulk Żuk two', status: 'draft', quantity: '0' });
    const list = await admin.get('/wp-admin/admin.php?page=store-products&s=bulk+zuk&status=draft');
    expect(list.text).toContain('Bulk Żuk one');
    expect(list.text).toContain('2 products');
    expect((await admin.get('/wp-admin/admin.php?page=store-products&s=bulk+zuk&stock=outofstock')).text).not.toContain(
      'Bulk Żuk one',
    );
    await admin.get('/wp-admin/admin.php?page=store-products');
    const { fields } = admin.form();
    await admin.post('/wp-admin/admin.php?page=store-products', {
      ...fields,
      'products[0]': String(a),
      'products[1]': String(b),
      action: 'publish',
    });
    expect(await Promise.all([a, b].map(async (id) => (await product(id))?.status))).toEqual(['publish', 'publish']);
    await admin.get('/wp-admin/admin.php?page=store-products');
    await admin.post('/wp-admin/admin.php?page=store-products', {
      ...admin.form().fields,
      'products[0]': String(a),
      action: 'delete',
    });
    // Only products in the trash can be deleted permanently.
    expect(await product(a)).not.toBeNull();
    await admin.get('/wp-admin/admin.php?page=store-products');
    await admin.post('/wp-admin/admin.php?page=store-products', {
      ...admin.form().fields,
      'products[0]': String(a),
      'products[1]': String(b),
      action: 'trash',
    });
    expect((await admin.get('/wp-admin/admin.php?page=store-products&s=bulk+zuk')).text).not.toContain('Bulk Żuk');
    expect((await shop.shopper().get(`/product/${(await product(a))?.slug}/`)).status).toBe(404);
    const trash = await admin.get('/wp-admin/admin.php?page=store-products&status=trash');
    expect(trash.text).toContain('Bulk Żuk one');
    await admin.post('/wp-admin/admin.php?page=store-products&status=trash', {
      ...admin.form().fields,
      'products[0]': String(b),
      action: 'draft',
    });
    await admin.get('/wp-admin/admin.php?page=store-products&status=trash');
    await admin.post('/wp-admin/admin.php?page=store-products&status=trash', {
      ...admin.form().fields,
      'products[0]': String(a),
      action: 'delete',
    });
    expect(await product(a)).toBeNull();
    expect((await product(b))?.status).toBe('draft');
    await shop.inContext(() => shop.parts.products.setStatus([b], 'trash'));
  });

  it('duplicates a product as a draft without SKU', async () => {
    const id = await create({ name: 'Copied lamp', sku: 'COPY-1', regular: '40', quantity: '3' });
    await admin.get('/wp-admin/admin.php?page=store-products&s=copied');
    const visit = await admin.post('/wp-admin/admin.php?page=store-products', {
      ...admin.form().fields,
      duplicate: String(id),
    });
    expect(await product(idOf(visit.path))).toMatchObject({
      name: 'Copied lamp (copy)',
      status: 'draft',
      sku: '',
      price: { regular: 4000 },
      stockQuantity: 3,
    });
    expect(idOf(visit.path)).not.toBe(id);
  });

  it('edits price, sale, stock and category in bulk after a preview', async () => {
    const cat = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Outlet' }),
    );
    const ids = [];
    for (let index = 0; index < 27; index++)
      ids.push(await create({ name: `Together ${index}`, regular: index === 0 ? '0.50' : '100', quantity: '5' }));
    const list = '/wp-admin/admin.php?page=store-products&s=together';
    expect((await admin.get(list)).text).toContain('All 27 products found, including other pages');
    await admin.post(list, { ...admin.form().fields, all: '1', action: 'edit' });
    const empty = await admin.submit({ action: 'preview' }, {}, 'ids');
    expect(empty.status).toBe(422);
    const bulkChanges = {
      price_how: 'less',
      price_by: '1,00',
      stock_how: 'add',
      stock_pieces: '-2',
      sale_how: 'percent',
      sale_by: '20',
      category_how: 'add',
      category: String(cat),
    };
    const preview = await admin.submit({ action: 'preview' }, bulkChanges, 'ids');
    expect(preview.text).toContain('27 products will change');
    expect(await product(ids[1] ?? 0)).toMatchObject({ price: { regular: 10_000, sale: null }, stockQuantity: 5 });
    const done = await admin.submit({ action: 'apply' }, {}, 'ids');
    expect(done.text).toContain('26 products were changed.');
    expect(done.text).toContain('Together 0 was not changed');
    for (const id of ids.slice(1))
      expect(await product(id)).toMatchObject({
        price: { regular: 9900, sale: 7920 },
        stockQuantity: 3,
        termIds: [cat],
      });
    expect(await product(ids[0] ?? 0)).toMatchObject({
      price: { regular: 50, sale: null },
      stockQuantity: 5,
      termIds: [],
    });
  });

  it('manages categories as a tree and refuses cycles', async () => {
    const screen = '/wp-admin/admin.php?page=store-terms&taxonomy=product_cat';
    await admin.get(screen);
    await admin.submit({ action: 'save' }, { name: 'Garden' }, 'swatch');
    await admin.get(screen);
    const all = () => shop.inContext(() => shop.parts.terms.all('product_cat'));
    const garden = (await all()).find((term) => term.name === 'Garden');
    await admin.submit({ action: 'save' }, { name: 'Pots', parent: String(garden?.id) }, 'swatch');
    const pots = (await all()).find((term) => term.name === 'Pots');
    expect(pots?.parentId).toBe(garden?.id);
    await admin.get(`${screen}&term=${garden?.id}`);
    const response = await admin.submit({ action: 'save' }, { parent: String(pots?.id) }, 'swatch');
    expect(response.text).toContain('A category can’t be its own parent.');
    await admin.get(screen);
    await admin.submit({ delete: String(garden?.id) });
    expect((await all()).find((term) => term.name === 'Pots')?.parentId ?? 0).toBe(0);
  });
});
