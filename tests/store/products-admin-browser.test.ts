import type { Browser, Page } from 'playwright-core';
import { openBrowser, seriousFindings, shoot, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';


withBrowser('the products in the admin in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Colour', kind: 'attribute', hierarchical: false });
      const red = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red', swatch: '#b03030' });
      const blue = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue', swatch: '#3050b0' });
      const cat = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Furniture' });
      const chairs = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs', parentId: cat });
      id = await shop.save({ name: 'Dining chair Ask', sku: 'ASK', termIds: [chairs], images: [{ source: '/wp-includes/assets/favicon.svg', alt: 'Front', width: 800, height: 800 }], variations: [{ ...VARIATION, sku: 'ASK-R', termIds: [red], stockQuantity: 4 }, { ...VARIATION, sku: 'ASK-B', termIds: [blue] }] });
      for (let index = 0; index < 6; index++) await shop.save({ name: `Stool ${index}`, sku: `ST-${index}`, stockQuantity: index, status: index % 2 ? 'draft' : 'publish' });
    });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${shop.url}/wp-admin/`);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  it.each([['products', 'store-products'], ['product', 'store-product'], ['terms', 'store-terms'], ['attributes', 'store-attributes'], ['files', 'store-product-files']])('shows %s at every width, light and dark, so that everybody can use it', async (name, slug) => {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        const answer = await page.goto(`${shop.url}/wp-admin/admin.php?page=${slug}${slug === 'store-product' ? `&id=${id}` : ''}`);
        expect(answer?.status()).toBe(200);
        if (name === 'product') await page.click('summary:has-text("Red")');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await seriousFindings(page)).toEqual([]);
        await shoot(page, `store-admin-${name}-${scheme}-${width}`);
      }
    }
  });
});
