import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, seriousFindings, takeScreenshot, waitUntil, withBrowser, views } from '../kit/browser';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type FacetSite } from './facet-site';

withBrowser('filter in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      product(100 + i, {
        name: `Krzesło ${i}`,
        termIds: [3, 11, 20 + (i % 3)],
        price: 10000 + i * 1500,
        rating: i % 6,
        ratingCount: 3,
      }),
    );
    site = await bootFacet('sqlite', { catalog: fakeCatalog([...smallShop(), ...many]) });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function open(path: string, options: { width?: number; javaScriptEnabled?: boolean } = {}): Promise<void> {
    await context?.close();
    context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 800 },
      javaScriptEnabled: options.javaScriptEnabled ?? true,
    });
    page = await context.newPage();
    await page.goto(site.url + path);
  }
  const found = (): Promise<string> => page.innerText('.facet-toolbar__count');
  const until = (condition: string): Promise<void> => waitUntil(page, condition);
  const waitForCount = (text: string): Promise<void> =>
    until(`document.querySelector('.facet-toolbar__count').textContent === ${JSON.stringify(text)}`);
  const focused = (): Promise<string> => page.evaluate('document.activeElement.id');
  const search = (): string => new URL(page.url()).search;

  it('A2 keeps focus after ticking a checkbox, announces the count and goes back', async () => {
    await open('/test-shop/');
    expect(await found()).toBe('46 products');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet');
    await page.focus('#facet-1-brand-11');
    await page.keyboard.press('Space');
    await waitForCount('42 products');
    expect(search()).toBe('?sf_brand=nord');
    expect(await focused()).toBe('facet-1-brand-11');
    expect(await page.textContent('[data-facet-status]')).toBe('42 products');
    await page.check('#facet-1-color-21');
    await waitForCount('14 products');
    await takeScreenshot(page, 'facet-chosen');
    expect(await seriousFindings(page)).toEqual([]);
    await page.goBack();
    await waitForCount('42 products');
    expect(await page.isChecked('#facet-1-color-21')).toBe(false);
    await page.goBack();
    await waitForCount('46 products');
    await page.goForward();
    await waitForCount('42 products');
    expect(await page.isChecked('#facet-1-brand-11')).toBe(true);
  });

  it('U14 keeps the selected checkbox at its position on the screen', async () => {
    await open('/test-shop/?sf_color=white');
    await page.locator('[name=sf_rating]').nth(1).scrollIntoViewIfNeeded();
    await page.locator('[name=sf_rating]').nth(1).focus();
    const id = await focused();
    const readTop = (): Promise<number> =>
      page.evaluate(`document.getElementById('${id}').getBoundingClientRect().top`);
    const before = await readTop();
    await page.keyboard.press('Space');
    await until('location.search.includes("sf_rating")');
    await until('document.querySelectorAll(".facet-chip").length === 2');
    expect(Math.abs((await readTop()) - before)).toBeLessThan(3);
  });

  it('W1 goes back through price ranges until the price is gone', async () => {
    await open('/test-shop/');
    await page.fill('#facet-1-price-min', '300');
    await page.keyboard.press('Enter');
    await waitForCount('29 products');
    expect(search()).toBe('?sf_price=300-');
    await page.fill('#facet-1-price-max', '400');
    await page.keyboard.press('Tab');
    await waitForCount('7 products');
    expect(search()).toBe('?sf_price=300-400');
    await page.goBack();
    await waitForCount('29 products');
    expect(await page.inputValue('#facet-1-price-max')).toBe('');
    await page.goBack();
    await waitForCount('46 products');
    expect(search()).toBe('');
    expect(await page.content()).not.toContain('NaN');
  });

  it('A6 moves the slider ends by keyboard without crossing', async () => {
    await open('/test-shop/');
    await page.focus('#facet-1-price-low');
    for (let i = 0; i < 5; i++) await page.keyboard.press('PageUp');
    await until('location.search.includes("sf_price")');
    const low = Number(await page.inputValue('#facet-1-price-min'));
    expect(low).toBeGreaterThan(39);
    expect(await focused()).toBe('facet-1-price-low');
    expect(await page.getAttribute('#facet-1-price-low', 'aria-valuetext')).toBe(`${low} PLN`);
    await page.focus('#facet-1-price-high');
    await page.keyboard.press('Home');
    expect(await page.getAttribute('#facet-1-price-high', 'aria-valuetext')).toBe(`${low} PLN`);
  });

  /** Intercepts the next response. Resolves to a function that releases it. */
  async function holdResponse(): Promise<() => Promise<void>> {
    let arrived!: () => void;
    const responseArrived = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    let release!: () => void;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let markDone!: () => void;
    const done = new Promise<void>((resolve) => {
      markDone = resolve;
    });
    await page.route(
      '**/facet/v1/filter',
      async (route) => {
        const response = await route.fetch();
        arrived();
        await released;
        await route.fulfill({ response }).catch(() => undefined);
        markDone();
      },
      { times: 1 },
    );
    return async () => {
      await responseArrived;
      release();
      await done;
    };
  }

  it('keeps a checkbox checked while another response is pending', async () => {
    await open('/test-shop/');
    const release = await holdResponse();
    await page.check('#facet-1-brand-11');
    await until('location.search === "?sf_brand=nord"');
    await page.evaluate('document.getElementById("facet-1-color-21").click()');
    await release();
    await waitForCount('14 products');
    expect(search()).toBe('?sf_brand=nord&sf_color=blue');
    expect(await page.isChecked('#facet-1-color-21')).toBe(true);
  });

  it('keeps a dragged slider thumb in place when a response arrives', async () => {
    await open('/test-shop/');
    const release = await holdResponse();
    await page.check('#facet-1-brand-11');
    await until('location.search === "?sf_brand=nord"');
    await page.locator('#facet-1-price-low').scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await page.locator('#facet-1-price-low').boundingBox())!;
    await page.mouse.move(x + 6, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 3, y + height / 2, { steps: 3 });
    await release();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 3 });
    const low = await page.inputValue('#facet-1-price-min');
    await page.mouse.up();
    await until('location.search.includes("sf_price")');
    expect(Number(low)).toBeGreaterThan(39);
    expect(search()).toBe(`?sf_price=${low}-&sf_brand=nord`);
    await until('document.querySelectorAll(".facet-chip").length === 2');
    expect(await page.inputValue('#facet-1-price-min')).toBe(low);
  });

  it('U3 removes a choice by its chip and everything by “Clear all”', async () => {
    await open('/test-shop/?sf_category=beds,chairs&sf_color=white&utm=x');
    await page.click('.facet-chip >> text=Łóżka');
    await until('!location.search.includes("beds")');
    expect(search()).toBe('?utm=x&sf_category=chairs&sf_color=white');
    await until('document.querySelectorAll(".facet-chip").length === 2');
    expect(await page.evaluate('document.activeElement.className')).toBe('facet-chip');
    await page.click('text=Clear all');
    await waitForCount('46 products');
    expect(search()).toBe('?utm=x');
  });

  it('U14 moves to the top on paging, and U9 returns there from a product', async () => {
    await open('/test-shop/?sf_orderby=price');
    await page.click('.facet-pages >> text="2"');
    await until('location.search.includes("sf_paged=2")');
    await until('document.querySelector(".facet-pages [aria-current]").textContent === "2"');
    expect(await page.evaluate('document.activeElement.dataset.facetFragment')).toBe('results_html');
    const first = await page.innerText('.facet-results li >> nth=0');
    await page.click('.facet-results li a >> nth=0');
    await page.waitForLoadState();
    await page.goBack();
    expect(await page.innerText('.facet-results li >> nth=0')).toBe(first);
    await page.selectOption('[name=sf_orderby]', 'price-desc');
    await until('location.search === "?sf_orderby=price-desc"');
  });

  it('keeps typed text while searching and drops stale responses', async () => {
    await open('/test-shop/');
    await page.focus('[name=sf_q]');
    await page.keyboard.type('krze', { delay: 30 });
    await waitForCount('42 products');
    expect(await page.inputValue('[name=sf_q]')).toBe('krze');
    await page.route('**/facet/v1/filter', async (route) => {
      const slow = (route.request().postData() ?? '').includes('krzes');
      if (slow) await new Promise((resolve) => setTimeout(resolve, 1500));
      await route.continue().catch(() => undefined);
    });
    await page.keyboard.type('s');
    await page.waitForTimeout(400);
    await page.fill('[name=sf_q]', 'koszula');
    await waitForCount('1 product');
    await page.waitForTimeout(1500);
    expect(await found()).toBe('1 product');
  });

  it('W2 shows an error, keeps the list and retries when the server fails', async () => {
    await open('/test-shop/');
    await page.route(
      '**/facet/v1/filter',
      (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{"code":"x"}' }),
      { times: 1 },
    );
    await page.check('#facet-1-brand-11');
    await page.waitForSelector('[data-facet-error]:not([hidden])');
    expect(await page.innerText('.facet-filter__results')).not.toContain('undefined');
    expect(await found()).toBe('46 products');
    await page.click('[data-facet-retry]');
    await waitForCount('42 products');
    expect(await page.isHidden('[data-facet-error]')).toBe(true);
  });

  it('W26 works without JavaScript, at phone width too', async () => {
    await open('/test-shop/', { javaScriptEnabled: false, width: 360 });
    expect(await page.isHidden('#facet-1-brand-11')).toBe(true);
    await page.click('text=Filters >> visible=true');
    await page.check('#facet-1-brand-11');
    await page.check('#facet-1-color-21');
    await page.click('text=Show products');
    expect(await found()).toBe('14 products');
    expect(await page.isHidden('#facet-1-brand-11')).toBe(true);
    await page.click('.facet-chip >> text=Blue');
    expect(await found()).toBe('42 products');
    await page.click('.facet-pages >> text="2"');
    expect(search()).toContain('sf_paged=2');
    await page.selectOption('[name=sf_orderby]', 'price');
    await page.click('.facet-toolbar__go');
    expect(search()).toContain('sf_orderby=price');
    expect(await found()).toBe('42 products');
  });

  it.each(views([1280, 768, 360]))(
    'keeps the size of the sort control when its script starts, %d px wide',
    async (width) => {
      await open('/test-shop/', { width });
      await page.waitForSelector('.facet-filter--live');
      const live = await page.locator('.facet-toolbar__sort').boundingBox();
      await page.route('**/facet.js*', (route) => route.abort());
      await page.reload();
      expect([await page.locator('.facet-filter--live').count(), await page.isHidden('.facet-toolbar__go')]).toEqual([
        0,
        true,
      ]);
      expect(await page.locator('.facet-toolbar__sort').boundingBox()).toMatchObject({
        width: live?.width,
        height: live?.height,
      });
      // Without the filter's script, its Apply button applies sorting as well.
      await page.selectOption('[name=sf_orderby]', 'price');
      await page.locator('[data-facet-apply]').dispatchEvent('click');
      await page.waitForURL('**sf_orderby=price**');
    },
  );

  it('A8 opens as a dialog on a phone and restores focus on Escape', async () => {
    await open('/test-shop/', { width: 360 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-360');
    await page.click('[data-facet-open]');
    expect(await page.getAttribute('[data-facet-panel]', 'role')).toBe('dialog');
    await page.check('#facet-1-brand-11');
    await until('document.querySelector("[data-facet-apply]").textContent === "Show 42 products"');
    await page.check('#facet-1-color-21');
    await until('document.querySelector("[data-facet-apply]").textContent === "Show 14 products"');
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-360-drawer');
    expect(await page.evaluate('document.querySelector(".site-header").inert')).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.isHidden('#facet-1-brand-11')).toBe(true);
    expect(await page.evaluate('document.activeElement.hasAttribute("data-facet-open")')).toBe(true);
    expect(await page.innerText('[data-facet-badge]')).toBe('2');
    expect(await found()).toBe('14 products');
    await takeScreenshot(page, 'facet-360-chosen');
  });

  it('has enough contrast in dark mode', async () => {
    await open('/test-shop/?sf_category=chairs&sf_color=blue');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-dark');
    await page.goto(`${site.url}/test-shop/?sf_q=zzzz&sf_color=blue`);
    expect(await seriousFindings(page)).toEqual([]);
    await takeScreenshot(page, 'facet-empty');
  });
});
