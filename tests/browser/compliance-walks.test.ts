import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SELLER } from '../compliance/lawful-shop.js';
import { bootRealShop, type RealShop, checkedBoxes } from '../compliance/real-shop.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, views, withBrowser } from '../kit/browser.js';
import { untranslatedWords } from '../kit/page-text.js';
import { ADMIN } from '../kit/site.js';
import { BUYER } from '../store/shopper.js';

const VISITS = [
  [360, 'pl_PL', 'dark'],
  [360, 'en_US', 'light'],
  [1440, 'en_US', 'light'],
  [1440, 'pl_PL', 'light'],
] as const;
const MAKER = {
  gpsr_manufacturer: 'Grey Owl Goods Ltd',
  gpsr_manufacturer_contact: '12 Example Street, London EC1A 1AA, hello@example.test',
  gpsr_manufacturer_country: 'GB',
  gpsr_responsible: 'Import sp. z o.o.',
  gpsr_responsible_contact: 'ul. Portowa 8, 80-001 Gdańsk, import@example.test',
};
const BOX = {
  en_US: 'Give my telephone number to the courier.',
  pl_PL: 'Przekażcie kurierowi mój numer telefonu.',
} as const;

interface StoredCheckbox {
  readonly id: number;
  readonly location: string;
  readonly position: number;
  readonly required: boolean;
}

withBrowser('compliance pages in a browser', () => {
  let shop: RealShop;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let conditional: number;

  beforeAll(async () => {
    shop = await bootRealShop('sqlite');
    await shop.rest('POST', '/shop/v1/settings/general', SELLER);
    await shop.rest('POST', '/shop/v1/settings/checkout', {
      return_address: 'Magazyn zwrotów, Leśna 7, 05-120 Legionowo',
    });
    await shop.rest('POST', '/shop/v1/settings/compliance', { ksef_enabled: true });
    await publishInAllLanguages();
    const { body } = await shop.rest('GET', '/shop/v1/checkboxes');
    const optional = (body.checkboxes as StoredCheckbox[]).filter(
      (box) => box.location === 'checkout' && !box.required,
    );
    for (const box of optional) await shop.rest('PUT', `/shop/v1/checkboxes/${box.id}`, { enabled: true });
    conditional = optional[0]?.id ?? 0;
    await shop.save({ name: 'Kubek sowa, ręcznie malowany', sku: 'OWL-1', slug: 'owl-mug', fields: MAKER });
    await shop.save({ name: 'Plate', sku: 'PLATE' });
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'anna',
        user_pass: 'a long password',
        user_email: BUYER.billing_email ?? '',
        display_name: 'Anna Próbna',
        role: 'customer',
      }),
    );
    const loggedIn = shop.shopper();
    await loggedIn.logIn('anna', 'a long password');
    await loggedIn.get('/product/owl-mug/');
    await loggedIn.submit({}, {}, 'add_to_cart');
    await loggedIn.get('/checkout/');
    await shop.order(loggedIn, checkedBoxes(loggedIn.last?.text ?? ''));
    browser = await openBrowser();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  /** Publishes all legal pages in all languages. */
  async function publishInAllLanguages(): Promise<void> {
    const owner = await shop.admin();
    await owner.get('/wp-admin/admin.php?page=compliance-pages');
    await owner.submit({ action: 'all' }, {}, 'locale');
    const ids = await shop.site.db()('posts').where({ post_type: 'page', post_status: 'draft' }).pluck('id');
    for (const id of ids) await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'publish' }));
  }
  async function logIn(login: string, password: string): Promise<void> {
    await page.goto(`${shop.url}/wp-login.php`);
    await page.fill('#user_login', login);
    await page.fill('#user_pass', password);
    await page.click('#wp-submit');
    await page.waitForURL((url) => !url.pathname.startsWith('/wp-login.php'));
  }
  const screen = (slug: string): Promise<unknown> => page.goto(`${shop.url}/wp-admin/admin.php?page=${slug}`);

  describe.each(views(VISITS))('at %d px in %s, %s', (width, locale, colorScheme) => {
    const speak = (path: string): Promise<unknown> =>
      page.goto(`${shop.url}${path}${path.includes('?') ? '&' : '?'}wp_lang=${locale}`);
    const named = (name: string): string => `${name}-${locale}-${width}`;
    async function checkPage(name: string): Promise<void> {
      await takeScreenshot(page, named(name));
      expect([name, await seriousFindings(page), await overflows(page), await untranslatedWords(page, locale)]).toEqual(
        [name, [], false, []],
      );
    }
    /** Tries to submit an incomplete order. */
    async function order(): Promise<void> {
      await page.click('button[name=place_order]');
      await page.waitForSelector('#form-errors');
      await page.waitForLoadState();
    }
    beforeEach(async () => {
      context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        locale: locale.replace('_', '-'),
      });
      page = await context.newPage();
    });
    afterEach(() => context.close());

    it('shows report, decision and appeal accessibly without overflow or untranslated text', async () => {
      await speak('/report/');
      await page.fill('#declaration_url', `${shop.url}/product/plate/`);
      await page.fill('#declaration_reason', 'Zdjęcie zostało skopiowane bez zgody autora.');
      await page.fill('#declaration_email', `ewa${width}@example.test`);
      await page.fill('#declaration_name', 'Ewa Próbna');
      await page.check('#declaration_good_faith');
      await checkPage('dsa-form');
      await page.click('.declaration button');
      await checkPage('dsa-review');
      await page.click('button[name=confirm]');
      await checkPage('dsa-done');
      await page.click('a[href*="/report/case/"]');
      const path = new URL(page.url()).pathname;
      await checkPage('dsa-case');

      await logIn(ADMIN.login, ADMIN.password);
      await screen('compliance-declarations&kind=report');
      await page.locator('textarea[name=decision]').first().fill('Zdjęcie jest nasze, mamy umowę z autorem.');
      await page.locator('button[value=rejected]').first().click();
      await speak(path);
      await page.fill('#appeal_grounds', 'Umowa wygasła w 2024 roku.');
      await checkPage('dsa-appealing');
      await page.locator('form:has(#appeal_grounds) button').click();
      await checkPage('dsa-appealed');
      await screen('compliance-declarations&kind=appeal');
      await checkPage('dsa-admin');
    });

    it('shows withdrawal by a guest and by a customer accessibly', async () => {
      await speak('/withdrawal/');
      await page.fill('#declaration_name', 'Jan Próbny');
      await page.fill('#declaration_order', 'nie pamiętam');
      await page.fill('#declaration_email', `jan${width}@example.test`);
      await checkPage('guest-form');
      await page.click('.declaration button');
      await checkPage('guest-review');
      await page.click('button[name=confirm]');
      await checkPage('guest-withdrawal');
      await logIn('anna', 'a long password');
      await speak('/withdrawal/');
      await checkPage('own-orders');
      await page.locator('.declaration__orders a').first().click();
      await checkPage('own-withdrawal');
      await page.click('.declaration button');
      await page.click('button[name=confirm]');
      await checkPage('own-withdrawn');
      await speak('/account/consents/');
      expect(await page.locator('main form button').count()).toBeGreaterThan(0);
      await checkPage('own-consents');
    });

    it('renders compliance emails in one language, and sends one refund email', async () => {
      const emails: { to: string; subject: string; html: string }[] = [];
      const undo = shop.site.hooks.addFilter(
        'pre_wp_mail',
        (_none, email) => (emails.push(email as { to: string; subject: string; html: string }), true),
        10,
        2,
      );
      await shop.inContext(() => shop.site.options.updateOption('WPLANG', locale));
      const buyer = shop.shopper();
      await buyer.get(`/product/plate/?wp_lang=${locale}`);
      await buyer.submit({}, { quantity: '2' }, 'add_to_cart');
      await buyer.get('/checkout/');
      const placed = await shop.order(buyer, {
        ...checkedBoxes(buyer.last?.text ?? ''),
        billing_email: 'kasia@example.test',
      });
      const { id } = await shop.site.db()('store_orders').orderBy('id', 'desc').first<{ id: number }>('id');
      await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(id, 'processing'));
      await buyer.get(/\/withdrawal\/\?contract=[0-9a-f]{40}/.exec(placed.text.replaceAll('&#x3D;', '='))?.[0] ?? '');
      await buyer.submit({}, {}, 'declaration_name');
      await buyer.submit({ confirm: '1' }, {}, 'declaration_name');
      const declaration = await shop.site.db()('compliance_declarations').orderBy('id', 'desc').first<{
        id: number;
      }>('id');
      const owner = await shop.admin();
      await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
      await owner.submit(
        { action: 'box' },
        { [`withdrawal_decide_${declaration.id}`]: 'accepted' },
        `withdrawal_decide_${declaration.id}`,
      );
      const refund = `withdrawal_refund_${declaration.id}`;
      const [payment] = await shop.site.db()('store_payments').where({ order_id: id }).pluck<number[]>('id');
      await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
      await owner.submit(
        { action: 'box' },
        { [refund]: String(payment), [`withdrawal_account_${declaration.id}`]: 'PL61 1090 1014 0000 0712 1981 2874' },
        refund,
      );
      await owner.get(`/wp-admin/admin.php?page=store-order&id=${id}`);
      await owner.submit({ action: 'refund_sent' }, {}, 'refund');
      await shop.inContext(async () => {
        await shop.site.db()('compliance_anchors').delete();
        await shop.site.db()('compliance_verified_head').update({ consents_until: 0, consents: 0, consents_hash: '' });
        await shop.site.hooks.doAction('compliance/anchor');
        while ((await shop.site.cron.runJobs()) > 0);
      });
      undo();
      for (const [index, { html }] of emails.entries()) {
        await page.setContent(html);
        await takeScreenshot(page, named(`letter-${index}`));
        expect([index, await overflows(page), await untranslatedWords(page, locale)]).toEqual([index, false, []]);
      }
      const anchor = emails.find(
        ({ to, html }) => to === SELLER.company_email && /plinth compliance verify/.test(html),
      );
      expect(anchor?.subject).toBe(
        locale === 'pl_PL' ? 'Skróty zapisów zgód i oświadczeń' : 'Hashes of the consent and declaration records',
      );
      // The owner's language is English, but the reason is in the recipient's language.
      const reason = new RegExp(`${locale === 'pl_PL' ? 'Odstąpienie' : 'Withdrawal'}\\W{0,8}${declaration.id}\\b`);
      const backs = emails.filter(
        ({ to, subject, html }) =>
          String(to) === 'kasia@example.test' && /Zwrot pieniędzy|Refund/.test(subject) && reason.test(html),
      );
      expect(backs).toHaveLength(1);
    });

    it('shows manufacturer data, and the checkbox for its payment method only', async () => {
      await shop.rest('PUT', `/shop/v1/checkboxes/${conditional}`, {
        label: BOX[locale],
        conditions: { payment_methods: ['cod'] },
      });
      await speak('/product/owl-mug/');
      await checkPage('maker-product');
      await page.click('.buy__button');
      await speak('/checkout/');
      const box = page.locator(`#legal-box-${conditional}`);
      await page.check('#payment-cod');
      await order();
      expect(await box.count()).toBe(1);
      await checkPage('conditions-asked');
      await page.check('#payment-transfer');
      await order();
      expect(await box.count()).toBe(0);
      await checkPage('conditions-hidden');
      for (const [name, value] of Object.entries(BUYER).filter(([name]) => name !== 'billing_country'))
        await page.fill(`[name=${name}]`, value);
      for (const required of await page.locator('.legal-box input[required]').all()) await required.check();
      await page.click('button[name=place_order]');
      await page.waitForURL(/\/order\//);
      await checkPage('ordered');
    });

    it('shows the owner’s compliance screens and setup wizard accessibly', async () => {
      await logIn(ADMIN.login, ADMIN.password);
      await speak('/wp-admin/admin.php?page=compliance-safety');
      const move = page.locator('button[value=move]');
      if ((await move.count()) > 0) {
        await checkPage('makers-texts');
        await move.click();
      }
      await checkPage('makers');
      await page.locator('a.row-title').first().click();
      await page.selectOption('#safety-which', 'all');
      await page.locator('.consent-filters button').click();
      await checkPage('maker');
      for (const [slug, name] of [
        ['compliance-retention', 'retention'],
        ['compliance', 'overview'],
        ['compliance-checkboxes', 'boxes'],
        [`compliance-checkbox&id=${conditional}`, 'box'],
        ['compliance-pages', 'pages'],
        ['compliance-consents', 'consents'],
        ['compliance-settings', 'settings'],
        ['compliance-notices', 'notices'],
      ] as const) {
        await screen(slug);
        await checkPage(name);
      }
      await screen('compliance-wizard');
      for (const step of [1, 2, 3, 4]) {
        await checkPage(`wizard-${step}`);
        await page.locator('form.form button').last().click();
        await page.waitForLoadState();
      }
      await checkPage('wizard-done');
    });
  });
});
