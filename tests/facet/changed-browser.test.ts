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

  async function open(path: string): Promise<{ page: Page; answers: { keys: string[]; bytes: number }[] }> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const responses: { keys: string[]; bytes: number }[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith(ENDPOINT) || response.status() !== 200) return;
      const text = await response.text().catch(() => '{}');
      responses.push({ keys: Object.keys(JSON.parse(text) as object), bytes: gzipSync(text).length });
    });
    await page.goto(site.url + path);
    await page.waitForSelector('.facet-filter--live');
    return { page, answers: responses };
  }

  /** The fragments without elements added by the script, and the current selection. */
  const snapshotOf = (page: Page): Promise<unknown> =>
    page.evaluate(`(() => {
    const root = document.querySelector('[data-facet-widget]').cloneNode(true);
    for (const own of root.querySelectorAll('.facet-suggest')) own.remove();
    for (const input of root.querySelectorAll('[data-facet-query], [data-facet-range] input, [data-facet-slider]')) for (const name of ['role', 'style', 'aria-autocomplete', 'aria-expanded', 'aria-controls', 'aria-valuetext']) input.removeAttribute(name);
    for (const details of root.querySelectorAll('details')) details.open = false;
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

  it('W24 matches a fresh load after any clicks, sending only differences', async () => {
    const random = randomStream(9);
    const { page, answers: responses } = await open('/shop/');
    for (let clicks = 1; clicks <= 12; clicks++) {
      const boxes = page.locator('.facet-filter__facets input[type=checkbox]:not(:disabled):visible');
      const links = page.locator('.facet-pages a:not([aria-current]), .facet-chip');
      const onLink = random() < 0.35 && (await links.count()) > 0;
      const among = onLink ? links : boxes;
      await among.nth(Math.floor(random() * (await among.count()))).click();
      await waitForResponses(page, responses, clicks);
      await expectFresh(page);
    }
    expect(responses.flatMap(({ keys }) => keys.filter((key) => key.endsWith('_html')))).toEqual([]);
    expect(responses.map(({ bytes }) => bytes).sort((a, b) => a - b)[6]).toBeLessThan(4096);
    await page.context().close();
  });

  it('goes back to an earlier choice with a tiny response', async () => {
    const { page, answers: responses } = await open('/shop/');
    const before = await snapshotOf(page);
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitForResponses(page, responses, 1);
    await page.goBack();
    await waitForResponses(page, responses, 2);
    expect(await snapshotOf(page)).toEqual(before);
    expect(responses[1]?.bytes).toBeLessThan(700);
    await page.context().close();
  });

  it('loads complete fragments after a foreign change of the page', async () => {
    const { page, answers: responses } = await open('/shop/');
    await page.route(`**${ENDPOINT}`, (route) => {
      const body = JSON.parse(route.request().postData() ?? '{}') as { have: { tags: Record<string, string> } };
      body.have.tags.facets_html = 'something-else';
      return route.continue({ postData: JSON.stringify(body) });
    });
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitForResponses(page, responses, 1);
    expect(responses[0]?.keys).toContain('facets_html');
    expect(responses[0]?.keys).not.toContain('results_html');
    await expectFresh(page);
    await page.context().close();
  });

  it('loads facets completely when browsers normalize their HTML, and patches the rest', async () => {
    await activatePlugin(site, 'odd-facets', {
      'index.js': `export default { boot(scope) {
      scope.addFilter('facet/facet_html', (html, facet) => facet.slug === 'stock' ? html + '<p>One<div CLASS=odd>Two &hellip; &copy;</div>' : html, 10, 2);
    } };`,
    });
    const { page, answers: responses } = await open('/shop/');
    await page.check('input[name="sf_stock[]"][value="instock"]');
    await waitForResponses(page, responses, 1);
    expect(responses[0]?.keys).toContain('facets_html');
    expect(responses[0]?.keys).not.toContain('results_html');
    await expectFresh(page);
    await page.context().close();
  });
});
