import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, shoot, withBrowser } from '../kit/browser.js';
import { bootShop, type ShopSite, VARIATION } from './shop-site.js';

withBrowser('the wish list in a browser', () => {
  let shop: ShopSite;
  let browser: Browser;
  let versions: readonly number[] = [];

  beforeAll(async () => {
    shop = await bootShop('sqlite');
    const [red = 0, blue = 0] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({ name: 'pa_colour', label: 'Colour', kind: 'attribute', hierarchical: false });
      return [await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_colour', name: 'Brick red' }), await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_colour', name: 'Sea blue' })];
    });
    await shop.save({ name: 'Brass lamp with a rather long name that wraps', slug: 'brass-lamp', price: { regular: 24_900, sale: 19_900, saleFrom: null, saleTo: null } });
    await shop.save({ name: 'Sold-out mug', slug: 'mug', stockQuantity: 0 });
    const rug = await shop.save({ name: 'Rug', price: null, variations: [{ ...VARIATION, termIds: [red] }, { ...VARIATION, termIds: [blue], price: { regular: 9000, sale: null, saleFrom: null, saleTo: null } }] });
    versions = ((await shop.site.db()('store_variations').where({ product_id: rug }).orderBy('id').select('id')) as { id: number }[]).map(({ id }) => id);
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = async (width: number, javaScriptEnabled: boolean): Promise<Page> => (await browser.newContext({ javaScriptEnabled, viewport: { width, height: 740 } })).newPage();
  const names = (page: Page): Promise<string[]> => page.locator('.wishes .card__name').allTextContents();

  it('works without script at 360 pixels: on, seen, into the cart, off, and back', async () => {
    const page = await open(360, false);
    await page.goto(`${shop.url}/product/brass-lamp/`);
    await page.click('button.wish');
    expect(new URL(page.url()).pathname).toBe('/product/brass-lamp/');
    await page.waitForSelector('text=is on your wish list.');
    await page.goto(`${shop.url}/product/mug/`);
    await page.click('button.wish');
    await page.goto(`${shop.url}/product/rug/`);
    await page.check(`#variation-${versions[1]}`, { force: true });
    await page.click('button.wish');
    expect(await page.isChecked(`#variation-${versions[1]}`)).toBe(true);
    await page.click('.site-tools__heart a');
    expect(await names(page)).toEqual(['Rug – Sea blue', 'Sold-out mug', 'Brass lamp with a rather long name that wraps']);
    expect(await overflows(page)).toBe(false);
    await shoot(page, 'store-wish-list-without-script-360');
    await page.locator('.wishes .card').first().locator('.wishes__remove').click();
    await page.waitForSelector('text=Rug – Sea blue was removed.');
    await page.click('button[name="undo"]');
    expect(await names(page)).toHaveLength(3);
    await page.locator('.wishes .card', { hasText: 'Sea blue' }).locator('button:has-text("Add to cart")').click();
    await page.waitForSelector('.cart__line:has-text("Sea blue")');
    await page.goto(`${shop.url}/wish-list/`);
    await page.click('.wishes a:has-text("Tell me when it is back")');
    expect(await page.locator('#alert_email').count()).toBe(1);
    await page.context().close();
  });

  it('takes and gives up a product without a new page where scripts run, follows the version, and says so', async () => {
    const page = await open(1280, true);
    await page.goto(`${shop.url}/product/rug/?variation=${versions[0]}`);
    await page.evaluate('window.samePage = true');
    const height = await page.evaluate('document.querySelector(".wish-row").getBoundingClientRect().height');
    await page.click('button.wish');
    await page.waitForSelector('.wish__said:has-text("Rug is on your wish list.")');
    expect(await page.textContent('.site-tools__heart')).toContain('Wish list (1)');
    expect(await page.evaluate('document.querySelector(".wish-row").getBoundingClientRect().height')).toBe(height);
    await page.check(`#variation-${versions[1]}`, { force: true });
    expect(await page.isVisible('[data-wish-add]')).toBe(true);
    await page.press('button.wish', 'Enter');
    await page.waitForSelector('.site-tools__heart:has-text("Wish list (2)")');
    await page.check(`#variation-${versions[0]}`, { force: true });
    expect(await page.isVisible('[data-wish-remove]')).toBe(true);
    await page.click('button.wish');
    await page.waitForSelector('.wish__said:has-text("Rug is off your wish list.")');
    expect(await page.evaluate('window.samePage')).toBe(true);
    await page.goto(`${shop.url}/wish-list/`);
    expect(await names(page)).toEqual(['Rug – Sea blue']);
    await page.context().close();
  });

  it.each([360, 560, 1280])('is a page that everybody can use at %d pixels, light and dark, empty and full', async (width) => {
    const page = await open(width, true);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.context().clearCookies();
      await page.goto(`${shop.url}/wish-list/`);
      expect(await seriousFindings(page)).toEqual([]);
      await shoot(page, `store-wish-list-empty-${scheme}-${width}`);
      for (const slug of ['brass-lamp', 'mug', 'rug']) {
        await page.goto(`${shop.url}/product/${slug}/`);
        await page.click('button.wish');
        await page.waitForSelector('.wish__said:not(:empty)');
      }
      expect(await overflows(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await shoot(page, `store-wish-product-${scheme}-${width}`);
      await page.goto(`${shop.url}/wish-list/`);
      expect(await overflows(page)).toBe(false);
      expect(await seriousFindings(page)).toEqual([]);
      await shoot(page, `store-wish-list-${scheme}-${width}`);
    }
    await page.context().close();
  });
});
