import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { img } from '../media/sample-images.js';
import { editorPage } from './editor-page.js';
import { wordPressScripts } from './wordpress-scripts.js';

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', html: 'text/html' };

/** A request of the editor and Plinth's response. */
interface EditorRequest {
  readonly line: string;
  readonly status: number;
}

withBrowser('WordPress block editor', () => {
  const wordpress = wordPressScripts();
  let site: TestSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const requests: EditorRequest[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 }, bypassCSP: true });
    page = await context.newPage();
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL(/wp-admin/);
    await context.route(`${site.url}/wp-includes/{js,css}/**`, (route) => {
      const path = new URL(route.request().url()).pathname.replace('/wp-includes/', '');
      return route.fulfill({
        body: readFileSync(join(wordpress.folder, path)),
        contentType: TYPES[path.split('.').pop() ?? ''] ?? 'application/octet-stream',
      });
    });
    page.on('pageerror', (error) => void errors.push(String(error)));
    page.on('response', (response) => {
      const url = new URL(response.url());
      if (!url.pathname.startsWith('/wp-includes/'))
        requests.push({
          line: `${response.request().method()} ${url.pathname}${url.search}`,
          status: response.status(),
        });
    });
    page.on('requestfailed', (request) => {
      if (!/ERR_ABORTED/.test(request.failure()?.errorText ?? ''))
        requests.push({ line: `${request.method()} ${request.url()}`, status: 0 });
    });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function open(post: number): Promise<void> {
    const nonce = await (await context.request.get(`${site.url}/wp-admin/admin-ajax.php?action=rest-nonce`)).text();
    const zone = (await (
      await context.request.get(`${site.url}/wp-json/?_fields=gmt_offset,timezone_string`)
    ).json()) as Parameters<typeof editorPage>[0]['zone'];
    const path = `${site.url}/wp-admin/post.php?post=${post}&action=edit`;
    await page.unroute(path).catch(() => undefined);
    await page.route(path, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: editorPage({ siteUrl: site.url, nonce: nonce.trim(), post, type: 'page', zone, wordpress }),
      }),
    );
    await page.goto(path);
    await page.waitForSelector('.editor-visual-editor, .block-editor-iframe__container', { timeout: 60_000 });
  }
  const failed = (): string[] =>
    requests.filter(({ status }) => status === 0 || status >= 400).map(({ line, status }) => `${status} ${line}`);
  const canvas = () => page.frameLocator('iframe[name="editor-canvas"]');
  const stored = async (id: number) => (await site.inContext(() => site.site.content.getPost(id)))!;

  it('opens, edits, uploads into and saves a page without a failed request', async () => {
    const id = Number(
      await site.inContext(() =>
        site.site.content.wpInsertPost({
          post_type: 'page',
          post_title: 'From Plinth',
          post_status: 'draft',
          post_author: 1,
          post_content: '<!-- wp:paragraph -->\n<p>Kept as it is.</p>\n<!-- /wp:paragraph -->',
        }),
      ),
    );
    await open(id);
    await canvas().locator('p:has-text("Kept as it is.")').click();
    await page.keyboard.press('End');
    await page.keyboard.type(' And more.');
    await page.keyboard.press('Enter');
    await page.keyboard.type('A second one.');
    // What the "Upload" button does with a selected file.
    const uploaded = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().includes('/wp/v2/media'),
    );
    await page.evaluate(
      `(() => { const block = wp.blocks.createBlock('core/image'); wp.data.dispatch('core/block-editor').insertBlocks(block); wp.data.dispatch('core/block-editor').selectBlock(block.clientId); })()`,
    );
    await canvas()
      .locator('.wp-block-image input[type=file]')
      .first()
      .setInputFiles({ name: 'square.png', mimeType: 'image/png', buffer: await img(64, 64) });
    expect((await uploaded).status()).toBe(201);
    await canvas().locator('.wp-block-image img[src*="/wp-content/uploads/"]').waitFor();
    const saved = page.waitForResponse(
      (response) =>
        ['POST', 'PUT'].includes(response.request().method()) &&
        new RegExp(`/wp/v2/pages/${id}(?:\\?|$)`).test(response.url()),
    );
    await page.keyboard.press('Control+s');
    expect((await saved).status()).toBe(200);
    const { post_content: content } = await stored(id);
    expect(content).toContain('<p>Kept as it is. And more.</p>');
    expect(content).toContain('<p>A second one.</p>');
    expect(content).toMatch(/<!-- wp:image \{"id":\d+/);
    await page.click('button:text-is("Publish")');
    await page.click('.editor-post-publish-panel button:text-is("Publish")');
    await page.waitForFunction(`wp.data.select('core/editor').isCurrentPostPublished()`);
    expect((await stored(id)).post_status).toBe('publish');
    expect(failed()).toEqual([]);
    expect(errors).toEqual([]);
  }, 240_000);
});
