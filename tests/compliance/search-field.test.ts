import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { bootSite, type TestSite } from '../kit/site.js';

const FIELD = 'header input[type=search]';
const ENDPOINT = '**/wp-json/shop/v1/search?**';

withBrowser('product search field in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await bootSite({ demo: true });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(async () => void (await site.site.db()('compliance_settings').whereLike('name', 'search_%').delete()));

  const set = async (values: Readonly<Record<string, unknown>>): Promise<void> =>
    void (await site.site
      .db()('compliance_settings')
      .insert(Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }))));

  async function open(
    options: { path?: string; width?: number; dark?: boolean; script?: boolean } = {},
  ): Promise<Page> {
    const { path = '/', width = 1280, dark = false, script = true } = options;
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: script,
    });
    const page = await context.newPage();
    await page.goto(site.url + path);
    return page;
  }
  /** Inserts the text at once: on a busy machine, single key presses might each cause a search. */
  async function type(page: Page, text: string): Promise<void> {
    await page.locator(FIELD).focus();
    await page.keyboard.insertText(text);
  }
  const rows = (page: Page): Promise<string[]> => page.locator('[role=option]').allTextContents();
  const activeOption = (page: Page): Promise<string> =>
    page.evaluate(
      `document.getElementById(document.querySelector('${FIELD}').getAttribute('aria-activedescendant'))?.textContent ?? ''`,
    );
  const status = (page: Page): Promise<string | null> => page.locator('header [role=status]').textContent();

  /** URLs of the searches a page sends from now on. */
  function trackSearches(page: Page): URL[] {
    const urls: URL[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/shop/v1/search')) urls.push(new URL(request.url()));
    });
    return urls;
  }

  it('finds products through a plain form without a script', async () => {
    const page = await open({ script: false });
    await page.fill(FIELD, 'lampa');
    await page.press(FIELD, 'Enter');
    expect(page.url()).toMatch(/[?&](?:s|sf_q)=lampa/);
    expect(await page.locator('main').textContent()).toContain('Lampa stołowa Jutrzenka');
    await page.context().close();
  });

  it('remains a plain form when search suggestions are off', async () => {
    await set({ search_enabled: false });
    const page = await open();
    const searches = trackSearches(page);
    await type(page, 'lampa');
    await page.waitForTimeout(400);
    expect(searches).toEqual([]);
    expect(await page.locator(FIELD).getAttribute('role')).toBeNull();
    await page.context().close();
  });

  it('requests suggestions after the debounce with the minimum length and limit that are set', async () => {
    await set({ search_min_chars: 4, search_limit: 2, search_debounce_ms: 250 });
    const page = await open();
    const searches = trackSearches(page);
    await type(page, 'lam');
    await page.waitForTimeout(500);
    expect(searches).toEqual([]);
    await type(page, 'pa');
    await page.waitForSelector('[role=option]');
    expect(searches.map((url) => Object.fromEntries(url.searchParams))).toEqual([
      { q: 'lampa', limit: '2', as_shop: 'true', in_stock: 'true' },
    ]);
    expect(await rows(page)).toHaveLength(3);
    await page.context().close();

    await set({ search_include_out_of_stock: true });
    const other = await open();
    const more = trackSearches(other);
    await type(other, 'lampa');
    await other.waitForSelector('[role=option]');
    expect(more[0]?.searchParams.has('in_stock')).toBe(false);
    await other.context().close();
  });

  it('works with arrow keys, Escape and Enter and announces the number of suggestions', async () => {
    const page = await open();
    await type(page, 'lamp');
    await page.waitForSelector('[role=option]');
    const names = await rows(page);
    expect(names.at(-1)).toBe('All results for “lamp”');
    expect(await status(page)).toBe(`${names.length - 1} suggestions`);
    expect(await page.locator('.product-search__name mark').first().textContent()).toBe('Lamp');
    expect(await page.locator(FIELD).getAttribute('aria-expanded')).toBe('true');
    expect(await activeOption(page)).toBe('');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page)).toBe(names[0]);
    await page.keyboard.press('ArrowUp');
    expect(await activeOption(page)).toBe('');
    await page.keyboard.press('ArrowUp');
    expect(await activeOption(page)).toBe(names.at(-1));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page)).toBe(names[1]);
    expect(await page.locator('[aria-selected=true]').count()).toBe(1);

    await page.keyboard.press('Escape');
    expect(await page.locator('[role=listbox]').isVisible()).toBe(false);
    expect(await page.locator(FIELD).getAttribute('aria-expanded')).toBe('false');
    expect(await page.inputValue(FIELD)).toBe('lamp');
    const [product] = await page.locator('[role=option]:has(.product-search__name)').allTextContents();
    // The first key press opens the list again.
    for (let i = -1; i <= names.indexOf(product ?? ''); i++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/product\//);

    await type(page, 'lamp');
    await page.waitForSelector('[role=option]');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?&](?:s|sf_q)=lamp/);
    await type(page, 'kubek');
    await page.waitForSelector('[role=option]');
    await page.locator('[role=option]').last().click();
    await page.waitForURL(/[?&](?:s|sf_q)=kubek/);
    await page.context().close();
  });

  it('opens the suggested products on Enter, also for inflected or misspelled words', async () => {
    for (const word of ['lampy', 'lapma', 'meble']) {
      const page = await open();
      await type(page, word);
      await page.waitForSelector('[role=option]');
      const suggested = await page.locator('.product-search__name').allTextContents();
      expect(suggested.length).toBeGreaterThan(0);
      await page.press(FIELD, 'Enter');
      await page.waitForURL(/\/shop\/\?sf_q=/);
      expect(
        (await page.locator('.card__name').allTextContents()).slice(0, suggested.length).map((name) => name.trim()),
      ).toEqual(suggested);
      await page.context().close();
    }
  });

  it('highlights matches typed without diacritics, in Polish too', async () => {
    const page = await open({ path: '/?wp_lang=pl_PL' });
    await type(page, 'swit');
    await page.waitForSelector('[role=option]');
    expect(await page.locator('[role=option] mark').first().textContent()).toBe('Świt');
    expect(await status(page)).toMatch(/^\d+ podpowiadan(?:y produkt|e produkty|ych produktów)$/);
    expect((await rows(page)).at(-1)).toBe('Wszystkie wyniki dla „swit”');
    await page.context().close();
  });

  it('announces no results, loading and failure, and works again afterwards', async () => {
    const page = await open();
    await type(page, 'qqzz');
    await page.waitForSelector('.product-search__note:has-text("No products found for “qqzz”.")');
    expect(await status(page)).toBe('No products found for “qqzz”.');
    expect(await page.locator(FIELD).getAttribute('aria-expanded')).toBe('false');

    let respond = (): void => undefined;
    await page.route(ENDPOINT, async (route) => {
      await new Promise<void>((resolve) => (respond = resolve));
      await route.fulfill({ status: 500, body: '{}' });
    });
    await page.fill(FIELD, 'lampa');
    await page.waitForSelector('header [role=status]:has-text("Searching…")', { state: 'attached' });
    respond();
    await page.waitForSelector('.product-search__note--failed');
    expect(await status(page)).toContain('Suggestions are not available right now.');
    await page.unroute(ENDPOINT);
    await page.fill(FIELD, 'lampa s');
    await page.waitForSelector('[role=option]');
    expect(await page.locator('.product-search__note').isVisible()).toBe(false);
    await page.context().close();
  });

  it('drops the response to outdated input', async () => {
    const page = await open();
    const aborted: string[] = [];
    page.on('requestfailed', (request) => aborted.push(new URL(request.url()).searchParams.get('q') ?? ''));
    await page.route('**/shop/v1/search?q=lampa&**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue().catch(() => undefined);
    });
    await page.fill(FIELD, 'lampa');
    await page.waitForTimeout(350);
    await page.fill(FIELD, 'kubek');
    await page.waitForSelector('[role=option]:has-text("Kubek")');
    expect(aborted).toEqual(['lampa']);
    await page.waitForTimeout(1000);
    expect((await rows(page)).at(-1)).toContain('kubek');
    await page.context().close();
  });

  it.each(
    views([
      [360, true],
      [360, false],
      [768, false],
      [1280, true],
      [1280, false],
    ] as const),
  )('shifts no layout and passes accessibility checks at %d px wide, dark %s', async (width, dark) => {
    const page = await open({ width, dark, path: '/shop/' });
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    // Requests that the filter's script sends at startup do not result from typing.
    await page.waitForSelector('.facet-filter--live');
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    await page.evaluate(
      `window.shift = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shift += entry.value; }).observe({ type: 'layout-shift' })`,
    );
    const before = await page.locator('main').boundingBox();
    await type(page, 'lampa');
    await page.waitForSelector('[role=option]');
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(200);
    expect(await page.locator('main').boundingBox()).toEqual(before);
    expect(await page.evaluate('window.shift')).toBe(0);
    expect(await overflows(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    const box = await page.locator('.product-search').boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
    await takeScreenshot(page, `search-field-${width}${dark ? '-dark' : ''}`);
    await page.context().close();
  });
});
