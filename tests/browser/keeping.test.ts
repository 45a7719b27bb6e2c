import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const PASSWORD = 'seven quiet lanterns';
const paragraph = (text: string): string => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`;

withBrowser('unsaved text in the editor', () => {
  let site: TestSite;
  let browser: Browser;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'ewa',
        display_name: 'Ewa Lis',
        user_email: 'ewa@example.test',
        user_pass: PASSWORD,
        role: 'editor',
      }),
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => void (await site.site.db()('rate_limits').delete()));

  async function logIn(
    page: Page | ReturnType<Page['frameLocator']>,
    login: string = ADMIN.login,
    password: string = ADMIN.password,
  ): Promise<void> {
    await page.locator('[name=log]').fill(login);
    await page.locator('[name=pwd]').fill(password);
    await page.locator('[name=wp-submit]').click();
  }
  async function open(login?: string, password?: string): Promise<{ context: BrowserContext; page: Page }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${site.url}/wp-login.php`);
    await logIn(page, login, password);
    await page.waitForURL(/wp-admin/);
    return { context, page };
  }
  async function stored(content = paragraph('Before')): Promise<number> {
    return Number(
      await site.inContext(() =>
        site.site.content.wpInsertPost({
          post_type: 'page',
          post_title: 'Kept',
          post_status: 'publish',
          post_author: 1,
          post_content: content,
        }),
      ),
    );
  }
  const contentOf = async (id: number): Promise<string> =>
    (await site.inContext(() => site.site.content.getPost(id)))?.post_content ?? '';
  const editorOf = (id: number): string => `${site.url}/wp-admin/post.php?post=${id}&action=edit`;
  async function write(page: Page, text: string): Promise<void> {
    await page.locator('.block-list > p').last().click();
    await page.keyboard.press('End');
    await page.keyboard.type(text);
  }

  it('is saved after login in a dialog when the session has expired', async () => {
    const { context, page } = await open();
    const id = await stored();
    await page.goto(editorOf(id));
    await write(page, ' and after');
    await context.clearCookies();
    await page.click('button:text-is("Update")');
    const frame = page.frameLocator('.session-dialog iframe');
    await frame.locator('[name=log]').waitFor();
    await takeScreenshot(page, 'session-dialog');
    expect(await page.inputValue('#content')).toBe(paragraph('Before and after'));
    await Promise.all([page.waitForNavigation({ timeout: 20_000 }), logIn(frame as unknown as Page)]);
    await page.waitForSelector('.notice--success');
    expect(await contentOf(id)).toBe(paragraph('Before and after'));
    await context.close();
  });

  it('is restored from localStorage after leaving, and removed once saved', async () => {
    const { context, page } = await open();
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.fill('#post_title', 'Lost and found');
    await write(page, 'Written in vain?');
    const copies = (): Promise<string[]> =>
      page.evaluate(
        'Object.keys(localStorage).filter((key) => key.startsWith("plinth-typed:")).map((key) => localStorage[key])',
      );
    while (!(await copies()).some((copy) => copy.includes('in vain?'))) await page.waitForTimeout(50);
    await page.goto(`${site.url}/wp-admin/`);
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    await page.click('button:has-text("Restore")');
    expect(await page.inputValue('#post_title')).toBe('Lost and found');
    expect(await page.locator('.block-list').innerText()).toContain('Written in vain?');
    await Promise.all([page.waitForNavigation(), page.click('button:text-is("Publish")')]);
    await page.waitForSelector('.notice--success');
    await page.goto(`${site.url}/wp-admin/post-new.php?post_type=page`);
    expect(await page.locator('button:has-text("Restore")').count()).toBe(0);
    expect(await copies()).toEqual([]);
    await context.close();
  });

  it('is autosaved on the server, and offered elsewhere without changing the page', async () => {
    const id = await stored();
    const first = await open();
    await first.page.goto(editorOf(id));
    await write(first.page, ' typed');
    const savedResponse = first.page.waitForResponse(
      (response) =>
        response.url().includes('/plinth/v1/edit-lock/') && response.request().postData()?.includes('typed') === true,
    );
    await first.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    expect(await (await savedResponse).json()).toEqual({ holder: null, saved: true });
    expect(await contentOf(id)).toBe(paragraph('Before'));
    await first.context.close();
    const second = await open();
    await second.page.goto(editorOf(id));
    await takeScreenshot(second.page, 'editor-autosave');
    await second.page.click('[data-autosave]');
    expect(await second.page.inputValue('#content')).toBe(paragraph('Before typed'));
    expect(await contentOf(id)).toBe(paragraph('Before'));
    await second.context.close();
  });

  it('is locked for one user; takeover notifies the first and autosaves the text', async () => {
    const id = await stored();
    const [first, second] = [await open(), await open('ewa', PASSWORD)];
    const lockResponse = (page: Page): Promise<unknown> =>
      page.waitForResponse((response) => response.url().includes('/plinth/v1/edit-lock/'));
    await Promise.all([lockResponse(first.page), first.page.goto(editorOf(id))]);
    await second.page.goto(editorOf(id));
    const dialog = second.page.locator('.lock-dialog');
    await dialog.waitFor();
    expect(await dialog.innerText()).toContain('is editing this.');
    expect(await seriousFindings(second.page)).toEqual([]);
    await takeScreenshot(second.page, 'editor-lock');
    await Promise.all([lockResponse(second.page), dialog.locator('button:has-text("Take over")').click()]);
    await write(first.page, ' mine');
    await first.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await first.page.locator('.lock-dialog').waitFor();
    expect(await first.page.locator('.lock-dialog').innerText()).toContain('Ewa Lis');
    const autosave = await site.inContext(() => site.site.content.wpGetPostAutosave(id, 1));
    expect(autosave && autosave.post_content).toBe(paragraph('Before mine'));
    await first.context.close();
    await second.context.close();
  });
});
