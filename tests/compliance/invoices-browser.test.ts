import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

withBrowser('invoices in a browser', () => {
  let shop: RealShop;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    shop = await bootRealShop('sqlite');
    browser = await openBrowser();
    const mug = await shop.save({ name: 'Kubek ceramiczny z uchem, ręcznie malowany', sku: 'MUG-RED-01' });
    for (const [group, changes] of [
      ['compliance', { ksef_enabled: true }],
      [
        'general',
        {
          company_name: 'Sklep Próbny sp. z o.o.',
          company_address: 'ul. Prosta 1\n00-001 Warszawa',
          company_nip: '526-104-08-28',
          company_email: 'sklep@example.test',
          company_bank_account: 'PL61109010140000071219812874',
        },
      ],
    ] as const)
      await shop.rest('POST', `/shop/v1/settings/${group}`, changes);
    const buyer = await shop.atCheckout(mug, '3');
    await shop.order(buyer, {
      ...checkedBoxes(buyer.last?.text ?? ''),
      want_invoice: '1',
      billing_company: 'Firma Kupująca i Wspólnicy sp.k.',
      billing_nip: '525-22-48-481',
    });
    context = await browser.newContext({ locale: 'pl-PL' });
    const page = await context.newPage();
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.click('#wp-submit');
    await page.waitForURL(/wp-admin/);
    await page.close();
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await shop?.close();
  });

  it('shows draft, invoice, correction and print view accessibly without overflow', async () => {
    const page = await context.newPage();
    const checkPage = async (name: string): Promise<void> => {
      for (const width of views([360, 1280])) {
        await page.setViewportSize({ width, height: 900 });
        expect([name, width, await seriousFindings(page), await overflows(page)]).toEqual([name, width, [], false]);
        // An invoice must not need horizontal scrolling on a phone.
        expect([
          name,
          width,
          await page.evaluate(
            "[...document.querySelectorAll('.invoice-sheet .table-scroll')].filter((box) => box.scrollWidth > box.clientWidth + 1).length",
          ),
        ]).toEqual([name, width, 0]);
        await takeScreenshot(page, `${name}-${width}`);
      }
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    await page.goto(`${shop.url}/wp-admin/admin.php?page=compliance-invoices`);
    expect(await page.locator('.invoice-list').first().textContent()).toContain('Firma Kupująca i Wspólnicy sp.k.');
    await checkPage('invoice-list');
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-orders`);
    await checkPage('invoice-orders');
    await page.click('.row-title');
    await page.click('a[href*="compliance-invoice"]');
    await checkPage('invoice-draft');
    await page.click('button[value=issue]');
    await page.waitForURL(/compliance-invoice&id=/);
    await checkPage('invoice');
    await page.click('.invoice-tools summary');
    await page.fill('#invoice-line-0', '1');
    await page.fill('#invoice-reason', 'Zwrot dwóch kubków');
    await checkPage('invoice-correcting');
    await page.click('button[value=correct]');
    await page.waitForURL(/id=2/);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.invoice-sheet').isVisible()).toBe(true);
    for (const hidden of ['.invoice-tools', '.admin__bar', '.admin__menu', '.notice'])
      if ((await page.locator(hidden).count()) > 0)
        expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    // The printable area of A4.
    await page.setViewportSize({ width: 680, height: 960 });
    expect(await overflows(page)).toBe(false);
    expect(
      await page.evaluate(
        "[...document.querySelectorAll('.invoice-sheet .table-scroll')].some((box) => box.scrollWidth > box.clientWidth + 1)",
      ),
    ).toBe(false);
    await takeScreenshot(page, 'invoice-correction-print');
    await page.close();
  });
});
