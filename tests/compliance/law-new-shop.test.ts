import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PluginScope } from '../../core/api/index.js';
import type { CheckReport } from '../../plugins/compliance/checks/checks.js';
import { createPluginServices } from '../../plugins/compliance/services.js';
import { createCatalogParts } from '../../plugins/store/catalog/boot.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { PRODUCT } from '../store/shop-site.js';
import { Browser, BUYER } from '../store/shopper.js';
import { checkedBoxes } from './real-shop.js';

const PROBE = 'export default { boot(scope) { globalThis.untouchedShopProbe = scope; } };';
const LINE = {
  pl_PL: 'Najniższa cena z 30 dni przed obniżką: 100,00 zł',
  en_US: 'Lowest price of the 30 days before the reduction: PLN 100.00',
} as const;

describe.each(defaultEngines)('shop without products and legal pages on %s', (engine) => {
  let shop: TestSite;
  let scope: PluginScope;

  beforeAll(async () => {
    shop = await bootSite({
      engine,
      shop: true,
      setup: { name: 'untouched shop', run: (young) => activatePlugin(young, 'probe', { 'index.js': PROBE }) },
    });
    scope = (globalThis as { untouchedShopProbe?: PluginScope }).untouchedShopProbe as PluginScope;
  });
  afterAll(() => shop.close());

  it('law 24 reports nothing as seen that could not be examined', async () => {
    const { live, results } = await shop.inContext(() => createPluginServices(scope).checks.run());
    const states = Object.fromEntries(results.map(({ id, state }) => [id, state]));
    expect(live).toBe(true);
    for (const id of ['boxes_checkout', 'button', 'order_summary'])
      expect([id, states[id]]).toEqual([id, 'unconfirmed']);
    for (const id of [
      'clauses',
      'condition',
      'exceptions',
      'lowest_price',
      'page_copies',
      'page_faults',
      'percent',
      'price_notice',
      'price_record',
      'prices',
      'ratings',
      'safety',
      'search',
      'withdrawal_days',
    ])
      expect([id, states[id]]).toEqual([id, 'off']);
  });
});

describe.each(defaultEngines)('new shop with default settings on %s', (engine) => {
  let shop: TestSite;
  let scope: PluginScope;
  let runChecks: () => Promise<CheckReport>;

  beforeAll(async () => {
    shop = await bootSite({
      engine,
      shop: true,
      setup: { name: 'untouched shop', run: (young) => activatePlugin(young, 'probe', { 'index.js': PROBE }) },
    });
    scope = (globalThis as { untouchedShopProbe?: PluginScope }).untouchedShopProbe as PluginScope;
    const products = createCatalogParts(scope);
    const category = await shop.inContext(() =>
      products.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Dishes' }),
    );
    const save = (product: object): Promise<number> =>
      shop.inContext(async () => {
        await products.currency.load();
        return products.products.save({ ...PRODUCT, termIds: [category], ...product }, 'edit');
      });
    const mug = { name: 'Mug', sku: 'MUG' };
    const id = await save(mug);
    await save({ name: 'Plate', sku: 'PLATE' });
    await shop.site.db()('compliance_prices').update({ valid_from: '2026-01-01 00:00:00' });
    await save({ ...mug, id, price: { regular: 10_000, sale: 8001, saleFrom: null, saleTo: null } });
    runChecks = () => shop.inContext(() => createPluginServices(scope).checks.run());
  });
  afterAll(() => shop.close());

  it.each(['pl_PL', 'en_US'] as const)(
    'law 02 shows the lowest price of 30 days beside every reduction, in %s',
    async (locale) => {
      const visitor = new Browser(shop.url);
      await visitor.get(`/?wp_lang=${locale}`);
      await visitor.get('/product/mug/');
      await visitor.submit({}, {}, 'add_to_cart');
      for (const path of [
        '/',
        '/shop/',
        '/shop/?sf_q=mug',
        '/product/mug/',
        '/product/plate/',
        '/cart/',
        '/checkout/',
      ]) {
        const text = (await visitor.get(path)).text.replace(/\u00a0/g, ' ');
        const [announced, lineCount] = [text.split('price--sale').length, text.split(LINE[locale]).length];
        expect([path, lineCount]).toEqual([path, Math.max(2, announced)]);
      }
    },
  );

  it('law 05 rounds a discount down: 19.99 percent shows as 19', async () => {
    const html = (await new Browser(shop.url).get('/product/mug/')).text;
    expect(html).toContain('(19% less)');
    expect(html).not.toContain('20%');
  });

  it('law 24 reports only missing owner data, and good for what the shop does itself', async () => {
    const { live, results } = await runChecks();
    const state = (id: string): string | undefined => results.find((result) => result.id === id)?.state;
    expect([
      live,
      ...['seller', 'page_terms', 'page_privacy', 'page_withdrawal', 'attachments', 'safety'].map(state),
    ]).toEqual([true, ...Array.from({ length: 6 }, () => 'missing')]);
    for (const id of [
      'boxes_checkout',
      'boxes_registration',
      'boxes_contact',
      'button',
      'lowest_price',
      'percent',
      'price_notice',
      'form_withdrawal',
      'form_report',
      'odr',
    ])
      expect([id, state(id), results.find((result) => result.id === id)?.description]).toEqual([
        id,
        'good',
        expect.any(String),
      ]);
  });

  it('law 02 announces no reduction in emails', async () => {
    await shop.inContext(() =>
      scope.updateOption('store_commerce_settings', { accountNumber: 'PL61109010140000071219812874' }),
    );
    const buyer = new Browser(shop.url);
    await buyer.get('/product/mug/');
    await buyer.submit({}, {}, 'add_to_cart');
    const { text } = await buyer.get('/checkout/');
    const ordered = await buyer.submit(
      { place_order: '1' },
      { ...BUYER, payment_method: 'transfer', ...checkedBoxes(text) },
      'order_token',
    );
    expect([ordered.status, await shop.site.db()('store_orders')]).toEqual([200, [expect.anything()]]);
    await shop.inContext(() => scope.runJobs());
    const folder = join(shop.site.config.dataDir, 'mail');
    const emails = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').replace(/=\r?\n/g, ''));
    expect(emails.some((email) => email.includes('Mug'))).toBe(true);
    for (const email of emails)
      for (const fragment of ['<del', '100.00', '100=2E00', '% less'])
        expect([fragment, email.includes(fragment)]).toEqual([fragment, false]);
  });
});
