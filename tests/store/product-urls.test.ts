import { truncateSlug, slugVariants } from '../../plugins/store/products/slugs.js';
import { allEngines } from '../kit/databases.js';
import { assertDefined } from '../kit/assert-defined.js';
import { bootShop, type ShopSite } from './shop-site.js';

describe('product slug', () => {
  it.each([
    ['kawa-%c2%bd-kg', 'kawa-%c2%bd-kg'],
    ['kawa-%C2%BD-kg', 'kawa-%c2%bd-kg'],
    ['kawa-½-kg', 'kawa-%c2%bd-kg'],
    ['product-%100', 'product-%100'],
    ['product-%41', 'product-%41'],
    ['plain', 'plain'],
    ['%d0%ba%d0', '%d0%ba%d0'],
  ])('matches %s with the stored slug %s', (slug, stored) => {
    expect(slugVariants(slug)).toContain(stored);
  });

  it.each([
    ['short', 10, 'short'],
    ['%d0%ba%d0%ba', 9, '%d0%ba'],
    ['%d0%ba%d0%ba', 10, '%d0%ba'],
    ['%d0%ba%d0%ba', 12, '%d0%ba%d0%ba'],
    ['%f0%9f%8d%8e%f0%9f%8d%8e', 22, '%f0%9f%8d%8e'],
    ['a-long-name', 6, 'a-long'],
  ])('truncates %s to at most %d bytes without splitting a character', (slug, bytes, truncated) => {
    expect(truncateSlug(slug, bytes)).toBe(truncated);
  });
});

const NAMES = [
  'Kawa ½ kg',
  'Product %100',
  'Product %41',
  'Кофе в зёрнах',
  '紅茶 100 g',
  'Βάζο',
  'Dywan 4 m²',
  'Ołówek',
  'ж'.repeat(120),
];

describe.each(allEngines)('shop URL on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(() =>
      shop.parts.taxonomies.ensureTaxonomy({ name: 'pa_size', label: 'Size', kind: 'attribute', hierarchical: false }),
    );
  });
  afterAll(() => shop.close());

  it.each(NAMES)('opens a product called %s and its review form', async (name) => {
    const id = await shop.save({ name });
    const [row] = await shop.inContext(() => shop.scope.db()('store_products').where({ id }).select('slug'));
    const page = await shop.shopper().get(`/product/${assertDefined(row).slug}/`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(name);
    expect((await shop.shopper().get(`/product/${assertDefined(row).slug}/review/`)).status).not.toBe(404);
  });

  it('opens every product URL of the sitemap', async () => {
    const { text } = await shop.shopper().get('/wp-sitemap-products-product-1.xml');
    const urls = [...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => assertDefined(url));
    expect(urls.length).toBeGreaterThanOrEqual(NAMES.length);
    for (const url of urls)
      expect([url, (await shop.shopper().get(url.slice(shop.url.length))).status]).toEqual([url, 200]);
  });

  it.each([
    ['product_cat', 'product-category'],
    ['product_tag', 'product-tag'],
    ['product_brand', 'brand'],
    ['pa_size', 'attribute/size'],
  ])('opens every term page of %s', async (taxonomy, folder) => {
    for (const name of NAMES) {
      const id = await shop.inContext(() => shop.parts.taxonomies.ensureTerm({ taxonomy, name }));
      const [row] = await shop.inContext(() => shop.scope.db()('store_terms').where({ id }).select('slug'));
      expect([name, (await shop.shopper().get(`/${folder}/${assertDefined(row).slug}/`)).status]).toEqual([name, 200]);
    }
  });

  it('opens a product whose slug is also used by a page', async () => {
    await shop.save({ name: 'Herbata ½' });
    await shop.inContext(() =>
      shop.scope.wpInsertPost({ post_type: 'page', post_title: 'Herbata ½', post_status: 'publish' }),
    );
    expect((await shop.shopper().get('/product/herbata-%c2%bd/')).path).toBe('/product/herbata-%c2%bd/');
  });
});
