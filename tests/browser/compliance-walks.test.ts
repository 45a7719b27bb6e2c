import type { Browser, BrowserContext, Page } from 'playwright-core';
import { publishLegalPages, SELLER } from '../compliance/lawful-shop.js';
import { bootRealShop, type RealShop, ticked } from '../compliance/real-shop.js';
import { openBrowser, overflows, seriousFindings, shoot, withBrowser } from '../kit/browser.js';
import { ADMIN } from '../kit/site.js';
import { BUYER } from '../store/shopper.js';

const WIDTHS = [[1280, 'en_US', 'light'], [360, 'pl_PL', 'dark']] as const;
const MAKER = { gpsr_manufacturer: 'Grey Owl Goods Ltd', gpsr_manufacturer_contact: '12 Example Street, London EC1A 1AA, hello@example.test', gpsr_manufacturer_country: 'GB', gpsr_responsible: 'Import sp. z o.o.', gpsr_responsible_contact: 'ul. Portowa 8, 80-001 Gdańsk, import@example.test' };

withBrowser('the duties of a shop in a browser', () => {
  let shop: RealShop;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    shop = await bootRealShop('sqlite');
    await shop.rest('POST', '/shop/v1/settings/general', { ...SELLER });
    await publishLegalPages(shop);
    const { body } = await shop.rest('GET', '/shop/v1/checkboxes');
    for (const box of body.checkboxes as { id: number; label: string; location: string; required: boolean; enabled: boolean }[]) if (box.location === 'checkout' && !box.required) await shop.rest('PUT', `/shop/v1/checkboxes/${box.id}`, { enabled: true });
    await shop.save({ name: 'Kubek sowa, ręcznie malowany', sku: 'OWL-1', slug: 'owl-mug', fields: MAKER });
    await shop.save({ name: 'Plate', sku: 'PLATE' });
    await shop.inContext(() => shop.site.users.wpInsertUser({ user_login: 'anna', user_pass: 'a long password', user_email: BUYER.billing_email ?? '', display_name: 'Anna Próbna', role: 'customer' }));
    const signedIn = shop.shopper();
    await signedIn.logIn('anna', 'a long password');
    await signedIn.get('/product/owl-mug/');
    await signedIn.submit({}, {}, 'add_to_cart');
    await signedIn.get('/checkout/');
    await shop.order(signedIn, ticked(signedIn.last?.text ?? ''));
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function look(name: string): Promise<void> {
    await shoot(page, name);
    expect([name, await seriousFindings(page), await overflows(page)]).toEqual([name, [], false]);
  }
  async function signIn(login: string, password: string): Promise<void> {
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('#user_login', login);
    await page.fill('#user_pass', password);
    await page.click('#wp-submit');
    await page.waitForURL((url) => !url.pathname.startsWith('/wp-login.php'));
  }
  const screen = (slug: string): Promise<unknown> => page.goto(`${shop.url}/wp-admin/admin.php?page=${slug}`);

  describe.each(WIDTHS)('%d px wide in %s, %s', (width, locale, colorScheme) => {
    const speak = (path: string): Promise<unknown> => page.goto(`${shop.url}${path}${path.includes('?') ? '&' : '?'}wp_lang=${locale}`);
    beforeEach(async () => {
      context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale: locale.replace('_', '-') });
      page = await context.newPage();
    });
    afterEach(() => context.close());

    it('a report, its decision, the appeal, and the answer', async () => {
      await speak('/report/');
      await page.fill('#declaration_url', `${shop.url}/product/plate/`);
      await page.fill('#declaration_reason', 'Zdjęcie zostało skopiowane bez zgody autora.');
      await page.fill('#declaration_email', `ewa${width}@example.test`);
      await page.fill('#declaration_name', 'Ewa Próbna');
      await page.check('#declaration_good_faith');
      await look(`dsa-form-${width}`);
      await page.click('.declaration button');
      await page.click('button[name=confirm]');
      await look(`dsa-done-${width}`);
      await page.click('a[href*="/report/case/"]');
      const path = new URL(page.url()).pathname;
      await look(`dsa-case-${width}`);

      await signIn(ADMIN.login, ADMIN.password);
      await screen('compliance-declarations&kind=report');
      await page.locator('textarea[name=decision]').first().fill('Zdjęcie jest nasze, mamy umowę z autorem.');
      await page.locator('button[value=rejected]').first().click();
      await speak(path);
      await page.fill('#appeal_grounds', 'Umowa wygasła w 2024 roku.');
      await look(`dsa-appealing-${width}`);
      await page.locator('form:has(#appeal_grounds) button').click();
      await look(`dsa-appealed-${width}`);
      await screen('compliance-declarations&kind=appeal');
      await look(`dsa-admin-${width}`);
    });

    it('a withdrawal as a guest, and with an account', async () => {
      await speak('/withdrawal/');
      await page.fill('#declaration_name', 'Jan Próbny');
      await page.fill('#declaration_order', 'nie pamiętam');
      await page.fill('#declaration_email', `jan${width}@example.test`);
      await page.click('.declaration button');
      await page.click('button[name=confirm]');
      await look(`guest-withdrawal-${width}`);
      await signIn('anna', 'a long password');
      await speak('/withdrawal/');
      await look(`own-orders-${width}`);
      await page.locator('.declaration__orders a').first().click();
      await look(`own-withdrawal-${width}`);
      await page.click('.declaration button');
      await page.click('button[name=confirm]');
      await look(`own-withdrawn-${width}`);
      await speak('/account/consents/');
      expect(await page.locator('main form button').count()).toBeGreaterThan(0);
      await look(`own-consents-${width}`);
    });

    it('the letters about a decision and about where the records end', async () => {
      const letters: { to: string; html: string }[] = [];
      const undo = shop.site.hooks.addFilter('pre_wp_mail', (_none, letter) => (letters.push(letter as { to: string; html: string }), true), 10, 2);
      await shop.inContext(async () => {
        await shop.site.options.updateOption('WPLANG', locale);
        await shop.site.db()('compliance_anchors').delete();
        await shop.site.hooks.doAction('compliance/anchor');
        await shop.site.cron.runJobs();
      });
      undo();
      for (const [index, { html }] of letters.entries()) {
        await page.setContent(html);
        await shoot(page, `letter-${index}-${width}`);
        expect([index, await overflows(page)]).toEqual([index, false]);
      }
      const shops = letters.filter(({ to, html }) => to === SELLER.company_email && /[0-9a-f]{64}/.test(html));
      expect(shops.length).toBeGreaterThan(0);
    });

    it('a product with its maker, and the checkout with its conditions', async () => {
      await speak('/product/owl-mug/');
      await look(`maker-product-${width}`);
      await page.click('.buy__button');
      await speak('/checkout/');
      await page.click('button[name=place_order]');
      await page.waitForSelector('#form-errors');
      await look(`conditions-refused-${width}`);
    });

    it('the owner’s screens: makers, retention, the overview and the wizard', async () => {
      await signIn(ADMIN.login, ADMIN.password);
      await speak('/wp-admin/admin.php?page=compliance-safety');
      const move = page.locator('button[value=move]');
      if ((await move.count()) > 0) {
        await look(`makers-texts-${width}`);
        await move.click();
      }
      await look(`makers-${width}`);
      await page.locator('a.row-title').first().click();
      await page.selectOption('#safety-which', 'all');
      await page.locator('.consent-filters button').click();
      await look(`maker-${width}`);
      for (const [slug, name] of [['compliance-retention', 'retention'], ['compliance', 'overview'], ['compliance-wizard', 'wizard']] as const) {
        await screen(slug);
        await look(`${name}-${width}`);
      }
    });
  });
});
