import { Secret, TOTP } from 'otpauth';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootCommerce, type CommerceSite } from './selling-site.js';
import type { Browser } from './shopper.js';

const LOGIN_PATH = '/account/log-in/';
const EWA = { login: 'ewa', email: 'ewa@example.test', password: 'a long password' };
/** The shop's header, and its footer with the other language. */
const IN_THE_SHOP = /<header[^]*<main[^]*<footer[^]*lang="pl"/;

const codeAt = (secret: string, milliseconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });

describe.each(defaultEngines)('shop login page on %s', (engine) => {
  let shop: CommerceSite;
  let userId: number;

  beforeEach(async () => {
    shop = await bootCommerce(engine);
    userId = Number(
      await shop.inContext(() =>
        shop.site.users.wpInsertUser({
          user_login: EWA.login,
          user_email: EWA.email,
          user_pass: EWA.password,
          role: 'customer',
        }),
      ),
    );
  });
  afterEach(() => shop.close());

  /** Opens the link in the last email. */
  async function followEmailLink(person: Browser): Promise<string> {
    await shop.inContext(() => shop.site.cron.runJobs());
    const link = /https?:\/\/[^\s"<]*action=rp[^\s"<]*/.exec(shop.emails().at(-1) ?? '')?.[0] ?? '';
    const url = new URL(link);
    await person.get(url.pathname + url.search);
    return url.pathname;
  }

  it('shows a wrong password beside the field and keeps only the username', async () => {
    const person = shop.shopper();
    await person.get('/account/addresses/');
    const response = await person.submit({}, { log: EWA.email, pwd: 'not her password' }, 'pwd');
    expect(response.path).toBe(LOGIN_PATH);
    expect(response.text).toMatch(IN_THE_SHOP);
    expect(response.text).toMatch(/<a href="#user_pass">The username or password is incorrect\.<\/a>/);
    expect(response.text).toMatch(/id="user_pass"[^>]*aria-invalid="true" aria-describedby="user_pass-error"/);
    expect(response.text).toContain(`value="${EWA.email}"`);
    expect(response.text).not.toContain('not her password');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(response.text).toMatch(/<meta name="robots" content="noindex/);
    // The requested page opens after login.
    expect((await person.submit({}, { log: EWA.email, pwd: EWA.password }, 'pwd')).path).toBe('/account/addresses/');
  });

  it('responds to an unknown username like to a wrong password', async () => {
    const texts = await Promise.all(
      ['ewa', 'eva'].map(async (log) => {
        const person = shop.shopper();
        await person.get(LOGIN_PATH);
        return (await person.submit({}, { log, pwd: 'not her password' }, 'pwd')).text
          .replaceAll(`value="${log}"`, '')
          .replaceAll(/nonce="[^"]*"|_wpnonce=\w+/g, '');
      }),
    );
    expect(texts[0]).toBe(texts[1]);
  });

  it('counts failed attempts together with those at wp-login.php', async () => {
    const person = shop.shopper();
    for (let index = 0; index < 5; index++) {
      await person.get(index % 2 === 0 ? LOGIN_PATH : '/wp-login.php');
      await person.submit({}, { log: EWA.login, pwd: `wrong ${index}` }, 'pwd');
    }
    await person.get(LOGIN_PATH);
    const locked = await person.submit({}, { log: EWA.login, pwd: EWA.password }, 'pwd');
    expect(locked.status).toBe(429);
    expect(locked.text).toMatch(IN_THE_SHOP);
  });

  it('resets a lost password by email and returns to the original page', async () => {
    const person = shop.shopper();
    await person.get(`${LOGIN_PATH}?redirect_to=${encodeURIComponent('/account/addresses/')}`);
    const lost =
      /href="([^"]*action[^"]*lostpassword[^"]*)"/
        .exec(person.last?.text ?? '')?.[1]
        ?.replaceAll('&amp;', '&')
        .replaceAll('&#x3D;', '=') ?? '';
    await person.get(new URL(lost).pathname + new URL(lost).search);
    expect(person.last?.text).toMatch(IN_THE_SHOP);
    await person.submit({}, { user_login: '' }, 'user_login');
    expect(person.last?.text).toMatch(
      /id="user_login"[^>]*aria-invalid="true"[^]*class="field__error" id="user_login-error"/,
    );
    await person.submit({}, { user_login: EWA.email }, 'user_login');
    expect(person.last?.path).toContain(`${LOGIN_PATH}?checkemail=confirm`);
    expect(person.last?.text).toContain('If this account exists, we’ve sent an email with a link.');
    expect(person.last?.text).toContain(`value="${EWA.email}"`);

    // The email may be opened on another device.
    const other = shop.shopper();
    expect(await followEmailLink(other)).toBe(LOGIN_PATH);
    expect(other.last?.text).toMatch(IN_THE_SHOP);
    await other.submit({}, { pass1: 'quite another one', pass2: 'quite another two' }, 'pass1');
    expect(other.last?.text).toMatch(
      /<a href="#pass2">The passwords do not match\.<\/a>[^]*id="pass2"[^>]*aria-invalid="true"/,
    );
    expect(other.last?.text).not.toContain('quite another');
    await other.submit({}, { pass1: 'quite another one', pass2: 'quite another one' }, 'pass1');
    expect(other.last?.path).toContain(`${LOGIN_PATH}?password=changed`);
    expect(other.last?.text).toMatch(/Your password has been reset\.[^]*id="user_login"[^>]*value="ewa"/);
    await other.submit({}, { pwd: 'quite another one' }, 'pwd');
    expect(other.last?.path).toBe('/account/addresses/');
    // A key works only once; the error is shown in the shop's layout.
    expect(await followEmailLink(shop.shopper())).toBe(LOGIN_PATH);
  });

  it('shows an invalid reset link as an error in the shop', async () => {
    const person = shop.shopper();
    await person.get(`${LOGIN_PATH}?action=rp&key=nothing&login=ewa`);
    expect(person.last?.path).toContain(`${LOGIN_PATH}?action=lostpassword&error=invalidkey`);
    expect(person.last?.text).toMatch(IN_THE_SHOP);
    expect(person.last?.text).toContain('Your password reset link appears to be invalid.');
  });

  it('asks for the second factor in the shop before creating a session', async () => {
    const secret = shop.site.twoFactor.totp.newSecret();
    await shop.inContext(() => shop.site.twoFactor.addTotp(userId, secret, codeAt(secret, Date.now() - 30_000)));
    const person = shop.shopper();
    await person.get('/account/addresses/');
    await person.submit({}, { log: EWA.email, pwd: EWA.password }, 'pwd');
    expect(person.last?.path).toBe(`${LOGIN_PATH}?action=two-factor`);
    expect(person.last?.text).toMatch(IN_THE_SHOP);
    await person.submit({}, { code: '000000' }, 'code');
    expect(person.last?.text).toMatch(/id="code"[^>]*aria-invalid="true"[^]*id="code-error"/);
    expect(await shop.site.db()('sessions').where({ user_id: userId }).select('user_id')).toEqual([]);
    await person.submit({}, { code: codeAt(secret, Date.now()) }, 'code');
    expect(person.last?.path).toBe('/account/addresses/');
  });

  it('redirects to no other site after login', async () => {
    for (const target of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example/']) {
      const person = shop.shopper();
      await person.get(`${LOGIN_PATH}?redirect_to=${encodeURIComponent(target)}`);
      await person.submit({}, { log: EWA.email, pwd: EWA.password }, 'pwd');
      expect(person.last?.path).toBe('/account/');
    }
  });

  it('ignores wp-login.php-only actions and leaves the admin login unchanged', async () => {
    for (const action of ['register', 'postpass', 'confirmaction', 'personaldata', 'logout']) {
      expect((await shop.shopper().get(`${LOGIN_PATH}?action=${action}`)).text).toContain('name="pwd"');
    }
    const admin = shop.shopper();
    await admin.get('/wp-login.php');
    expect(admin.last?.text).toContain('<main id="login">');
    await admin.submit({}, { log: 'ewa', pwd: 'wrong' }, 'pwd');
    expect(admin.last?.path).toBe('/wp-login.php');
    expect(admin.last?.text).toContain('id="login_error"');
    expect(admin.last?.text).not.toContain('field__error');
    expect((await admin.get('/wp-admin/')).path).toContain('/wp-login.php');
  });

  it('serves as wpLoginUrl() for shop pages', async () => {
    await shop.extend(
      'asks',
      `export default { boot(scope) { globalThis.logins = [scope.wpLoginUrl(scope.homeUrl('/account/')), scope.wpLoginUrl('/checkout/'), scope.wpLostpasswordUrl(scope.homeUrl('/account/')), scope.wpLoginUrl(scope.homeUrl('/wp-admin/'))]; } };`,
    );
    const [account, checkout, lost, admin] = (globalThis as unknown as { logins: string[] }).logins.map(
      (url) => new URL(url),
    );
    expect([account, checkout, lost].map((url) => url?.pathname)).toEqual([LOGIN_PATH, LOGIN_PATH, LOGIN_PATH]);
    expect(lost?.searchParams.get('action')).toBe('lostpassword');
    expect(admin?.pathname).toBe('/wp-login.php');
  });

  it('serves as login link and logout target except for admin users', async () => {
    expect((await shop.shopper().get('/')).text).toMatch(new RegExp(`href="[^"]*${LOGIN_PATH}" rel="nofollow">Log in`));
    const logout = async (login: string, password: string): Promise<string> => {
      const person = shop.shopper();
      await person.logIn(login, password);
      const link =
        /<footer[^]*href="([^"]*action=logout[^"]*)"/
          .exec((await person.get('/')).text)?.[1]
          ?.replaceAll('&amp;', '&') ?? '';
      return (await person.get(new URL(link).pathname + new URL(link).search)).path;
    };
    expect(await logout(EWA.email, EWA.password)).toBe(`${LOGIN_PATH}?loggedout=true`);
    expect(await logout(ADMIN.login, ADMIN.password)).toBe('/wp-login.php?loggedout=true');
  });

  it('confirms the logout in the shop', async () => {
    const person = shop.shopper();
    await person.logIn(EWA.email, EWA.password);
    await person.get('/account/');
    const link = /href="([^"]*action=logout[^"]*)"/.exec(person.last?.text ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
    await person.get(new URL(link).pathname + new URL(link).search);
    expect(person.last?.path).toBe(`${LOGIN_PATH}?loggedout=true`);
    expect(person.last?.text).toContain('You are now logged out.');
  });
});
