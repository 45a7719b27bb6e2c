import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, waitUntil, views, withBrowser } from '../kit/browser';
import { ADMIN, bootSite, type TestSite } from '../kit/site';
import { assertDefined } from '../kit/assert-defined.js';

withBrowser('shop list in a browser', () => {
  let site: TestSite;
  let browser: Browser;

  beforeAll(async () => {
    site = await bootSite({ engine: 'sqlite', demo: true });
    await site.inContext(() =>
      site.site.content.wpInsertPost({
        post_type: 'page',
        post_status: 'publish',
        post_title: 'Two lists',
        post_name: 'two-lists',
        post_content: '[facet_filter facets="kolor,stock" per_page="4"] [facet_filter facets="brand" per_page="4"]',
      }),
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function open(
    path: string,
    {
      width = 1280,
      colorScheme = 'light',
      javaScriptEnabled = true,
    }: { width?: number; colorScheme?: 'light' | 'dark'; javaScriptEnabled?: boolean } = {},
  ): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(site.url + path);
    return page;
  }
  const metadata = (page: Page): Promise<unknown> =>
    page.evaluate(
      `({ title: document.title, heading: document.querySelector('h1').textContent, closed: /noindex/.test(document.querySelector('meta[name="robots"]')?.content), canonical: document.querySelector('link[rel="canonical"]').href.replace(location.origin, '') })`,
    );

  it('S8 updates page metadata on click and back as a full load does', async () => {
    const page = await open('/brand/gliniany-kot/');
    const before = await metadata(page);
    expect(before).toMatchObject({ closed: false });
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitUntil(page, 'document.title.includes("In stock")');
    const clicked = await metadata(page);
    expect(clicked).toMatchObject({ closed: true, canonical: '/brand/gliniany-kot/' });
    await page.reload();
    expect(await metadata(page)).toEqual(clicked);
    await page.goBack();
    await waitUntil(page, '!document.title.includes("In stock")');
    expect(await metadata(page)).toEqual(before);
    await page.context().close();
  });

  it('W15 keeps two widgets independent, back and forward', async () => {
    const page = await open('/two-lists/');
    const count = (number: number): string =>
      `document.querySelector('#facet-${number} .facet-toolbar__count').textContent`;
    const [first, second] = [await page.evaluate(count(1)), await page.evaluate(count(2))];
    await page.check('#facet-1 input[value="bialy"]');
    await waitUntil(page, `${count(1)} !== ${JSON.stringify(first)}`);
    await page.check('#facet-2 input[value="gliniany-kot"]');
    await waitUntil(page, `${count(2)} !== ${JSON.stringify(second)}`);
    expect(new URL(page.url()).search).toBe('?sf_kolor=bialy&sf2_brand=gliniany-kot');
    const both = [await page.evaluate(count(1)), await page.evaluate(count(2))];
    await page.reload();
    expect([await page.evaluate(count(1)), await page.evaluate(count(2))]).toEqual(both);
    await page.goBack();
    await waitUntil(page, `${count(2)} === ${JSON.stringify(second)}`);
    expect(await page.evaluate(count(1))).toBe(both[0]);
    await page.context().close();
  });

  it('W34 goes back and forward with unrelated query variables', async () => {
    const page = await open('/shop/?x%22%5D=1&sf_%22%5D=x');
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitUntil(page, 'location.search.includes("sf_stock=instock")');
    await page.goBack();
    await waitUntil(page, '!location.search.includes("sf_stock")');
    await waitUntil(page, '!document.querySelector(\'input[value="instock"]\').checked');
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(
    views([
      [360, 'dark'],
      [360, 'light'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const),
  )('U8 draws the slider at %d px in %s without overflow or accessibility findings', async (width, colorScheme) => {
    const page = await open('/shop/?sf_price=50-200', { width, colorScheme });
    if (width < 500) await page.click('[data-facet-open]');
    const thumbs = await page.evaluate<number[]>(
      `['low', 'high'].map((end) => { const t = document.getElementById('facet-1-price-' + end); return t.value / t.max; })`,
    );
    expect(assertDefined(thumbs[1]) - assertDefined(thumbs[0])).toBeGreaterThan(0.2);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `facet-price-${width}-${colorScheme}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('U8 shows two number fields and no slider without a script', async () => {
    const page = await open('/shop/', { javaScriptEnabled: false, width: 1280 });
    expect(await page.isVisible('.facet-slider')).toBe(false);
    await page.fill('#facet-1-price-min', '50');
    await page.press('#facet-1-price-min', 'Enter');
    await page.waitForURL(/sf_price=50-$/);
    await takeScreenshot(page, 'facet-price-plain');
    await page.context().close();
  });

  it.each(
    views([
      [360, 'dark'],
      [1280, 'light'],
    ] as const),
  )('S6 landing page screen fits at %d px in %s and keeps rejected input', async (width, colorScheme) => {
    const page = await open('/wp-login.php', { width, colorScheme });
    await page.fill('[name="log"]', ADMIN.login);
    await page.fill('[name="pwd"]', ADMIN.password);
    await page.press('[name="pwd"]', 'Enter');
    await page.waitForURL(/wp-admin/);
    await page.goto(`${site.url}/wp-admin/admin.php?page=facet-landing`);
    await page.fill('#address', '/cart/');
    await page.fill('#title', 'White things');
    await page.click('form.form button');
    await page.waitForSelector('#address-error');
    expect(await page.inputValue('#title')).toBe('White things');
    await takeScreenshot(page, `facet-landing-${width}`);
    expect([await overflows(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.fill('#address', width === 360 ? '/shop/?sf_kolor=bialy' : '/brand/gliniany-kot/?sf_kolor=bialy');
    await page.click('form.form button');
    await page.waitForURL(/facet-landings/);
    await takeScreenshot(page, `facet-landings-${width}`);
    expect([await overflows(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.goto(`${site.url}/shop/`);
    await takeScreenshot(page, `facet-links-${width}`);
    await page.context().close();
  });
});
