import { createMoney } from '../../plugins/store/money/money.js';
import { exportProducts } from '../../plugins/store/products-admin/files/product-export.js';
import { createProductImport } from '../../plugins/store/products-admin/files/product-import.js';
import type { ImportReport } from '../../plugins/store/products-admin/files/import-tally.js';
import { createBulkActions } from '../../plugins/store/products-admin/bulk/bulk-work.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, type ShopSite } from './shop-site.js';
import type { Browser, Fields } from './shopper.js';

// Caching stays enabled here even in a run without caches.
delete process.env.OBJECT_CACHE_MB;
delete process.env.PAGE_CACHE_MB;

const EDITOR = '/wp-admin/admin.php?page=store-product';

describe.each(defaultEngines)('product linking on %s', (engine) => {
  let shop: ShopSite;
  let chair = 0;
  let ids: readonly number[] = [];

  beforeEach(async () => {
    shop = await bootShop(engine);
    chair = await shop.save({ name: 'Oak chair', sku: 'CH' });
    ids = [
      await shop.save({ name: 'Felt pad', sku: 'PAD' }),
      await shop.save({ name: 'Wood oil', sku: 'OIL' }),
      await shop.save({ name: 'Cushion', sku: '' }),
    ];
  });
  afterEach(() => shop.close());

  const [pad, oil, cushion] = [() => ids[0] ?? 0, () => ids[1] ?? 0, () => ids[2] ?? 0];
  const stored = (id = chair) => shop.inContext(() => shop.parts.products.get(id));
  const link = (upsellIds: readonly number[], crossSellIds: readonly number[] = []) =>
    shop.save({ id: chair, name: 'Oak chair', slug: 'oak-chair', sku: 'CH', upsellIds, crossSellIds });
  /** Names of the products in a section of a page. */
  function cardsIn(page: string, id: string): string[] {
    const section = new RegExp(`<section[^>]*aria-labelledby="${id}"[^]*?</section>`).exec(page)?.[0] ?? '';
    return [...section.matchAll(/card__name"><a [^>]*>([^<]*)</g)].map(([, name]) => name ?? '');
  }
  const productPage = async (): Promise<string> => (await shop.shopper().get('/product/oak-chair/')).text;

  async function editor(): Promise<{ admin: Browser; send(fields: Fields): Promise<string> }> {
    const admin = await shop.admin();
    await admin.get(`${EDITOR}&id=${chair}`);
    return {
      admin,
      async send(fields) {
        const body = new FormData();
        for (const [name, value] of Object.entries({ ...admin.form('modified').fields, ...fields }))
          body.append(name, value);
        return (await admin.upload(admin.last?.path ?? EDITOR, body)).text;
      },
    };
  }

  it('lets the owner search, choose, order and remove products without script', async () => {
    const draft = await shop.save({ name: 'Wood stain', status: 'draft' });
    const { admin, send } = await editor();
    const found = await send({ linkedSearch: 'wood', action: 'linked' });
    expect(found).toContain(`name="addUpsells[]" value="${oil()}"`);
    expect(found).not.toContain(`value="${draft}"`);
    await send({ 'addUpsells[]': String(oil()), linkedSearch: 'pad', action: 'linked' });
    await send({ 'addUpsells[]': String(pad()), 'addCrossSells[]': String(pad()), linkedSearch: '' });
    expect(admin.last?.text).toContain('Product saved');
    expect(await stored()).toMatchObject({ upsellIds: [oil(), pad()], crossSellIds: [pad()] });
    // Changes the order and removes a product.
    await send({ 'upsells[0][position]': '2', 'upsells[1][position]': '1', 'crossSells[0][remove]': '1' });
    expect(await stored()).toMatchObject({ upsellIds: [pad(), oil()], crossSellIds: [] });
    // Drafts, products that do not exist and the product itself are rejected.
    await send({ 'addUpsells[]': String(draft) });
    await send({ 'addUpsells[]': '999999' });
    await send({ 'addUpsells[]': String(chair) });
    expect(await stored()).toMatchObject({ upsellIds: [pad(), oil()] });
  });

  it('accepts twelve upsells and rejects a thirteenth', async () => {
    const many = await Promise.all(Array.from({ length: 13 }, (_, index) => shop.save({ name: `Thing ${index}` })));
    await expect(link(many)).rejects.toMatchObject({
      code: 'store_product_invalid',
      details: { errors: [{ field: 'upsellIds' }] },
    });
    await link(many.slice(0, 12));
    expect((await stored())?.upsellIds).toHaveLength(12);
  });

  it('shows upsells above related products in their order without duplicates', async () => {
    const category = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Care' }),
    );
    for (const [id, name, sku] of [
      [pad(), 'Felt pad', 'PAD'],
      [oil(), 'Wood oil', 'OIL'],
    ] as const)
      await shop.save({ id, name, sku, slug: name.toLowerCase().replace(' ', '-'), termIds: [category] });
    await shop.save({ id: chair, name: 'Oak chair', slug: 'oak-chair', sku: 'CH', termIds: [category] });
    expect(await productPage()).not.toContain('Goes well with this product');
    expect(cardsIn(await productPage(), 'related').sort()).toEqual(['Felt pad', 'Wood oil']);
    await shop.save({
      id: chair,
      name: 'Oak chair',
      slug: 'oak-chair',
      sku: 'CH',
      termIds: [category],
      upsellIds: [cushion(), oil()],
    });
    const page = await productPage();
    expect(cardsIn(page, 'upsells')).toEqual(['Cushion', 'Wood oil']);
    expect(cardsIn(page, 'related')).toEqual(['Felt pad']);
    expect(page.indexOf('id="upsells"')).toBeLessThan(page.indexOf('id="related"'));
  });

  it('hides sold-out, hidden and unpublished products but keeps them linked', async () => {
    await link([pad(), oil(), cushion()]);
    await shop.save({ id: pad(), name: 'Felt pad', slug: 'felt-pad', sku: 'PAD', stockQuantity: 0 });
    await shop.save({ id: oil(), name: 'Wood oil', slug: 'wood-oil', sku: 'OIL', visibility: 'hidden' });
    expect(cardsIn(await productPage(), 'upsells')).toEqual(['Cushion']);
    await shop.inContext(() => shop.parts.products.setStatus([cushion()], 'draft'));
    expect(await productPage()).not.toContain('Goes well with this product');
    await shop.save({ id: pad(), name: 'Felt pad', slug: 'felt-pad', sku: 'PAD', stockQuantity: 3 });
    expect(cardsIn(await productPage(), 'upsells')).toEqual(['Felt pad']);
    expect((await stored())?.upsellIds).toEqual([pad(), oil(), cushion()]);
  });

  it('shows cross-sells below the cart except products already in it', async () => {
    await link([], [pad(), oil()]);
    const visitor = shop.shopper();
    await visitor.get('/product/cushion/');
    await visitor.submit({}, {}, 'add_to_cart');
    expect(visitor.last?.text).not.toContain('Goes well with');
    await visitor.get('/product/oak-chair/');
    await visitor.submit({}, {}, 'add_to_cart');
    expect(cardsIn(visitor.last?.text ?? '', 'cross-sells')).toEqual(['Felt pad', 'Wood oil']);
    await visitor.get('/product/felt-pad/');
    await visitor.submit({}, {}, 'add_to_cart');
    expect(cardsIn(visitor.last?.text ?? '', 'cross-sells')).toEqual(['Wood oil']);
  });

  it('shows sale prices with filtered price HTML', async () => {
    shop.scope.addFilter('store/price_html', (html: string) => `${html}<small>lowest before</small>`);
    await link([pad()]);
    await shop.save({
      id: pad(),
      name: 'Felt pad',
      slug: 'felt-pad',
      sku: 'PAD',
      price: { regular: 2000, sale: 1500, saleFrom: null, saleTo: null },
    });
    expect(/aria-labelledby="upsells"[^]*?<\/section>/.exec(await productPage())?.[0]).toMatch(
      /<del[^]*<ins[^]*lowest before/,
    );
  });

  it('lets plugins filter upsells but never shows sold-out products', async () => {
    await shop.save({ id: oil(), name: 'Wood oil', slug: 'wood-oil', sku: 'OIL', stock: 'outofstock' });
    const productIds: unknown[] = [];
    shop.scope.addFilter(
      'store/upsell_ids',
      (found: readonly number[], productId: number) => {
        productIds.push(productId);
        return [...found, oil(), cushion(), cushion(), chair];
      },
      10,
      2,
    );
    expect(cardsIn(await productPage(), 'upsells')).toEqual(['Cushion']);
    expect(productIds).toContain(chair);
  });

  it('copies links to a duplicate and removes links to deleted products', async () => {
    await link([pad(), oil()], [oil()]);
    const copy = await shop.inContext(() =>
      createBulkActions({ scope: shop.scope, parts: shop.parts }).duplicate(chair),
    );
    expect(await stored(copy ?? 0)).toMatchObject({ upsellIds: [pad(), oil()], crossSellIds: [oil()] });
    await shop.inContext(() => shop.parts.products.remove([oil()]));
    expect(await stored()).toMatchObject({ upsellIds: [pad()], crossSellIds: [] });
    await shop.inContext(() => shop.parts.products.remove([chair, copy ?? 0]));
    expect(await shop.site.db()('store_linked_products').select('*')).toEqual([]);
  });

  const read = (text: string, dryRun = false): Promise<ImportReport> =>
    shop.inContext(() =>
      createProductImport({ scope: shop.scope, parts: shop.parts, money: createMoney(shop.scope) }).run(
        (async function* () {
          yield text;
        })(),
        { dryRun },
      ),
    );
  async function written(): Promise<string> {
    return shop.inContext(async () => {
      let text = '';
      for await (const chunk of exportProducts({
        db: shop.scope.db,
        parts: shop.parts,
        money: createMoney(shop.scope),
        timeZone: 'UTC',
      }))
        text += chunk.text;
      return text;
    });
  }

  it('survives CSV export and import, also with references to later rows', async () => {
    await link([cushion(), pad()], [oil()]);
    const text = await written();
    expect(await read(text)).toMatchObject({ created: 0, updated: 0, unchanged: 4 });
    await shop.inContext(() => shop.parts.products.remove([chair, ...ids]));
    expect(await read(text)).toMatchObject({ created: 4, problems: [] });
    const found = await shop.inContext(() => shop.parts.products.findBySku('CH'));
    const product = await stored(found?.productId);
    const names = async (list: readonly number[] = []) => Promise.all(list.map(async (id) => (await stored(id))?.name));
    expect([await names(product?.upsellIds), await names(product?.crossSellIds)]).toEqual([
      ['Cushion', 'Felt pad'],
      ['Wood oil'],
    ]);
  });

  it('imports links from CSV as a change and reports unknown products', async () => {
    expect(await read('sku,upsells\nCH,PAD | nothing-such\n', true)).toMatchObject({ unchanged: 1 });
    expect((await stored())?.upsellIds).toEqual([]);
    const report = await read('sku,upsells\nCH,PAD | nothing-such\n');
    expect(report).toMatchObject({
      updated: 1,
      unchanged: 0,
      refused: 0,
      problems: [{ line: 2, sku: 'CH', message: 'nothing-such is not a product in this shop, so it was not linked.' }],
    });
    expect((await stored())?.upsellIds).toEqual([pad()]);
    // Without these columns an import changes nothing; empty cells remove the linked products.
    await read('sku,name\nCH,Oak chair\n');
    expect((await stored())?.upsellIds).toEqual([pad()]);
    await read('sku,upsells\nCH,\n');
    expect((await stored())?.upsellIds).toEqual([]);
  });

  it('imports WooCommerce links by SKU or by id', async () => {
    const report = await read(
      [
        'ID,Type,SKU,Name,Published,Regular price,Upsells,Cross-sells',
        '7,simple,W-1,Kettle,1,100,"id:9, W-2",W-2',
        '8,simple,W-2,Tea,1,20,,',
        '9,simple,,Cup without number,1,10,,W-1',
      ].join('\n'),
    );
    expect(report).toMatchObject({ created: 3, problems: [] });
    const kettle = await stored((await shop.inContext(() => shop.parts.products.findBySku('W-1')))?.productId);
    const names = await Promise.all(
      [...(kettle?.upsellIds ?? []), ...(kettle?.crossSellIds ?? [])].map(async (id) => (await stored(id))?.name),
    );
    expect(names).toEqual(['Cup without number', 'Tea', 'Tea']);
  });

  it('needs at most one query per page and none while cached', async () => {
    await link([pad(), oil()]);
    await productPage();
    const log: string[] = [];
    const listen = (query: { sql: string }): void => void log.push(query.sql);
    (shop.site.db() as unknown as { on(event: string, listener: typeof listen): void }).on('query', listen);
    const visitor = shop.shopper();
    await visitor.get('/product/oak-chair/?variation=1');
    expect(log.filter((sql) => sql.includes('store_linked_products'))).toEqual([]);
    await link([oil()]);
    log.length = 0;
    await visitor.get('/product/oak-chair/?variation=2');
    expect(log.filter((sql) => sql.includes('store_linked_products'))).toHaveLength(1);
  });
});
