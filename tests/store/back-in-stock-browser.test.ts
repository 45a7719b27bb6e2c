import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';
import { decodeEmail } from './selling-site.js';
import { VARIATION } from './shop-site.js';

const price = (regular: number) => ({ regular, sale: null, saleFrom: null, saleTo: null });

withBrowser('back-in-stock alert in a browser', () => {
  let shop: ReviewShop;
  let browser: Browser;
  let rug = 0;
  let versions: readonly number[] = [];

  beforeAll(async () => {
    shop = await bootReviewShop('sqlite');
    browser = await openBrowser();
    const [red, blue, green] = await shop.inContext(async () => {
      await shop.parts.taxonomies.ensureTaxonomy({
        name: 'pa_color',
        label: 'Kolor',
        kind: 'attribute',
        hierarchical: false,
      });
      const terms: number[] = [];
      for (const name of ['Czerwony', 'Błękitny', 'Zielony'])
        terms.push(await shop.parts.taxonomies.ensureTerm({ taxonomy: 'pa_color', name }));
      return terms;
    });
    await shop.save({
      name: 'Lampa stołowa Jutrzenka',
      stockQuantity: 0,
      stock: 'outofstock',
      shortDescription: 'Mosiądz i szkło.',
    });
    const own = (termId: number | undefined, stockQuantity: number | null) => ({
      ...VARIATION,
      price: price(24_900),
      termIds: [termId ?? 0],
      stockQuantity: stockQuantity,
    });
    rug = await shop.save({
      name: 'Dywan wełniany',
      price: null,
      variations: [own(red, 0), own(blue, 3), own(green, 0)],
    });
    versions = await shop.site.db()('store_variations').where({ product_id: rug }).orderBy('id').pluck<number[]>('id');
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
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
  const subscriptions = async (): Promise<unknown[]> =>
    (await shop.site
      .db()('store_back_in_stock')
      .orderBy('id')
      .select('email', 'variation_id', 'confirmed')) as unknown[];
  const forget = async (): Promise<void> => void (await shop.site.db()('store_back_in_stock').delete());

  it.each([true, false])(
    'subscribes and confirms for a sold-out product, with script: %s',
    async (javaScriptEnabled) => {
      await forget();
      const page = await visit('/product/lampa-stolowa-jutrzenka/?wp_lang=pl_PL', { javaScriptEnabled });
      expect(await page.locator('.buy__button').count()).toBe(0);
      if (javaScriptEnabled) await checkPage(page, 'alerts-form');
      await page.fill('#alert_email', 'anna@example.test');
      await page.press('#alert_email', 'Enter');
      await page.waitForSelector('.notice--success');
      expect(await subscriptions()).toEqual([{ email: 'anna@example.test', variation_id: 0, confirmed: 0 }]);
      const link =
        /\/back-in-stock\/[0-9a-f]{48}\/(?!stop)/.exec(shop.emails().map(decodeEmail).at(-1) ?? '')?.[0] ?? '';
      await page.goto(shop.url + link);
      if (javaScriptEnabled) await checkPage(page, 'alerts-confirm');
      await page.click('main form button');
      await page.waitForSelector('main form', { state: 'detached' });
      expect(await subscriptions()).toMatchObject([{ confirmed: 1 }]);
    },
  );

  it('shows an error beside the email field and keeps the typed value', async () => {
    await forget();
    const page = await visit('/product/lampa-stolowa-jutrzenka/?wp_lang=pl_PL', { javaScriptEnabled: false });
    await page.fill('#alert_email', 'anna@localhost');
    await page.press('#alert_email', 'Enter');
    await page.waitForSelector('#alert_email-error');
    expect(await page.inputValue('#alert_email')).toBe('anna@localhost');
    expect(await page.getAttribute('#alert_email', 'aria-invalid')).toBe('true');
    expect(await subscriptions()).toEqual([]);
  });

  it.each([true, false])(
    'replaces the buy button for a sold-out variation only, with script: %s',
    async (javaScriptEnabled) => {
      await forget();
      const page = await visit(`/product/dywan-welniany/?variation=${versions[2]}&wp_lang=pl_PL`, {
        javaScriptEnabled,
      });
      expect(await page.isVisible('.buy__button')).toBe(false);
      expect(await page.isVisible('.alert-box #alert_email')).toBe(true);
      expect(await page.inputValue('#alert_variation')).toBe(String(versions[2]));
      if (javaScriptEnabled) await checkPage(page, 'alerts-version');
      await page.fill('#alert_email', 'ewa@example.test');
      await page.press('#alert_email', 'Enter');
      await page.waitForSelector('.notice--success');
      expect(new URL(page.url()).searchParams.get('variation')).toBe(String(versions[2]));
      expect(await subscriptions()).toEqual([{ email: 'ewa@example.test', variation_id: versions[2], confirmed: 0 }]);
      await page.check(`#variation-${versions[1]}`);
      await page.waitForSelector('.buy__button', { state: 'visible' });
      if (javaScriptEnabled) {
        expect(await page.textContent('#product-stock')).toContain('3');
        expect(await page.getAttribute('#product-stock', 'class')).toBe('stock stock--instock');
      }
      await page.click('.buy__button');
      await page.waitForURL(/\/cart\//);
      expect(await page.textContent('.cart__lines')).toContain('Błękitny');
    },
  );

  it('counts subscriptions by product and variation without email addresses', async () => {
    await forget();
    const lamp = (
      await shop.site.db()('store_products').where({ slug: 'lampa-stolowa-jutrzenka' }).first<{ id: number }>('id')
    ).id;
    const buildSubscription = (n: number, productId: number, variationId: number, confirmed: number) => ({
      product_id: productId,
      variation_id: variationId,
      email: `person-${n}@example.test`,
      locale: 'pl_PL',
      confirmed,
      confirm_key: `${n}`.padStart(48, '0'),
      stop_key: `${n}`.padStart(48, 'a'),
      created_at: `2026-0${1 + (n % 9)}-11 10:00:00`,
    });
    const long = await shop.save({
      name: 'Regał modułowy z litego drewna dębowego, olejowany, z szufladami i drzwiczkami, wersja szeroka',
      stockQuantity: 0,
      stock: 'outofstock',
      status: 'draft',
    });
    const rows = [
      ...Array.from({ length: 7 }, (_one, n) => buildSubscription(n, lamp, 0, 1)),
      ...Array.from({ length: 3 }, (_one, n) => buildSubscription(20 + n, rug, versions[0] ?? 0, 1)),
      buildSubscription(30, rug, versions[2] ?? 0, 1),
      buildSubscription(31, long, 0, 1),
      buildSubscription(40, 99_999, 0, 1),
      buildSubscription(50, lamp, 0, 0),
    ];
    await shop.site.db()('store_back_in_stock').insert(rows);
    const page = await visit('/wp-login.php');
    await page.fill('input[name=log]', ADMIN.login);
    await page.fill('input[name=pwd]', ADMIN.password);
    await page.click('#wp-submit');
    await page.waitForURL(/wp-admin/);
    await page.goto(`${shop.url}/wp-admin/admin.php?page=store-back-in-stock&wp_lang=pl_PL`);
    const text = (await page.innerText('main')) ?? '';
    expect(text.replace(/\s+/g, ' ')).toMatch(/7 osób 11 stycznia 2026.*Regał .* poza sklepem .*Usunięty produkt/);
    expect(await page.locator('tbody a').count()).toBe(4);
    expect(text).not.toContain('person-');
    expect(await page.locator('tbody tr').count()).toBe(5);
    expect((await page.locator('tbody tr').first().innerText()).replace(/\s+/g, ' ')).toMatch(
      /Lampa stołowa Jutrzenka .*7/,
    );
    await checkPage(page, 'alerts-owner');
    await page.click('tbody a >> nth=0');
    await page.waitForURL(new RegExp(`page=store-product&id=${lamp}`));
  });
});
