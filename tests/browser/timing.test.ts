import type { Browser } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

withBrowser('page timing panel in a browser', () => {
  let test: TestSite;
  let browser: Browser;
  let cookie: string;
  beforeAll(async () => {
    test = await bootSite({ shop: true });
    browser = await openBrowser();
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    cookie = owner.cookies();
  });
  afterAll(async () => {
    await browser.close();
    await test.close();
  });

  it.each(
    views([
      ['light', 1280, '/'],
      ['dark', 1280, '/'],
      ['light', 360, '/shop/'],
      ['dark', 360, '/wp-admin/'],
      ['light', 1280, '/wp-admin/'],
    ] as const),
  )('opens collapsed and expands by keyboard accessibly (%s, %d wide, %s)', async (colorScheme, width, path) => {
    const page = await browser.newPage({
      colorScheme,
      viewport: { width, height: 800 },
      extraHTTPHeaders: { cookie },
    });
    await page.goto(`${test.url}${path}?plinth_timing=1`);
    const list = page.locator('.plinth-timing table');
    expect(await list.isVisible()).toBe(false);
    await page.locator('.plinth-timing summary').focus();
    await page.keyboard.press('Enter');
    expect(await list.isVisible()).toBe(true);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.plinth-timing')).borderTopStyle")).toBe(
      'solid',
    );
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await takeScreenshot(page, `timing-${path.replaceAll('/', '')}-${colorScheme}-${width}`);
    await page.close();
  });
});
