import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, withBrowser } from '../kit/browser';
import { bootSite, activatePlugin, type TestSite } from '../kit/site';
import { randomStream } from './random-records';

const ENDPOINT = '/wp-json/facet/v1/filter';

it('P4 limits the filter script to 12 KB', () => {
  const script = readFileSync(join(__dirname, '../../plugins/facet/assets/facet.js'));
  expect(gzipSync(script).length).toBeLessThanOrEqual(12 * 1024);
});

withBrowser('filter page updated in place', () => {
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

  async function open(path: string): Promise<{ page: Page; responses: string[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const responses: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith(ENDPOINT) && response.status() === 200) responses.push(response.url());
    });
    await page.goto(site.url + path);
    await page.waitForSelector('.facet-filter--live');
    return { page, responses };
  }

  /** The fragments without elements added by the script, and the current selection. */
  const snapshotOf = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
    const root = document.querySelector('[data-facet-widget]').cloneNode(true);
    for (const own of root.querySelectorAll('.facet-suggest')) own.remove();
    for (const input of root.querySelectorAll('[data-facet-query], [data-facet-range] input, [data-facet-slider]')) for (const name of ['role', 'style', 'aria-autocomplete', 'aria-expanded', 'aria-controls', 'aria-valuetext']) input.removeAttribute(name);
    for (const details of root.querySelectorAll('details')) details.open = false;
    // The order of attributes has no meaning.
    for (const element of root.querySelectorAll('*')) {
      const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
      for (const { name } of attributes) element.removeAttribute(name);
      for (const { name, value } of attributes) element.setAttribute(name, value);
    }
    const live = document.querySelector('[data-facet-widget]');
    return { html: [...root.querySelectorAll('[data-facet-fragment]')].map((one) => one.innerHTML), chosen: [...live.querySelectorAll('input:checked, option:checked')].map((one) => one.id + one.value) };
  })()`);

  /** Checks that the updated page equals a newly loaded one. */
  async function expectFresh(page: Page): Promise<void> {
    const { pathname, search } = new URL(page.url());
    const { page: fresh } = await open(pathname + search);
    expect(await snapshotOf(page)).toEqual(await snapshotOf(fresh));
    await fresh.context().close();
  }

  async function waitForResponses(page: Page, responses: readonly unknown[], count: number): Promise<void> {
    for (let i = 0; i < 200 && responses.length < count; i++) await page.waitForTimeout(25);
    await page.waitForSelector('[data-facet-fragment="results_html"]:not([aria-busy])');
  }

  it('matches a fresh load after any clicks', async () => {
    const random = randomStream(9);
    const { page, responses } = await open('/shop/');
    for (let clicks = 1; clicks <= 12; clicks++) {
      const boxes = page.locator('.facet-filter__facets input[type=checkbox]:not(:disabled):visible');
      const links = page.locator('.facet-pages a:not([aria-current]), .facet-chip');
      const onLink = random() < 0.35 && (await links.count()) > 0;
      const among = onLink ? links : boxes;
      await among.nth(Math.floor(random() * (await among.count()))).click();
      await waitForResponses(page, responses, clicks);
      await expectFresh(page);
    }
    await page.context().close();
  });

  it('shows the page as it was after going back', async () => {
    const { page, responses } = await open('/shop/');
    const before = await snapshotOf(page);
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitForResponses(page, responses, 1);
    await page.goBack();
    await waitForResponses(page, responses, 2);
    expect(await snapshotOf(page)).toEqual(before);
    await page.context().close();
  });

  it('matches a fresh load where browsers normalize the HTML of a plugin', async () => {
    await activatePlugin(site, 'odd-facets', {
      'index.js': `export default { boot(scope) {
      scope.addFilter('facet/facet_html', (html, facet) => facet.slug === 'stock' ? html + '<p>One<div CLASS=odd>Two &hellip; &copy;</div>' : html, 10, 2);
    } };`,
    });
    const { page, responses } = await open('/shop/');
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitForResponses(page, responses, 1);
    await expectFresh(page);
    await page.context().close();
  });
});
