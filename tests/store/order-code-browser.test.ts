import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { ACCOUNT_NUMBER, UNLIMITED } from './selling-site.js';

const CUSTOMER = {
  first_name: 'Anna',
  last_name: 'Próbna',
  address_1: 'ul. Długa 12',
  postcode: '00-001',
  city: 'Warszawa',
  email: 'anna@example.test',
};

withBrowser('order verification code in a browser', () => {
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
  beforeEach(async () => {
    await site.site.db()('rate_limits').delete();
    await site.site
      .db()('store_products')
      .where({ slug: 'komoda-cma' })
      .update({ stock_quantity: 50, stock: 'instock' });
    await site.inContext(() =>
      site.site.options.updateOption('store_commerce_settings', {
        accountNumber: ACCOUNT_NUMBER,
        ...UNLIMITED,
        ordersPerEmail: 1,
      }),
    );
  });

  async function checkout(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${site.url}/?wp_lang=pl_PL`);
    await page.goto(`${site.url}/product/komoda-cma/`);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    await page.goto(`${site.url}/checkout/`);
    for (const [name, value] of Object.entries(CUSTOMER)) await page.fill(`#billing_${name}`, value);
    await page.getByText('Dodaj uwagi do zamówienia').click();
    await page.fill('#order_note', 'Dzwonić dwa razy');
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await page.click('.checkout__buy');
    return page;
  }

  /** The code in the latest email. */
  function code(): string {
    const folder = join(site.site.config.dataDir, 'mail');
    const codes = readdirSync(folder)
      .sort()
      .flatMap(
        (name) =>
          /class="total">\s*<strong>(\d{6})<|^(\d{6})\r?$/m
            .exec(readFileSync(join(folder, name), 'utf8').replace(/=\r?\n/g, ''))
            ?.slice(1)
            .filter(Boolean) ?? [],
      );
    return codes.at(-1) ?? '';
  }

  it.each([
    [
      'with JavaScript, on a phone in dark mode',
      { viewport: { width: 360, height: 740 }, colorScheme: 'dark' as const },
    ],
    ['without JavaScript, on a desktop', { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }],
  ])('requires a code, shows a wrong one as error and accepts it %s', async (_how, options) => {
    const first = await browser.newContext();
    const ordered = await checkout(first);
    await ordered.waitForURL('**/order/*/');
    await first.close();

    const context = await browser.newContext(options);
    const page = await checkout(context);
    await page.waitForSelector('#order_code');
    const name = options.viewport.width;
    if (!('javaScriptEnabled' in options)) {
      expect(await seriousFindings(page)).toEqual([]);
      expect(await overflows(page)).toBe(false);
    }
    await page.locator('#order_code').scrollIntoViewIfNeeded();
    await takeScreenshot(page, `order-code-${name}`);
    expect(await page.inputValue('#order_note')).toBe('Dzwonić dwa razy');
    expect(await page.inputValue('#billing_city')).toBe('Warszawa');
    for (const box of await page.locator('.legal-box input').all()) expect(await box.isChecked()).toBe(true);
    await page.fill('#order_code', code() === '000000' ? '000001' : '000000');
    await page.click('.checkout__buy');
    await page.waitForSelector('#order_code-error');
    expect(await page.innerText('#order_code-error')).toBe('Kod jest niepoprawny. Sprawdź ponownie naszą wiadomość.');
    await page.fill('#order_code', code());
    await page.click('.checkout__buy');
    await page.waitForURL('**/order/*/');
    await context.close();
  });
});
