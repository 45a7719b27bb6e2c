import type { Browser, BrowserContext } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';

withBrowser('email template screen in a browser', () => {
  let shop: CommerceSite;
  let browser: Browser;
  let context: BrowserContext;
  beforeAll(async () => {
    shop = await bootCommerce('sqlite');
    browser = await openBrowser();
    context = await browser.newContext({ locale: 'pl-PL' });
  });
  afterAll(async () => {
    await context?.close();
    await browser?.close();
    await shop?.close();
  });

  it('edits, previews and test-sends an email accessibly at all widths and color schemes', async () => {
    const page = await context.newPage();
    const checkPage = async (name: string): Promise<void> => {
      for (const [width, colorScheme] of views([
        [360, 'dark'],
        [360, 'light'],
        [1280, 'light'],
        [1280, 'dark'],
      ] as const)) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect([name, width, colorScheme, await seriousFindings(page), await overflows(page)]).toEqual([
          name,
          width,
          colorScheme,
          [],
          false,
        ]);
        await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 900 });
    };
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('#user_login', ADMIN.login);
    await page.fill('#user_pass', ADMIN.password);
    await page.click('#wp-submit');
    await page.waitForURL(/wp-admin/);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-emails`);
    await checkPage('letters');
    await page.click('a[href*="kind=received"]');
    await page.waitForSelector('#opening_pl');
    await page.fill('#opening_pl', 'Dzień dobry {first_name},\n\nbardzo dziękujemy!');
    await page.fill('#subject_pl', 'Zamówienie {numer}');
    await page.press('#subject_pl', 'Enter');
    await page.waitForSelector('#subject_pl-error');
    expect(await page.textContent('#subject_pl-error')).toContain('{number}');
    for (const text of ['Potwierdzenie Twojego zamówienia', 'Confirmation of your order'])
      expect(await page.textContent('main')).toContain(text);
    await checkPage('letter-refused');
    await page.fill('#subject_pl', 'Zamówienie {number}');
    await page.click('button[value=preview]');
    await page.waitForSelector('.email-preview');
    expect(await page.textContent('.email-preview')).toContain('Dzień dobry Anna,');
    await checkPage('email-preview');
    await page.click('button[value=save]');
    await page.waitForSelector('.notice--success');
    expect(await page.inputValue('#subject_pl')).toBe('Zamówienie {number}');
    await page.click('button[value=test]');
    await page.waitForSelector('.notice--success');
    expect(shop.emails().some((email) => email.includes('bardzo dziękujemy!'))).toBe(true);
    await page.close();
  });
});
