import { defaultEngines } from '../kit/databases.js';
import { bootShop, PRODUCT, type ShopSite } from './shop-site.js';

describe.each(defaultEngines)('shop page metadata on %s', (engine) => {
  let shop: ShopSite;
  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(async () => {
      const mugs = await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Mugs' });
      const brand = await shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Clay' });
      await shop.parts.products.save(
        {
          ...PRODUCT,
          name: 'Mug "Dawn"',
          slug: 'mug-dawn',
          shortDescription: 'Thrown by hand.',
          termIds: [mugs, brand],
          images: [
            { source: '/mug.svg', alt: '', width: 10, height: 10 },
            { source: '/mug.jpg', alt: '', width: 1200, height: 900 },
          ],
        },
        'edit',
      );
    });
  });
  afterAll(() => shop.close());

  const get = async (path: string): Promise<string> => (await shop.shopper().get(path)).text;
  const dataOf = (html: string) =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json ?? '') as Record<string, unknown>,
    );
  const meta = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/<meta property="(og:\w+)" content="([^"]*)">/g)].map(
        ([, name = '', content = '']): [string, string] => [name, content],
      ),
    );

  it('describes a product in Open Graph tags with a raster image', async () => {
    const html = await get('/product/mug-dawn/?utm_source=friend');
    expect(meta(html)).toMatchObject({
      'og:type': 'product',
      'og:title': 'Mug &quot;Dawn&quot;',
      'og:description': 'Thrown by hand.',
      'og:url': `${shop.url}/product/mug-dawn/`,
      'og:image': `${shop.url}/mug.jpg`,
    });
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(meta(await get('/'))).toMatchObject({ 'og:type': 'website', 'og:url': `${shop.url}/` });
  });

  it('describes a list by its categories when it has no text', async () => {
    expect(await get('/shop/')).toContain('<meta name="description" content="Shop: Mugs">');
  });

  it('keeps Open Graph tags that a plugin already set', async () => {
    const undo = shop.scope.addFilter('plinth/document', (document) => ({
      ...document,
      head: [...(document.head ?? []), '<meta property="og:title" content="Mine">'],
    }));
    const html = await get('/product/mug-dawn/?again=1');
    undo();
    expect(html.match(/property="og:title"/g)).toHaveLength(1);
  });

  it('declares free shipping in structured data where the price qualifies', async () => {
    await shop.save({ name: 'Dear', price: { regular: 25_000, sale: null, saleFrom: null, saleTo: null } });
    const dear = dataOf(await get('/product/dear/')).find((node) => node['@type'] === 'Product');
    expect(dear).toMatchObject({ offers: { shippingDetails: { shippingRate: { value: '0.00' } } } });
  });

  it('declares shipping cost, return period and seller in structured data', async () => {
    const undo = shop.scope.addFilter('store/return_days', () => 30);
    const product = dataOf(await get('/product/mug-dawn/?terms=1')).find((node) => node['@type'] === 'Product') as {
      offers: Record<string, unknown>;
    };
    undo();
    expect(product.offers).toMatchObject({
      shippingDetails: {
        shippingRate: { value: '15.00', currency: 'PLN' },
        shippingDestination: { addressCountry: 'PL' },
      },
      hasMerchantReturnPolicy: { '@type': 'MerchantReturnPolicy', merchantReturnDays: 30 },
    });
    expect(dataOf(await get('/')).map((node) => node['@type'])).toContain('OnlineStore');
  });

  it('links categories and products from an empty cart and a 404 page', async () => {
    for (const path of ['/cart/', '/no-such-page/'])
      expect(await get(path)).toMatch(
        /href="[^"]*\/product-category\/mugs\/"[^]*Popular with other shoppers[^]*\/product\/mug-dawn\//,
      );
  });

  it('lists categories and cart in the header and categories and brands in the sitemap', async () => {
    const html = await get('/shop/');
    const header = html.slice(html.indexOf('<header'), html.indexOf('</header>'));
    expect(header).toMatch(
      /<li class="site-tools__bag"><a href="[^"]*\/cart\/"[^]*<nav aria-label="Main menu">[^]*\/product-category\/mugs\//,
    );
    const map = await get('/wp-sitemap-products-category-1.xml');
    for (const path of ['/shop/', '/contact/', '/product-category/mugs/', '/brand/clay/'])
      expect(map).toContain(`<loc>${shop.url}${path}</loc>`);
  });
});
