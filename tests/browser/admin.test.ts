import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

withBrowser('admin in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('logs the owner in, and activates and deactivates a plugin', async () => {
    await page.goto(`${site.url}/wp-admin/`);
    expect(page.url()).toContain('/wp-login.php');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'login');
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(`${site.url}/wp-admin/`);
    expect(await page.textContent('h1')).toBe('Dashboard');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'dashboard');

    await page.click('nav >> text=Plugins');
    await page.click('button[aria-label="Activate Basic Auth"]');
    await page.waitForSelector('text=Plugin activated.');
    expect(await page.textContent('#plugin-basic-auth .status')).toBe('Active');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'plugins');
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, 'plugins-360');
    await page.click('button[aria-label="Deactivate Basic Auth"]');
    await page.waitForSelector('text=Plugin deactivated.');
    expect(await page.textContent('#plugin-basic-auth .status')).toBe('Inactive');
  });

  it('shows accessible home and 404 pages without overflow at 360 px', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of ['/', '/nothing-here/']) {
      await page.goto(site.url + path);
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    await takeScreenshot(page, 'not-found-360');
  });
});
