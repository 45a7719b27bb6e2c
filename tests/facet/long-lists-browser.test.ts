import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, waitUntil, withBrowser } from '../kit/browser';
import { bootFacet, type FacetSite } from './facet-site';
import { manyBrands, untilLoaded } from './long-lists';

withBrowser('long list of values in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await bootFacet('sqlite', { catalog: manyBrands(3412) });
    await untilLoaded(site);
    await site.rest('POST', '/facet/v1/settings', {
      facets: [
        { slug: 'brand', label: 'Brand', type: 'checkbox', source: 'tax:product_brand', order: 'count' },
        { slug: 'letter', label: 'Brand by letter', type: 'az_index', source: 'tax:product_brand', collapsed: true },
        { slug: 'color', label: 'Color', type: 'checkbox', source: 'tax:pa_color' },
      ],
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function open(
    path: string,
    options: { width?: number; javaScriptEnabled?: boolean; polish?: boolean } = {},
  ): Promise<void> {
    await context?.close();
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 800 },
      javaScriptEnabled: options.javaScriptEnabled ?? true,
    });
    if (options.polish) await context.addCookies([{ name: 'wp_lang', value: 'pl_PL', url: site.url }]);
    page = await context.newPage();
    await page.goto(site.url + path);
  }
  const until = (condition: string): Promise<void> => waitUntil(page, condition);
  const FIND = '#facet-1-brand-find';
  /** The visible values, in order. */
  const visibleValues = (): Promise<string[]> =>
    page.locator('[data-facet="brand"] .facet-option__label:visible').allInnerTexts();
  const note = (text: string): Promise<void> =>
    until(`document.querySelector('[data-facet="brand"] [data-facet-note]').textContent === ${JSON.stringify(text)}`);
  const status = (text: string): Promise<void> =>
    until(`document.querySelector('[data-facet-status]').textContent === ${JSON.stringify(text)}`);
  const count = (text: string): Promise<void> =>
    until(`document.querySelector('.facet-toolbar__count').textContent === ${JSON.stringify(text)}`);

  it('finds a rare value without diacritics and announces the number of matches', async () => {
    await open('/test-shop/');
    expect(await visibleValues()).toHaveLength(8);
    await note('Showing 100 of 3,412');
    const top = (): Promise<number> =>
      page.evaluate('document.querySelector("[data-facet=brand] ul").getBoundingClientRect().top');
    const before = await top();
    await page.focus(FIND);
    await page.keyboard.type('zolw', { delay: 20 });
    await note('3 matches');
    expect(await visibleValues()).toEqual(['Żółw & Łoś', 'Ósma Żółwiarnia', 'Podżółwie']);
    expect(await top()).toBe(before);
    await status('3 matches');
    expect(await page.evaluate('document.activeElement.id')).toBe(FIND.slice(1));
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-long-found');
    expect(new URL(page.url()).search).toBe('');
    await page.fill(FIND, '');
    await note('Showing 100 of 3,412');
    expect(await visibleValues()).toHaveLength(8);
  });

  it('keeps search text, open state and choice when filtered in place', async () => {
    await open('/test-shop/');
    await page.fill(FIND, 'żółw');
    await note('3 matches');
    await page.check('#facet-1-brand-4411');
    await count('1 product');
    expect(await page.inputValue(FIND)).toBe('żółw');
    expect(await visibleValues()).toHaveLength(3);
    expect(new URL(page.url()).search).toBe('?sf_brand=brand-3411');
    await page.fill(FIND, 'number 11');
    await note('Showing 99 of 160 matches');
    expect((await visibleValues())[0]).toBe('Żółw & Łoś');
    expect(await page.isChecked('#facet-1-brand-4411')).toBe(true);
    await page.fill(FIND, '');
    await note('Showing 100 of 3,412');
    expect(await page.isChecked('#facet-1-brand-4411')).toBe(true);
    expect(await page.isVisible('#facet-1-brand-4411')).toBe(true);
    await page.check('#facet-1-color-21');
    await until('location.search.includes("sf_color")');
    expect(await page.getAttribute('[data-facet="brand"] .facet-more', 'open')).not.toBeNull();
  });

  it('filters at once, debounces requests and drops stale responses', async () => {
    await open('/test-shop/');
    const requested: string[] = [];
    await page.route('**/facet/v1/values*', async (route) => {
      const find = new URL(route.request().url()).searchParams.get('find') ?? '';
      requested.push(find);
      if (find === 'number') await new Promise((resolve) => setTimeout(resolve, 1200));
      await route.continue().catch(() => undefined);
    });
    // Inserts the text at once: on a busy machine, single key presses could exceed the delay of the field.
    await page.evaluate(
      `(() => { const field = document.querySelector('${FIND}'); for (const letter of 'number') { field.value += letter; field.dispatchEvent(new Event('input', { bubbles: true })); } })()`,
    );
    expect((await visibleValues()).length).toBeGreaterThan(20);
    for (let attempt = 0; attempt < 40 && requested.length === 0; attempt++) await page.waitForTimeout(50);
    expect(requested).toEqual(['number']);
    await page.fill(FIND, 'podz');
    await note('1 match');
    await page.waitForTimeout(1200);
    expect(await visibleValues()).toEqual(['Podżółwie']);
  });

  it('shows an error when the server fails, and searches again', async () => {
    await open('/test-shop/');
    await page.route('**/facet/v1/values*', (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 });
    await page.fill(FIND, 'zolw');
    await until(
      `document.querySelector('[data-facet=brand] [data-facet-none]').textContent.startsWith('Couldn’t load the other values.')`,
    );
    await page.fill(FIND, 'zolwia');
    await note('1 match');
    expect(await page.isHidden('[data-facet=brand] [data-facet-none]')).toBe(true);
  });

  it('leaves Enter and arrow keys to the search field', async () => {
    await open('/test-shop/?sf_color=red');
    await page.focus(FIND);
    await page.keyboard.type('olw');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('z');
    expect(await page.inputValue(FIND)).toBe('zolw');
    await page.keyboard.press('Enter');
    await note('1 match');
    expect(new URL(page.url()).search).toBe('?sf_color=red');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.value')).toBe('brand-3410');
  });

  it('filters all values by first letter', async () => {
    await open('/test-shop/');
    await page.click('[data-facet="letter"] > summary');
    await page.click('[data-facet="letter"] [data-facet-letter="Z"]');
    await until(`document.querySelector('[data-facet="letter"] [data-facet-note]').textContent === '1 match'`);
    expect(await page.locator('[data-facet="letter"] .facet-option__label:visible').allInnerTexts()).toEqual([
      'Żółw & Łoś',
    ]);
    await takeScreenshot(page, 'facet-long-letters');
    await page.fill('#facet-1-letter-find', 'osma');
    await until(
      `document.querySelector('[data-facet="letter"] .facet-option__label').textContent === 'Ósma Żółwiarnia'`,
    );
    expect(await page.getAttribute('[data-facet="letter"] [data-facet-letter="Z"]', 'aria-pressed')).toBe('false');
  });

  it('fits a phone in Polish and dark mode, and Enter keeps the drawer open', async () => {
    await open('/test-shop/', { width: 360, polish: true });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.click('[data-facet-open]');
    await note('Pokazano 100 z 3412');
    await page.fill(FIND, 'zolw');
    await note('3 pasujące pozycje');
    await page.press(FIND, 'Enter');
    expect(await page.isVisible('[data-facet-panel]')).toBe(true);
    expect(await overflows(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.screenshot({ path: 'dist/screenshots/facet-long-360-dark.png' });
  });

  it('W26 works without JavaScript and keeps the panel open', async () => {
    await open('/test-shop/?sf_color=red', { javaScriptEnabled: false, width: 360 });
    await page.click('text=Filters >> visible=true');
    await page.screenshot({ path: 'dist/screenshots/facet-long-360-plain.png' });
    await page.fill(FIND, 'zolw');
    await page.click('[data-facet="brand"] .facet-find__go');
    expect(await visibleValues()).toEqual(['Ósma Żółwiarnia']);
    await page.check('#facet-1-brand-4410');
    await page.click('text=Show products');
    expect(await page.innerText('.facet-toolbar__count')).toBe('1 product');
    expect(await page.locator('.facet-chip').count()).toBe(2);
    expect(await overflows(page)).toBe(false);
  });
});
