import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser, views } from '../kit/browser.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';

const codeAt = (secret: string, milliseconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });

withBrowser('shop login in a browser', () => {
  let shop: CommerceSite;
  let browser: Browser;

  beforeAll(async () => {
    shop = await bootCommerce('sqlite');
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await shop?.close();
  });

  async function checkPage(page: Page, name: string): Promise<void> {
    const size = page.viewportSize();
    for (const [width, colorScheme] of views([
      [1440, 'light'],
      [360, 'dark'],
      [360, 'light'],
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
    if (size) await page.setViewportSize(size);
  }

  async function linkOfEmail(): Promise<string> {
    await shop.inContext(() => shop.site.cron.runJobs());
    return /https?:\/\/[^\s"<]*action=rp[^\s"<]*/.exec(shop.emails().at(-1) ?? '')?.[0] ?? '';
  }

  async function walk(
    context: BrowserContext,
    login: string,
    isSeen: (page: Page, name: string) => Promise<void>,
  ): Promise<void> {
    const email = `${login}@example.test`;
    const userId = Number(
      await shop.inContext(() =>
        shop.site.users.wpInsertUser({
          user_login: login,
          user_email: email,
          user_pass: 'a long password',
          role: 'customer',
        }),
      ),
    );
    const page = await context.newPage();
    await page.goto(`${shop.url}/account/addresses/`);
    await isSeen(page, 'login');
    await page.fill('#user_login', email);
    await page.fill('#user_pass', 'forgotten');
    await page.click('button[name=wp-submit]');
    await page.waitForSelector('#user_pass-error');
    expect(await page.inputValue('#user_login')).toBe(email);
    expect(await page.inputValue('#user_pass')).toBe('');
    await isSeen(page, 'login-wrong');
    await page.click('text=Lost your password?');
    await page.waitForSelector('#lostpasswordform');
    await isSeen(page, 'login-lost');
    await page.fill('#lostpasswordform [name=user_login]', email);
    await page.click('#lostpasswordform button');
    await page.waitForURL(/checkemail=confirm/);
    await page.goto(await linkOfEmail());
    await isSeen(page, 'login-reset');
    await page.fill('#pass1', 'a much better one');
    await page.fill('#pass2', 'a much better one');
    await page.click('#resetpassform button');
    await page.waitForURL(/password=changed/);
    const secret = shop.site.twoFactor.totp.newSecret();
    await shop.inContext(() => shop.site.twoFactor.addTotp(userId, secret, codeAt(secret, Date.now())));
    await shop.site.db()('totp_secrets').where({ user_id: userId }).decrement('last_step', 10);
    await page.fill('#user_pass', 'a much better one');
    await page.click('button[name=wp-submit]');
    await page.waitForSelector('#twofactorform');
    await page.fill('#code', '000000');
    await page.click('#twofactorform button');
    await page.waitForSelector('#code-error');
    await isSeen(page, 'login-second');
    await page.fill('#code', codeAt(secret, Date.now()));
    await page.click('#twofactorform button');
    await page.waitForURL(/\/account\/addresses\/$/);
    expect(await page.textContent('h1')).toBe('Addresses');
  }

  it('resets a forgotten password, asks for two factors and returns to the page', async () => {
    await walk(await browser.newContext({ locale: 'en-US', viewport: { width: 360, height: 740 } }), 'ewa', checkPage);
  });

  it('works without script', async () => {
    await walk(await browser.newContext({ locale: 'en-US', javaScriptEnabled: false }), 'olga', async (page) =>
      expect(await page.isVisible('footer a[lang=pl], footer [lang=pl]')).toBe(true),
    );
  });
});
