import type { Browser, Page } from 'playwright-core';
import { openBrowser, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { bootShop, moment, type ShopSite, VARIATION } from './shop-site.js';
import { assertDefined } from '../kit/assert-defined.js';

const image = (hue: number): { source: string; alt: string; width: number; height: number } => ({
  source: `/images/${hue}.svg`,
  alt: `Image ${hue}`,
  width: 800,
  height: 800,
});

/** Test images served by a plugin. */
const IMAGES = `export default { boot(scope) { scope.registerFrontRoute({ path: '/images/:name', handler: (request) => {
  const hue = Number.parseInt(request.params.name, 10) || 0;
  return { kind: 'body', type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"><rect width="800" height="800" fill="hsl(' + hue + ' 25% 82%)"/><rect x="250" y="180" width="300" height="330" rx="40" fill="hsl(' + hue + ' 40% 45%)"/><rect x="220" y="480" width="360" height="60" rx="20" fill="hsl(' + hue + ' 35% 35%)"/><rect x="250" y="540" width="30" height="160" fill="hsl(' + hue + ' 30% 25%)"/><rect x="520" y="540" width="30" height="160" fill="hsl(' + hue + ' 30% 25%)"/></svg>' };
} }); } };`;

withBrowser('shop page in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    shop.addPlugin('image-files', { 'index.js': IMAGES });
    await shop.inContext(async () => {
      await shop.site.plugins.activatePlugin('image-files');
      await shop.scope.updateOption('blogname', 'Dom i Las');
      await shop.scope.updateOption('blogdescription', 'Quiet things for a warm home');
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
      await taxonomies.ensureTaxonomy({
        name: 'pa_material',
        label: 'Material',
        kind: 'attribute',
        hierarchical: false,
      });
      const colors = await Promise.all(
        [
          ['Sand', '#d8c3a5'],
          ['Forest', '#2f5d50'],
          ['Charcoal', '#333333'],
        ].map(([name = '', swatch]) => taxonomies.ensureTerm({ taxonomy: 'pa_color', name, swatch })),
      );
      const oak = await taxonomies.ensureTerm({ taxonomy: 'pa_material', name: 'Oak' });
      const furniture = await taxonomies.ensureTerm({
        taxonomy: 'product_cat',
        name: 'Furniture',
        description: 'Solid wood and honest joints, for rooms that are lived in.',
      });
      const chairs = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs', parentId: furniture });
      const lighting = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Lighting' });
      const textiles = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Textiles & wool' });
      const kitchen = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Kitchen' });
      const brand = await taxonomies.ensureTerm({ taxonomy: 'product_brand', name: 'Nordlys' });
      const names = [
        'Dining chair Ask',
        'Pendant lamp Måne with a rather long name that wraps',
        'Wool throw Łąka',
        'Coffee beans Poranek',
        'Stool Pień',
        'Table lamp Vik',
        'Cushion Mech',
        'Mug Kamień',
      ];
      for (const [index, name] of names.entries()) {
        await shop.save({
          name,
          sku: `DL-${index}`,
          gtin: index === 0 ? '5901234123457' : '',
          featured: index < 4,
          images: [image(index * 45), image(index * 45 + 20), image(index * 45 + 160)],
          termIds: [
            assertDefined([chairs, furniture, textiles, kitchen, chairs, lighting, textiles, kitchen][index]),
            brand,
            oak,
          ],
          shortDescription: 'Made in small series by people we know. Oiled, not lacquered.',
          description:
            '<p>It begins with a tree that grew for ninety years. Sawn, dried for two winters and turned by hand, it becomes something to sit on for the next ninety.</p><ul><li>Oiled surface</li><li>Felt gliders</li></ul>',
          weight: 4300,
          stockQuantity: [null, null, null, null, null, 3, 0][index] ?? null,
          unit: index === 3 ? 'kg' : '',
          unitContent: index === 3 ? 0.25 : 0,
          price: {
            regular: 4900 + index * 12_300,
            sale: index % 3 === 1 ? 3900 + index * 10_000 : null,
            saleFrom: null,
            saleTo: index % 3 === 1 ? moment(7 * 86_400) : null,
          },
          variations:
            index === 0
              ? colors.map((term, i) => ({
                  ...VARIATION,
                  sku: `DL-0-${i}`,
                  termIds: [term],
                  imageIndex: i,
                  stockQuantity: i === 2 ? 0 : 8,
                  price: { regular: 64_900 + i * 5000, sale: i === 1 ? 59_900 : null, saleFrom: null, saleTo: null },
                }))
              : [],
        });
      }
      await shop.site
        .db()('store_products')
        .where({ sku: 'DL-0' })
        .update({ rating: 460, rating_count: 37, review_count: 37 });
    });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  it.each([
    ['home', '/'],
    ['shop', '/shop/'],
    ['category', '/product-category/furniture/'],
    ['product', '/product/dining-chair-ask/'],
    ['sale', '/product/pendant-lamp-mane-with-a-rather-long-name-that-wraps/'],
  ])('shows %s accessibly at every width, light and dark', async (name, path) => {
    for (const scheme of views(['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const width of views([360, 1280])) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        const response = await page.goto(shop.url + path);
        expect(response?.status()).toBe(200);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await seriousFindings(page)).toEqual([]);
        await page.evaluate(
          "document.querySelectorAll('img[loading=lazy]').forEach((image) => { image.loading = 'eager'; })",
        );
        await page.waitForLoadState('networkidle');
        await takeScreenshot(page, `store-${name}-${scheme}-${width}`);
      }
    }
  });

  it('shows price, image and SKU of the chosen variation', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const [first, second] = await shop.site
      .db()('store_variations')
      .whereIn('sku', ['DL-0-0', 'DL-0-1'])
      .orderBy('sku')
      .select<{ id: number }[]>('id');
    const undo = shop.scope.addFilter(
      'store/product_html',
      (html: string) =>
        `${html}<p data-variations="${first?.id}">Said of the first</p><p data-variations="${second?.id}">Said of the second</p>`,
    );
    await page.goto(`${shop.url}/product/dining-chair-ask/`);
    undo();
    // The cheapest available variation is selected initially, as on the product card.
    expect([await page.isVisible('text=Said of the first'), await page.isVisible('text=Said of the second')]).toEqual([
      false,
      true,
    ]);
    expect(await page.textContent('#product-price')).toContain('599.00');
    expect(await page.textContent('#product-sku')).toBe('DL-0-1');
    await page.check(`#variation-${first?.id}`, { force: true });
    expect(await page.textContent('#product-price')).toContain('649.00');
    expect(await page.textContent('#product-sku')).toBe('DL-0-0');
    expect(new URL(page.url()).search).toBe(`?variation=${first?.id}`);
    expect([await page.isVisible('text=Said of the first'), await page.isVisible('text=Said of the second')]).toEqual([
      true,
      false,
    ]);
    await page.waitForSelector('.gallery__thumbs a[data-image="2"][aria-current]');
    await page.reload();
    expect(await page.textContent('#product-price')).toContain('649.00');
    await page.check(`#variation-${second?.id}`, { force: true });
    await page.click('text=Add to cart');
    await page.waitForURL(`${shop.url}/cart/`);
    expect(await page.textContent('main')).toContain('Dining chair Ask – Forest');
  });

  it('names the chosen variation and its price in the bar of a phone', async () => {
    const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await phone.goto(`${shop.url}/product/dining-chair-ask/`);
    const names = await phone.locator('.variation-option__name').allTextContents();
    const choice = async (): Promise<string> =>
      ((await phone.textContent('#buy-choice')) ?? '').replace(/\s+/g, ' ').trim();
    expect([await phone.isVisible('#buy-choice'), await choice()]).toEqual([true, 'Forest PLN 599.00']);
    expect(names).toContain('Sand');
    await phone.locator('.variation-option', { hasText: 'Sand' }).locator('input').check({ force: true });
    expect(await choice()).toBe('Sand PLN 649.00');
    await takeScreenshot(phone, 'buy-bar-360');
    await phone.goto(`${shop.url}/product/table-lamp-vik/`);
    expect(await choice()).toMatch(/^Table lamp Vik PLN [\d.,]+$/);
    await phone.setViewportSize({ width: 1280, height: 900 });
    expect(await phone.isVisible('#buy-choice')).toBe(false);
    await phone.close();
  });

  it('updates a changed quantity at once, keeps the focus and reports low stock', async () => {
    const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await phone.goto(`${shop.url}/product/table-lamp-vik/`);
    await phone.click('text=Add to cart');
    await phone.waitForURL(`${shop.url}/cart/`);
    const line = phone.locator('.cart__line', { hasText: 'Table lamp Vik' });
    const quantity = line.locator('input[type=number]');
    await quantity.focus();
    await phone.keyboard.press('ArrowUp');
    await line.locator('.cart__total', { hasText: '1,328.00' }).waitFor();
    expect(await phone.textContent('.sum-line--total')).toContain('1,328.00');
    expect(await phone.textContent('header')).toContain('Cart (2)');
    expect(await phone.evaluate('document.activeElement.name')).toBe(await quantity.getAttribute('name'));
    await shop.site.db()('store_products').where({ sku: 'DL-5' }).update({ stock_quantity: 1 });
    await phone.keyboard.press('ArrowUp');
    await phone.waitForSelector('text=Only 1 item of Table lamp Vik is left');
    expect(await quantity.inputValue()).toBe('1');
    await phone.click('text=Proceed to checkout');
    await phone.waitForURL(`${shop.url}/checkout/`);
    expect(await phone.textContent('.checkout__sum')).toMatch(/1 × /);
    await phone.close();
  });
});
