import type { Browser } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser';
import { ADMIN } from '../kit/site';
import { bootFacet, type FacetSite } from './facet-site';

const SCREEN = '/wp-admin/admin.php?page=facet-search-terms';

withBrowser('search terms screen in a browser', () => {
  let site: FacetSite;
  let browser: Browser;

  beforeAll(async () => {
    site = await bootFacet('sqlite');
    await site.rest('POST', '/facet/v1/search-terms', {
      synonyms: [
        ['tapczan', 'łóżko'],
        ['siedzisko', 'krzesło', 'taboret'],
      ],
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(
    views([
      [1280, 'light', true],
      [360, 'dark', true],
      [800, 'light', false],
    ] as const),
  )('tests a search and adds a group: %d px, %s, script %s', async (width, colorScheme, javaScriptEnabled) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, javaScriptEnabled, colorScheme });
    const page = await context.newPage();
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(SCREEN)}`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.press('#user_pass', 'Enter');
    await page.waitForURL(/page=facet-search-terms/);
    await page.fill('#try', 'tapczan');
    await page.press('#try', 'Enter');
    await page.waitForURL(/try=tapczan/);
    expect(await page.textContent('main')).toContain('“tapczan” finds 2 products. Without synonyms: 0.');
    // axe itself needs JavaScript.
    if (javaScriptEnabled) expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await takeScreenshot(page, `facet-search-terms-${width}`);
    await page.fill('#words', `koszulka ${width}, koszula`);
    await page.press('#words', 'Enter');
    await page.waitForSelector(`th:has-text("koszulka ${width}")`);
    expect(await page.textContent('main')).toContain('Synonyms saved.');
    await context.close();
  });
});
