import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { bootReviewShop, type ReviewShop } from './review-shop.js';

withBrowser('product review in a browser', () => {
  let shop: ReviewShop;
  let browser: Browser;
  let chair = 0;

  beforeAll(async () => {
    shop = await bootReviewShop('sqlite');
    browser = await openBrowser();
    chair = await shop.save({ name: 'Krzesło dębowe', shortDescription: 'Made in small series.' });
    const ids = await shop.reviewed(chair, [5, 4, 5, 2, 5]);
    await shop.site.db()('store_reviews').where({ id: ids[0] }).update({
      title: 'A chair for generations',
      content: 'It stands firmly and smells of oil.\n\nMy grandson loves it too.',
      reply: 'Thank you. Oil it once a year.',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function checkPage(page: Page, name: string): Promise<void> {
    for (const [width, colorScheme] of views([
      [360, 'dark'],
      [360, 'light'],
      [1280, 'light'],
      [1280, 'dark'],
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

  it('lets a buyer write a review on a phone and the owner approve it', async () => {
    const order = await shop.order([chair]);
    const context = await browser.newContext({ locale: 'pl-PL', viewport: { width: 360, height: 740 } });
    const page = await context.newPage();
    await page.goto(`${shop.url}/order/${order.key}/?wp_lang=pl_PL`);
    await checkPage(page, 'reviews-order');
    await page.click('a[href*="review/?order="]');
    await page.waitForSelector('#review_text');
    await page.fill('#review_title', 'Mocne i wygodne');
    await page.click('.review-form button');
    await page.waitForSelector('#form-errors');
    expect(await page.inputValue('#review_title')).toBe('Mocne i wygodne');
    await checkPage(page, 'reviews-refused');
    // By keyboard: the error links to the rating, arrow keys select a value.
    await page.click('#form-errors a');
    await page.focus('#review_stars_5');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    expect(await page.isChecked('#review_stars_4')).toBe(true);
    await page.fill('#review_text', 'Stoi pewnie, nie skrzypi.');
    await checkPage(page, 'reviews-form');
    await page.click('.review-form button');
    await page.waitForURL(/\/product\/[^/]+\/$/);
    expect(await page.textContent('main')).toContain('Dziękujemy. Przeczytamy Twoją opinię przed publikacją.');
    expect(await page.textContent('#reviews')).not.toContain('Mocne i wygodne');

    const owner = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await owner.goto(`${shop.url}/wp-login.php`);
    await owner.fill('input[name=log]', ADMIN.login);
    await owner.fill('input[name=pwd]', ADMIN.password);
    await owner.click('[name=wp-submit]');
    await owner.waitForURL(`${shop.url}/wp-admin/`);
    await owner.goto(`${shop.url}/wp-admin/admin.php?page=store-reviews`);
    await checkPage(owner, 'reviews-admin');
    await owner.goto(`${shop.url}/wp-admin/admin.php?page=store-reviews&status=pending`);
    await owner.click('.row-title');
    await owner.waitForSelector('#reply');
    await checkPage(owner, 'reviews-one');
    await owner.goBack();
    await owner.check('input[name="reviews[]"]');
    await owner.click('button[value=approved]');
    await owner.waitForSelector('.notice--success');
    await owner.goto(`${shop.url}/wp-admin/admin.php?page=store-settings`);
    await checkPage(owner, 'reviews-settings');

    await page.goto(`${shop.url}/product/krzeslo-debowe/`);
    expect(await page.textContent('#reviews')).toContain('Mocne i wygodne');
    await checkPage(page, 'reviews-product');
    await page.click('.reviews__stars a[href*="review_stars=2"]');
    await page.waitForURL(/review_stars=2/);
    expect(await page.locator('.review').count()).toBe(1);
    await checkPage(page, 'reviews-of-two');
    await context.close();
  });
});
