import type { Browser, Page } from 'playwright-core';
import {
  openBrowser,
  overflows,
  seriousFindings,
  takeScreenshot,
  waitUntil,
  withBrowser,
  views,
} from '../kit/browser.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';

withBrowser('wishlist in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let versions: readonly number[] = [];

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    const [red = 0, blue = 0] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Color',
        kind: 'attribute',
        hierarchical: false,
      });
      return [
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Brick red' }),
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Sea blue' }),
      ];
    });
    await shop.save({
      name: 'Brass lamp with a rather long name that wraps',
      slug: 'brass-lamp',
      price: { regular: 24_900, sale: 19_900, saleFrom: null, saleTo: null },
    });
    await shop.save({ name: 'Sold-out mug', slug: 'mug', stockQuantity: 0 });
    const rug = await shop.save({
      name: 'Rug',
      price: null,
      variations: [
        { ...VARIATION, termIds: [red] },
        { ...VARIATION, termIds: [blue], price: { regular: 9000, sale: null, saleFrom: null, saleTo: null } },
      ],
    });
    versions = (
      await shop.site.db()('store_variations').where({ product_id: rug }).orderBy('id').select<
        {
          id: number;
        }[]
      >('id')
    ).map(({ id }) => id);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = async (width: number, javaScriptEnabled: boolean): Promise<Page> =>
    (await browser.newContext({ javaScriptEnabled, viewport: { width, height: 740 } })).newPage();
  const names = (page: Page): Promise<string[]> => page.locator('.wishlist .card__name').allTextContents();

  it('adds, shows, removes, restores and buys items without script at 360 pixels', async () => {
    const page = await open(360, false);
    await page.goto(`${shop.url}/product/brass-lamp/`);
    await page.click('button.wishlist-button');
    expect(new URL(page.url()).pathname).toBe('/product/brass-lamp/');
    await page.waitForSelector('text=was added to your wishlist.');
    await page.goto(`${shop.url}/product/mug/`);
    await page.click('button.wishlist-button');
    await page.goto(`${shop.url}/product/rug/`);
    await page.check(`#variation-${versions[1]}`, { force: true });
    await page.click('button.wishlist-button');
    expect(await page.isChecked(`#variation-${versions[1]}`)).toBe(true);
    await page.click('.site-tools__heart a');
    expect(await names(page)).toEqual([
      'Rug – Sea blue',
      'Sold-out mug',
      'Brass lamp with a rather long name that wraps',
    ]);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, 'store-wishlist-without-script-360');
    await page.locator('.wishlist .card').first().locator('.wishlist__remove').click();
    await page.waitForSelector('text=Rug – Sea blue was removed.');
    await page.click('button[name="undo"]');
    expect(await names(page)).toHaveLength(3);
    await page.locator('.wishlist .card', { hasText: 'Sea blue' }).locator('button:has-text("Add to cart")').click();
    await page.waitForSelector('.cart__line:has-text("Sea blue")');
    await page.goto(`${shop.url}/wishlist/`);
    await page.click('.wishlist a:has-text("Notify me when available")');
    expect(await page.locator('#alert_email').count()).toBe(1);
    await page.context().close();
  });

  it('toggles an item without page load and follows the chosen variation with script', async () => {
    const page = await open(1280, true);
    await page.goto(`${shop.url}/product/rug/?variation=${versions[0]}`);
    await page.evaluate('window.samePage = true');
    const height = await page.evaluate('document.querySelector(".wishlist-row").getBoundingClientRect().height');
    await page.click('button.wishlist-button');
    await page.waitForSelector('.wishlist-button__status:has-text("Rug was added to your wishlist.")');
    expect(await page.textContent('.site-tools__heart')).toContain('Wishlist (1)');
    expect(await page.evaluate('document.querySelector(".wishlist-row").getBoundingClientRect().height')).toBe(height);
    await page.check(`#variation-${versions[1]}`, { force: true });
    expect(await page.isVisible('[data-wishlist-add]')).toBe(true);
    await page.press('button.wishlist-button', 'Enter');
    await page.waitForSelector('.site-tools__heart:has-text("Wishlist (2)")');
    await page.check(`#variation-${versions[0]}`, { force: true });
    expect(await page.isVisible('[data-wishlist-remove]')).toBe(true);
    await page.click('button.wishlist-button');
    await page.waitForSelector('.wishlist-button__status:has-text("Rug was removed from your wishlist.")');
    expect(await page.evaluate('window.samePage')).toBe(true);
    await page.goto(`${shop.url}/wishlist/`);
    expect(await names(page)).toEqual(['Rug – Sea blue']);
    await page.context().close();
  });

  const heart = (page: Page, name: string) =>
    page.locator('.card', { hasText: name }).first().locator('.card__wishlist');

  it('toggles card hearts by keyboard without layout shift and announces the change', async () => {
    const page = await open(360, true);
    await page.goto(`${shop.url}/shop/`);
    await page.evaluate(
      'window.samePage = true; window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value; }).observe({ type: "layout-shift", buffered: true })',
    );
    const button = heart(page, 'Brass lamp');
    const box = await button.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-wishlist-status]:has-text("was added to your wishlist.")', { state: 'attached' });
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await page.evaluate('document.activeElement.className')).toBe('card__wishlist');
    expect(await page.textContent('.site-tools__heart')).toContain('Wishlist (1)');
    // Two concurrent changes are both saved.
    await page.evaluate(
      'for (const button of document.querySelectorAll(".card__wishlist[aria-pressed=false]")) button.click()',
    );
    await page.waitForSelector('.site-tools__heart:has-text("Wishlist (3)")');
    expect(await page.evaluate('[window.samePage, window.moved]')).toEqual([true, 0]);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, 'store-wishlist-hearts-360');
    // Newly loaded pages show it, and cards added later are updated.
    await page.goto(`${shop.url}/`);
    expect(await heart(page, 'Sold-out mug').getAttribute('aria-pressed')).toBe('true');
    await page.goto(`${shop.url}/shop/`);
    await page.evaluate(
      'const list = document.querySelector(".cards"); const copy = list.cloneNode(true); for (const one of copy.querySelectorAll(".card__wishlist")) { one.value = one.value.replace("remove", "add"); one.setAttribute("aria-pressed", "false"); } list.replaceWith(copy)',
    );
    await waitUntil(page, 'document.querySelectorAll(".card__wishlist[aria-pressed=true]").length === 3');
    await heart(page, 'Sold-out mug').click();
    await page.waitForSelector('.site-tools__heart:has-text("Wishlist (2)")');
    // The button and the link of the card do not overlap.
    expect(new URL(page.url()).pathname).toBe('/shop/');
    await page
      .locator('.card', { hasText: 'Brass lamp' })
      .first()
      .locator('.card__image')
      .click({ position: { x: 20, y: 80 }, force: true });
    await page.waitForURL('**/product/brass-lamp/');
    await page.context().close();
  });

  it.each(views([360, 1280]))('causes no layout shift at %i pixels when the count arrives late', async (width) => {
    const page = await open(width, true);
    // Longer than the 500 ms in which browsers attribute layout shifts to user input.
    await page.route('**/wishlist/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.goto(`${shop.url}/shop/`);
    await page.evaluate(
      'window.moved = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value; }).observe({ type: "layout-shift", buffered: true })',
    );
    for (const [name, number] of [
      ['Brass lamp', 1],
      ['Rug', 2],
    ] as const) {
      await heart(page, name).click();
      await page.waitForSelector(`.site-tools__heart:has-text("Wishlist (${number})")`);
      expect(await page.textContent('.site-tools__count')).toBe(String(number));
    }
    expect(await page.evaluate('window.moved')).toBe(0);
    expect(await overflows(page)).toBe(false);
    await takeScreenshot(page, `store-wishlist-number-${width}`);
    await page.context().close();
  });

  it('toggles card hearts without script and returns to the same list', async () => {
    const page = await open(360, false);
    await page.goto(`${shop.url}/shop/?sf_orderby=price`);
    await heart(page, 'Brass lamp').click();
    await page.waitForSelector('text=was added to your wishlist.');
    expect(new URL(page.url()).search).toBe('?sf_orderby=price');
    expect(await heart(page, 'Brass lamp').getAttribute('aria-pressed')).toBe('true');
    await heart(page, 'Brass lamp').click();
    await page.waitForSelector('text=was removed from your wishlist.');
    expect(await heart(page, 'Brass lamp').getAttribute('aria-pressed')).toBe('false');
    await page.context().close();
  });

  it.each(views([360, 560, 1280]))(
    'shows the page accessibly at %d pixels, light and dark, empty and full',
    async (width) => {
      const page = await open(width, true);
      for (const scheme of views(['light', 'dark'] as const)) {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
        await page.context().clearCookies();
        await page.goto(`${shop.url}/wishlist/`);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-wishlist-empty-${scheme}-${width}`);
        for (const slug of ['brass-lamp', 'mug', 'rug']) {
          await page.goto(`${shop.url}/product/${slug}/`);
          await page.click('button.wishlist-button');
          await page.waitForSelector('.wishlist-button__status:not(:empty)');
        }
        expect(await overflows(page)).toBe(false);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-wishlist-product-${scheme}-${width}`);
        await page.goto(`${shop.url}/wishlist/`);
        expect(await overflows(page)).toBe(false);
        expect(await seriousFindings(page)).toEqual([]);
        await takeScreenshot(page, `store-wishlist-${scheme}-${width}`);
      }
      await page.context().close();
    },
  );
});
