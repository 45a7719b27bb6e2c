import type { Browser, Page } from 'playwright-core';
import { ADMIN } from '../kit/site.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { bootShop, type ShopSite } from './shop-site.js';

withBrowser('product linking in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let chair = 0;

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    for (const name of [
      'Felt pad for chairs',
      'Wood oil',
      'Cushion Mech with a rather long name that wraps',
      'Wood wax',
    ]) {
      await shop.save({
        name,
        sku: name.slice(-4),
        price: { regular: 2900, sale: name === 'Wood oil' ? 1900 : null, saleFrom: null, saleTo: null },
      });
    }
    chair = await shop.save({ name: 'Oak chair', sku: 'CHAIR' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function loggedIn(javaScriptEnabled: boolean, width: number): Promise<Page> {
    const page = await (await browser.newContext({ javaScriptEnabled, viewport: { width, height: 740 } })).newPage();
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('input[name="log"]', ADMIN.login);
    await page.fill('input[name="pwd"]', ADMIN.password);
    await page.click('[name="wp-submit"]');
    return page;
  }
  const lists = async (): Promise<unknown> => {
    const product = await shop.inContext(() => shop.parts.products.get(chair));
    return [product?.upsellIds?.length, product?.crossSellIds?.length];
  };

  it.each([
    ['without script', false, 360],
    ['with script', true, 1280],
  ] as const)('lets the owner choose upsells and cross-sells %s', async (name, isScripted, width) => {
    await shop.save({ id: chair, name: 'Oak chair', slug: 'oak-chair', sku: 'CHAIR', upsellIds: [], crossSellIds: [] });
    const page = await loggedIn(isScripted, width);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-product&id=${chair}`);
    await page.fill('#linkedSearch', 'wood');
    // With JavaScript, Enter searches; without, it would save the form.
    if (isScripted) await page.press('#linkedSearch', 'Enter');
    else await page.click('[data-linked-find]');
    await page.waitForSelector('.linked-found');
    await page.locator('.linked-found li').first().locator('input[name="addUpsells[]"]').check();
    await page.locator('.linked-found li').last().locator('input[name="addCrossSells[]"]').check();
    await page.fill('#linkedSearch', 'felt');
    await page.click('[data-linked-find]');
    await page.waitForSelector('.linked-list__rows');
    await page.locator('.linked-found input[name="addUpsells[]"]').check();
    if (isScripted) expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `store-linked-edit-${name.replace(' ', '-')}`);
    await page.locator('.product-editor__side button[value="save"]').click();
    await page.waitForSelector('text=Product saved');
    expect(await lists()).toEqual([2, 1]);
    await page.context().close();
  });

  it.each(views([360, 1280]))(
    'shows upsells and cross-sells accessibly at %d pixels, light and dark',
    async (width) => {
      const page = await (await browser.newContext({ viewport: { width, height: 740 } })).newPage();
      for (const scheme of views(['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.goto(`${shop.url}/product/oak-chair/`);
        expect(await page.locator('section[aria-labelledby="upsells"] .card').count()).toBe(2);
        expect(await overflows(page)).toBe(false);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-upsells-${scheme}-${width}`);
        await page.click('form.buy .buy__button');
        await page.waitForSelector('section[aria-labelledby="cross-sells"] .card');
        expect(await overflows(page)).toBe(false);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-cross-sells-${scheme}-${width}`);
      }
      await page.context().close();
    },
  );
});
