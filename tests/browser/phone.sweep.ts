import type { Browser, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, withBrowser } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';

const PUBLIC = [
  '/',
  '/shop/',
  '/shop/?sf_q=qqqzzz',
  '/product-category/meble/',
  '/product/lampa-stolowa-jutrzenka/',
  '/product/posciel-lniana-zefir/',
  '/wishlist/',
  '/cart/',
  '/register/',
  '/contact/',
  '/withdrawal/',
  '/report/',
  '/regulamin-sklepu/',
  '/?s=lampa',
  '/nothing-here/',
  '/wp-login.php',
  '/wp-login.php?action=lostpassword',
];
const ADMIN_PAGES = [
  '',
  'profile.php',
  'two-factor.php',
  'edit.php?post_type=page',
  'edit.php',
  'post-new.php',
  'post-new.php?post_type=page',
  'edit-tags.php?taxonomy=category',
  'term.php?taxonomy=category&tag_ID=1',
  'plugins.php',
  'users.php',
  'user-new.php',
  'site-health.php',
  'plugin-errors.php',
  'backups.php',
  'mail-log.php',
  'events.php',
  'audit-log.php',
  'options-general.php',
  'options-reading.php',
  'options-permalink.php',
  'options-sign-in.php',
  ...[
    'store-products',
    'store-product&id=1',
    'store-terms',
    'store-attributes',
    'store-product-files',
    'store-settings',
    'store-orders',
    'store-order&id=1',
    'store-commerce',
    'facet',
    'compliance',
    'compliance-settings',
    'compliance-checkboxes',
    'compliance-checkbox&id=1',
    'compliance-pages',
    'compliance-statistics',
    'compliance-consents',
    'compliance-declarations',
    'compliance-wizard',
  ].map((slug) => `admin.php?page=${slug}`),
];

withBrowser('pages on a phone, in Polish', () => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    site = await bootSite({ demo: true });
    browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${site.url}/?wp_lang=pl_PL`);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** Problems of a page at this width. */
  async function findProblems(path: string): Promise<string[]> {
    await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
    const found = await seriousFindings(page);
    if (await overflows(page)) found.push('wider than the window');
    if (!(await page.getAttribute('html', 'lang'))?.startsWith('pl')) found.push('not in Polish');
    // A view that receives a function instead of a text outputs its source.
    if (/=>|\[object |undefined/.test(await page.innerText('body'))) found.push('shows what a program says');
    return found.map((error) => `${path}: ${error}`);
  }

  it('S19 shows no overflow on shop pages with text at 200 percent', async () => {
    await page.goto(`${site.url}/product/komoda-cma/`);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    const wide: string[] = [];
    for (const path of [...PUBLIC, '/checkout/', '/account/']) {
      await page.goto(site.url + path, { waitUntil: 'domcontentloaded' });
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      if (await overflows(page)) wide.push(path);
    }
    expect(wide).toEqual([]);
    await page.context().clearCookies({ name: /^plinth_visitor/ });
  });

  it('S14 keeps quantity and buy button visible wherever a product page is scrolled', async () => {
    await page.goto(`${site.url}/product/lampa-stolowa-jutrzenka/`);
    for (const part of [0, 0.5, 0.9]) {
      await page.evaluate(`scrollTo(0, document.body.scrollHeight * ${part})`);
      for (const control of ['#quantity', '.buy__button']) {
        const box = await page.locator(control).boundingBox();
        expect([control, part, box !== null && box.y >= 0 && box.y + box.height <= 740]).toEqual([control, part, true]);
      }
    }
  });

  it('shows shop pages and an order without overflow or accessibility findings', async () => {
    const found: string[] = [];
    for (const path of PUBLIC) found.push(...(await findProblems(path)));
    await page.goto(`${site.url}/product/komoda-cma/`);
    await page.click('.buy__button');
    await page.waitForURL('**/cart/');
    found.push(...(await findProblems('/cart/')), ...(await findProblems('/checkout/')));
    const url = {
      first_name: 'Anna',
      last_name: 'Próbna',
      address_1: 'ul. Bardzo Długa 128',
      postcode: '00-001',
      city: 'Warszawa',
      email: 'anna@example.test',
    };
    for (const [name, value] of Object.entries(url)) await page.fill(`#billing_${name}`, value);
    await page.click('.checkout__buy');
    await page.waitForSelector('#form-errors');
    expect(await seriousFindings(page)).toEqual([]);
    for (const box of await page.locator('.legal-box input').all()) await box.check();
    await page.click('.checkout__buy');
    await page.waitForURL('**/order/*/');
    found.push(...(await findProblems(new URL(page.url()).pathname)));
    expect(await page.innerText('main')).toContain('1\u00a0599,00\u00a0zł');
    expect(found).toEqual([]);
  });

  it('shows admin screens without overflow or accessibility findings', async () => {
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', ADMIN.login);
    await page.fill('[name=pwd]', ADMIN.password);
    await page.click('[name=wp-submit]');
    await page.waitForURL('**/wp-admin/');
    const found: string[] = [];
    for (const path of ADMIN_PAGES) found.push(...(await findProblems(`/wp-admin/${path}`)));
    expect(found).toEqual([]);
  });
});
