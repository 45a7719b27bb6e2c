import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, waitUntil, withBrowser, views } from '../kit/browser';
import { bootSite, type TestSite } from '../kit/site';

const FIELD = '#facet-1 [data-facet-query]';
const ROWS = '#facet-1 [role=option]';
const HEADER = 'header input[type=search]';

withBrowser('filter suggestion list in a browser', () => {
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

  async function open(path: string, { width = 1280, dark = false, script = true } = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme: dark ? 'dark' : 'light',
      javaScriptEnabled: script,
    });
    const page = await context.newPage();
    await page.goto(site.url + path);
    if (script && !path.startsWith('/?')) await page.waitForSelector('.facet-filter--live');
    return page;
  }
  async function type(page: Page, field: string, text: string): Promise<void> {
    await page.locator(field).focus();
    await page.keyboard.insertText(text);
  }
  const texts = (page: Page, group: string): Promise<string[]> =>
    page.locator(`[role=group][aria-label="${group}"] [role=option]`).allTextContents();
  const activeOption = (page: Page, field: string): Promise<string> =>
    page.evaluate(
      `document.getElementById(document.querySelector('${field}').getAttribute('aria-activedescendant'))?.textContent ?? ''`,
    );

  it('A7 works with the keyboard, stays open as the list updates and announces counts', async () => {
    const page = await open('/shop/');
    expect(await page.getAttribute(FIELD, 'role')).toBe('combobox');
    await type(page, FIELD, 'lam');
    await page.waitForSelector(ROWS);
    await waitUntil(page, 'location.search === "?sf_q=lam"');
    await page.waitForSelector('[data-facet-fragment="results_html"]:not([aria-busy])');
    const rows = await page.locator(ROWS).allTextContents();
    expect(await page.locator('#facet-1-panel > [role=status]').textContent()).toBe(`${rows.length} suggestions`);
    expect(await page.getAttribute(FIELD, 'aria-expanded')).toBe('true');
    expect((await texts(page, 'Search term')).length).toBeGreaterThan(0);
    expect((await texts(page, 'Products')).length).toBeGreaterThan(0);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-suggest');
    await page.keyboard.press('ArrowDown');
    expect(await activeOption(page, FIELD)).toBe(rows[0]);
    await page.keyboard.press('ArrowUp');
    expect(await activeOption(page, FIELD)).toBe('');
    await page.keyboard.press('ArrowUp');
    expect(await activeOption(page, FIELD)).toBe(rows.at(-1));
    await page.keyboard.press('Escape');
    expect([
      await page.locator(ROWS).first().isVisible(),
      await page.getAttribute(FIELD, 'aria-expanded'),
      await page.inputValue(FIELD),
    ]).toEqual([false, 'false', 'lam']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const suggestion = await activeOption(page, FIELD);
    await page.keyboard.press('Enter');
    await waitUntil(page, `new URLSearchParams(location.search).get('sf_q') === ${JSON.stringify(suggestion)}`);
    expect([
      await page.inputValue(FIELD),
      await page.evaluate('document.activeElement.hasAttribute("data-facet-query")'),
    ]).toEqual([suggestion, true]);
    await page.context().close();
  });

  it('filters the list by a suggested category and keeps other choices', async () => {
    const page = await open('/shop/?sf_stock=instock');
    await type(page, FIELD, 'mebl');
    await page.waitForSelector('[role=group][aria-label="Categories"]');
    const [category] = await texts(page, 'Categories');
    expect(category).toMatch(/ \d+ products?$/);
    await page.locator('[role=group][aria-label="Categories"] [role=option]').first().click();
    await waitUntil(
      page,
      'new URLSearchParams(location.search).has("sf_category") && !new URLSearchParams(location.search).has("sf_q")',
    );
    expect(new URL(page.url()).searchParams.get('sf_stock')).toBe('instock');
    await waitUntil(
      page,
      `document.querySelector('.facet-toolbar__count').textContent === ${JSON.stringify(/\d+ products?$/.exec(category ?? '')?.[0])}`,
    );
    await page.context().close();
  });

  it('opens a suggested product', async () => {
    const page = await open('/shop/');
    await type(page, FIELD, 'lampa');
    await page.waitForSelector('[role=group][aria-label="Products"]');
    await page.locator('[role=group][aria-label="Products"] [role=option]').first().click();
    await page.waitForURL(/\/product\//);
    await page.context().close();
  });

  it('closes suggestions, then the phone drawer, on Escape', async () => {
    const page = await open('/shop/', { width: 360, dark: true });
    await page.click('[data-facet-open]');
    await type(page, FIELD, 'lam');
    await page.waitForSelector(ROWS);
    expect(await overflows(page)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-suggest-360');
    await page.keyboard.press('Escape');
    expect([
      await page.locator(ROWS).first().isVisible(),
      await page.getAttribute('[data-facet-panel]', 'role'),
    ]).toEqual([false, 'dialog']);
    await page.keyboard.press('Escape');
    expect(await page.getAttribute('[data-facet-panel]', 'role')).toBeNull();
    await page.context().close();
  });

  it('works as a plain form field without a script', async () => {
    const page = await open('/shop/', { script: false });
    expect(await page.getAttribute(FIELD, 'role')).toBeNull();
    await page.fill(FIELD, 'lampa');
    await page.press(FIELD, 'Enter');
    await page.waitForURL(/sf_q=lampa/);
    expect(await page.textContent('.facet-results')).toContain('Lampa');
    await page.context().close();
  });

  it('suggests a correction for few results, with and without a script', async () => {
    const page = await open('/shop/');
    await type(page, FIELD, 'lmapa');
    await page.waitForSelector('[data-facet-spelling]');
    expect(await page.textContent('[data-facet-status]')).toMatch(/Did you mean: lampa$/);
    await page.keyboard.press('Escape');
    expect(await seriousFindings(page)).toEqual([]);
    await page.click('[data-facet-spelling] a');
    await waitUntil(page, 'location.search === "?sf_q=lampa"');
    await waitUntil(page, '!document.querySelector("[data-facet-spelling]")');
    expect(await page.inputValue(FIELD)).toBe('lampa');
    await page.context().close();
    const plain = await open('/shop/?sf_q=lmapa&wp_lang=pl_PL', { script: false });
    expect(await plain.textContent('[data-facet-spelling]')).toBe('Czy chodziło o: lampa');
    await plain.click('[data-facet-spelling] a');
    expect(new URL(plain.url()).searchParams.get('sf_q')).toBe('lampa');
    await plain.goto(`${site.url}/?wp_lang=en_US`);
    await plain.fill(HEADER, 'lmapa');
    await plain.press(HEADER, 'Enter');
    await plain.waitForURL(/sf_q=lmapa/);
    expect(await plain.textContent('[data-facet-spelling]')).toBe('Did you mean: lampa');
    await plain.context().close();
  });

  it.each(
    views([
      [1280, false],
      [360, true],
    ] as const),
  )('suggests categories and search terms in the header, %d px wide, dark %s', async (width, dark) => {
    const page = await open('/?x=1', { width, dark });
    await type(page, HEADER, 'mebl');
    await page.waitForSelector('header [role=group][aria-label="Categories"]');
    const rows = await page.locator('header [role=option]').count();
    expect(await page.locator('header [role=status]').textContent()).toBe(`${rows - 1} suggestions`);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `header-suggest-${width}`);
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('header [role=group]:not([aria-label="Products"]) [aria-selected=true]').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/shop\/\?sf_/);
    await page.context().close();
  });
});
