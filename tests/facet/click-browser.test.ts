import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, waitUntil, withBrowser } from '../kit/browser';
import { ADMIN } from '../kit/site';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type FacetSite } from './facet-site';

/** Shows the prices of members without tax, and one facet to administrators only. */
const MEMBERS = `export default { boot(scope) {
  scope.addFilter('facet/rest/filter_response', (data) => ({ ...data, count_text: data.count_text + (scope.getCurrentUserId() > 0 ? ' for members' : '') }));
} };`;

withBrowser('click on a filter', () => {
  let site: FacetSite;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      product(100 + i, { name: `Krzesło ${i}`, termIds: [3, 11, 20 + (i % 3)], price: 10000 + i * 1500 }),
    );
    site = await bootFacet('sqlite', {
      catalog: fakeCatalog([...smallShop(), ...many]),
      plugins: { members: MEMBERS },
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function open(path: string, width = 1280): Promise<void> {
    await context?.close();
    context = await browser.newContext({ viewport: { width, height: 800 } });
    page = await context.newPage();
    await page.goto(site.url + path);
  }
  async function logIn(): Promise<void> {
    await open('/wp-login.php');
    await page.fill('[name=log]', ADMIN.login);
    await page.fill('[name=pwd]', ADMIN.password);
    await Promise.all([page.waitForURL('**/wp-admin/**'), page.press('[name=pwd]', 'Enter')]);
  }
  const until = (condition: string): Promise<void> => waitUntil(page, condition);
  const waitForStatus = (text: string): Promise<void> =>
    until(`document.querySelector('[data-facet-status]').textContent === ${JSON.stringify(text)}`);
  const countText = (): Promise<string> => page.innerText('.facet-toolbar__count');
  const scrollY = (): Promise<number> => page.evaluate('scrollY');

  it('shows a member the same facets and products after a click as after loading the page', async () => {
    const facets = [
      { slug: 'brand', label: 'Brand', source: 'tax:product_brand', type: 'checkbox' },
      { slug: 'color', label: 'Color', source: 'tax:pa_color', type: 'checkbox', roles: ['administrator'] },
    ];
    expect((await site.rest('POST', '/facet/v1/settings', { facets })).status).toBe(200);
    await logIn();
    await page.goto(`${site.url}/test-shop/?sf_color=blue`);
    expect(await page.isVisible('#facet-1-color-21')).toBe(true);
    await page.check('#facet-1-brand-11');
    await waitForStatus('14 products for members');
    expect(await page.isVisible('#facet-1-color-21')).toBe(true);
    const clicked = await countText();
    await page.reload();
    expect(await countText()).toBe(clicked);
    await site.inContext(() => site.site.options.deleteOption('facet_settings'));
  });

  it('answers as to a visitor when the session has ended meanwhile', async () => {
    await logIn();
    await page.goto(`${site.url}/test-shop/`);
    await context.clearCookies();
    await page.check('#facet-1-brand-11');
    await waitForStatus('42 products');
    expect(await page.isHidden('[data-facet-error]')).toBe(true);
  });

  it('writes a corrected price range back into the focused field', async () => {
    await open('/test-shop/');
    await page.fill('#facet-1-price-max', '300');
    await page.keyboard.press('Enter');
    await until('location.search === "?sf_price=-300"');
    await page.fill('#facet-1-price-min', '400');
    await page.keyboard.press('Enter');
    await until('document.querySelector("#facet-1-price-max").value === "400"');
    expect(await page.inputValue('#facet-1-price-min')).toBe('300');
    expect(await page.evaluate('document.activeElement.id')).toBe('facet-1-price-min');
  });

  it('keeps typed text while a response arrives', async () => {
    await open('/test-shop/');
    let release = (): void => undefined;
    await page.route('**/facet/v1/filter', async (route) => {
      await new Promise<void>((resolve) => (release = resolve));
      await route.continue();
    });
    await page.fill('#facet-1-price-min', '300');
    await page.keyboard.press('Enter');
    await until('location.search === "?sf_price=300-"');
    await page.keyboard.type('99');
    release();
    await until('document.querySelectorAll(".facet-chip").length === 1');
    expect(await page.inputValue('#facet-1-price-min')).toContain('99');
  });

  it('returns to the scroll position of the earlier selection on Back and Forward', async () => {
    await open('/test-shop/');
    await page.evaluate('scrollTo(0, 500)');
    await until('scrollY === 500');
    await page.check('#facet-1-brand-11');
    await until('document.querySelectorAll(".facet-chip").length === 1');
    const afterFirst = await scrollY();
    await page.evaluate('scrollTo(0, 200)');
    await until('scrollY === 200');
    await page.check('#facet-1-rating-1, [name="sf_stock[]"]');
    await until('document.querySelectorAll(".facet-chip").length === 2');
    await page.goBack();
    await until('document.querySelectorAll(".facet-chip").length === 1');
    await until('scrollY === 200');
    await page.goBack();
    await until('document.querySelectorAll(".facet-chip").length === 0');
    await until('scrollY === 500');
    await page.goForward();
    await until('document.querySelectorAll(".facet-chip").length === 1');
    await until('scrollY === 200');
    expect(Math.abs(afterFirst - 500)).toBeLessThan(800);
  });

  it('closes the drawer on Back and keeps what was selected in it', async () => {
    await open('/', 390);
    await page.goto(`${site.url}/test-shop/`);
    await page.click('[data-facet-open]');
    await page.check('#facet-1-brand-11');
    await until('document.querySelector("[data-facet-apply]").textContent === "Show 42 products"');
    await page.goBack();
    await until('!document.querySelector(".facet-filter--drawer")');
    await until('location.search === "?sf_brand=nord"');
    expect(await countText()).toBe('42 products');
    await page.goBack();
    await until('location.search === ""');
    await until('document.querySelector(".facet-toolbar__count").textContent === "46 products"');
    await page.goBack();
    await page.waitForURL(`${site.url}/`);
  });

  it('closes an unchanged drawer on Back without leaving the page', async () => {
    await open('/', 390);
    await page.goto(`${site.url}/test-shop/`);
    await page.click('[data-facet-open]');
    await page.goBack();
    await until('!document.querySelector(".facet-filter--drawer")');
    expect(new URL(page.url()).pathname).toBe('/test-shop/');
  });

  it('keeps the selection in links to other languages', async () => {
    await open('/test-shop/');
    await page.check('#facet-1-brand-11');
    await until('location.search === "?sf_brand=nord"');
    await page.click('a[hreflang=pl]');
    await page.waitForSelector('html[lang=pl]');
    expect(new URL(page.url()).searchParams.get('sf_brand')).toBe('nord');
  });
});
