import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { ACCOUNT_NUMBER, UNLIMITED } from './selling-site.js';

withBrowser('guest who buys a download, in a browser', () => {
  let site: TestSite;
  let browser: Browser;

  beforeAll(async () => {
    site = await bootSite({ demo: true });
    browser = await openBrowser();
    await site.inContext(() =>
      site.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function checkPage(page: Page, name: string, width: number): Promise<void> {
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await takeScreenshot(page, `download-${name}-${width}`);
  }

  it.each(
    views([
      [360, 'dark'],
      [1440, 'light'],
    ] as const),
  )('downloads the file after payment, at %d pixels', async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, acceptDownloads: true });
    const page = await context.newPage();
    await page.goto(`${site.url}/?wp_lang=pl_PL`);
    await page.goto(`${site.url}/product/zielony-parapet-e-book/`);
    await page.getByText('dostępny od razu po zapłacie').waitFor();
    await checkPage(page, 'product', width);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    await page.goto(`${site.url}/checkout/`);
    expect(await page.locator('#billing_address_1').isVisible()).toBe(false);
    for (const [name, value] of Object.entries({ email: 'anna@example.test', first_name: 'Anna', last_name: 'Próbna' }))
      await page.fill(`#billing_${name}`, value);
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await checkPage(page, 'checkout', width);
    await page.click('.checkout__buy');
    await page.waitForURL('**/order/*/');
    expect(await page.locator('.download-list').count()).toBe(0);

    const office = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const admin = await office.newPage();
    await admin.goto(`${site.url}/wp-login.php`);
    await admin.fill('#user_login', ADMIN.login);
    await admin.fill('#user_pass', ADMIN.password);
    await admin.click('#wp-submit');
    await admin.waitForURL('**/wp-admin/**');
    const { id } = await site.site.db()('store_orders').orderBy('id', 'desc').first<{ id: number }>('id');
    await admin.goto(`${site.url}/wp-admin/admin.php?page=store-order&id=${id}`);
    await admin.selectOption('#order-status', 'processing');
    await admin.locator('form.panel:has(#order-status) button').click();
    await admin.locator('form.confirm-step button').click();

    await page.reload();
    await checkPage(page, 'order', width);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('.download-list a')]);
    expect(download.suggestedFilename()).toBe('Zielony parapet.html');
    const savedPath = join(site.site.config.dataDir, `kept-${width}.html`);
    await download.saveAs(savedPath);
    expect(readFileSync(savedPath, 'utf8')).toContain('Zanim kupisz roślinę');

    await admin.goto(`${site.url}/wp-admin/admin.php?page=store-order&id=${id}`);
    await checkPage(admin, 'owner', width);
    const product = await site.site.db()('store_products').where({ slug: 'zielony-parapet-e-book' }).first<{
      id: number;
    }>('id');
    await admin.goto(`${site.url}/wp-admin/admin.php?page=store-product&id=${product.id}`);
    await checkPage(admin, 'form', width);
    await office.close();
    await context.close();
  });
});
