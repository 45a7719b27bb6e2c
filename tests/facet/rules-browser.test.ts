import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, views, withBrowser } from '../kit/browser';
import { ADMIN } from '../kit/site';
import { bootFacet, type FacetSite, idsIn } from './facet-site';

const LIST = '/wp-admin/admin.php?page=facet-rules';
const EDIT = '/wp-admin/admin.php?page=facet-rule';
const ANALYTICS = '/wp-admin/admin.php?page=facet-analytics';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

withBrowser('filter rules and analytics in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await bootFacet('sqlite');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => context?.close());

  async function open(
    path: string,
    options: { width?: number; javaScriptEnabled?: boolean; colorScheme?: 'dark' | 'light' } = {},
  ): Promise<void> {
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 900 },
      javaScriptEnabled: options.javaScriptEnabled ?? true,
      colorScheme: options.colorScheme ?? 'light',
    });
    page = await context.newPage();
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(path)}`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.press('#user_pass', 'Enter');
    await page.waitForURL((url) => url.pathname.startsWith('/wp-admin/'));
  }
  const order = async (): Promise<number[]> => idsIn((await site.filter({})).results_html);

  it('previews the first page while a rule is typed', async () => {
    const before = await order();
    await open(EDIT);
    await page.fill('#products', `#${before.at(-1)}`);
    expect(await page.locator('[data-rule-preview] ol').count()).toBe(0);
    await page.fill('#name', 'Last first');
    await page.waitForSelector('[data-rule-preview] .facet-order__moved');
    expect(await page.textContent('[data-rule-status]')).toBe('The preview shows unsaved changes.');
    expect(await page.textContent('[data-rule-preview] ol:first-of-type li:first-child a')).toBe(
      site.catalog.products.get(before.at(-1) ?? 0)?.name,
    );
    expect(await order()).toEqual(before);
  });

  it('previews, saves and undoes a rule without a script', async () => {
    const before = await order();
    await open(EDIT, { javaScriptEnabled: false });
    await page.fill('#name', 'Last first');
    await page.fill('#products', `#${before.at(-1)}`);
    await page.click('button[value=preview]');
    expect(await page.locator('.facet-order').count()).toBe(2);
    await page.click('form.form button:not([value])');
    await page.waitForURL(/facet-rules/);
    expect((await order())[0]).toBe(before.at(-1));
    await page.click('#facet-undo');
    expect(await order()).toEqual(before);
  });

  it.each(
    views([
      ['dark', 360],
      ['light', 1280],
    ] as const),
  )('passes accessibility checks in %s colors and %d wide', async (colorScheme, width) => {
    await fetch(`${site.url}/test-shop/?sf_q=zeppelin`, { headers: { 'user-agent': BROWSER } });
    await open(EDIT, { colorScheme, width });
    await page.check('#target-on_sale');
    await page.check('#action-boost');
    await page.fill('#name', 'Sale');
    await page.waitForSelector('[data-rule-preview] ol');
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await page.click('form.form button:not([value])');
    await page.waitForURL(/facet-rules/);
    for (const path of [LIST, ANALYTICS]) {
      await page.goto(site.url + path);
      expect([path, await seriousFindings(page), await overflows(page)]).toEqual([path, [], false]);
    }
  });
});
