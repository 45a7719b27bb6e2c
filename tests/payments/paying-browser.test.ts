import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { UNLIMITED } from '../store/selling-site.js';
import { openProviderPages, type ProviderPages } from './provider-pages.js';

const CUSTOMER = {
  first_name: 'Anna',
  last_name: 'Próbna',
  address_1: 'ul. Długa 12',
  postcode: '00-001',
  city: 'Warszawa',
  email: 'anna@example.test',
};
const HOW: readonly (readonly [string, string, BrowserContextOptions])[] = [
  ['with JavaScript, on a phone in dark mode', 'phone', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
  ['without JavaScript, on a desktop', 'desk', { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }],
];

withBrowser('shopper paying at a payment provider', () => {
  let site: TestSite;
  let provider: ProviderPages;
  let browser: Browser;

  beforeAll(async () => {
    provider = await openProviderPages();
    site = await bootSite({ demo: true });
    await activatePlugin(site, 'piggy', provider.plugin);
    await site.inContext(async () => {
      await site.site.options.updateOption('store_commerce_settings', UNLIMITED);
      for (const id of ['piggy', 'piggy-card'])
        await site.site.options.updateOption(`store_payment_${id}`, { enabled: true });
    });
    await site.site
      .db()('store_products')
      .where({ slug: 'komoda-cma' })
      .update({ stock_quantity: 50, stock: 'instock' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await provider?.close();
  });

  async function checkPage(page: Page, name: string): Promise<void> {
    await takeScreenshot(page, name);
    if (!name.endsWith('phone')) return;
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }

  /** Goes from a product to the provider's payment page. */
  async function toTheProvider(page: Page, shot: string): Promise<void> {
    await page.goto(`${site.url}/product/komoda-cma/`);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    await page.goto(`${site.url}/checkout/`);
    for (const [name, value] of Object.entries(CUSTOMER)) await page.fill(`#billing_${name}`, value);
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await page.check('#payment-piggy');
    await checkPage(page, `paying-checkout-${shot}`);
    await page.click('.checkout__buy');
    await page.waitForURL(`${provider.url}/pay?**`);
  }
  const orders = async (): Promise<unknown[]> =>
    (await site.site
      .db()('store_orders')
      .orderBy('id', 'desc')
      .limit(1)
      .select('status', 'payment_method')) as unknown[];
  const attempts = async (): Promise<unknown[]> =>
    await site.site.db()('store_payments').orderBy('id', 'desc').limit(2).pluck('state');

  it.each(HOW)('pays, returns and finds the order paid, %s', async (_how, shot, options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await toTheProvider(page, shot);
    await page.click('text="Pay"');
    await page.waitForURL(`${site.url}/order/*/`);
    await checkPage(page, `paying-paid-${shot}`);
    expect(await page.innerText('main')).toContain('Processing');
    expect(await page.innerText('main')).toContain('We have received your payment.');
    expect(await page.locator('text="Pay now"').count()).toBe(0);
    expect(await orders()).toEqual([{ status: 'processing', payment_method: 'piggy' }]);
    await context.close();
  });

  it.each(HOW)('cancels, chooses another payment method and pays, %s', async (_how, shot, options) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await toTheProvider(page, shot);
    await page.click('text="Cancel"');
    await page.waitForURL(`${site.url}/order/*/`);
    await checkPage(page, `paying-canceled-${shot}`);
    expect(await page.innerText('main')).toContain('Pending payment');
    expect(await page.innerText('main')).toContain('The payment didn’t go through');
    await page.click('text="Pay now"');
    await page.waitForURL(`${site.url}/order/*/pay/`);
    await page.check('#payment-piggy-card');
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await checkPage(page, `paying-again-${shot}`);
    await page.click('button[name="pay"]');
    await page.waitForURL(`${provider.url}/pay?**`);
    await page.click('text="Pay"');
    await page.waitForURL(`${site.url}/order/*/`);
    expect(await page.innerText('main')).toContain('Processing');
    expect(await orders()).toEqual([{ status: 'processing', payment_method: 'piggy-card' }]);
    expect(await attempts()).toEqual(['paid', 'failed']);
    await context.close();
  });
});
