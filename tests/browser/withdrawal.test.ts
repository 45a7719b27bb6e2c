import type { Browser, Page } from 'playwright-core';
import { bootRealShop, type RealShop, checkedBoxes } from '../compliance/real-shop.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';

withBrowser('withdrawal in a browser', () => {
  let shop: RealShop;
  let browser: Browser;
  let order: { id: number; path: string };

  beforeAll(async () => {
    shop = await bootRealShop('sqlite');
    await shop.rest('POST', '/shop/v1/settings/general', {
      company_name: 'Firma Próbna',
      company_address: 'Prosta 1\n00-001 Warszawa',
      company_email: 'shop@example.test',
    });
    const ring = await shop.save({
      name: 'Silver ring with a long name that is engraved for you',
      sku: 'RING-ENGRAVED-1',
      fields: { withdrawal_exception: '3' },
    });
    const buyer = await shop.atCheckout(ring, '2');
    const { path } = await shop.order(buyer, checkedBoxes(buyer.last?.text ?? ''));
    const row = await shop.site.db()('store_orders').first<{ id: number }>('id');
    order = { id: row.id, path };
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function checkPage(page: Page, name: string): Promise<void> {
    await takeScreenshot(page, name);
    expect([name, await seriousFindings(page), await overflows(page)]).toEqual([name, [], false]);
  }

  it.each(
    views([
      [360, 'pl_PL'],
      [1280, 'en_US'],
    ] as const),
  )('leads from order to form, confirmation and admin screen, %d px wide in %s', async (width, locale) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${shop.url}${order.path}?wp_lang=${locale}`);
    await checkPage(page, `withdrawal-order-${width}`);
    await page.click('.order-withdrawal a.button');
    await checkPage(page, `withdrawal-form-${width}`);
    await page.locator('.declaration__line input').fill('1');
    await page.click('.declaration button');
    await checkPage(page, `withdrawal-review-${width}`);
    await page.click('button[name=confirm]');
    await checkPage(page, `withdrawal-done-${width}`);
    await page.goto(`${shop.url}/product/silver-ring-with-a-long-name-that-is-engraved-for-you/`);
    await checkPage(page, `withdrawal-product-${width}`);

    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.click('#wp-submit, button[type=submit]');
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-order&id=${order.id}`);
    await page
      .locator('summary', {
        hasText: /received by post, phone, email, or in person|otrzymane pocztą, telefonicznie, e-mailem lub osobiście/,
      })
      .click();
    await checkPage(page, `withdrawal-admin-${width}`);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=compliance-declarations`);
    await checkPage(page, `withdrawal-list-${width}`);
    await context.close();
  });
});
