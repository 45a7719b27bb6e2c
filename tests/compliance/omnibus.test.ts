import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { PRODUCT, VARIATION } from '../store/shop-site.js';
import { Browser } from '../store/shopper.js';
import type { PluginScope } from '../../core/api/index.js';
import { createCatalogParts } from '../../plugins/store/catalog/boot.js';
import { bootRealShop, type RealShop } from './real-shop.js';

const PROBE = 'export default { boot(scope) { globalThis.newShopProbe = scope; } };';

const tag = (
  regular: number,
  sale: number | null = null,
  saleFrom: string | null = null,
  saleTo: string | null = null,
) => ({ regular, sale, saleFrom, saleTo });
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

describe.each(defaultEngines)('price history on %s', (engine) => {
  let shop: RealShop;
  beforeEach(async () => {
    shop = await bootRealShop(engine);
  });
  afterEach(() => shop.close());

  interface Row {
    product_id: number;
    variation_id: number;
    price: number;
    valid_from: string;
    valid_to: string | null;
  }
  const rows = async (): Promise<Row[]> =>
    shop.site
      .db()<Row>('compliance_prices')
      .orderBy('id')
      .select('product_id', 'variation_id', 'price', 'valid_from', 'valid_to');
  const age = async (days: number): Promise<void> =>
    void (await shop.site
      .db()('compliance_prices')
      .where({ on_sale: 0 })
      .whereNull('valid_to')
      .update({ valid_from: inDays(-days) }));
  const set = async (changes: object, group = 'storefront'): Promise<void> =>
    expect((await shop.rest('POST', `/shop/v1/settings/${group}`, changes)).status).toBe(200);
  const page = async (slug: string): Promise<string> => (await shop.shopper().get(`/product/${slug}/`)).text;
  const line = (html: string): string =>
    (/<span class="omnibus">(.*?)<\/span>/.exec(html)?.[1] ?? '')
      .replace(/\u00a0/g, ' ')
      .replace(/<.*/, '')
      .trim();

  it('law 01 and law 06 record every price change, from edits and imports alike', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG' });
    await age(60);
    for (const regular of [9000, 10_000, 9500, 10_000])
      await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(regular) });
    await shop.inContext(() =>
      shop.parts.prices.write([{ productId: id, variationId: 0, tag: tag(12_000) }], 'import'),
    );
    const priceRows = await rows();
    expect(priceRows.map(({ price }) => price)).toEqual([10_000, 9000, 10_000, 9500, 10_000, 12_000]);
    for (const [index, row] of priceRows.slice(0, -1).entries())
      expect(row.valid_to).toBe(priceRows[index + 1]?.valid_from);
    expect(priceRows.at(-1)?.valid_to).toBeNull();
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(12_000, 10_800) });
    expect(line(await page('mug'))).toBe('Lowest price of the 30 days before the reduction: PLN 90.00');
  });

  it('ignores prices of drafts, copies and trashed products', async () => {
    const draft = await shop.save({ name: 'Mug', sku: 'MUG', status: 'draft', price: tag(0) });
    await shop.save({ id: draft, name: 'Mug', sku: 'MUG', price: tag(10_000) });
    await age(20);
    await shop.save({ id: draft, name: 'Mug', sku: 'MUG', price: tag(10_000, 8000) });
    expect(line(await page('mug'))).toContain('PLN 100.00');
    const copy = await shop.save({ name: 'Vase', sku: 'VASE', status: 'draft', price: tag(30_000) });
    await shop.inContext(() => shop.parts.products.setStatus([copy], 'trash'));
    await shop.save({ id: copy, name: 'Vase', sku: 'VASE', status: 'draft', price: tag(50_000) });
    await shop.inContext(() => shop.parts.products.setStatus([copy], 'publish'));
    await age(20);
    await shop.save({ id: copy, name: 'Vase', sku: 'VASE', price: tag(50_000, 45_000) });
    expect(line(await page('vase'))).toContain('PLN 500.00');
  });

  it('closes a price when the product is unpublished, and opens it on return', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG', price: tag(9000) });
    await shop.inContext(() => shop.parts.products.setStatus([id], 'draft'));
    expect((await rows()).at(-1)?.valid_to).not.toBeNull();
    await shop.save({ id, name: 'Mug', sku: 'MUG', status: 'draft', price: tag(5000) });
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(9000) });
    expect((await rows()).map(({ price, valid_to }) => [price, valid_to === null])).toEqual([
      [9000, false],
      [9000, true],
    ]);
    await shop.inContext(() => shop.parts.products.remove([id]));
    expect((await rows()).filter(({ valid_to }) => valid_to === null)).toEqual([]);
  });

  it('switches to the history of a changed currency and back', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG', price: tag(13_900) });
    await age(20);
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(13_900, 10_900) });
    expect(line(await page('mug'))).toContain('PLN 139.00');
    await shop.inContext(() => shop.scope.updateOption('store_currency', 'EUR'));
    expect(line(await page('mug'))).not.toContain('139.00');
    await shop.inContext(() => shop.scope.updateOption('store_currency', 'PLN'));
    expect(line(await page('mug'))).toContain('PLN 139.00');
  });

  it('law 02 and law 05 show the lowest price and the percentage from it', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG', price: tag(9000) });
    await age(20);
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(12_000) });
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(12_000, 8100) });
    const html = await page('mug');
    expect(line(html)).toContain('PLN 90.00');
    expect(html).toContain('(10% less)');
    expect(html).not.toContain('33%');
  });

  it('law 03 ignores a scheduled sale until it starts, and records the start', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG' });
    await age(40);
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(10_000, 8000, inDays(7)) });
    expect(await rows()).toHaveLength(1);
    expect(line(await page('mug'))).toBe('');
    await shop.site
      .db()('store_products')
      .where({ id })
      .update({ sale_from: inDays(-1), price_due: inDays(-1) });
    expect(line(await page('mug'))).toContain('PLN 100.00');
    await shop.inContext(() => shop.parts.prices.tick());
    expect((await rows()).map(({ price }) => price)).toEqual([10_000, 8000]);
    expect(line(await page('mug'))).toContain('PLN 100.00');
  });

  it('shows the lowest price of each reduced variation', async () => {
    const color = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_size',
        label: 'Size',
        kind: 'attribute',
        hierarchical: false,
      });
      return Promise.all(
        ['S', 'L'].map((name) =>
          shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_size', name, slug: name.toLowerCase() }),
        ),
      );
    });
    const termIds = color.map((term) => Number((term as { id?: number }).id ?? term));
    const variations = (sale: number | null) => [
      { ...VARIATION, sku: 'S', termIds: [termIds[0] ?? 0], price: tag(5000) },
      { ...VARIATION, sku: 'L', termIds: [termIds[1] ?? 0], price: tag(7000, sale) },
    ];
    const id = await shop.save({ name: 'Shirt', sku: 'SHIRT', price: null, termIds, variations: variations(null) });
    await age(40);
    const known = await shop.site.db()('store_variations').orderBy('id').select<
      {
        id: number;
        sku: string;
      }[]
    >('id', 'sku');
    await shop.save({
      id,
      name: 'Shirt',
      sku: 'SHIRT',
      price: null,
      termIds,
      variations: variations(6000).map((variation) => ({
        ...variation,
        id: known.find(({ sku }) => sku === variation.sku)?.id ?? 0,
      })),
    });
    const lines = [...(await page('shirt')).matchAll(/<span class="omnibus">([^<]*)/g)].map(([, text]) =>
      text?.replace(/\u00a0/g, ' ').trim(),
    );
    expect(lines).toEqual(['Lowest price of the 30 days before the reduction: PLN 70.00']);
    // In lists the card shows the cheaper variation, which is not on sale.
    const list = (await shop.shopper().get('/shop/')).text.replace(/\u00a0/g, ' ');
    expect(list).toContain(
      '<span class="omnibus">Reduced variation: PLN 60.00. Lowest price of the 30 days before the reduction: PLN 70.00</span>',
    );
    expect(list).toContain('<span class="price"><span class="price__now">from PLN 50.00</span></span>');
  });

  it('shows the line where settings say, with the owner’s text, escaped', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG' });
    await age(40);
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(10_000, 8000) });
    const list = async (): Promise<string> => (await shop.shopper().get('/shop/')).text;
    expect(await list()).toContain('class="omnibus"');
    await set({ omnibus_show_on_loop: false });
    expect(await list()).not.toContain('class="omnibus"');
    await set({ omnibus_show_on_loop: true, omnibus_display_text: 'Min. {price} / {days} <b>dni</b>' });
    expect(await list()).toContain('<span class="omnibus">Min. PLN\u00a0100.00 / 30 &lt;b&gt;dni&lt;/b&gt;</span>');
    await set({ omnibus_enabled: false }, 'compliance');
    expect(await list()).not.toContain('omnibus');
    expect(await page('mug')).not.toContain('omnibus');
  });

  it('reads all histories of a product list in at most two queries', async () => {
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      const id = await shop.save({ name, sku: name });
      await age(40);
      await shop.save({ id, name, sku: name, price: tag(10_000, 8000) });
    }
    const queries: string[] = [];
    shop.site
      .db()
      .on('query', ({ sql }: { sql: string }) => void (sql.includes('compliance_prices') && queries.push(sql)));
    const html = (await shop.shopper().get('/shop/')).text;
    expect(html.match(/class="omnibus"/g)?.length).toBeGreaterThanOrEqual(6);
    expect(queries.length).toBeLessThanOrEqual(2);
  });

  it('reads only the histories of the products on the current page', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Thing ${String(n).padStart(2, '0')}`);
    for (const name of names) {
      const id = await shop.save({ name, sku: name });
      await age(40);
      await shop.save({ id, name, sku: name, price: tag(10_000, 8000) });
    }
    const buyer = shop.shopper();
    await buyer.get('/shop/');
    const queries: { sql: string; bindings: readonly unknown[] }[] = [];
    shop.site.db().on('query', (query: (typeof queries)[number]) => void queries.push(query));
    const { text } = await buyer.get('/shop/?sf_paged=2');
    expect(text.match(/class="omnibus"/g)).toHaveLength(6);
    expect(
      queries.filter(({ sql }) => sql.includes('compliance_prices')).map(({ bindings }) => bindings.length),
    ).toEqual([7]);
    expect(
      Math.max(...queries.filter(({ sql }) => sql.includes('store_products')).map(({ bindings }) => bindings.length)),
    ).toBeLessThanOrEqual(6);
  });

  it('announces no reduction without an earlier price: no badge, no struck price, no shelf, no filter value', async () => {
    const id = await shop.save({ name: 'New', sku: 'NEW', price: tag(10_000, 8000) });
    const shownLocations = async (): Promise<Record<string, boolean>> => {
      const buyer = shop.shopper();
      const announces = ({ text }: { text: string }): boolean => /price--sale|price__before|class="badge">/.test(text);
      const product = await buyer.get('/product/new/');
      await buyer.submit({}, { quantity: '1' }, 'add_to_cart');
      const [record] = await shop.inContext(() => shop.scope.services.get('store.catalog').recordsOf([id]));
      return {
        product: announces(product),
        cart: announces(await buyer.get('/cart/')),
        list: announces(await buyer.get('/shop/')),
        home: announces(await buyer.get('/')),
        'record of the filter': record?.onSale ?? false,
      };
    };
    const all = (announced: boolean): Record<string, boolean> =>
      Object.fromEntries(
        ['product', 'cart', 'list', 'home', 'record of the filter'].map((location) => [location, announced] as const),
      );
    expect(await shownLocations()).toEqual(all(false));
    // The reduced price is charged nevertheless.
    expect(await page('new')).toContain('80.00');
    await shop.site
      .db()('compliance_prices')
      .update({ valid_from: inDays(-3) });
    await shop.site
      .db()('compliance_prices')
      .insert({
        product_id: id,
        variation_id: 0,
        currency: 'PLN',
        price: 10_000,
        regular: 10_000,
        on_sale: 0,
        cause: 'import',
        valid_from: inDays(-40),
        valid_to: inDays(-3),
      });
    expect(await shownLocations()).toEqual(all(true));
  });

  it('shows the configured text when no earlier price is known', async () => {
    await shop.save({ name: 'New', sku: 'NEW', price: tag(10_000, 8000) });
    expect(line(await page('new'))).toBe('');
    await set({ omnibus_no_history: 'custom', omnibus_no_history_text: 'Nowość & już taniej' });
    expect(await page('new')).toContain('<span class="omnibus">Nowość &amp; już taniej</span>');
  });

  it('prunes long-ended prices, but keeps those needed for the lowest price', async () => {
    const id = await shop.save({ name: 'Mug', sku: 'MUG' });
    await age(900);
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(9000) });
    await shop.site
      .db()('compliance_prices')
      .whereNotNull('valid_to')
      .update({ valid_to: inDays(-500) });
    await shop.save({ id, name: 'Mug', sku: 'MUG', price: tag(8000) });
    await shop.inContext(async () => shop.site.hooks.doAction('compliance/prune'));
    expect((await rows()).map(({ price }) => price)).toEqual([9000, 8000]);
  });

  it('shows safety, delivery time, tax and proven claims, each by its setting', async () => {
    await set({ delivery_time_default: '2–4 dni' });
    // With an estimated date, no other delivery time is shown.
    const withDays = await shop.inContext(() => shop.scope.addFilter('store/delivery_estimate', () => []));
    const fields = {
      gpsr_manufacturer: 'Maker <b>',
      gpsr_manufacturer_contact: 'maker@example.test',
      green_claim: 'Eko',
      green_evidence: 'Certificate 5',
      green_valid_to: '2020-01-01',
    };
    const id = await shop.save({ name: 'Mug', sku: 'MUG', fields });
    const html = await page('mug');
    for (const text of [
      'Product safety',
      'Maker &lt;b&gt;',
      'maker@example.test',
      'Delivery time: 2–4 dni',
      'VAT included, plus delivery',
    ])
      expect(html).toContain(text);
    expect(html).not.toContain('Certificate 5');
    await shop.save({
      id,
      name: 'Mug',
      sku: 'MUG',
      fields: { ...fields, green_valid_to: '2099-01-01', delivery_time: 'tomorrow' },
    });
    expect(await page('mug')).toContain('Certificate 5');
    expect(await page('mug')).toContain('Delivery time: tomorrow');
    await set({ gpsr_enabled: false, greenwashing_enabled: false }, 'compliance');
    await set({ delivery_time_enabled: false, shipping_notice_enabled: false, vat_notice_text: '' });
    const off = await page('mug');
    for (const text of ['Product safety', 'Certificate 5', 'Delivery time', 'plus delivery'])
      expect(off).not.toContain(text);
    withDays();
  });
});

describe.each(defaultEngines)('new shop on %s', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({
      engine,
      shop: true,
      setup: { name: 'probed new shop', run: (young) => activatePlugin(young, 'probe', { 'index.js': PROBE }) },
    });
  });
  afterAll(() => site.close());

  it('law 01 shows the lowest price of 30 days wherever a reduction is announced', async () => {
    const parts = createCatalogParts((globalThis as { newShopProbe?: PluginScope }).newShopProbe as PluginScope);
    const cat = await site.inContext(() => parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Mugs' }));
    const save = (product: object): Promise<number> =>
      site.inContext(async () => {
        await parts.currency.load();
        return parts.products.save({ ...PRODUCT, termIds: [cat], ...product }, 'edit');
      });
    const mug = { name: 'Reduced mug', sku: 'MUG', featured: true };
    const id = await save(mug);
    await save({ name: 'Plain plate', sku: 'PLATE' });
    await site.site
      .db()('compliance_prices')
      .update({ valid_from: inDays(-40) });
    await save({ ...mug, id, price: tag(10_000, 8000) });

    const line = '<span class="omnibus">Lowest price of the 30 days before the reduction: PLN 100.00';
    const announced = (html: string): number =>
      html.replace(/\u00a0/g, ' ').split(/price--sale|"price__before\\?"/).length - 1;
    const lineCount = (html: string): number => html.replace(/\u00a0/g, ' ').split(line).length - 1;
    const buyer = new Browser(site.url);
    for (const path of [
      '/',
      '/shop/',
      '/product-category/mugs/',
      '/shop/?sf_q=mug',
      '/shop/?sf_on_sale=yes',
      '/product/reduced-mug/',
      '/product/plain-plate/',
    ]) {
      const { text } = await buyer.get(path);
      expect([path, announced(text) > 0, lineCount(text)]).toEqual([path, true, announced(text) / 2]);
    }
    await buyer.get('/product/reduced-mug/');
    await buyer.submit({}, {}, 'add_to_cart');
    for (const path of ['/cart/', '/checkout/'])
      expect([path, lineCount((await buyer.get(path)).text)]).toEqual([path, 1]);

    const json = async (path: string, body?: object): Promise<string> => {
      const response = await fetch(
        `${site.url}/wp-json${path}`,
        body ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {},
      );
      return JSON.stringify(await response.json()).replaceAll('\\"', '"');
    };
    for (const [path, body] of [
      ['/shop/v1/search?q=mug'],
      ['/facet/v1/suggest?q=mug'],
      ['/facet/v1/filter', { query: {} }],
    ] as [string, object?][]) {
      expect([path, lineCount(await json(path, body))]).toEqual([path, 1]);
    }
  });
});
