import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, waitUntil, withBrowser } from '../kit/browser.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { ACCOUNT_NUMBER, UNLIMITED } from './selling-site.js';

const CUSTOMER = {
  first_name: 'Anna',
  last_name: 'Próbna',
  address_1: 'ul. Długa 12',
  postcode: '00-001',
  city: 'Warszawa',
  email: 'anna@example.test',
};

/** A parcel locker with pickup points, gift wrapping as a fee, a discount code and an engraving. */
const PARTS = `export default { boot(scope) {
  scope.addAction('store/booted', ({ deliveries, fees, discounts, cartData, tabs }) => {
    deliveries.register({ id: 'locker', label: 'Paczkomat', rates: ({ destination }) => [{ price: destination.country === 'DE' ? 2599 : 1299 }], fields: () => [{ name: 'point', label: 'Punkt odbioru', type: 'select', required: true, options: [{ value: 'WAW1', label: 'Warszawa, Prosta 1' }] }] });
    deliveries.register({ id: 'abroad', label: 'Kurier za granicę', rates: ({ destination }) => destination.country === 'FR' ? [{ price: 4999 }] : [] });
    fees.register({ id: 'wrap', label: 'Pakowanie', calculate: () => ({ amount: 700 }) });
    discounts.register({ id: 'ten', label: 'Rabat', byCode: true, calculate: (cart, code) => code === 'WIOSNA' ? { kind: 'percent', percent: 10 } : null });
    cartData.register({ id: 'engraving', fields: () => [{ name: 'text', label: 'Grawer', maxLength: 20, hint: 'Do 20 znaków' }], price: ({ text }) => text ? 1000 : 0 });
    tabs.register({ id: 'care', title: 'Pielęgnacja', render: () => '<p>Myć ręcznie.</p>' });
  });
} };`;

withBrowser('checkout with plugin parts in a browser', () => {
  let site: TestSite;
  let browser: Browser;

  beforeAll(async () => {
    site = await bootSite({ demo: true });
    await activatePlugin(site, 'parts', { 'index.js': PARTS });
    await site.inContext(() =>
      site.site.options.updateOption('store_commerce_settings', { accountNumber: ACCOUNT_NUMBER, ...UNLIMITED }),
    );
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    await site.site
      .db()('store_products')
      .where({ slug: 'komoda-cma' })
      .update({ stock_quantity: 50, stock: 'instock' });
  });

  const CONTEXTS: readonly (readonly [string, BrowserContextOptions])[] = [
    ['with JavaScript, on a phone in dark mode', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' }],
    ['without JavaScript, on a desktop', { viewport: { width: 1280, height: 800 }, javaScriptEnabled: false }],
  ];

  async function checkPage(page: Page, name: string, scripted: boolean): Promise<void> {
    await takeScreenshot(page, name);
    if (!scripted) return;
    expect(await seriousFindings(page)).toEqual([]);
    expect(await overflows(page)).toBe(false);
  }

  it.each(CONTEXTS)('completes an order %s', async (_how, options) => {
    const scripted = options.javaScriptEnabled !== false;
    const width = String(options.viewport?.width);
    const context = await browser.newContext(options);
    const page = await context.newPage();
    await page.goto(`${site.url}/?wp_lang=pl_PL`);
    await page.goto(`${site.url}/product/komoda-cma/`);
    expect(await page.innerText('#tab-care')).toContain('Myć ręcznie.');
    await page.fill('#data_engraving_text', 'Dla Oli');
    await checkPage(page, `parts-product-${width}`, scripted);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    expect(await page.innerText('.line-details')).toContain('Dla Oli');
    expect(await page.innerText('.cart__summary')).toContain('Pakowanie');
    await checkPage(page, `parts-cart-${width}`, scripted);

    await page.goto(`${site.url}/checkout/`);
    for (const [name, value] of Object.entries(CUSTOMER)) await page.fill(`#billing_${name}`, value);
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await page.check('#shipping-locker');
    if (!scripted) await page.click('.checkout__update button');
    await page.waitForSelector('#delivery_point');
    await waitUntil(page, "document.getElementById('checkout-sum').textContent.includes('Paczkomat')");
    await page.fill('#discount_code', 'ZIMA');
    await page.click('button[name="apply_code"]');
    await page.waitForSelector('#discount_code-error');
    expect(await page.inputValue('#billing_city')).toBe('Warszawa');
    await page.fill('#discount_code', 'WIOSNA');
    // Enter submits the discount code.
    await page.press('#discount_code', 'Enter');
    await page.waitForSelector('button[name="remove_code"]');
    const sum = await page.innerText('#checkout-sum');
    for (const text of ['Pakowanie', 'Rabat (WIOSNA)', 'Paczkomat', 'Dla Oli']) expect(sum).toContain(text);
    await checkPage(page, `parts-checkout-${width}`, scripted);

    // The error names the missing field; input is preserved.
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await page.click('.checkout__buy');
    await page.waitForSelector('#delivery_point-error');
    expect(await page.innerText('#form-errors')).toContain('Punkt odbioru');
    await page.selectOption('#delivery_point', 'WAW1');
    await page.click('.checkout__buy');
    await page.waitForURL('**/order/*/');
    const thanks = await page.innerText('main');
    for (const text of ['Punkt odbioru', 'Warszawa, Prosta 1', 'Pakowanie', 'Rabat (WIOSNA)', 'Paczkomat', 'Dla Oli'])
      expect(thanks).toContain(text);
    await checkPage(page, `parts-order-${width}`, scripted);
    await context.close();
  });

  it('S27 updates total, shipping prices and methods when the shipping country changes', async () => {
    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${site.url}/?wp_lang=pl_PL`);
    await page.goto(`${site.url}/product/komoda-cma/`);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    await page.goto(`${site.url}/checkout/`);
    await page.check('#shipping-locker');
    await page.waitForSelector('#checkout-sum:has-text("12,99")');
    await page.check('#ship_elsewhere');
    await page.selectOption('#shipping_country', 'DE');
    await page.waitForSelector('#checkout-sum:has-text("25,99")');
    expect(await page.innerText('label[for="shipping-locker"]')).toContain('25,99');
    expect(await page.isChecked('#shipping-locker')).toBe(true);
    expect(await page.locator('#shipping-abroad').count()).toBe(0);
    await page.selectOption('#shipping_country', 'FR');
    await page.check('#shipping-abroad');
    await page.waitForSelector('#checkout-sum:has-text("49,99")');
    await page.selectOption('#shipping_country', 'DE');
    await page.waitForSelector('#shipping-abroad', { state: 'detached' });
    await page.waitForSelector('#checkout-sum:not(:has-text("49,99"))');
    // With delivery to the billing address, it determines the price again.
    await page.check('#shipping-locker');
    await page.waitForSelector('#checkout-sum:has-text("25,99")');
    await page.uncheck('#ship_elsewhere');
    await page.waitForSelector('#checkout-sum:has-text("12,99")');
    expect(await page.innerText('label[for="shipping-locker"]')).toContain('12,99');
    await context.close();
  });
});
