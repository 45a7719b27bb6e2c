import { createContext, runInContext } from '../../core/context/index.js';
import type { Orders } from '../../plugins/store/contract/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';
import { ACCOUNT_NUMBER } from '../store/selling-site.js';
import { checkOut, fillCart } from '../security/shopping.js';
import { Browser } from '../store/shopper.js';
import { here } from '../cli/ways.js';
import { assertDefined } from '../kit/assert-defined.js';

const CSV = 'sku,name,regular_price,stock_quantity,status\nMUG-1,Mug,20.00,5,publish\nMUG-2,Cup,30.00,5,publish\n';

describe.each(defaultEngines)('audit entries of the shop on %s', (engine) => {
  let running: TestSite;
  let owner: Visitor;
  let newest: number;

  beforeAll(async () => {
    running = await bootSite({ engine, shop: true });
    await running.inContext(() =>
      running.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER }),
    );
    owner = visitor(running.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    await activatePlugin(running, 'reach', {
      'index.js': 'export default { boot(scope) { globalThis.reached = scope; } };',
    });
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    newest = (await running.site.audit.list({ limit: 1 }))[0]?.id ?? 0;
  });

  const recordedEntries = async (): Promise<
    [action: string, who: string, about: string, details: Record<string, unknown>][]
  > =>
    (await running.site.audit.list({ limit: 100 }))
      .filter(({ id }) => id > newest)
      .reverse()
      .map((entry) => [
        entry.action,
        entry.actor || entry.actor_kind,
        entry.subject,
        JSON.parse(entry.details) as Record<string, unknown>,
      ]);
  const orders = (): Orders =>
    (globalThis as unknown as { reached: { services: { get(name: string): Orders } } }).reached.services.get(
      'store.orders',
    );
  const asOwner = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('a request', 1), work);

  it('records imported, repriced, restocked, withdrawn, published and deleted products', async () => {
    await owner.get('/wp-admin/admin.php?page=store-product-files');
    await owner.post('/wp-admin/admin.php?page=store-product-files', { apply: '1', csv: CSV });
    expect(await recordedEntries()).toEqual([
      ['products.imported', 'admin', 'Products', { created: 2, updated: 0, unchanged: 0, refused: 0 }],
    ]);
    const id = (await running.site.db()('store_products').where({ sku: 'MUG-1' }).first<{ id: number }>('id')).id;
    const browser = new Browser(running.url);
    await browser.logIn(ADMIN.login, ADMIN.password);
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    await browser.get(`/wp-admin/admin.php?page=store-product&id=${id}`);
    const saved = await browser.submit({ action: 'save' }, { regular: '25', quantity: '3' }, 'regular');
    expect(saved.status).toBe(200);
    expect((await recordedEntries()).map(([action, actor, , details]) => [action, actor, details])).toEqual([
      ['products.stock_corrected', 'admin', { sku: 'MUG-1', from: 5, to: 3 }],
      ['products.price_changed', 'admin', { regular: { from: 2000, to: 2500 }, sale: { from: null, to: null } }],
    ]);
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    const other = (await running.site.db()('store_products').where({ sku: 'MUG-2' }).first<{ id: number }>('id')).id;
    for (const action of ['draft', 'publish', 'delete']) {
      await owner.get('/wp-admin/admin.php?page=store-products');
      await owner.post('/wp-admin/admin.php?page=store-products', { action, 'products[]': String(other) });
    }
    expect((await recordedEntries()).map(([action]) => action)).toEqual([
      'products.withdrawn',
      'products.published',
      'products.deleted',
    ]);
  });

  it('records orders placed, changed, refunded, edited and exported', async () => {
    const buyer = new Browser(running.url);
    await fillCart(running, buyer);
    const placed = await checkOut(buyer);
    expect(placed.path).toMatch(/^\/order\//);
    const [order] = await orders().list({ limit: 1, offset: 0 });
    expect(await recordedEntries()).toEqual([
      [
        'orders.placed',
        'visitor',
        order?.number,
        { total: order?.total, currency: order?.currency, payment: order?.paymentMethod, status: order?.status },
      ],
    ]);
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    await asOwner(() => orders().setStatus(assertDefined(order?.id), 'processing', 'Paid.'));
    await asOwner(() => orders().setStatus(assertDefined(order?.id), 'refunded'));
    await owner.get(`/wp-admin/admin.php?page=store-order&id=${order?.id}`);
    await owner.post(`/wp-admin/admin.php?page=store-order&id=${order?.id}`, {
      action: 'status',
      status: '',
      tracking: 'PL-1',
      note: 'Called.',
    });
    await owner.get('/wp-admin/admin.php?page=store-orders&export=csv');
    expect((await recordedEntries()).map(([action, actor, about]) => [action, actor, about])).toEqual([
      ['orders.status_changed', 'admin', order?.number],
      ['orders.refunded', 'admin', order?.number],
      ['orders.edited', 'admin', order?.number],
      ['data.exported', 'admin', 'Orders'],
    ]);
    const details = (await recordedEntries())[2]?.[3];
    expect(details).toEqual({ tracking: { from: '', to: 'PL-1' }, note: 'Called.' });
    expect(JSON.stringify(await running.site.audit.list({ action: 'orders', limit: 50 }))).not.toContain(
      'anna@example.test',
    );
  });

  it('refuses to export orders with 503 while the audit log is broken', async () => {
    const { db } = running.site;
    await db().schema.renameTable('audit_log', 'audit_log_away');
    const response = await owner.get('/wp-admin/admin.php?page=store-orders&export=csv');
    await db().schema.renameTable('audit_log_away', 'audit_log');
    expect(response.status).toBe(503);
    expect(response.html).not.toContain('billing_first_name');
  });

  it('records compliance settings, decisions, and exports and erasures of personal data', async () => {
    await owner.get('/wp-admin/admin.php?page=compliance-checkboxes');
    const box = (await running.site.db()('compliance_checkboxes').orderBy('id').first<{ id: number }>('id')).id;
    await owner.post('/wp-admin/admin.php?page=compliance-checkboxes', { action: 'switch', box: String(box) });
    await owner.post('/wp-admin/admin.php?page=compliance-checkboxes', { action: 'down', box: String(box) });
    await owner.get('/wp-admin/admin.php?page=compliance-consents&export=csv');
    const guest = new Browser(running.url);
    await guest.get('/withdrawal/');
    await guest.submit(
      {},
      { declaration_name: 'Jan', declaration_order: '17', declaration_email: 'jan@example.test', confirm: '1' },
    );
    const declaration = (
      await running.site.db()('compliance_declarations').orderBy('id', 'desc').first<{ id: number }>('id')
    ).id;
    await owner.get('/wp-admin/admin.php?page=compliance-declarations');
    await owner.post('/wp-admin/admin.php?page=compliance-declarations', {
      declaration: String(declaration),
      decide: 'accepted',
      decision: 'Yes.',
    });
    const found = (await recordedEntries()).map(([action, actor]) => [action, actor]);
    expect(found).toEqual([
      ['compliance.box_changed', 'admin'],
      ['data.exported', 'admin'],
      ['compliance.declaration_decided', 'admin'],
    ]);
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    const nonceResponse = await owner.get('/wp-admin/admin-ajax.php?action=rest-nonce');
    const sent = await fetch(`${running.url}/wp-json/shop/v1/settings/general`, {
      method: 'POST',
      headers: { cookie: owner.cookies(), 'X-WP-Nonce': nonceResponse.html, 'Content-Type': 'application/json' },
      body: JSON.stringify({ company_name: 'Ława sp. z o.o.' }),
    });
    expect(sent.status).toBe(200);
    expect(await recordedEntries()).toEqual([
      ['compliance.settings_changed', 'admin', '', { changes: { company_name: { from: '', to: 'Ława sp. z o.o.' } } }],
    ]);

    const { dataDir, databaseUrl } = running.site.config;
    const runCommand = here({ DATA_DIR: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) });
    newest = assertDefined((await running.site.audit.list({ limit: 1 }))[0]?.id);
    expect((await runCommand('compliance', 'export', 'jan@example.test', '--format=json')).out).toContain('Jan');
    expect((await runCommand('compliance', 'erase', 'jan@example.test')).code).toBe(0);
    expect((await recordedEntries()).map(([action, actor, about]) => [action, actor, about])).toEqual([
      ['compliance.person_exported', 'command', 'j…@example.test'],
      ['compliance.person_erased', 'command', 'j…@example.test'],
    ]);
    expect(await running.site.audit.verify()).toMatchObject({ isValid: true });
  });
});
