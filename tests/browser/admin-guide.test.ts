import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { filesOf } from '../docs/guide.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';

const IMAGES = join(__dirname, '../../docs/screenshots');

withBrowser('admin plugin of the guide in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    site = await bootSite();
    await activatePlugin(site, 'concerts', filesOf('admin.md'));
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Screenshots of the guide are updated on request only. */
  async function image(name: string): Promise<void> {
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, name);
    if (process.env.UPDATE_SCREENSHOTS === '1')
      await page.screenshot({ path: join(IMAGES, `${name}.png`), fullPage: true });
  }

  it('renders accessibly as in the guide’s screenshots and fits a phone', async () => {
    await page.goto(`${site.url}/wp-admin/admin.php?page=concerts`);
    await image('admin-settings');
    await page.goto(`${site.url}/wp-admin/admin.php?page=concerts-parts`);
    await image('admin-parts');
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await overflows(page)).toBe(false);
    await page.setViewportSize({ width: 1100, height: 700 });
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=concert`);
    await page.fill('#post_title', 'Winter concert');
    await page.click('text=Use the usual hall');
    await page.waitForSelector('text=Winter concert, Town hall, Gdynia');
    await image('admin-editor');
    await page.click('button:has-text("Add block")');
    await page.click('[data-block="concerts/list"]');
    await page.frameLocator('.block-list iframe').getByText('3 concerts, the soonest first').waitFor();
    await page.getByLabel('Number of concerts').fill('5');
    await page.frameLocator('.block-list iframe').getByText('5 concerts, the soonest first').waitFor();
    await image('admin-block');
  });
});
