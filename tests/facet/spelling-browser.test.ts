import type { Browser, Page } from 'playwright-core';
import { openBrowser, waitUntil, withBrowser } from '../kit/browser';
import { fakeCatalog, product, smallShop } from './fake-catalog';
import { bootFacet, type FacetSite } from './facet-site';

const SPELLING = `export default { boot(scope) { scope.addAction('facet/booted', ({ container }) => {
  const names = { sf_brand: 'marka', sf_paged: 'strona' };
  container.get('urls').register({ id: 'polish',
    read: (params) => Object.fromEntries(Object.entries(params).map(([name, value]) => [Object.keys(names).find((own) => names[own] === name) ?? name, value])),
    write: (params) => params.map(([name, value]) => [names[name] ?? name, value]) });
}); } };`;

withBrowser('custom URL spelling in a browser', () => {
  let site: FacetSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      product(100 + i, { name: `Krzesło ${i}`, termIds: [3, 11, 20 + (i % 3)], price: 10000 + i * 1500 }),
    );
    site = await bootFacet('sqlite', {
      catalog: fakeCatalog([...smallShop(), ...many]),
      plugins: { spelling: SPELLING },
    });
    browser = await openBrowser();
    page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const until = (condition: string): Promise<void> => waitUntil(page, condition);
  /** Checks the number of products, the URL and the checked options. */
  async function shows(count: string, address: string, checked: readonly string[]): Promise<void> {
    await until(
      `document.querySelector('.facet-toolbar__count').textContent === ${JSON.stringify(count)} && location.pathname + location.search === ${JSON.stringify(address)}`,
    );
    expect(
      await page.evaluate(
        `[...document.querySelectorAll('.facet-filter__form input:checked')].filter(({ value }) => value !== '').map(({ value }) => value)`,
      ),
    ).toEqual(checked);
  }

  it('writes the server’s spelling on clicks and keeps it in the history', async () => {
    await page.goto(`${site.url}/test-shop/?from=letter`);
    await page.check('#facet-1-brand-11');
    await shows('42 products', '/test-shop/?from=letter&marka=nord', ['nord']);
    await page.check('#facet-1-color-21');
    await shows('14 products', '/test-shop/?from=letter&marka=nord&sf_color=blue', ['nord', 'blue']);
    await page.goBack();
    await shows('42 products', '/test-shop/?from=letter&marka=nord', ['nord']);
    await page.goBack();
    await shows('46 products', '/test-shop/?from=letter', []);
    await page.goForward();
    await page.goForward();
    await shows('14 products', '/test-shop/?from=letter&marka=nord&sf_color=blue', ['nord', 'blue']);
    // The server renders the same page and links for this URL.
    const links = (): Promise<string[]> =>
      page.evaluate(`[...document.querySelectorAll('[data-facet-link]')].map(({ href }) => href)`);
    const before = await links();
    await page.reload();
    await shows('14 products', '/test-shop/?from=letter&marka=nord&sf_color=blue', ['nord', 'blue']);
    expect(await links()).toEqual(before);
    await page.goBack();
    await shows('42 products', '/test-shop/?from=letter&marka=nord', ['nord']);
  });

  it('links to the custom spelling with all other choices', async () => {
    await page.goto(`${site.url}/test-shop/?marka=nord&sf_color=blue`);
    await page.click('.facet-chip >> text=Blue');
    await shows('42 products', '/test-shop/?marka=nord', ['nord']);
    await page.click('.facet-pages [rel=next]');
    await shows('42 products', '/test-shop/?marka=nord&strona=2', ['nord']);
    await page.evaluate(`location.hash = '#facet-1'`);
    await page.goBack();
    await shows('42 products', '/test-shop/?marka=nord&strona=2', ['nord']);
    expect(await page.getAttribute('.facet-pages [aria-current]', 'aria-label')).toBe('Page 2');
    await page.click('.facet-chips__clear');
    await shows('46 products', '/test-shop/', []);
  });

  it('uses the default spelling while the server fails, then the custom one', async () => {
    await page.goto(`${site.url}/test-shop/`);
    await page.route('**/facet/v1/filter', (route) => route.abort());
    await page.check('#facet-1-brand-11');
    await until(`location.search === '?sf_brand=nord' && !document.querySelector('[data-facet-error]').hidden`);
    await page.unroute('**/facet/v1/filter');
    await page.click('[data-facet-retry]');
    await shows('42 products', '/test-shop/?marka=nord', ['nord']);
  });

  it('returns the custom URL over REST', async () => {
    const { body } = await site.rest('POST', '/facet/v1/filter', {
      query: { sf_brand: 'nord', sf_paged: '2' },
      context: { path: '/shop/', params: [['from', 'letter']] },
    });
    expect(body).toMatchObject({ address: '?from=letter&marka=nord&strona=2' });
  });
});
