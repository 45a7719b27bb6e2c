import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';

withBrowser('address form in a browser', () => {
  let shop: CommerceSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    shop = await bootCommerce('sqlite');
    await shop.put({ productId: 1, name: 'Mug', price: 4999, stock: 50 });
    browser = await openBrowser();
    page = await (await browser.newContext({ locale: 'en-US', viewport: { width: 360, height: 740 } })).newPage();
    await page.goto(`${shop.url}/product/1/`);
    await page.click('form[action="/cart/"] button');
    await page.waitForURL(/\/cart\//);
    await page.goto(`${shop.url}/checkout/`);
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  const fillAndBlur = async (id: string, value: string): Promise<void> => {
    await page.fill(`#${id}`, value);
    await page.locator(`#${id}`).blur();
  };

  it('shows an error beside a field on blur and removes it once corrected', async () => {
    await fillAndBlur('billing_postcode', '1');
    expect(await page.textContent('#billing_postcode-error')).toBe('Enter the postcode as 00-000.');
    expect(await page.getAttribute('#billing_postcode', 'aria-invalid')).toBe('true');
    expect(await page.getAttribute('#billing_postcode', 'aria-describedby')).toContain('billing_postcode-error');
    await fillAndBlur('billing_phone', 'none');
    expect(await page.textContent('#billing_phone-error')).toContain('Enter the phone number in digits only');
    expect([await seriousFindings(page), await overflows(page)]).toEqual([[], false]);
    await takeScreenshot(page, 'address-fields-360');
    // The hyphen is inserted automatically.
    await page.fill('#billing_postcode', '00001');
    expect(await page.locator('#billing_postcode-error').count()).toBe(0);
    expect(await page.getAttribute('#billing_postcode', 'aria-invalid')).toBeNull();
    await fillAndBlur('billing_phone', '');
    expect(await page.locator('#billing_phone-error').count()).toBe(0);
  });

  it('shows an error for an emptied required field, not for an untouched one', async () => {
    await page.focus('#billing_city');
    await page.locator('#billing_city').blur();
    expect(await page.locator('#billing_city-error').count()).toBe(0);
    await fillAndBlur('billing_city', 'Warszawa');
    await fillAndBlur('billing_city', '');
    expect(await page.textContent('#billing_city-error')).toBe('Fill in: City.');
  });

  it('suggests a correction of a mistyped email domain and applies it', async () => {
    await fillAndBlur('billing_email', 'Anna@gmial.com');
    expect(await page.textContent('.field__suggestion')).toBe('Did you mean anna@gmail.com?');
    await page.click('.field__suggestion button');
    expect(await page.inputValue('#billing_email')).toBe('anna@gmail.com');
    expect(await page.locator('.field__suggestion').count()).toBe(0);
    for (const address of ['anna@gmail.com', 'anna@example.test', 'anna@wp.pl', 'anna@op.pl']) {
      await fillAndBlur('billing_email', address);
      expect([address, await page.locator('.field__suggestion').count()]).toEqual([address, 0]);
    }
  });

  it('accepts postcodes of the selected country', async () => {
    await page.fill('#billing_postcode', '');
    await page.selectOption('#billing_country', 'NL');
    await fillAndBlur('billing_postcode', '1012 AB');
    expect(await page.locator('#billing_postcode-error').count()).toBe(0);
    expect(await page.getAttribute('#billing_postcode', 'inputmode')).toBe('text');
    await page.selectOption('#billing_country', 'PL');
    expect(await page.textContent('#billing_postcode-error')).toBe('Enter the postcode as 00-000.');
    expect(await page.getAttribute('#billing_postcode', 'inputmode')).toBe('numeric');
    await fillAndBlur('billing_postcode', '00-001');
  });

  it('shows the skip link above the header', async () => {
    await page.goto(`${shop.url}/shop/`);
    await page.keyboard.press('Tab');
    const isOnTop = await page.evaluate(`(() => {
      const link = document.activeElement;
      const { left, top, width, height } = link.getBoundingClientRect();
      return [link.className, document.elementFromPoint(left + width / 2, top + height / 2) === link];
    })()`);
    expect(isOnTop).toEqual(['skip-link', true]);
    await page.goto(`${shop.url}/checkout/`);
  });

  it('marks required and optional fields', async () => {
    expect(await page.textContent('label[for=billing_first_name]')).toBe('First name *');
    expect(await page.textContent('label[for=billing_phone]')).toBe('Phone (optional)');
    expect(await page.textContent('#checkout')).toContain('Required fields are marked *.');
    expect(await page.textContent('.checkout__sum')).toContain('Need help? Contact us');
  });
});
