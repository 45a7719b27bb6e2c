import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import { VARIATION } from './shop-site.js';
import { BUYER } from './shopper.js';

/** A Tuesday morning in Warsaw. */
const TUESDAY = Date.parse('2030-11-26T10:00:00+01:00');

withBrowser('delivery estimate in a browser', () => {
  let shop: ReviewShop;
  let browser: Browser;

  beforeAll(async () => {
    const real = Date.now.bind(Date);
    const startedAt = real();
    jest.spyOn(Date, 'now').mockImplementation(() => TUESDAY + real() - startedAt);
    shop = await bootReviewShop('sqlite');
    browser = await openBrowser();
    await shop.inContext(() => shop.site.options.updateOption('timezone_string', 'Europe/Warsaw'));
    const [red, blue] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Kolor',
        kind: 'attribute',
        hierarchical: false,
      });
      return [
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Czerwony' }),
        await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name: 'Błękitny' }),
      ];
    });
    await shop.save({
      name: 'Dywan wełniany',
      price: null,
      variations: [
        { ...VARIATION, termIds: [red ?? 0] },
        {
          ...VARIATION,
          price: { regular: 6000, sale: null, saleFrom: null, saleTo: null },
          termIds: [blue ?? 0],
          stock: 'onbackorder',
          expectedOn: '2030-12-05',
        },
      ],
    });
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
    jest.restoreAllMocks();
  });

  async function checkPage(page: Page, name: string): Promise<void> {
    for (const [width, colorScheme] of views([
      [360, 'dark'],
      [360, 'light'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const)) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      expect([name, width, colorScheme, await seriousFindings(page), await overflows(page)]).toEqual([
        name,
        width,
        colorScheme,
        [],
        false,
      ]);
      await takeScreenshot(page, `${name}-${width}-${colorScheme}`);
    }
  }
  async function visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (
      await browser.newContext({ locale: 'pl-PL', viewport: { width: 360, height: 740 }, ...options })
    ).newPage();
    await page.goto(shop.url + path);
    return page;
  }
  const readEstimates = async (page: Page): Promise<string[]> =>
    (await page.locator('.arrives:visible').allInnerTexts()).map((text) => text.trim());

  it('lets the owner set them per shipping method with errors beside the fields', async () => {
    const page = await visit('/wp-login.php');
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('#wp-submit');
    await page.waitForURL(/wp-admin/);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-commerce&wp_lang=pl_PL`);
    await page.fill('#accountNumber', 'PL61109010140000071219812874');
    await page.fill('[name="days_from[home.pickup]"]', '1');
    await page.fill('[name="days_to[home.pickup]"]', '0');
    await page.fill('#daysOff', '2030-12-27 – 2030-12-31');
    await page.click('form.store-form button >> nth=-1');
    await page.waitForSelector('#form-errors');
    await page.click('#form-errors a');
    expect(await page.evaluate('document.activeElement.id')).toBe('home.pickup');
    await checkPage(page, 'arrival-settings');
    await page.fill('[name="days_to[home.pickup]"]', '1');
    await page.click('form.store-form button >> nth=-1');
    await page.waitForSelector('.notice--success');
    expect(await page.inputValue('#daysOff')).toBe('2030-12-27 – 2030-12-31');
    expect(await page.inputValue('#cutOff')).toBe('12:00');
  });

  it('follows the chosen variation; without script each variation shows its own', async () => {
    const page = await visit('/product/dywan-welniany/?wp_lang=pl_PL');
    expect(await readEstimates(page)).toEqual([
      'Dostawa: środa 27 – czwartek 28 listopada',
      'Gotowe do odbioru: środa 27 listopada',
    ]);
    await checkPage(page, 'arrival-product');
    await page.check('[data-availability="onbackorder"]');
    expect(await readEstimates(page)).toEqual([
      'Dostawa: poniedziałek 9 – wtorek 10 grudnia',
      'Gotowe do odbioru: poniedziałek 9 grudnia',
    ]);
    const plain = await visit('/product/dywan-welniany/?wp_lang=pl_PL', { javaScriptEnabled: false });
    expect(await readEstimates(plain)).toEqual([
      'Czerwony: Dostawa: środa 27 – czwartek 28 listopada',
      'Czerwony: Gotowe do odbioru: środa 27 listopada',
      'Błękitny: Dostawa: poniedziałek 9 – wtorek 10 grudnia',
      'Błękitny: Gotowe do odbioru: poniedziałek 9 grudnia',
    ]);
  });

  it('appears in cart and checkout by country and stays with the order', async () => {
    const page = await visit('/product/dywan-welniany/?wp_lang=pl_PL');
    await page.click('.buy__button');
    await page.waitForURL(/\/cart\//);
    expect(await readEstimates(page)).toEqual([
      'Dostawa: środa 27 – czwartek 28 listopada',
      'Gotowe do odbioru: środa 27 listopada',
    ]);
    await checkPage(page, 'arrival-cart');
    await page.goto(`${shop.url}/checkout/`);
    const both = ['Dostawa: środa 27 – czwartek 28 listopada', 'Gotowe do odbioru: środa 27 listopada'];
    expect(await readEstimates(page)).toEqual([...both, 'środa 27 – czwartek 28 listopada']);
    await page.selectOption('#billing_country', 'DE');
    await page.waitForSelector('#arrives-courier', { state: 'hidden' });
    expect(await readEstimates(page)).toEqual([both[1]]);
    await page.selectOption('#billing_country', 'PL');
    await page.waitForSelector('#arrives-courier', { state: 'visible' });
    await page.check('#payment-transfer');
    await page.waitForSelector('#checkout-sum:has-text("jeśli przelew")');
    await checkPage(page, 'arrival-checkout');
    await page.check('#payment-cod');
    await page.waitForSelector('#checkout-sum:not(:has-text("jeśli przelew"))');
    for (const name of [
      'billing_first_name',
      'billing_last_name',
      'billing_address_1',
      'billing_postcode',
      'billing_city',
      'billing_email',
    ] as const)
      await page.fill(`#${name}`, BUYER[name] ?? '');
    await page.click('.checkout__buy');
    await page.waitForURL(/\/order\//);
    expect((await page.innerText('main')).replace(/\s+/g, ' ')).toContain(
      'Przewidywana dostawa środa 27 – czwartek 28 listopada',
    );
    await checkPage(page, 'arrival-order');
  });
});
