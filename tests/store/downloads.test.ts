import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { asAttachment, byteRange } from '../../plugins/store/downloads/file-headers.js';
import { defaultEngines } from '../kit/databases.js';
import { ACCOUNT_NUMBER, decodeEmail, UNLIMITED } from './selling-site.js';
import { bootShop, type ShopSite } from './shop-site.js';
import { type Browser, BUYER, type Fields, type Visit } from './shopper.js';

const BYTES = Buffer.from('0123456789'.repeat(10));
const BUYER_ONLINE: Fields = {
  billing_first_name: 'Anna',
  billing_last_name: 'Próbna',
  billing_country: 'PL',
  billing_email: 'anna@example.test',
};

describe('Range header of a download', () => {
  it.each([
    [undefined, undefined],
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=95-200', { start: 95, end: 99 }],
    ['bytes=100-', null],
    ['bytes=-0', null],
    ['bytes=5-2', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
    ['bytes=-', undefined],
  ])('parses %s for 100 bytes', (header, range) => expect(byteRange(header, 100)).toEqual(range));
});

it('encodes non-ASCII file names and escapes quotes in Content-Disposition', () => {
  expect(asAttachment('Zażółć "gęślą".pdf')).toBe(
    `attachment; filename="Zazoc gesla.pdf"; filename*=UTF-8''${encodeURIComponent('Zażółć "gęślą".pdf')}`,
  );
});

describe.each(defaultEngines)('product download on %s', (engine) => {
  let shop: ShopSite;
  let admin: Browser;
  let productId: number;
  beforeAll(async () => {
    shop = await bootShop(engine);
    admin = await shop.admin();
    await shop.inContext(() =>
      shop.scope.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
    );
    productId = await withFile('Parapet', { download_limit: '2', download_days: '7' });
  });
  afterAll(() => shop.close());

  const db = () => shop.site.db();
  const EDIT = '/wp-admin/admin.php?page=store-product';
  const folder = (): string[] => {
    try {
      return readdirSync(join(shop.site.config.dataDir, 'plugin-data', 'store', 'downloads'));
    } catch {
      return [];
    }
  };

  /** Creates a digital product with a file, through the product form. */
  async function withFile(name: string, more: Fields = {}): Promise<number> {
    await admin.get(EDIT);
    return send({ name, status: 'publish', kind: 'digital', regular: '19', ...more }, [[`${name} ąę.epub`, BYTES]]);
  }
  async function send(fields: Fields, files: readonly (readonly [string, Buffer])[] = []): Promise<number> {
    const body = new FormData();
    for (const [key, value] of Object.entries({ ...admin.form('modified').fields, ...fields })) body.append(key, value);
    for (const [name, bytes] of files) body.append('downloads[]', new Blob([new Uint8Array(bytes)]), name);
    const visit = await admin.upload(EDIT, body);
    return Number(/id=(\d+)/.exec(visit.path)?.[1]);
  }
  async function order(id: number, buyer = shop.shopper(), quantity = '1'): Promise<Visit> {
    const { slug } = await db()('store_products').where({ id }).first<{ slug: string }>('slug');
    await buyer.get(`/product/${slug}/`);
    await buyer.submit({}, { quantity }, 'add_to_cart');
    await buyer.get('/checkout/');
    return buyer.submit({ place_order: '1' }, { ...BUYER_ONLINE, payment_method: 'transfer' }, 'order_token');
  }
  const orderOf = async (visit: Visit): Promise<number> =>
    (
      await db()('store_orders')
        .where({ order_key: /\/order\/([0-9a-f]+)\//.exec(visit.path)?.[1] ?? '' })
        .first<{ id: number }>('id')
    ).id;
  const setStatus = (id: number, status: string): Promise<void> =>
    shop.inContext(() => shop.scope.services.get('store.orders').setStatus(id, status));
  const linkIn = (html: string): string => /\/download\/\d+\/[0-9a-f]{64}\//.exec(html)?.[0] ?? '';
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(shop.url + path, { headers, method, redirect: 'manual' });
  const emails = (): string[] =>
    readdirSync(join(shop.site.config.dataDir, 'mail'))
      .sort()
      .map((file) => decodeEmail(readFileSync(join(shop.site.config.dataDir, 'mail', file), 'utf8')));
  async function paid(id = productId, quantity = '1'): Promise<{ page: string; id: number; link: string }> {
    const visit = await order(id, shop.shopper(), quantity);
    const orderId = await orderOf(visit);
    await setStatus(orderId, 'processing');
    return { page: visit.path, id: orderId, link: linkIn((await shop.shopper().get(visit.path)).text) };
  }

  it('stores an uploaded file under a random name that no URL reaches', async () => {
    const [name = ''] = folder();
    expect(name).toMatch(/^[0-9a-f]{40}$/);
    for (const path of [
      `/wp-content/uploads/downloads/${name}`,
      `/plugin-data/store/downloads/${name}`,
      `/downloads/${name}`,
    ])
      expect((await get(path)).status).toBe(404);
    const { text } = await admin.get(`${EDIT}&id=${productId}`);
    expect(text).toContain('Parapet ąę.epub');
  });

  it('asks for no postal address for downloads and says when they are available', async () => {
    const buyer = shop.shopper();
    expect((await buyer.get('/product/parapet/')).text).toContain('available right after payment');
    const visit = await order(productId, buyer);
    expect(visit.path).toMatch(/^\/order\//);
    expect(visit.text).toContain('Once we receive your payment, you can download your files');
  });

  it('requires a postal address when the order also contains shipped goods', async () => {
    await shop.save({ name: 'Mug' });
    const buyer = shop.shopper();
    await buyer.get('/product/mug/');
    await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
    const response = await order(productId, buyer);
    expect(response.status).toBe(422);
    expect(response.text).toContain('Fill in: Street and number.');
  });

  it('offers the download only after payment, on the order page and by email', async () => {
    const visit = await order(productId);
    expect(linkIn(visit.text)).toBe('');
    const id = await orderOf(visit);
    await setStatus(id, 'processing');
    const page = await shop.shopper().get(visit.path);
    expect(page.text).toContain('2 downloads left.');
    expect(linkIn(emails().at(-1) ?? '')).toBe(linkIn(page.text));
  });

  it('streams the file with its name, no-store and noindex headers and counts it', async () => {
    const { link, page } = await paid();
    const response = await get(link);
    expect(Buffer.from(await response.arrayBuffer()).equals(BYTES)).toBe(true);
    expect(
      Object.fromEntries(
        ['content-type', 'content-disposition', 'content-length', 'x-robots-tag', 'cache-control', 'accept-ranges'].map(
          (name) => [name, response.headers.get(name)],
        ),
      ),
    ).toEqual({
      'content-type': 'application/epub+zip',
      'content-disposition': `attachment; filename="Parapet ae.epub"; filename*=UTF-8''${encodeURIComponent('Parapet ąę.epub')}`,
      'content-length': '100',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    expect((await shop.shopper().get(page)).text).toContain('1 download left.');
    expect(await db()('store_download_log').select('user_id')).toHaveLength(1);
  });

  it('serves ranges of a counted download and counts when If-Range mismatches', async () => {
    const { link, id } = await paid();
    const downloads = async (): Promise<number> =>
      (await db()('store_download_permissions').where({ order_id: id }).first<{ downloads: number }>('downloads'))
        .downloads;
    expect((await get(link, {}, 'HEAD')).status).toBe(200);
    expect(await downloads()).toBe(0);
    const part = await get(link, { range: 'bytes=10-19' });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([
      206,
      'bytes 10-19/100',
      '0123456789',
    ]);
    expect(await downloads()).toBe(1);
    await (await get(link, { range: 'bytes=20-' })).text();
    expect(await downloads()).toBe(1);
    expect((await get(link, { range: 'bytes=100-' })).status).toBe(416);
    const etag = (await get(link, { range: 'bytes=0-4' })).headers.get('etag') ?? '';
    expect((await get(link, { range: 'bytes=0-4', 'if-range': etag })).status).toBe(206);
    expect(await downloads()).toBe(1);
    expect((await get(link, { range: 'bytes=0-4', 'if-range': '"other"' })).status).toBe(200);
    expect(await downloads()).toBe(2);
  });

  it('counts full-file requests by any range and ignores Range on HEAD', async () => {
    const { link, id } = await paid();
    const downloads = async (): Promise<number> =>
      (await db()('store_download_permissions').where({ order_id: id }).first<{ downloads: number }>('downloads'))
        .downloads;
    const head = await get(link, { range: 'bytes=0-4' }, 'HEAD');
    expect([head.status, head.headers.get('content-range'), head.headers.get('content-length')]).toEqual([
      200,
      null,
      '100',
    ]);
    expect((await get(link)).status).toBe(200);
    expect((await get(link, { range: 'bytes=0-' })).status).toBe(206);
    expect(await downloads()).toBe(2);
    for (const range of ['bytes=0-', 'bytes=-100', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=a-b'])
      expect([range, (await get(link, { range })).status]).toEqual([range, 403]);
    expect((await get(link, { range: 'bytes=90-' })).status).toBe(206);
    expect(await downloads()).toBe(2);
  });

  it('refuses after the product’s download limit and after its download period', async () => {
    const { link, id } = await paid();
    for (const status of [200, 200, 403]) expect((await get(link)).status).toBe(status);
    const other = await paid(productId, '2');
    const right = await db()('store_download_permissions').where({ order_id: other.id }).first<{
      max_downloads: number;
      expires_at: string;
    }>('max_downloads', 'expires_at');
    expect(right.max_downloads).toBe(4);
    expect(Math.round((Date.parse(`${right.expires_at.replace(' ', 'T')}Z`) - Date.now()) / 86_400_000)).toBe(7);
    await db()('store_download_permissions')
      .where({ order_id: other.id })
      .update({ expires_at: '2020-01-01 00:00:00' });
    expect(await (await get(other.link)).text()).toContain('The download period has ended.');
    expect(id).not.toBe(other.id);
  });

  it('returns 404 for wrong or foreign signatures', async () => {
    const { link } = await paid();
    const other = await paid();
    const [, right = '', signature = ''] = /\/download\/(\d+)\/([0-9a-f]+)\//.exec(link) ?? [];
    for (const path of [
      `/download/${right}/${'0'.repeat(64)}/`,
      other.link.replace(/[0-9a-f]{64}/, signature),
      `/download/999999/${signature}/`,
      `/download/${right}/x/`,
    ])
      expect((await get(path)).status).toBe(404);
  });

  it('revokes on refund and lets the owner grant, extend and revoke on the order', async () => {
    const { link, id, page } = await paid();
    await setStatus(id, 'refunded');
    expect(await (await get(link)).text()).toContain('This order was canceled or refunded');
    expect(linkIn((await shop.shopper().get(page)).text)).toBe('');
    const act = async (fields: Fields): Promise<void> => {
      const { id: right } = await db()('store_download_permissions')
        .where({ order_id: id })
        .first<{ id: number }>('id');
      await admin.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
      await admin.submit(
        { action: 'box' },
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [`download_${right}_${name}`, value])),
        'box',
      );
    };
    await act({ action: 'grant', left: '1', until: '' });
    expect([(await get(link)).status, (await get(link)).status]).toEqual([200, 403]);
    await act({ action: 'grant', left: '', until: '' });
    expect((await get(link)).status).toBe(200);
    await act({ action: 'revoke' });
    expect(await (await get(link)).text()).toContain('The shop has revoked this download.');
  });

  it('offers free downloads at once and completes the order', async () => {
    const free = await withFile('Free', { regular: '0' });
    const visit = await order(free);
    expect(visit.text).toContain('Completed');
    expect((await get(linkIn(visit.text))).status).toBe(200);
  });

  it('offers cash-on-delivery downloads only after completion', async () => {
    const visit = await order(productId);
    const id = await orderOf(visit);
    await db()('store_orders').where({ id }).update({ status: 'processing', payment_method: 'cod' });
    expect(linkIn((await shop.shopper().get(visit.path)).text)).toBe('');
    await setStatus(id, 'completed');
    expect(linkIn((await shop.shopper().get(visit.path)).text)).not.toBe('');
  });

  it('lists downloads in the account', async () => {
    const { id } = await paid();
    const buyer = shop.shopper();
    const userId = await shop.inContext(() =>
      shop.scope.wpInsertUser({
        user_login: 'anna',
        user_email: 'anna@example.test',
        user_pass: 'a long pass phrase',
        role: 'customer',
      }),
    );
    await db()('store_orders')
      .where({ id })
      .update({ user_id: userId as number });
    await buyer.logIn('anna', 'a long pass phrase');
    const { text } = await buyer.get('/account/downloads/');
    expect((await get(linkIn(text))).status).toBe(200);
  });

  it('lets plugins deny a download and refuses it while one throws', async () => {
    const { link } = await paid();
    const undo = shop.scope.addFilter('store/download_denied_reason', () => 'Not before noon.');
    expect(await (await get(link)).text()).toContain('Not before noon.');
    undo();
    const removeThrowing = shop.scope.addFilter('store/download_denied_reason', () => {
      throw new Error('Broken.');
    });
    expect((await get(link)).status).toBeGreaterThanOrEqual(500);
    removeThrowing();
    expect((await get(link)).status).toBe(200);
  });

  it('keeps a removed file until no buyer can download it', async () => {
    const id = await withFile('Short');
    const { link } = await paid(id);
    await admin.get(`${EDIT}&id=${id}`);
    await send({ file_0_remove: '1' });
    await shop.inContext(() => shop.scope.doAction('store/prune_files'));
    expect((await get(link)).status).toBe(200);
    await shop.inContext(() => shop.parts.products.remove([id]));
    expect((await get(link)).status).toBe(200);
    await db()('store_download_permissions').where({ max_downloads: 10 }).update({ expires_at: '2020-01-01 00:00:00' });
    const before = folder().length;
    await shop.inContext(() => shop.scope.doAction('store/prune_files'));
    expect([folder().length, (await get(link)).status]).toEqual([before - 1, 404]);
  });

  it('deletes the file at once with a product that nobody bought', async () => {
    const id = await withFile('Unsold');
    const before = folder().length;
    await shop.inContext(() => shop.parts.products.remove([id]));
    expect(folder()).toHaveLength(before - 1);
  });

  it('lets the owner reuse, name and order files and keeps uploads after errors', async () => {
    await admin.get(EDIT);
    const { id: known } = await db()('store_files').orderBy('id').first<{ id: number }>('id');
    await send({ name: '', kind: 'digital', file_known: String(known) }, [['second.txt', BYTES]]);
    expect(admin.last?.status).toBe(422);
    const id = await send({
      name: 'Two',
      status: 'publish',
      regular: '5',
      file_0_position: '2',
      file_1_position: '1',
      file_1_name: 'The second',
    });
    expect(await db()('store_product_files').where({ product_id: id }).orderBy('position').pluck('name')).toEqual([
      'The second',
      'Parapet ąę.epub',
    ]);
    await admin.get(`${EDIT}&id=${id}`);
    await send({ download_limit: '-1' });
    expect(admin.last?.text).toContain('Enter a whole number from 0 to 9999.');
  });

  it('applies the default limits of the settings', async () => {
    await admin.get('/wp-admin/admin.php?page=store-settings');
    expect((await admin.submit({}, { downloads: 'many' }, 'downloads')).text).toContain(
      'Enter a whole number from 0 to 9999.',
    );
    await admin.submit({}, { downloads: '0', downloadDays: '0' }, 'downloads');
    const id = await withFile('Endless');
    const { page } = await paid(id);
    const { text } = await shop.shopper().get(page);
    expect(text).toContain('Endless');
    expect(text).not.toMatch(/downloads? left/);
    expect(BUYER.billing_city).toBe('Warszawa');
  });
});
