import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootShop, type ShopSite } from '../store/shop-site.js';

const PASSWORD = 'seven quiet lanterns';

withBrowser('unsaved changes in the product editor', () => {
  let shop: ShopSite;
  let browser: Browser;
  beforeAll(async () => {
    shop = await bootShop('sqlite');
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'ola',
        display_name: 'Ola Lis',
        user_email: 'ola@example.test',
        user_pass: PASSWORD,
        role: 'administrator',
      }),
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });
  beforeEach(async () => void (await shop.site.db()('rate_limits').delete()));

  async function logIn(page: Page | ReturnType<Page['frameLocator']>, login: string, password: string): Promise<void> {
    await page.locator('[name=log]').fill(login);
    await page.locator('[name=pwd]').fill(password);
    await page.locator('[name=wp-submit]').click();
  }
  async function open(
    id: number,
    login: string = ADMIN.login,
    password: string = ADMIN.password,
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${shop.url}/wp-login.php`);
    await logIn(page, login, password);
    await page.waitForURL(/wp-admin/);
    const lockResponse = page.waitForResponse((response) =>
      response.url().includes('/plinth/v1/edit-lock/store_product/'),
    );
    await page.goto(editorOf(id));
    await lockResponse;
    return { context, page };
  }
  const editorOf = (id: number): string => `${shop.url}/wp-admin/admin.php?page=store-product&id=${id}`;
  const nameOf = async (id: number) => (await shop.inContext(() => shop.parts.products.get(id)))?.name;

  it('are saved after login in a dialog when the session has expired', async () => {
    const id = await shop.save({ name: 'Lamp' });
    const { context, page } = await open(id);
    await page.fill('#name', 'Lamp, brass');
    await context.clearCookies();
    await page.click('.product-editor__side button:text-is("Save")');
    const frame = page.frameLocator('.session-dialog iframe');
    await frame.locator('[name=log]').waitFor();
    await Promise.all([page.waitForNavigation({ timeout: 20_000 }), logIn(frame, ADMIN.login, ADMIN.password)]);
    await page.waitForSelector('.notice--success');
    expect(await nameOf(id)).toBe('Lamp, brass');
    await context.close();
  });

  it('are autosaved on the server, and can be restored elsewhere', async () => {
    const id = await shop.save({ name: 'Table' });
    const first = await open(id);
    await first.page.fill('#name', 'Table, oak');
    const saveResponse = first.page.waitForResponse(
      (response) => response.request().postData()?.includes('oak') === true,
    );
    await first.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    expect(await (await saveResponse).json()).toEqual({ holder: null, saved: true });
    await first.context.close();
    const second = await open(id);
    await takeScreenshot(second.page, 'product-autosave');
    await second.page.click('a:text-is("Restore")');
    expect(await second.page.inputValue('#name')).toBe('Table, oak');
    expect(await nameOf(id)).toBe('Table');
    await second.context.close();
  });

  it('are locked for one user until takeover, and versions show differences', async () => {
    const id = await shop.save({ name: 'Chair', description: '<p>Made of oak.</p>' });
    const [first, second] = [await open(id), await open(id, 'ola', PASSWORD)];
    const dialog = second.page.locator('.lock-dialog');
    await dialog.waitFor();
    expect(await seriousFindings(second.page)).toEqual([]);
    await takeScreenshot(second.page, 'product-lock');
    const lockResponse = second.page.waitForResponse((response) => response.url().includes('/plinth/v1/edit-lock/'));
    await dialog.locator('button:has-text("Take over")').click();
    await lockResponse;
    await first.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await first.page.locator('.lock-dialog').waitFor();
    expect(await first.page.locator('.lock-dialog').innerText()).toContain('Ola Lis has taken over');
    await second.page.fill('#description', '<p>Made of ash and oak.</p>');
    await Promise.all([
      second.page.waitForNavigation(),
      second.page.click('.product-editor__side button:text-is("Save")'),
    ]);
    await second.page.locator('[aria-labelledby="revisions-title"] a').last().click();
    expect(await second.page.locator('.diff ins').first().innerText()).toContain('ash and');
    expect(await seriousFindings(second.page)).toEqual([]);
    for (const width of views([360, 1440])) {
      await second.page.setViewportSize({ width, height: 800 });
      expect(await overflows(second.page)).toBe(false);
      await takeScreenshot(second.page, `product-version-${width}`);
    }
    await first.context.close();
    await second.context.close();
  });
});
