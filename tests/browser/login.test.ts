import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { assertDefined } from '../kit/assert-defined.js';

const PASSWORD = 'seven quiet lanterns';

withBrowser('login with two-factor authentication in a browser', () => {
  let site: TestSite;
  let browser: Browser;
  let userCount = 0;

  beforeAll(async () => {
    site = await bootSite();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => void (await site.site.db()('rate_limits').delete()));

  async function createAccount(role = 'editor'): Promise<{ id: number; login: string }> {
    const login = `somebody${++userCount}`;
    const id = Number(
      await site.inContext(() =>
        site.site.users.wpInsertUser({
          user_login: login,
          user_email: `${login}@example.test`,
          user_pass: PASSWORD,
          role,
        }),
      ),
    );
    return { id, login };
  }
  async function logIn(page: Page, login: string, password = PASSWORD): Promise<void> {
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', login);
    await page.fill('[name=pwd]', password);
    await page.click('[name=wp-submit]');
  }
  const codeOf = (secret: string): string =>
    new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  /** Allows the next code to be used immediately, as if time had passed. */
  const letTimePass = (id: number): Promise<unknown> =>
    Promise.resolve(site.site.db()('totp_secrets').where({ user_id: id }).decrement('last_step', 10));
  async function checkPage(page: Page, name: string): Promise<void> {
    for (const [width, scheme] of views([
      [360, 'light'],
      [360, 'dark'],
      [1280, 'light'],
      [1280, 'dark'],
    ] as const)) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: scheme });
      expect([name, width, await overflows(page)]).toEqual([name, width, false]);
      expect(await seriousFindings(page)).toEqual([]);
      await takeScreenshot(page, `login-${name}-${width}-${scheme}`);
    }
  }

  test.each([true, false])(
    'sets up an app by its secret and asks for codes afterwards (scripts: %s)',
    async (javaScriptEnabled) => {
      const { id, login } = await createAccount();
      const context = await browser.newContext({ javaScriptEnabled });
      const page = await context.newPage();
      await logIn(page, login);
      await page.goto(`${site.url}/wp-admin/profile.php`);
      await page.click('#second-factor a.button');
      await page.fill('#pass-app', PASSWORD);
      if (javaScriptEnabled) await checkPage(page, 'screen');
      await page.click('[value=begin-app]');
      await page.waitForSelector('svg.qr');
      if (javaScriptEnabled) await checkPage(page, 'app');
      const secret = await page.inputValue('#totp-secret');
      await page.fill('#code', codeOf(secret));
      await page.click('[value=confirm-app]');
      const codes = (await page.inputValue('#recovery-codes')).split('\n');
      expect(codes).toHaveLength(10);
      if (javaScriptEnabled) await checkPage(page, 'codes');
      await context.close();
      await letTimePass(id);

      const later = await browser.newContext({ javaScriptEnabled });
      const laterPage = await later.newPage();
      await logIn(laterPage, login);
      await laterPage.waitForURL('**action=two-factor');
      if (javaScriptEnabled) await checkPage(laterPage, 'step');
      await laterPage.fill('#code', '000000');
      await laterPage.click('[name=wp-submit]');
      await laterPage.waitForSelector('#login_error');
      await laterPage.fill('#code', codeOf(secret));
      await laterPage.click('[name=wp-submit]');
      await laterPage.waitForURL('**/wp-admin/');
      await laterPage.context().clearCookies();
      await logIn(laterPage, login);
      await laterPage.click('#nav a[href*="way=recovery"]');
      if (javaScriptEnabled) await checkPage(laterPage, 'recovery');
      await laterPage.fill('#code', codes[3] ?? '');
      await laterPage.click('[name=wp-submit]');
      await laterPage.waitForURL('**/wp-admin/');
      expect(await laterPage.innerText('body')).toContain('Codes left: 9.');
      await later.close();
    },
  );

  test('requires setup before entering the admin when the role demands it', async () => {
    await site.site.options.updateOption('require_second_factor_author', '1');
    const { login } = await createAccount('author');
    const context = await browser.newContext();
    const page = await context.newPage();
    await logIn(page, login);
    await page.waitForURL('**action=two-factor-setup');
    await checkPage(page, 'forced');
    await page.fill('#code', codeOf(await page.inputValue('#totp-secret')));
    await page.click('[name=wp-submit]');
    await page.waitForSelector('#recovery-codes');
    await checkPage(page, 'forced-codes');
    await page.click('a.button');
    await page.waitForURL('**/wp-admin/');
    await context.close();
  });

  test('lists sessions in the profile and ends all others', async () => {
    const contexts: BrowserContext[] = [await browser.newContext(), await browser.newContext()];
    const [firstPage, secondPage] = await Promise.all(contexts.map((context) => context.newPage()));
    await logIn(assertDefined(secondPage), ADMIN.login, ADMIN.password);
    await secondPage?.waitForURL('**/wp-admin/');
    await logIn(assertDefined(firstPage), ADMIN.login, ADMIN.password);
    await firstPage?.waitForURL('**/wp-admin/');
    await firstPage?.goto(`${site.url}/wp-admin/profile.php`);
    expect(await firstPage?.locator('#sessions tbody tr').count()).toBe(2);
    expect(await firstPage?.innerText('#sessions')).toMatch(/Chrome on Linux/);
    await checkPage(assertDefined(firstPage), 'sessions');
    await firstPage?.click('[value=end-other-sessions]');
    expect(await firstPage?.locator('#sessions tbody tr').count()).toBe(1);
    await secondPage?.goto(`${site.url}/wp-admin/`);
    expect(secondPage?.url()).toContain('/wp-login.php');
    for (const context of contexts) await context.close();
  });
});
