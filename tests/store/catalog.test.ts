import { PlinthError } from '../../core/api/index.js';
import type { FormError, ProductSummary } from '../../plugins/store/contract/index.js';
import { isGtin } from '../../plugins/store/products/product-limits.js';
import { defaultEngines } from '../kit/databases.js';
import { bootShop, PRODUCT, type ShopSite, VARIATION } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

async function errorsOf(work: Promise<unknown>): Promise<readonly string[]> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PlinthError) || error.code !== 'store_product_invalid')
    throw new Error(`Not refused as invalid: ${String(error)}`);
  return (error.details?.errors as FormError[]).map(({ field }) => field);
}

describe('GTIN check', () => {
  it.each(['96385074', '012345678905', '5901234123457', '10614141000415'])('accepts %s', (text) =>
    expect(isGtin(text)).toBe(true),
  );
  it.each(['5901234123458', '590123412345', '123', '', 'abcdefgh', '59012341234570'])('rejects %s', (text) =>
    expect(isGtin(text)).toBe(false),
  );
});

describe.each(defaultEngines)('product catalog on %s', (engine) => {
  let shop: ShopSite;
  let red: number;
  let blue: number;
  let chairs: number;
  let furniture: number;

  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
      red = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red', swatch: '#ff0000' });
      blue = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue' });
      furniture = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Furniture' });
      chairs = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Łóżka & chairs', parentId: furniture });
    });
  });
  afterAll(() => shop.close());
  const products = () => shop.parts.products;
  const inContext = <T>(work: () => Promise<T>): Promise<T> => shop.inContext(work);

  it('returns a product as saved and saves it again unchanged', async () => {
    const image = { source: '/wp-content/uploads/chair.jpg', alt: 'A chair', width: 800, height: 600 };
    const id = await shop.save({
      name: 'Krzesło dębowe',
      sku: 'CH-1',
      gtin: '5901234123457',
      shortDescription: 'Solid.',
      description: '<p>Long <strong>text</strong></p>',
      taxRate: 8,
      weight: 4500,
      unit: 'kg',
      unitContent: 4.5,
      termIds: [chairs],
      images: [image, { ...image, source: 'https://example.test/b.jpg' }],
      fields: { depth: 40, outdoor: true },
      variations: [
        {
          ...VARIATION,
          sku: 'CH-1-R',
          termIds: [red],
          stockQuantity: 3,
          imageIndex: 1,
          price: { regular: 12_000, sale: 9000, saleFrom: null, saleTo: null },
        },
        { ...VARIATION, sku: 'CH-1-B', termIds: [blue], stock: 'outofstock' },
      ],
    });
    const stored = await inContext(() => products().get(id));
    expect(stored).toMatchObject({
      name: 'Krzesło dębowe',
      slug: 'krzeslo-debowe',
      sku: 'CH-1',
      price: null,
      taxRate: 8,
      unitContent: 4.5,
      termIds: [chairs],
      fields: { depth: 40, outdoor: true },
    });
    expect(
      stored?.variations.map(({ sku, stock, imageIndex, termIds }) => ({ sku, stock, imageIndex, termIds })),
    ).toEqual([
      { sku: 'CH-1-R', stock: 'instock', imageIndex: 1, termIds: [red] },
      { sku: 'CH-1-B', stock: 'outofstock', imageIndex: -1, termIds: [blue] },
    ]);
    shop.announced();
    if (!stored) throw new Error('not stored');
    await inContext(() => products().save(stored, 'edit'));
    const { updatedAt: _first, ...before } = stored;
    const reloaded = await inContext(() => products().get(id));
    expect(reloaded).toMatchObject(before);
    expect(shop.announced()).toEqual([]);
    await inContext(() => products().remove([id]));
    expect(await inContext(() => products().get(id))).toBeNull();
    expect(await shop.site.db()('store_variation_terms').select('*')).toEqual([]);
  });

  it('reports each invalid field and changes nothing', async () => {
    const id = await shop.save({ name: 'Keeper', sku: 'KEEP', slug: 'keeper' });
    const product = await inContext(() => products().get(id));
    const fields = await errorsOf(
      shop.save({
        id,
        name: '',
        sku: 'KEEP-2',
        gtin: '5901234123450',
        price: { regular: 100, sale: 100, saleFrom: '2026-02-01 00:00:00', saleTo: '2026-01-01 00:00:00' },
        unit: 'stone',
        images: [{ source: 'javascript:alert(1)', alt: '', width: 1, height: 1 }],
        variations: [{ ...VARIATION, termIds: [] }],
      }),
    );
    expect([...fields].sort()).toEqual([
      'gtin',
      'images.0',
      'name',
      'price.sale',
      'price.saleTo',
      'unit',
      'variations.0.termIds',
    ]);
    expect(await inContext(() => products().get(id))).toEqual(product);
  });

  it('keeps SKUs and slugs unique across products and variations', async () => {
    await shop.save({ name: 'First', sku: 'UNIQUE-1', slug: 'first' });
    await shop.save({ name: 'Second', variations: [{ ...VARIATION, sku: 'UNIQUE-2', termIds: [red] }] });
    expect(await errorsOf(shop.save({ name: 'Third', sku: 'UNIQUE-2' }))).toEqual(['sku']);
    expect(await errorsOf(shop.save({ name: 'Third', slug: 'first' }))).toEqual(['slug']);
    expect(
      await errorsOf(
        shop.save({ name: 'Third', sku: 'SAME', variations: [{ ...VARIATION, sku: 'SAME', termIds: [red] }] }),
      ),
    ).toEqual(['variations.0.sku']);
    const id = await shop.save({ name: 'First' });
    expect((await inContext(() => products().get(id)))?.slug).toBe('first-2');
  });

  it('marks a product sold out after concurrent purchases of its last two variations', async () => {
    const id = await shop.save({
      name: 'Last two',
      variations: [
        { ...VARIATION, sku: 'LAST-R', termIds: [red], stockQuantity: 1 },
        { ...VARIATION, sku: 'LAST-B', termIds: [blue], stockQuantity: 1 },
      ],
    });
    const [first, second] = await shop.site
      .db()('store_variations')
      .where({ product_id: id })
      .orderBy('id')
      .select<{ id: number }[]>('id');
    const line = (variationId = 0) => ({ productId: id, variationId, quantity: 1 });
    const { sellables } = shop.parts;
    let resolveLooked = (): void => undefined;
    const hasLooked = new Promise<void>((resolve) => void (resolveLooked = resolve));
    let bought = (): void => undefined;
    const hasBought = new Promise<void>((resolve) => void (bought = resolve));
    await Promise.all([
      inContext(() =>
        shop.scope.db.transaction(async () => {
          await sellables.find([line(second?.id)]);
          resolveLooked();
          // SQLite runs one transaction at a time; there the other purchase follows this one.
          if (engine === 'mysql') await hasBought;
          await sellables.reduceStock([line(second?.id)]);
        }),
      ),
      inContext(async () => {
        await hasLooked;
        await sellables.reduceStock([line(first?.id)]);
        bought();
      }),
    ]);
    expect(await shop.site.db()('store_variations').where({ product_id: id }).pluck('stock')).toEqual([
      'outofstock',
      'outofstock',
    ]);
    expect(await shop.site.db()('store_products').where({ id }).first<object>('stock')).toEqual({
      stock: 'outofstock',
    });
    await inContext(() => sellables.restoreStock([line(first?.id)]));
    expect(await shop.site.db()('store_products').where({ id }).first<object>('stock')).toEqual({
      stock: 'instock',
    });
  });

  it('gives a SKU to one of concurrent saves and distinct slugs to equal names', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => shop.save({ name: 'Race', sku: 'RACE-1' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'store_product_invalid' });
    const both = await Promise.all([1, 2].map(() => shop.save({ name: 'Same name' })));
    const slugs = await Promise.all(both.map(async (id) => (await inContext(() => products().get(id)))?.slug));
    expect(slugs.sort()).toEqual(['same-name', 'same-name-2']);
  });

  it('lets two variations swap SKUs', async () => {
    const id = await shop.save({
      name: 'Swap',
      variations: [
        { ...VARIATION, sku: 'SW-R', termIds: [red] },
        { ...VARIATION, sku: 'SW-B', termIds: [blue] },
      ],
    });
    const stored = await inContext(() => products().get(id));
    if (!stored) throw new Error('not stored');
    const [a, b] = stored.variations;
    await inContext(() =>
      products().save(
        {
          ...stored,
          variations: [
            { ...assertDefined(a), sku: 'SW-B' },
            { ...assertDefined(b), sku: 'SW-R' },
          ],
        },
        'edit',
      ),
    );
    expect(
      (await inContext(() => products().get(id)))?.variations.map(({ id: version, sku }) => [version, sku]),
    ).toEqual([
      [a?.id, 'SW-B'],
      [b?.id, 'SW-R'],
    ]);
  });

  it('refuses to overwrite a product that someone else saved meanwhile', async () => {
    const id = await shop.save({ name: 'Shared' });
    const loaded = await inContext(() => products().get(id));
    if (!loaded) throw new Error('not stored');
    await inContext(() =>
      products().save({ ...loaded, name: 'Theirs' }, 'edit', { ifUnmodifiedSince: loaded.updatedAt }),
    );
    await expect(
      inContext(() => products().save({ ...loaded, name: 'Mine' }, 'edit', { ifUnmodifiedSince: loaded.updatedAt })),
    ).rejects.toMatchObject({ code: 'store_product_changed' });
    expect((await inContext(() => products().get(id)))?.name).toBe('Theirs');
  });

  it('gives plugins only published, visible, priced products and lists changes in order', async () => {
    const service = shop.scope.services.get('store.catalog');
    const start = await inContext(() => service.lastChange());
    const visible = await shop.save({
      name: 'Shown',
      termIds: [chairs],
      variations: [
        { ...VARIATION, termIds: [red], price: { regular: 7000, sale: null, saleFrom: null, saleTo: null } },
        { ...VARIATION, termIds: [blue] },
      ],
    });
    const draft = await shop.save({ name: 'Draft', status: 'draft' });
    const hidden = await shop.save({ name: 'Hidden', visibility: 'hidden' });
    const priceless = await shop.save({ name: 'Priceless', price: null });
    const ids = [priceless, hidden, visible, draft, 999_999];
    const records = await inContext(() => service.recordsOf(ids));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ id: visible, price: 5000, maxPrice: 7000, termIds: [chairs, red, blue] });
    expect(records[0]?.variations.map(({ price, termIds }) => [price, termIds])).toEqual([
      [7000, [red]],
      [5000, [blue]],
    ]);
    expect((await inContext(() => service.changes(start, 10))).map(({ productId }) => productId)).toEqual([
      visible,
      draft,
      hidden,
      priceless,
    ]);
    const all = await inContext(() => service.records(0, 1000));
    expect(all.length).toBe(await inContext(() => service.count()));
    expect(all.map(({ id }) => id)).toEqual([...all.map(({ id }) => id)].sort((a, b) => a - b));
  });

  it('summarizes products in the requested order with a filterable price', async () => {
    const service = shop.scope.services.get('store.catalog');
    const brand = await inContext(() => shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Nord' }));
    const first = await shop.save({
      name: 'A <b>',
      termIds: [chairs, brand],
      price: { regular: 123_456, sale: 99_900, saleFrom: null, saleTo: null },
      unit: 'kg',
      unitContent: 2,
    });
    const second = await shop.save({ name: 'B' });
    const undo = shop.scope.addFilter(
      'store/price_html',
      (html: string, product: ProductSummary, context: string) => `${html}<small>${product.id} ${context}</small>`,
      10,
      3,
    );
    const [b, a] = await inContext(() => service.summaries([second, first]));
    undo();
    expect(b?.name).toBe('B');
    expect(a).toMatchObject({
      price: 99_900,
      priceText: '999.00',
      onSale: true,
      brand: 'Nord',
      category: 'Łóżka & chairs',
      currency: 'PLN',
    });
    expect(a?.priceHtml).toMatch(/<del[^>]*>.*1,234\.56.*<\/del>.*999\.00.*499\.50 \/ kg.*<small>\d+ listing<\/small>/);
    const html = await inContext(() => service.renderCards([assertDefined(a)]));
    expect(html).toContain('data-price="999.00"');
    expect(html).toContain('A &lt;b&gt;');
  });

  it('refuses category cycles and records changes of the products below a category', async () => {
    const { taxonomies } = shop.parts;
    const id = await shop.save({ name: 'In the tree', termIds: [chairs] });
    const before = await inContext(async () => shop.parts.changes.last());
    await expect(
      inContext(() => taxonomies.updateTerm(furniture, { name: 'Furniture', parentId: chairs })),
    ).rejects.toMatchObject({ code: 'store_term_invalid' });
    await expect(
      inContext(() => taxonomies.createTerm({ taxonomy: 'product_cat', name: 'Other', slug: 'furniture' })),
    ).rejects.toMatchObject({ code: 'store_term_invalid' });
    await inContext(() => taxonomies.updateTerm(furniture, { name: 'Home furniture' }));
    expect((await inContext(() => shop.parts.changes.after(before, 100))).map(({ productId }) => productId)).toContain(
      id,
    );
    const same = await inContext(() =>
      taxonomies.ensureTerm({ taxonomy: 'product_cat', slug: 'furniture', name: 'Home furniture' }),
    );
    expect(same).toBe(furniture);
    const lamp = await inContext(() =>
      taxonomies.createTerm({ taxonomy: 'product_cat', name: 'Lamps', parentId: chairs }),
    );
    await inContext(() => taxonomies.removeTerm(chairs));
    expect(await inContext(() => taxonomies.term(lamp))).toMatchObject({ parent_id: furniture });
    expect((await inContext(() => products().get(id)))?.termIds).toEqual([]);
    chairs = await inContext(() =>
      taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Łóżka & chairs', parentId: furniture }),
    );
  });

  it('finds products without accents and matches % and _ literally', async () => {
    await shop.save({ name: 'Żółta łódź 100%', sku: 'BOAT_1' });
    await shop.save({ name: 'Żółta łódź stara', status: 'draft' });
    const list = (search: string) =>
      inContext(() => products().list({ search, limit: 10, offset: 0 })).then(({ rows }) =>
        rows.map((row) => row.name),
      );
    expect(await list('lodz zolta')).toEqual(['Żółta łódź 100%', 'Żółta łódź stara']);
    expect(await list('100%')).toEqual(['Żółta łódź 100%']);
    expect(await list('boat_')).toEqual(['Żółta łódź 100%']);
    expect(
      (await inContext(() => products().list({ search: 'lodz', status: 'draft', limit: 10, offset: 0 }))).total,
    ).toBe(1);
  });

  it('drops its tables when uninstalled with data', async () => {
    const other = await bootShop(engine);
    await other.inContext(async () => {
      await other.site.plugins.deactivatePlugins(['probe', 'store']);
      const result = await other.site.plugins.uninstallPlugin('store', { deleteData: true });
      expect(result).toBeNull();
    });
    expect(await other.site.db().schema.hasTable('store_products')).toBe(false);
    expect(await other.site.db().schema.hasTable('store_orders')).toBe(false);
    await other.close();
  });

  it('refuses more than 200 variations', async () => {
    const many = Array.from({ length: 201 }, () => ({ ...VARIATION, termIds: [red] }));
    expect(await errorsOf(shop.save({ ...PRODUCT, variations: many }))).toContain('variations');
  });
});
