import type { Browser, Page } from 'playwright-core';
import { openBrowser, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';

withBrowser('product admin in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    await shop.inContext(async () => {
      const { taxonomies } = shop.parts;
      await taxonomies.ensureTaxonomy({ name: 'pa_color', label: 'Color', kind: 'attribute', hierarchical: false });
      const red = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Red', swatch: '#b03030' });
      const blue = await taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Blue', swatch: '#3050b0' });
      const cat = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Furniture' });
      const chairs = await taxonomies.ensureTerm({ taxonomy: 'product_cat', name: 'Chairs', parentId: cat });
      id = await shop.save({
        name: 'Dining chair Ask',
        sku: 'ASK',
        termIds: [chairs],
        images: [{ source: '/wp-includes/assets/favicon.svg', alt: 'Front', width: 800, height: 800 }],
        variations: [
          { ...VARIATION, sku: 'ASK-R', termIds: [red], stockQuantity: 4 },
          { ...VARIATION, sku: 'ASK-B', termIds: [blue] },
        ],
      });
      for (let index = 0; index < 6; index++)
        await shop.save({
          name: `Stool ${index}`,
          sku: `ST-${index}`,
          stockQuantity: index,
          status: index % 2 ? 'draft' : 'publish',
        });
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

  it.each([
    ['products', 'store-products'],
    ['product', 'store-product'],
    ['terms', 'store-terms'],
    ['attributes', 'store-attributes'],
    ['files', 'store-product-files'],
  ])('shows %s accessibly at every width, light and dark', async (name, slug) => {
    for (const scheme of views(['light', 'dark'] as const)) {
      await page.emulateMedia({ colorScheme: scheme });
      for (const width of views([360, 1280])) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        const response = await page.goto(
          `${shop.url}/wp-admin/admin.php?page=${slug}${slug === 'store-product' ? `&id=${id}` : ''}`,
        );
        expect(response?.status()).toBe(200);
        if (name === 'product') await page.click('summary:has-text("Red")');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-admin-${name}-${scheme}-${width}`);
      }
    }
  });

  it('reorders images by buttons and dragging and keeps the order after errors', async () => {
    const images = ['Front', 'Back', 'Side'].map((alt) => ({
      source: '/wp-includes/assets/favicon.svg',
      alt,
      width: 800,
      height: 800,
    }));
    const product = await shop.inContext(() => shop.save({ name: 'Turned', sku: 'TURN', images: images }));
    const stored = async (): Promise<string[]> =>
      ((await shop.inContext(() => shop.parts.products.get(product)))?.images ?? []).map(({ alt }) => alt);
    const readAlts = (): Promise<string[]> =>
      page
        .locator('#images li')
        .evaluateAll((rows) => rows.map((row) => (row as unknown as { dataset: { name: string } }).dataset.name));
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-product&id=${product}`);
    expect(await page.locator('#images input[type=number]:visible').count()).toBe(0);
    await page.click('button[aria-label="Move up: Side"]');
    expect(await readAlts()).toEqual(['Front', 'Side', 'Back']);
    expect(await page.locator('#images [role=status]').innerText()).toBe('Side moved to position 2 of 3.');
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move up: Side');
    await page.keyboard.press('Enter');
    // The row is first now, so focus moves to the button for moving it back down.
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move down: Side');
    await page
      .locator('#images li:nth-child(3) img')
      .dragTo(page.locator('#images li:nth-child(1) img'), { targetPosition: { x: 10, y: 5 } });
    expect(await readAlts()).toEqual(['Back', 'Side', 'Front']);
    expect(await seriousFindings(page)).toEqual([]);
    await page.fill('input[name=regular]', 'ten');
    await Promise.all([page.waitForNavigation(), page.click('.actions button[name=action][value=save]')]);
    expect(await stored()).toEqual(['Front', 'Back', 'Side']);
    expect(await readAlts()).toEqual(['Back', 'Side', 'Front']);
    await page.fill('input[name=regular]', '10');
    await Promise.all([page.waitForNavigation(), page.click('.actions button[name=action][value=save]')]);
    expect(await stored()).toEqual(['Back', 'Side', 'Front']);
  });
});
