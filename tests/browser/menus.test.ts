import type { Browser, Page } from 'playwright-core';
import { isWpError } from '../../core/api/index.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

withBrowser('Appearance screens in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite({ fresh: true });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', ADMIN.login);
    await page.fill('[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL('**/wp-admin/');
    const { content, widgets } = site.site;
    await site.inContext(async () => {
      const menu = await content.wpUpdateNavMenuObject(0, { name: 'Main' });
      if (isWpError(menu)) throw new Error(menu.getErrorMessage());
      let parent = 0;
      for (const title of ['About us', 'A very long name of a page which does not fit', 'Contact']) {
        const pageId = await content.wpInsertPost({ post_type: 'page', post_status: 'publish', post_title: title });
        const item = await content.wpUpdateNavMenuItem(menu, 0, {
          type: 'post_type',
          object: 'page',
          object_id: Number(pageId),
          parent_id: title === 'Contact' ? parent : 0,
          status: 'publish',
        });
        parent = Number(item);
      }
      await content.setNavMenuLocations({ primary: menu });
      await content.wpInsertPost({
        post_type: 'post',
        post_status: 'publish',
        post_title: 'A first post',
        post_name: 'first',
        post_content: 'Words',
      });
      await widgets.setWidgetInstance('recent-posts-2', { title: 'Lately', number: 5, show_date: true });
      await widgets.setWidgetInstance('text-2', { title: 'Hours', text: 'Monday to Friday' });
      await widgets.wpSetSidebarsWidgets({ 'sidebar-1': ['recent-posts-2', 'text-2'] });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(['/wp-admin/nav-menus.php', '/wp-admin/themes.php', '/first/'])(
    '%s has no overflow or accessibility findings, in light and dark',
    async (path) => {
      const name = path.replace(/\W+/g, '-').replace(/^-|-$/g, '');
      for (const scheme of views(['dark', 'light'] as const)) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const width of views([360, 1280])) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(site.url + path);
          await takeScreenshot(page, `appearance-${name}-${scheme}-${width}`);
          expect(await overflows(page)).toBe(false);
        }
        expect(await seriousFindings(page)).toEqual([]);
      }
    },
  );

  it('moves a menu entry up a level by its button', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${site.url}/wp-admin/nav-menus.php`);
    await page.click('button[aria-label="Move one level up: Contact"]');
    expect(await page.getAttribute('.menu-entry:has-text("Contact")', 'class')).toContain('menu-entry--0');
  });
});
