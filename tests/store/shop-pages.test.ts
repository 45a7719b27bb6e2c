import { defaultEngines } from '../kit/databases.js';
import { bootShop, moment, type ShopSite, VARIATION } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';
import { readDom } from '../kit/dom.js';

interface Data {
  '@type': string;
  [key: string]: unknown;
}

/** The structured data (JSON-LD) of a page. */
function dataOf(html: string): Data[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(assertDefined(json)) as Data,
  );
}

const tag = (regular: number, sale: number | null = null) => ({
  regular,
  sale,
  saleFrom: null,
  saleTo: sale === null ? null : moment(86_400),
});

describe.each(defaultEngines)('shop page on %s', (engine) => {
  let shop: ShopSite;
  let small: number;
  let large: number;

  beforeAll(async () => {
    shop = await bootShop(engine);
    await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_size', label: 'Size', kind: 'attribute', hierarchical: false });
      small = await taxonomies.ensureTerm({ taxonomy: 'pa_size', name: 'Small' });
      large = await taxonomies.ensureTerm({ taxonomy: 'pa_size', name: 'Large' });
    });
  });
  afterAll(() => shop.close());
  const get = (path: string) => shop.shopper().get(path);

  it('leaves the home page to the latest posts without products', async () => {
    const home = await get('/');
    expect(home.status).toBe(200);
    expect(home.text).not.toContain('store-home');
    expect((await get('/shop/')).text).toContain('No products to show.');
  });

  it('shows featured, sale and new products with links on the home page', async () => {
    const cat = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs', description: 'To sit on.' }),
    );
    await shop.save({ name: 'Featured chair', featured: true, termIds: [cat] });
    await shop.save({ name: 'Cheap chair', price: tag(10_000, 7500), termIds: [cat] });
    const { text } = await get('/');
    for (const expected of [
      'Featured chair',
      'Cheap chair',
      'Our favorites',
      'On sale',
      `href="${shop.url}/shop/"`,
      `href="${shop.url}/product-category/chairs/"`,
    ])
      expect(text).toContain(expected);
    expect((await get('/?s=chair')).text).not.toContain('store-home');
    expect((await get('/?s=chair')).path).toBe('/shop/?sf_q=chair');
    expect((await get('/?s=nothing+of+the+kind')).path).toBe('/?s=nothing+of+the+kind');
    await shop.inContext(() => shop.scope.wpInsertPost({ post_title: 'How we make a chair', post_status: 'publish' }));
    const found = await get('/?s=chair');
    expect(found.path).toBe('/shop/?sf_q=chair');
    for (const word of ['How we make a chair', 'Featured chair', 'Cheap chair']) expect(found.text).toContain(word);
    const article = await get('/?s=how+we+make');
    expect([article.path, article.text.includes('id="found-products"')]).toEqual(['/?s=how+we+make', false]);
    await shop.inContext(() => shop.scope.updateOption('show_on_front', 'page'));
    expect((await get('/')).text).not.toContain('Our favorites');
    await shop.inContext(() => shop.scope.updateOption('show_on_front', 'posts'));
  });

  it('keeps the home page for query parameters that select no content', async () => {
    await shop.save({ name: 'Featured stool', featured: true });
    for (const query of [
      'srsltid=x',
      'foo',
      'lang=pl',
      'utm_source=letter&fbclid=1',
      'utm-source=x',
      'a[b]=c',
      'store-home=1',
    ]) {
      const { text, status } = await get(`/?${query}`);
      expect([query, status, text.includes('Our favorites')]).toEqual([query, 200, true]);
    }
    const post = await shop.inContext(() => shop.scope.wpInsertPost({ post_title: 'A note', post_status: 'publish' }));
    for (const query of [
      `p=${Number(post)}`,
      'm=203001',
      'author=1',
      'feed=rss2',
      'cat=1',
      'post_type=page',
      'paged=2',
      's=nothing+at+all',
    ]) {
      expect([query, (await get(`/?${query}`)).text.includes('Our favorites')]).toEqual([query, false]);
    }
    expect((await get('/?s=stool&utm_source=letter')).path).toBe('/shop/?sf_q=stool');
  });

  it('lists a category with its subcategories only', async () => {
    const { taxonomies } = shop.parts;
    const parent = await shop.inContext(() => taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Rooms' }));
    const child = await shop.inContext(() =>
      taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Kitchen', parentId: parent }),
    );
    await shop.save({ name: 'Cooking pot', termIds: [child] });
    const { text, status } = await get('/product-category/rooms/');
    expect(status).toBe(200);
    expect(text).toContain('Cooking pot');
    expect(text).toContain(`href="${shop.url}/product-category/kitchen/"`);
    expect(text).not.toContain('Cheap chair');
    expect(dataOf((await get('/product-category/kitchen/')).text)[0]).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ name: 'Home' }, { name: 'Shop' }, { name: 'Rooms' }, { name: 'Kitchen' }],
    });
    expect((await get('/product-category/nothing/')).status).toBe(404);
  });

  it('sorts, searches and paginates by links and sends noindex for such pages', async () => {
    const cat = await shop.inContext(() => shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Many' }));
    for (let index = 1; index <= 26; index++)
      await shop.save({
        name: `Shelf ${String(index).padStart(2, '0')}`,
        price: tag(10_000 - index * 100),
        termIds: [cat],
      });
    const clean = await get('/product-category/many/');
    expect(clean.text).toContain('26 products');
    expect(clean.text).not.toContain('noindex');
    const prices = (text: string): number[] =>
      [...text.matchAll(/data-price="([\d.]+)"/g)].map(([, price]) => Number(price));
    const cheap = await get('/product-category/many/?sf_orderby=price');
    expect(prices(cheap.text).slice(0, 2)).toEqual([74, 75]);
    expect(cheap.text).toContain('<meta name="robots" content="noindex, follow">');
    expect(cheap.text).toContain(`<link rel="canonical" href="${shop.url}/product-category/many/">`);
    const second = await get('/product-category/many/?sf_orderby=price&sf_paged=2');
    expect(prices(second.text)).toEqual([98, 99]);
    const beyond = await get('/product-category/many/?sf_paged=3');
    expect(beyond.status).toBe(404);
    expect(beyond.text).toContain('Page not found');
    expect((await get('/product-category/many/?sf_q=nothing-like-it&sf_paged=2')).status).toBe(404);
    expect(second.text).toContain(`<link rel="canonical" href="${shop.url}/product-category/many/">`);
    expect(prices((await get('/shop/?sf_q=shelf+07')).text)).toEqual([93]);
    expect((await get('/shop/?sf_q=%3Cscript%3E')).text).not.toContain('<script>');
  });

  it('shows unit prices of packages of different content in the same unit', async () => {
    const { taxonomies } = shop.parts;
    const [small, large] = await shop.inContext(async () => {
      await taxonomies.ensureTaxonomy({ name: 'pa_pack', label: 'Pack', kind: 'attribute', hierarchical: false });
      return [
        await taxonomies.ensureTerm({ taxonomy: 'pa_pack', name: 'Small' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_pack', name: 'Large' }),
      ];
    });
    const id = await shop.save({
      name: 'Coffee',
      unit: 'kg',
      unitContent: 0.25,
      variations: [
        { ...VARIATION, price: tag(2000), termIds: [small] },
        { ...VARIATION, price: tag(6000), unitContent: 1, termIds: [large] },
      ],
    });
    const { text } = await get('/product/coffee/');
    expect(text).toMatch(/80\.00 \/ kg/);
    expect(text).toMatch(/60\.00 \/ kg/);
    const stored = await shop.inContext(() => shop.parts.products.get(id));
    if (!stored) throw new Error('The coffee is gone.');
    await shop.inContext(() => shop.parts.products.save({ ...stored, variations: stored.variations.slice(1) }, 'edit'));
    const [card] = await shop.inContext(() => shop.parts.catalog.summaries([id]));
    expect(card?.priceHtml).toMatch(/60\.00 \/ kg/);
  });

  it('S3 lets search engines index further list pages with their own canonical URL', async () => {
    const further = (await get('/product-category/many/?sf_paged=2')).text;
    expect(further).not.toContain('noindex');
    expect(further.replaceAll('&#x3D;', '=')).toContain(
      `<link rel="canonical" href="${shop.url}/product-category/many/?sf_paged=2">`,
    );
    for (const path of [
      '/product-category/many/?sf_paged=1',
      '/product-category/many/?sf_paged=x',
      '/product-category/many/?sf_paged=',
      '/product-category/many/?sf_paged=0',
      '/product-category/many/?sf_paged=-2',
      '/product-category/many/?sf_paged=2.5',
    ]) {
      expect((await get(path)).text).toContain(`<link rel="canonical" href="${shop.url}/product-category/many/">`);
    }
  });

  it('lets a plugin replace the whole product list', async () => {
    const categoryIds: unknown[] = [];
    const undo = shop.scope.addFilter(
      'store/shop_html',
      (_html: string, page: { categoryId: number }) => {
        categoryIds.push(page.categoryId);
        return '<p>Filtered here.</p>';
      },
      10,
      2,
    );
    const { text } = await get('/product-category/chairs/');
    undo();
    expect(readDom(text).texts('p')).toContain('Filtered here.');
    expect(text).not.toContain('sf_orderby');
    expect(categoryIds).toHaveLength(1);
  });

  it('shows a complete product to visitors and in structured data', async () => {
    const { taxonomies } = shop.parts;
    const [cat, brand, oak] = await shop.inContext(async () => {
      await taxonomies.ensureTaxonomy({
        name: 'pa_material',
        label: 'Material',
        kind: 'attribute',
        hierarchical: false,
      });
      return [
        await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs' }),
        await taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Nordlys' }),
        await taxonomies.ensureTerm({ taxonomy: 'pa_material', name: 'Dąb' }),
      ];
    });
    await shop.save({
      name: 'Krzesło </script><b>',
      slug: 'krzeslo',
      sku: 'KR-1',
      gtin: '5901234123457',
      termIds: [cat, brand, oak],
      price: tag(20_000, 15_000),
      unit: 'kg',
      unitContent: 0.5,
      stockQuantity: 3,
      weight: 4300,
      shortDescription: 'Solid & quiet',
      description: '<p>Long</p><script>alert(1)</script>',
      images: [{ source: 'https://example.test/a.jpg', alt: 'Front', width: 800, height: 600 }],
    });
    const undo = shop.scope.addFilter(
      'store/product_html',
      (html: string, product: { sku: string }) => `${html}<p>More of ${product.sku}</p>`,
      10,
      2,
    );
    const { text, status } = await get('/product/krzeslo/');
    undo();
    expect(status).toBe(200);
    for (const expected of [
      'Krzesło &lt;/script&gt;&lt;b&gt;',
      'Regular price:',
      '150.00',
      '300.00 / kg',
      'Sale until',
      'Only 3 left',
      'KR-1',
      '5901234123457',
      'Nordlys',
      'Material',
      'Dąb',
      '4.3 kg',
      'More of KR-1',
      'width="800" height="600"',
    ])
      expect(text).toContain(expected);
    expect(text).not.toContain('alert(1)</script>');
    const [product, crumbs] = dataOf(text);
    expect(product).toMatchObject({
      '@type': 'Product',
      name: 'Krzesło </script><b>',
      sku: 'KR-1',
      gtin: '5901234123457',
      brand: { name: 'Nordlys' },
      offers: { '@type': 'Offer', price: '150.00', priceCurrency: 'PLN', availability: 'https://schema.org/InStock' },
    });
    expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  });

  it('lists related products of the category and then of its surroundings', async () => {
    const { taxonomies } = shop.parts;
    const top = await shop.inContext(() => taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Bath' }));
    const [towels, mats] = await shop.inContext(async () => [
      await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Towels', parentId: top }),
      await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Mats', parentId: top }),
    ]);
    await shop.save({ name: 'Towel Fala', slug: 'towel', termIds: [towels] });
    await shop.save({ name: 'Towel Morze', termIds: [towels] });
    await shop.save({ name: 'Mat Piasek', termIds: [mats] });
    const { text } = await get('/product/towel/');
    expect(text).toContain('Towel Morze');
    expect(text).toContain('Mat Piasek');
    expect(text.indexOf('Towel Morze')).toBeLessThan(text.indexOf('Mat Piasek'));
    expect(text).not.toContain('Cheap chair');
  });

  it('sells a chosen variation without script', async () => {
    await shop.save({
      name: 'Rug',
      slug: 'rug',
      variations: [
        { ...VARIATION, sku: 'RUG-S', termIds: [small], price: tag(5000), stockQuantity: 0 },
        { ...VARIATION, sku: 'RUG-L', termIds: [large], price: tag(9000), stockQuantity: 2 },
      ],
    });
    const buyer = shop.shopper();
    const page = await buyer.get('/product/rug/');
    expect(page.text).toMatch(/id="product-price" data-price="90.00"/);
    expect(dataOf(page.text)[0]).toMatchObject({
      '@type': 'ProductGroup',
      offers: { '@type': 'AggregateOffer', lowPrice: '50.00', highPrice: '90.00' },
      hasVariant: [
        { offers: { availability: 'https://schema.org/OutOfStock' } },
        { offers: { availability: 'https://schema.org/InStock' } },
      ],
    });
    const { fields } = buyer.form('add_to_cart');
    expect(Number(fields.variation_id)).toBeGreaterThan(0);
    const cart = await buyer.submit({}, { quantity: '2' }, 'add_to_cart');
    expect(cart.path).toBe('/cart/');
    expect(cart.text).toContain('Rug – Large');
    expect(cart.text).toContain('180.00');
  });

  it('preselects the variation of the URL with price, image, SKU and stock', async () => {
    const image = (name: string) => ({ source: `asset:${name}.webp`, alt: name, width: 10, height: 10 });
    const id = await shop.save({
      name: 'Named table',
      sku: 'TABLE',
      images: [image('table-small'), image('table-large')],
      variations: [
        { ...VARIATION, sku: 'TABLE-S', price: tag(8000), termIds: [small], imageIndex: 0 },
        {
          ...VARIATION,
          sku: 'TABLE-L',
          gtin: '5901234123457',
          price: tag(12_000, 11_000),
          stockQuantity: 2,
          termIds: [large],
          imageIndex: 1,
        },
      ],
    });
    const [first, second] = (await shop.site.db()('store_variations').where({ product_id: id }).orderBy('id')).map(
      (row: { id: number }) => row.id,
    );
    const opened = async (query: string) => {
      const visit = await get(`/product/named-table/${query}`);
      const text = visit.text.replace(/\u00a0/g, ' ');
      return {
        status: visit.status,
        chosen: Number(/name="variation_id" value="(\d+)" checked/.exec(text)?.[1]),
        price: /id="product-price" data-price="([\d.]+)"/.exec(text)?.[1],
        before: /id="product-price"[^\n]*price__before/.test(text),
        image: /<figure id="image-1"><a[^>]*><img src="[^"]*(table-\w+)/.exec(text)?.[1],
        ofChosen: Number(/ checked[^>]*data-image="(\d)"/.exec(text)?.[1]),
        sku: /id="product-sku">([^<]*)/.exec(text)?.[1],
        gtin: /<dd id="product-gtin">([^<]*)/.exec(text)?.[1] ?? '',
        stock: /id="product-stock"[^>]*>([^<]*)/.exec(text)?.[1],
        clean: /<link rel="canonical" href="[^"?]*\/product\/named-table\/">/.test(text),
      };
    };
    const plain = {
      status: 200,
      chosen: first,
      price: '80.00',
      before: false,
      image: 'table-small',
      ofChosen: 1,
      sku: 'TABLE-S',
      gtin: '',
      stock: 'In stock',
      clean: true,
    };
    expect(await opened('')).toEqual(plain);
    expect(await opened(`?variation=${second}`)).toEqual({
      status: 200,
      chosen: second,
      price: '110.00',
      before: true,
      image: 'table-large',
      ofChosen: 1,
      sku: 'TABLE-L',
      gtin: '5901234123457',
      stock: 'Only 2 left',
      clean: true,
    });
    for (const queryString of ['?variation=999999', '?variation=', '?variation=x', '?variation[]=1', '?variation=-1'])
      expect(await opened(queryString)).toEqual(plain);
  });

  it('offers a back-in-stock alert instead of the button for a sold-out variation', async () => {
    const id = await shop.save({
      name: 'Two rugs',
      variations: [
        { ...VARIATION, price: tag(5000), termIds: [small], stockQuantity: 0 },
        { ...VARIATION, price: tag(9000), termIds: [large] },
      ],
    });
    const [soldOutId, available] = (
      await shop.site.db()('store_variations').where({ product_id: id }).orderBy('id')
    ).map((row: { id: number }) => row.id);
    const sold = (await get(`/product/two-rugs/?variation=${soldOutId}`)).text;
    expect(sold).toMatch(/<div class="buy__row buy__row--sticks" hidden>/);
    expect(sold).toMatch(/<details class="alert-box" open><summary>Notify me when available<\/summary>/);
    expect(sold).toContain(`name="variation_id" value="${soldOutId}"`);
    expect(sold).toMatch(
      new RegExp(
        `<noscript><p>Available options: <a href="[^"]*variation(?:=|&#x3D;)${available}">Large</a></p></noscript>`,
      ),
    );
    expect(sold).not.toMatch(/class="arrives"(?![^>]* hidden)/);
    const other = (await get(`/product/two-rugs/?variation=${available}`)).text;
    expect(other).toMatch(/<div class="buy__row buy__row--sticks">/);
    expect(other).toContain('Is your option sold out? Notify me when it is available');
  });

  it('preselects the cheapest available variation with the card’s price, image and link', async () => {
    const medium = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_size', name: 'Medium' }),
    );
    const image = (name: string) => ({ source: `asset:${name}.webp`, alt: `Lamp, ${name}`, width: 10, height: 10 });
    const id = await shop.save({
      name: 'Truthful lamp',
      sku: 'TL',
      gtin: '5901234123457',
      images: [image('green'), image('white'), image('blue')],
      variations: [
        { ...VARIATION, sku: 'TL-G', price: tag(28_900), termIds: [small], imageIndex: 0 },
        {
          ...VARIATION,
          sku: 'TL-W',
          gtin: '5901234123464',
          price: tag(28_900, 23_900),
          termIds: [large],
          imageIndex: 1,
        },
        { ...VARIATION, sku: 'TL-B', price: tag(9900), stock: 'outofstock', termIds: [medium], imageIndex: 2 },
      ],
    });
    const [green, white, blue] = (await shop.site.db()('store_variations').where({ product_id: id }).orderBy('id')).map(
      (row: { id: number }) => row.id,
    );
    const card = (await get('/shop/?sf_q=truthful')).text.replace(/\u00a0/g, ' ');
    expect(card).toMatch(/white\.webp[^]*href="[^"]*\/product\/truthful-lamp\/"[^]*239\.00/);
    const { text } = await get('/product/truthful-lamp/');
    expect(Number(/name="variation_id" value="(\d+)" checked/.exec(text)?.[1])).toBe(white);
    expect(text).toMatch(/id="product-price" data-price="239\.00"/);
    expect(text).toMatch(/<figure id="image-1"><a[^>]*><img src="[^"]*white/);
    expect(text).toContain('<dd id="product-gtin">5901234123464</dd>');
    const { hasVariant } = dataOf(text)[0] as unknown as { hasVariant: { url: string; offers: { url: string } }[] };
    expect(hasVariant.map(({ url }) => url)).toEqual(hasVariant.map(({ offers }) => offers.url));
    expect(hasVariant.map(({ url }) => new URL(url).search)).toEqual(
      [green, white, blue].map((version) => `?variation=${version}`),
    );
    expect(hasVariant[1]).toMatchObject({
      '@type': 'Product',
      name: 'Truthful lamp, Large',
      sku: 'TL-W',
      gtin: '5901234123464',
      image: expect.stringContaining('white'),
      offers: { price: '239.00', availability: 'https://schema.org/InStock' },
    });
    // A thumbnail has the same alt text as its image.
    expect(text).toContain('alt="Lamp, white" width="72"');
  });

  it('preselects a sold-out variation of the URL as out of stock', async () => {
    const id = await shop.save({
      name: 'Sold table',
      variations: [
        { ...VARIATION, price: tag(8000), termIds: [small] },
        { ...VARIATION, price: tag(12_000), stock: 'outofstock', termIds: [large] },
      ],
    });
    const variation = await shop.site
      .db()('store_variations')
      .where({ product_id: id, stock: 'outofstock' })
      .first<{ id: number }>('id');
    const { text } = await get(`/product/sold-table/?variation=${variation.id}`);
    expect(text).toMatch(/id="product-price" data-price="120.00"/);
    expect(text).toMatch(/class="stock stock--outofstock" id="product-stock"[^>]*>Out of stock/);
    expect(text).toMatch(new RegExp(`value="${variation.id}" checked disabled`));
  });

  it('shows the cart count in the header without starting a session for visitors', async () => {
    await shop.save({
      name: 'Counted bowl',
      slug: 'counted-bowl',
      termIds: [
        await shop.inContext(() => shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Nordlys' })),
      ],
    });
    await shop.inContext(() =>
      shop.scope.wpInsertPost({ post_title: 'About bowls', post_type: 'page', post_status: 'publish' }),
    );
    const pages = [
      '/',
      '/shop/',
      '/shop/?sf_q=bowl',
      '/product/counted-bowl/',
      '/product-category/chairs/',
      '/brand/nordlys/',
      '/about-bowls/',
      '/?s=nothing+like+it',
      '/no-such-page/',
      '/contact/',
      '/register/',
      '/checkout/',
    ];
    const buyer = shop.shopper();
    await buyer.get('/product/counted-bowl/');
    await buyer.submit({}, { quantity: '3' }, 'add_to_cart');
    for (const path of pages) {
      expect([path, / href="[^"]*\/cart\/"[^>]*>([^<]*)</.exec((await buyer.get(path)).text)?.[1]]).toEqual([
        path,
        'Cart (3)',
      ]);
      const anonymousPage = await get(path);
      expect([path, anonymousPage.text.includes('Cart ('), anonymousPage.headers.getSetCookie()]).toEqual([
        path,
        false,
        [],
      ]);
    }
  });

  it('offers many variations in a select element', async () => {
    const { taxonomies } = shop.parts;
    const ids = await shop.inContext(() =>
      Promise.all(
        Array.from({ length: 14 }, (_, index) =>
          taxonomies.createTerm({ taxonomy: 'pa_size', name: `Size ${index + 30}` }),
        ),
      ),
    );
    await shop.save({
      name: 'Socks',
      slug: 'socks',
      variations: ids.map((id, index) => ({
        ...VARIATION,
        termIds: [id],
        price: tag(1000 + index * 100),
        stockQuantity: index === 0 ? 0 : null,
      })),
    });
    const buyer = shop.shopper();
    const page = await buyer.get('/product/socks/');
    expect(page.text).toContain('<select id="variation" name="variation_id">');
    expect(page.text).toContain('Size 30 – PLN\u00a010.00 (Out of stock)');
    const cart = await buyer.submit({}, {}, 'add_to_cart');
    expect(cart.text).toContain('Socks – Size 31');
  });

  it('returns 404 for drafts except to shop managers and omits hidden products', async () => {
    await shop.save({ name: 'Secret', slug: 'secret', status: 'draft' });
    await shop.save({ name: 'By link only', slug: 'by-link', visibility: 'hidden' });
    expect((await get('/product/secret/')).status).toBe(404);
    expect((await get('/product/never/')).status).toBe(404);
    const admin = await shop.admin();
    expect((await admin.get('/product/secret/')).text).toContain('This product is a draft');
    const hidden = await get('/product/by-link/');
    expect(hidden.status).toBe(200);
    expect(hidden.text).toContain('content="noindex"');
    expect((await get('/shop/?sf_q=link')).text).toContain('No products to show.');
  });

  it('shows no buy button for sold-out or unpriced products', async () => {
    await shop.save({ name: 'Gone', slug: 'gone', stockQuantity: 0 });
    await shop.save({ name: 'Unpriced', slug: 'unpriced', price: null });
    const soldOut = await get('/product/gone/');
    expect(soldOut.text).toContain('Out of stock');
    expect(soldOut.text).not.toContain('add_to_cart');
    const unpriced = await get('/product/unpriced/');
    expect(unpriced.text).toContain('Currently not for sale');
    expect(unpriced.text).not.toContain('add_to_cart');
  });

  it('formats prices and ratings in the visitor’s language with a heading above cards', async () => {
    const id = await shop.save({ name: 'Rated bench', slug: 'rated-bench', price: tag(115_600) });
    await shop.site
      .db()('store_products')
      .where({ id })
      .update({ rating: 480, review_rating: 480, rating_count: 12, review_count: 12 });
    const reader = shop.shopper();
    await reader.get('/?wp_lang=pl_PL');
    for (const path of ['/product/rated-bench/', '/shop/?sf_q=rated']) {
      const { text } = await reader.get(path);
      expect(text).toContain('1\u00a0156,00\u00a0zł');
      expect(text).toContain('Ocena: 4,8 na 5');
    }
    expect((await reader.get('/shop/?sf_q=rated')).text).toMatch(/<h2[^>]*>Produkty<\/h2>\s*<ul class="cards">/);
    expect((await get('/product/rated-bench/')).text).toContain('Rated 4.8 of 5');
  });

  it('sends noindex while search engines are discouraged', async () => {
    const cat = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Staged' }),
    );
    await shop.save({ name: 'Staged lamp', termIds: [cat] });
    const robots = async (path: string) =>
      [...(await get(path)).text.matchAll(/<meta name="robots" content="([^"]*)"/g)].map(([, content]) => content);
    const paths = [
      '/',
      '/shop/',
      '/shop/?sf_orderby=price',
      '/product-category/staged/',
      '/product/staged-lamp/',
      '/cart/',
      '/contact/',
      '/register/',
    ];
    await shop.inContext(() => shop.scope.updateOption('blog_public', '0'));
    for (const path of paths) expect([path, await robots(path)]).toEqual([path, ['noindex, nofollow']]);
    expect((await get('/robots.txt')).text).toBe(
      'User-agent: *\nDisallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n',
    );
    expect((await get('/wp-sitemap.xml')).status).toBe(404);
    await shop.inContext(() => shop.scope.updateOption('blog_public', '1'));
    for (const path of ['/shop/', '/product/staged-lamp/'])
      expect([path, await robots(path)]).toEqual([path, ['max-image-preview:large']]);
    expect(await robots('/shop/?sf_orderby=price')).toEqual(['noindex, follow']);
    const undo = shop.scope.addFilter('wp_robots', (directives: object) => ({ ...directives, nosnippet: true }));
    expect(await robots('/product/staged-lamp/')).toEqual(['max-image-preview:large, nosnippet']);
    undo();
  });

  it('appears in the sitemap', async () => {
    expect((await get('/wp-sitemap.xml')).text).toContain('/wp-sitemap-products-product-1.xml');
    expect((await get('/wp-sitemap-products-product-1.xml')).text).toContain(`${shop.url}/product/krzeslo/`);
    expect((await get('/wp-sitemap-products-category-1.xml')).text).toContain(`${shop.url}/product-category/chairs/`);
  });

  it('lists available products of the category instead of a sold-out product’s button', async () => {
    const category = await shop.inContext(() =>
      shop.parts.taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Clocks of towers' }),
    );
    await shop.save({ name: 'Tower clock gone', stock: 'outofstock', termIds: [category] });
    await shop.save({ name: 'Tower clock there', termIds: [category] });
    await shop.save({ name: 'Tower clock gone too', stock: 'outofstock', termIds: [category] });
    const part =
      /<section class="alternatives"[^]*?<\/section>/.exec((await get('/product/tower-clock-gone/')).text)?.[0] ?? '';
    expect([part.includes('/product/tower-clock-there/'), part.includes('tower-clock-gone')]).toEqual([true, false]);
    expect((await get('/product/tower-clock-there/')).text).not.toContain('class="alternatives"');
  });
});
