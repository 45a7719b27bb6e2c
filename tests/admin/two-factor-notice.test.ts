import { Secret, TOTP } from 'otpauth';
import { healthChecks } from '../../core/app/health-checks.js';
import { type DomElement, readDom } from '../kit/dom.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor, type Visitor } from '../kit/visitor.js';

const DAY_MS = 86_400_000;

describe('two-factor authentication notice for administrators', () => {
  let site: TestSite;
  let admin: Visitor;
  let adminId: number;
  beforeEach(async () => {
    site = await bootSite();
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    adminId = Number((await site.site.db()('users').first<{ id: number }>('id')).id);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await site.close();
  });

  const notice = async (user: Visitor, path = '/wp-admin/'): Promise<DomElement | undefined> =>
    readDom((await user.get(path)).html).all('div', { id: 'two-factor-notice' })[0];
  const setUp = (userId: number): Promise<unknown> =>
    site.inContext(() => {
      const secret = site.site.twoFactor.totp.newSecret();
      return site.site.twoFactor.addTotp(userId, secret, new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    });
  const check = async (): Promise<{ state: string; description: string } | undefined> =>
    (await site.inContext(() => healthChecks(site.site))).find(({ id }) => id === 'two-factor');

  it('appears on the dashboard and the profile, with a working link', async () => {
    for (const path of ['/wp-admin/', '/wp-admin/profile.php']) {
      const noticeBox = await notice(admin, path);
      expect(noticeBox?.attribute('role')).toBe('status');
      expect(noticeBox?.text).toContain('protected only by its password');
      const link = noticeBox?.within.one('a');
      expect(link?.text).toBe('Set up two-factor authentication');
      expect((await admin.get(link?.attribute('href') ?? '')).status).toBe(200);
    }
    expect(await notice(admin, '/wp-admin/plugins.php')).toBeUndefined();
  });

  it('disappears after setup, and is never shown to editors', async () => {
    await setUp(adminId);
    expect(await notice(admin)).toBeUndefined();
    const password = 'seven quiet lanterns';
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'writer',
        user_email: 'writer@example.test',
        user_pass: password,
        role: 'editor',
      }),
    );
    const editor = visitor(site.url);
    await editor.logIn('writer', password);
    expect(await notice(editor)).toBeUndefined();
  });

  it('stays hidden for thirty days after dismissal, then appears again', async () => {
    const noticeBox = await notice(admin);
    const button = noticeBox?.within.button('Remind me in 30 days');
    const key = button?.attribute('value') ?? '';
    const nonce = noticeBox?.within.one('input', { name: '_put_away_nonce' }).attribute('value') ?? '';
    await admin.post('/wp-admin/', { put_away_notice: key, _put_away_nonce: nonce });
    expect(await notice(admin)).toBeUndefined();
    const earlier = (days: number): Promise<unknown> =>
      site.inContext(() =>
        site.site.meta.updateUserMeta(adminId, 'notices_put_away', [
          key.replace(/\d+$/, (time) => String(Number(time) - days * DAY_MS)),
        ]),
      );
    await earlier(29);
    expect(await notice(admin)).toBeUndefined();
    await earlier(31);
    expect(await notice(admin)).toBeDefined();
  });

  it('appears in Polish for users with the Polish locale', async () => {
    await site.inContext(() => site.site.meta.updateUserMeta(adminId, 'locale', 'pl_PL'));
    const noticeBox = await notice(admin);
    expect(noticeBox?.text).toContain('Twoje konto administratora chroni tylko hasło.');
    expect(noticeBox?.within.one('a').text).toBe('Skonfiguruj weryfikację dwuetapową');
    expect(noticeBox?.within.buttons()).toEqual(['Przypomnij za 30 dni']);
  });

  it('appears as a site health recommendation while an administrator has none', async () => {
    expect(await check()).toMatchObject({
      state: 'recommended',
      description: '1 administrator logs in with only a password.',
    });
    await setUp(adminId);
    expect(await check()).toMatchObject({ state: 'good' });
  });

  it('lets application passwords work even when two-factor authentication is required', async () => {
    const created = await site.inContext(async () => {
      await site.site.options.updateOption('require_second_factor_administrator', '1');
      return site.site.passwords.createApplicationPassword(adminId, { name: 'program' });
    });
    const password = 'password' in created ? created.password : '';
    const response = await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
      headers: { authorization: `Basic ${Buffer.from(`${ADMIN.login}:${password}`).toString('base64')}` },
    });
    expect(response.status).toBe(200);
  });
});
