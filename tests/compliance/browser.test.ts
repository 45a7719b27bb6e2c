import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { bootSite, type TestSite } from '../kit/site.js';

withBrowser('consent checkboxes in a browser', () => {
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

  /** Serious findings of axe, and horizontal overflow. */
  async function findProblems(page: Page): Promise<string[]> {
    const found = await seriousFindings(page);
    return [...found, ...((await overflows(page)) ? ['wider than the window'] : [])];
  }

  it.each([
    [1280, true],
    [360, true],
    [360, false],
  ])(
    'law 14 refuses an order without a required checkbox, accepts with, %d px, script %s',
    async (width, javaScriptEnabled) => {
      const context = await browser.newContext({ viewport: { width, height: 800 }, javaScriptEnabled });
      const page = await context.newPage();
      const slug = (
        await site.site
          .db()('store_products')
          .where({ type: 'simple', stock: 'instock', kind: 'physical' })
          .orderBy('id')
          .first<{ slug: string }>('slug')
      ).slug;
      await page.goto(`${site.url}/product/${slug}/`);
      await page.click('.buy__button');
      await page.goto(`${site.url}/checkout/`);
      const values: Readonly<Record<string, string>> = {
        first_name: 'Anna',
        last_name: 'Próbna',
        address_1: 'Prosta 1',
        postcode: '00-001',
        city: 'Warszawa',
        email: `anna${width}${javaScriptEnabled}@example.test`,
      };
      for (const [name, value] of Object.entries(values)) await page.fill(`#billing_${name}`, value);
      const boxes = page.locator('.legal-box input[type=checkbox]');
      for (let index = 0; index < (await boxes.count()); index++)
        expect(await boxes.nth(index).isChecked()).toBe(false);
      const required = page.locator('.legal-box input[required]');
      for (let index = 1; index < (await required.count()); index++) await required.nth(index).check();
      if (javaScriptEnabled) expect(await findProblems(page)).toEqual([]);

      await page.click('button[name=place_order]');
      await page.waitForSelector('#form-errors');
      expect(await page.locator('#form-errors li').allTextContents()).toEqual([
        'To order, please accept the terms of the shop.',
      ]);
      const first = page.locator('.legal-box input').first();
      expect(await first.getAttribute('aria-invalid')).toBe('true');
      expect(await page.locator(`#${await first.getAttribute('aria-describedby')}`).textContent()).toContain(
        'accept the terms of the shop',
      );
      expect(await required.nth(1).isChecked()).toBe(true);
      expect(await page.evaluate('document.activeElement.id')).toBe('form-errors');
      if (javaScriptEnabled) expect(await findProblems(page)).toEqual([]);
      await takeScreenshot(page, `box-refused-${width}`);

      await page.click('#form-errors a');
      expect(await page.evaluate('document.querySelector(":target").id')).toBe(await first.getAttribute('id'));
      await page.click(`label[for=${await first.getAttribute('id')}]`);
      await page.click('button[name=place_order]');
      await page.waitForURL(/\/order\/[0-9a-f]+\//);
      const consents = await site.site
        .db()('compliance_consents')
        .where({ email: values.email })
        .select<{ accepted: number }[]>('accepted');
      expect(consents.map(({ accepted }) => accepted).sort()).toEqual([0, 1, 1, 1]);
      await context.close();
    },
  );

  it('shows withdrawal, report, registration, confirmation and contact forms without accessibility findings', async () => {
    await site.site.db()('compliance_settings').insert({ name: 'double_opt_in_enabled', value: 'true' });
    const page = await browser.newPage();
    for (const width of views([360, 1280])) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of [
        '/withdrawal/',
        '/report/',
        '/register/',
        '/confirm-account/',
        '/confirm-account/?sent=new',
        '/confirm-account/?key=unknown',
        '/contact/',
        '/shop/',
      ]) {
        await page.goto(site.url + path);
        expect([path, await findProblems(page)]).toEqual([path, []]);
      }
    }
    await page.close();
  });
});
