import type { Browser, CDPSession, Page } from 'playwright-core';
import { defaultEngines } from '../kit/databases.js';
import { openBrowser, overflows, seriousFindings, takeScreenshot, withBrowser } from '../kit/browser.js';
import { bootSite, type TestSite } from '../kit/site.js';

const PASSWORD = 'seven quiet lanterns';

withBrowser.each(defaultEngines)('passkeys in a browser (%s)', (engine) => {
  let site: TestSite;
  let browser: Browser;
  let page: Page;
  let device: CDPSession;
  let authenticatorId = '';
  let id = 0;

  beforeAll(async () => {
    site = await bootSite({ engine, fresh: true, host: 'localhost' });
    id = Number(
      await site.inContext(() =>
        site.site.users.wpInsertUser({
          user_login: 'hanka',
          user_email: 'hanka@example.test',
          user_pass: PASSWORD,
          role: 'editor',
        }),
      ),
    );
    browser = await openBrowser();
    page = await browser.newPage();
    device = await page.context().newCDPSession(page);
    await device.send('WebAuthn.enable');
    ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => void (await site.site.db()('rate_limits').delete()));

  async function password(): Promise<void> {
    await page.context().clearCookies();
    await page.goto(`${site.url}/wp-login.php`);
    await page.fill('[name=log]', 'hanka');
    await page.fill('[name=pwd]', PASSWORD);
    await page.click('#loginform [name=wp-submit]');
  }
  const verified = (isUserVerified: boolean): Promise<unknown> =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });

  it('adds a passkey on its screen and accepts it as second factor', async () => {
    await password();
    await page.goto(`${site.url}/wp-admin/two-factor.php`);
    await page.fill('#pass-passkeys', PASSWORD);
    await page.click('[value=begin-passkey]');
    await page.fill('#passkey_name', 'My phone');
    await page.setViewportSize({ width: 360, height: 740 });
    expect([await overflows(page), await seriousFindings(page)]).toEqual([false, []]);
    await page.click('form[data-passkey] button');
    await page.waitForSelector('#recovery-codes');
    expect(await page.innerText('main')).toContain('My phone');
    await takeScreenshot(page, 'passkeys-360');
    expect(await site.site.twoFactor.listMethods(id)).toEqual({ totp: false, passkeys: 1, recovery: 10 });

    await password();
    await page.waitForURL('**action=two-factor');
    expect(await page.innerText('h1')).toBe('Use your passkey');
    await takeScreenshot(page, 'passkey-step');
    await page.click('[name=wp-submit]');
    await page.waitForURL('**/wp-admin/');
    const [key] = await site.site.twoFactor.passkeys.list(id);
    expect(key?.lastUsedAt).not.toBeNull();
  });

  it('logs in by passkey alone only when the device verified the user', async () => {
    await page.context().clearCookies();
    await page.goto(`${site.url}/wp-login.php?redirect_to=${encodeURIComponent(`${site.url}/wp-admin/profile.php`)}`);
    await page.click('text=Log in with passkey');
    await takeScreenshot(page, 'passkey-login');
    expect(await seriousFindings(page)).toEqual([]);
    await verified(false);
    await page.click('[name=wp-submit]');
    await page.waitForSelector('[data-passkey-status]:visible');
    expect((await page.context().cookies()).length).toBeGreaterThan(0);
    await page.goto(`${site.url}/wp-admin/`);
    expect(page.url()).toContain('/wp-login.php');
    await verified(true);
    await page.goto(
      `${site.url}/wp-login.php?action=passkey&redirect_to=${encodeURIComponent('/wp-admin/profile.php')}`,
    );
    await page.click('[name=wp-submit]');
    await page.waitForURL('**/wp-admin/profile.php');
  });

  it('accepts a response once and only for its own challenge', async () => {
    await page.context().clearCookies();
    await page.goto(`${site.url}/wp-login.php?action=passkey`);
    const body = page.waitForRequest((request) => request.method() === 'POST');
    await page.click('[name=wp-submit]');
    const sent = (await body).postData() ?? '';
    await page.waitForURL((url) => !url.href.includes('wp-login'));
    await page.context().clearCookies();
    const response = JSON.parse(new URLSearchParams(sent).get('passkey') ?? '') as unknown;
    const challenge = JSON.parse(
      Buffer.from(
        (response as { response: { clientDataJSON: string } }).response.clientDataJSON,
        'base64url',
      ).toString(),
    ) as { challenge: string };
    const { passkeys } = site.site.twoFactor;
    expect(await passkeys.verify(response, 'another challenge')).toBeUndefined();
    expect(await passkeys.verify(response, '')).toBeUndefined();
    // The signature counter has increased since this response.
    expect(await passkeys.verify(response, challenge.challenge)).toBeUndefined();
    for (const garbage of [null, 1, 'x', {}, { id: 'x' }, { id: (response as { id: string }).id, response: {} }])
      expect(await passkeys.verify(garbage, challenge.challenge)).toBeUndefined();
    expect(await passkeys.add(id, { id: 'x' }, challenge.challenge, 'Forged')).toBe(false);
  });

  it('removes a passkey with the password, and refuses login by it afterwards', async () => {
    await page.goto(`${site.url}/wp-login.php?action=passkey`);
    await page.click('[name=wp-submit]');
    await page.waitForURL((url) => !url.href.includes('wp-login'));
    await page.goto(`${site.url}/wp-admin/two-factor.php`);
    await page.check('text=My phone');
    await page.fill('#pass-passkeys', PASSWORD);
    await page.click('[value=remove-passkeys]');
    await page.waitForSelector('text=Selected passkeys removed.');
    expect(await site.site.twoFactor.listMethods(id)).toEqual({ totp: false, passkeys: 0, recovery: 0 });
    await page.context().clearCookies();
    await page.goto(`${site.url}/wp-login.php?action=passkey`);
    await page.click('[name=wp-submit]');
    await page.waitForSelector('#login_error');
    await password();
    await page.waitForURL('**/wp-admin/');
  });
});
