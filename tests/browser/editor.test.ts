import type { Browser, Dialog, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

withBrowser('editor in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite({ demo: true });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('inserts the product filter with a preview and publishes the page', async () => {
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.fill('#post_title', 'Wybierz coś ładnego');
    await page.click('button:has-text("Add block")');
    await page.fill('#inserter-search', 'filter');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'editor-inserter');
    await page.click('[data-block="facet/filter"]');
    expect(await page.inputValue('#content')).toContain('<!-- wp:facet/filter');
    await page
      .frameLocator('.block-list iframe')
      .getByText('Lampa stołowa Jutrzenka')
      .first()
      .waitFor({ timeout: 10_000 });
    await takeScreenshot(page, 'editor-filter');
    expect(await seriousFindings(page)).toEqual([]);
    await page.click('button:has-text("Publish")');
    await page.waitForSelector('.notice--success');
    await page.click('a:has-text("View")');
    expect(await page.textContent('h1')).toBe('Wybierz coś ładnego');
    const before = await page.locator('[data-price]').count();
    expect(before).toBeGreaterThan(3);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'page-with-filter');
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await overflows(page)).toBe(false);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('warns before leaving unsaved changes, but not after previewing or saving', async () => {
    const dialogTypes: string[] = [];
    const onDialog = (dialog: Dialog): void => {
      dialogTypes.push(dialog.type());
      void dialog.dismiss();
    };
    page.on('dialog', onDialog);
    await page.goto(`${site.url}/wp-admin/`);
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.click('.block-list');
    await page.keyboard.type('Not saved yet.');
    await page.click('button:has-text("Show preview")');
    await page.frameLocator('iframe[name=preview]').getByText('Not saved yet.').waitFor();
    const left = async (navigate: () => Promise<unknown>): Promise<void> => {
      const dialogShown = page.waitForEvent('dialog', { timeout: 10_000 });
      void navigate().catch(() => undefined);
      await dialogShown;
    };
    await left(() => page.click('a[href$="users.php"]', { noWaitAfter: true }));
    // Loading the preview frame adds an entry to the history.
    await left(() => page.evaluate('history.go(-2)'));
    expect(await page.inputValue('#content')).toContain('Not saved yet.');
    expect(dialogTypes).toEqual(['beforeunload', 'beforeunload']);
    await Promise.all([page.waitForNavigation(), page.click('button:has-text("Save draft")')]);
    await page.waitForSelector('.notice--success');
    await page.goto(`${site.url}/wp-admin/`);
    expect(dialogTypes).toHaveLength(2);
    page.off('dialog', onDialog);
  });

  it('keeps both versions when another user saved meanwhile', async () => {
    const id = await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_title: 'Both',
        post_status: 'publish',
        post_content: 'first',
        post_author: 1,
      }),
    );
    await page.goto(`${site.url}/wp-admin/post.php?post=${String(id)}&action=edit`);
    await page.fill('#post_title', 'Mine');
    await site.inContext(() =>
      site.site.content.wpUpdatePost({
        id: Number(id),
        post_title: 'Theirs',
        post_modified: '2030-01-01 00:00:00',
        post_modified_gmt: '2030-01-01 00:00:00',
      }),
    );
    await site.site
      .db()('posts')
      .where({ id: Number(id) })
      .update({ post_modified: '2030-01-01 00:00:00', post_modified_gmt: '2030-01-01 00:00:00' });
    await page.click('button:has-text("Update")');
    await page.waitForSelector('.notice--error');
    expect(await page.inputValue('#post_title')).toBe('Mine');
    expect((await site.inContext(() => site.site.content.getPost(Number(id))))?.post_title).toBe('Theirs');
    await takeScreenshot(page, 'editor-conflict');
  });
});
