import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { assertDefined } from '../kit/assert-defined.js';
import { join } from 'node:path';
import { isGtin } from '../../plugins/store/products/product-limits.js';
import { createFileParts } from '../../plugins/store/downloads/boot.js';
import { loadDemo } from '../../plugins/store/demo/load-demo.js';
import { DEMO_PRODUCTS } from '../../plugins/store/demo/products/index.js';
import { CATEGORIES, type DemoCategory } from '../../plugins/store/demo/taxonomy.js';
import { createReviewStatistics } from '../../plugins/store/reviews/review-statistics.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { bootShop, type ShopSite } from './shop-site.js';

const IMAGES = join(__dirname, '../../plugins/store/assets/demo');
const flat = (categories: readonly DemoCategory[]): DemoCategory[] =>
  categories.flatMap((category) => [category, ...flat(category.children ?? [])]);

describe('demo shop data', () => {
  it.each(DEMO_PRODUCTS.map((product) => [product.name, product] as const))(
    'gives %s images, a category, a description and a valid tax rate',
    (_name, product) => {
      const slugs = flat(CATEGORIES).map((category) => category.slug);
      expect(product.categories.filter((slug) => !slugs.includes(slug))).toEqual([]);
      expect(product.categories.length).toBeGreaterThan(0);
      const images = [...product.images, ...(product.variations ?? []).flatMap(({ image }) => image ?? [])];
      expect(images.filter((image) => !existsSync(join(IMAGES, `${image}.svg`)))).toEqual([]);
      expect(
        (product.variations ?? []).filter(({ image }) => image !== undefined && !product.images.includes(image)),
      ).toEqual([]);
      expect(product.description.join(' ').split(' ').length).toBeGreaterThan(25);
      expect([5, 8, 23]).toContain(product.tax ?? 23);
      for (const sold of [product, ...(product.variations ?? [])])
        expect(sold.sale?.price ?? 0).toBeLessThan(sold.price ?? product.price);
    },
  );

  it('has at least 60 products in all states of stock, sale and kind', () => {
    expect(DEMO_PRODUCTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(DEMO_PRODUCTS.map((product) => product.sku)).size).toBe(DEMO_PRODUCTS.length);
    const some = (matches: (product: (typeof DEMO_PRODUCTS)[number]) => boolean): number =>
      DEMO_PRODUCTS.filter(matches).length;
    expect(some((product) => product.stock === 0 && !product.backorders)).toBeGreaterThanOrEqual(2);
    expect(some((product) => product.stock === 0 && product.backorders === true)).toBeGreaterThanOrEqual(2);
    expect(some((product) => (product.sale?.from ?? 1) < 0)).toBeGreaterThanOrEqual(8);
    expect(some((product) => (product.sale?.from ?? 0) > 0)).toBeGreaterThanOrEqual(2);
    expect(some((product) => product.unit === 'kg')).toBeGreaterThanOrEqual(5);
    expect(some((product) => product.digital === true)).toBeGreaterThanOrEqual(2);
  });

  it('ships small SVG images without scripts or external references', () => {
    for (const file of readdirSync(IMAGES)) {
      expect(statSync(join(IMAGES, file)).size).toBeLessThan(6000);
      const svg = readFileSync(join(IMAGES, file), 'utf8');
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      expect(svg).not.toMatch(/<script|<style|<image|style=|on\w+=|href="(?!#)/i);
    }
  });
});

describe.each(defaultEngines)('demo shop on %s', (engine) => {
  let shop: ShopSite;

  const load = (): Promise<void> =>
    shop.inContext(async () => shop.site.hooks.doActionWithoutTimeout('plinth/load_demo', []));
  const snapshot = async (): Promise<unknown> => {
    const tables = [
      'store_products',
      'store_variations',
      'store_terms',
      'store_taxonomies',
      'store_product_terms',
      'store_variation_terms',
      'store_images',
      'store_changes',
    ];
    return Promise.all(tables.map((table) => shop.site.db()(table).select('*')));
  };

  beforeAll(async () => {
    shop = await bootShop(engine);
  });
  afterAll(() => shop.close());

  it('rolls back completely when one product is invalid', async () => {
    const invalidProducts = [
      ...DEMO_PRODUCTS.slice(0, 5),
      { ...assertDefined(DEMO_PRODUCTS[5]), price: -1, variations: [], sale: undefined },
    ];
    await expect(
      shop.inContext(() =>
        loadDemo(
          {
            db: shop.site.db,
            ...shop.parts,
            ...createFileParts(shop.scope),
            reviewStatistics: createReviewStatistics({ db: shop.site.db, changes: shop.parts.changes }),
            now: new Date(),
          },
          invalidProducts,
        ),
      ),
    ).rejects.toThrow();
    expect(await shop.inContext(() => shop.parts.catalog.count())).toBe(0);
    expect(await shop.parts.changes.last()).toBe(0);
    shop.announced();
  });

  it('links upsells and cross-sells', async () => {
    await load();
    const pot = await shop.inContext(() => shop.parts.products.findBySku('KUC-306'));
    const product = await shop.inContext(() => shop.parts.products.get(pot?.productId ?? 0));
    const names = [...(await shop.inContext(() => shop.parts.products.briefs(product?.upsellIds ?? []))).values()]
      .map(({ name }) => name)
      .sort();
    expect(names).toEqual(['Filiżanka Poranek ze spodkiem', 'Herbata czarna Mgła', 'Miód lipowy Lipiec']);
    expect(product?.crossSellIds).toHaveLength(2);
  });

  it('gives each product an image and valid GTIN and announces prices as demo', async () => {
    await load();
    const records = await shop.inContext(() => shop.parts.catalog.records(0, 1000));
    expect(records).toHaveLength(DEMO_PRODUCTS.length);
    const sold = records.flatMap((record) => [record, ...record.variations]);
    expect(sold.filter(({ gtin }) => !isGtin(gtin))).toEqual([]);
    expect(new Set(sold.map(({ gtin }) => gtin)).size).toBe(sold.length);
    const summaries = await shop.inContext(() => shop.parts.catalog.summaries(records.map((record) => record.id)));
    expect(summaries.filter(({ image, brand, category }) => image === null || brand === '' || category === '')).toEqual(
      [],
    );
    const announced = shop.announced();
    expect(announced).toHaveLength(records.reduce((sum, record) => sum + Math.max(1, record.variations.length), 0));
    expect(new Set(announced.map((change) => change.cause))).toEqual(new Set(['demo']));
    const lamp = records.find((record) => record.sku === 'LMP-101');
    expect(lamp).toMatchObject({
      name: 'Lampa stołowa Jutrzenka',
      rating: 5,
      ratingCount: 2,
      reviews: { count: 2, verified: 0 },
      sales: 214,
      price: 23900,
      maxPrice: 28900,
      stock: 'instock',
      onSale: true,
    });
    expect(lamp?.variations.map((variation) => variation.stock)).toEqual(['instock', 'instock', 'outofstock']);
    expect(new Set(records.map((record) => record.stock))).toEqual(new Set(['instock', 'outofstock', 'onbackorder']));
    expect(
      records.filter((record) => record.publishedAt > new Date().toISOString().slice(0, 19).replace('T', ' ')),
    ).toEqual([]);
  });

  it('builds a category tree of three levels and gives every color a swatch', async () => {
    const terms = await shop.inContext(() => shop.parts.catalog.terms('product_cat'));
    expect(terms).toHaveLength(flat(CATEGORIES).length);
    const parent = new Map(terms.map((term) => [term.id, term.parentId]));
    const depth = (id: number): number => (id === 0 ? 0 : 1 + depth(parent.get(id) ?? 0));
    expect(Math.max(...terms.map((term) => depth(term.id)))).toBe(3);
    const colors = await shop.inContext(() => shop.parts.catalog.terms('pa_kolor'));
    expect(colors.length).toBeGreaterThan(10);
    expect(colors.filter((term) => !/^#[0-9a-f]{6}$/.test(term.swatch))).toEqual([]);
  });

  it('names an unnamed shop and keeps an existing name', async () => {
    const named = (): Promise<unknown[]> =>
      shop.inContext(async () => [
        await shop.scope.getOption('blogname'),
        await shop.scope.getOption('blogdescription'),
      ]);
    expect(await named()).toEqual(['Izba', expect.stringContaining('domu')]);
    await shop.inContext(() => shop.scope.updateOption('blogname', 'Sklep Anny'));
    await shop.site.db()('store_products').where({ sku: 'LMP-101' }).delete();
    await load();
    expect(await named()).toEqual(['Sklep Anny', expect.stringContaining('domu')]);
    shop.announced();
  });

  it('stores as many reviews as the rating counts, without repeats on a product', async () => {
    const products = await shop.site.db()('store_products').select<
      {
        id: number;
        slug: string;
        rating: number;
        rating_count: number;
        review_count: number;
      }[]
    >('id', 'slug', 'rating', 'rating_count', 'review_count');
    const reviews = await shop.site.db()('store_reviews').select<
      {
        product_id: number;
        content: string;
        stars: number;
        created_at: string;
      }[]
    >('product_id', 'content', 'stars', 'created_at');
    for (const { id, rating, rating_count: rated, review_count: readable } of products) {
      const own = reviews.filter((review) => review.product_id === id);
      expect([rated, readable, new Set(own.map(({ content }) => content)).size]).toEqual([
        own.length,
        own.length,
        own.length,
      ]);
      expect(rating).toBe(
        own.length === 0 ? 0 : Math.round((own.reduce((sum, { stars }) => sum + stars, 0) * 100) / own.length),
      );
    }
    expect(reviews.length).toBeGreaterThan(100);
    expect(
      reviews.filter(
        ({ created_at: createdAt }) => createdAt > new Date().toISOString().slice(0, 19).replace('T', ' '),
      ),
    ).toEqual([]);
    // The filter by stars still splits the catalog.
    expect(new Set(products.map(({ rating }) => Math.floor(rating / 100)))).toEqual(new Set([0, 3, 4, 5]));
    const { text } = await shop.shopper().get('/product/lampka-nocna-muchomor/');
    expect([...text.matchAll(/id="review-\d+"/g)]).toHaveLength(
      products.find(({ slug }) => slug === 'lampka-nocna-muchomor')?.review_count ?? 0,
    );
    for (const phrase of ['ładne', 'Looks even better'])
      expect(reviews.some(({ content }) => content.includes(phrase))).toBe(true);
  });

  it('changes nothing when loaded again and keeps the owner’s edits', async () => {
    await shop.site.db()('store_products').where({ sku: 'KUC-301' }).update({ name: 'Kubek właściciela' });
    const before = await snapshot();
    await load();
    expect(await snapshot()).toEqual(before);
    expect(shop.announced()).toEqual([]);
  });
});

describe.each(defaultEngines)('first start on %s', (engine) => {
  it('shows the demo shop with images to the first visitor', async () => {
    const site = await bootSite({ engine, demo: true, fresh: true });
    try {
      const guest = visitor(site.url);
      const page = await guest.get('/shop/');
      expect(page.html).toContain('Lampa stołowa Jutrzenka');
      // The demo's reviews have no orders, so none is marked as verified, and the page explains how reviews are checked.
      const lamp = await guest.get('/product/lampa-stolowa-jutrzenka/');
      expect(lamp.html).not.toContain('>Verified purchase<');
      expect(lamp.html).toMatch(/id="reviews"[^]*it doesn’t check whether the other reviews come from buyers\./);
      await site.site.db()('store_products').where({ slug: 'lampa-stolowa-jutrzenka' }).update({ verified_count: 2 });
      expect((await guest.get('/product/lampa-stolowa-jutrzenka/')).html).toMatch(
        /id="reviews"[^]*Only people who bought the product in this shop can review it: the shop checks their order before accepting a review\./,
      );
      const silent = await site.site.db()('store_products').where({ review_count: 0 }).first<{
        slug: string;
      }>('slug');
      expect((await guest.get(`/product/${silent.slug}/`)).html).not.toContain('can review it: the shop checks');
      const image = /src="([^"]*\/assets\/demo\/lampa-jutrzenka-\w+\.svg[^"]*)"/.exec(page.html)?.[1];
      const response = await fetch((image ?? '').replaceAll('&#x3D;', '=').replaceAll('&amp;', '&'));
      const products = await site.site.db()('store_products').select('fields');
      // Each product has a manufacturer with contact data.
      const makers = new Set(
        (
          await site.site
            .db()('compliance_safety_contacts')
            .where({ kind: 'manufacturer' })
            .whereNot({ address: '' })
            .whereNot({ email: '' })
            .select<{ code: string }[]>('code')
        ).map(({ code }) => code),
      );
      expect(
        products.filter(
          ({ fields }: { fields: string }) =>
            !makers.has((JSON.parse(fields) as { gpsr_manufacturer_code?: string }).gpsr_manufacturer_code ?? ''),
        ),
      ).toEqual([]);
      await guest.logIn(ADMIN.login, ADMIN.password);
      // The owner's overview lists only the official notice, which the demo does not include: it must not be imitated.
      const { html } = await guest.get('/wp-admin/admin.php?page=compliance');
      expect([...html.matchAll(/check--(?:critical|recommended)" id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
        'check-guarantee_notice',
      ]);
      expect(html).toContain('check--good');
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('image/svg+xml'),
      ]);
    } finally {
      await site.close();
    }
  });
});
