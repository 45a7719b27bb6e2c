import { deviceOf, createSessionTokens } from '../../core/auth/session-tokens.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { hashSessionIds } from '../../core/db/core-migrations/011-session-tokens.js';
import { allEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each(allEngines)('login session (%s)', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
  });
  afterAll(() => site.close());
  beforeEach(async () => void (await site.site.db()('sessions').delete()));

  const cookieOf = (cookies: string): string => /wordpress_logged_in_[^=]+=([^;]+)/.exec(cookies)?.[1] ?? '';
  const isLoggedIn = async (cookies: string): Promise<boolean> =>
    (await fetch(`${site.url}/wp-admin/`, { redirect: 'manual', headers: { cookie: cookies } })).status === 200;

  test('cannot be hijacked with data from the database', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const sid = decodeURIComponent(cookieOf(admin.cookies())).slice(2).split('.')[0] ?? '';
    expect(sid).toMatch(/^[\w-]{32}$/);
    const rows = await site.site.db()('sessions').select('*');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(sid);
    expect(JSON.stringify(rows)).not.toMatch(/"token\\?"/);
    expect(await isLoggedIn(admin.cookies())).toBe(true);
    // The stored hash is not accepted as a session ID.
    const stored = String(rows[0]?.sid);
    expect(await isLoggedIn(admin.cookies().replace(sid, stored))).toBe(false);
  });

  test('stays open after the migration that hashes session IDs', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const sid = decodeURIComponent(cookieOf(admin.cookies())).slice(2).split('.')[0] ?? '';
    const row = await site.site.db()('sessions').first<{ sess: string }>('sess');
    await site.site
      .db()('sessions')
      .update({
        sid,
        user_id: null,
        sess: JSON.stringify({ ...(JSON.parse(row.sess) as object), token: 'plain text' }),
      });
    expect(await isLoggedIn(admin.cookies())).toBe(false);
    await hashSessionIds.up(site.site.db);
    await hashSessionIds.up(site.site.db);
    expect(await isLoggedIn(admin.cookies())).toBe(true);
    const after = await site.site.db()('sessions').first<{
      sid: string;
      sess: string;
      user_id: number;
    }>('sid', 'sess', 'user_id');
    expect([after.sid.length, after.user_id, after.sess.includes('plain text')]).toEqual([43, 1, false]);
  });

  test('appears on the profile with device and network, and can be ended there', async () => {
    const [first, second] = [visitor(site.url), visitor(site.url)];
    await second.logIn(ADMIN.login, ADMIN.password);
    await first.logIn(ADMIN.login, ADMIN.password);
    await fetch(`${site.url}/wp-login.php`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'user-agent': FIREFOX },
      body: new URLSearchParams({ log: ADMIN.login, pwd: ADMIN.password }),
    });
    const { html } = await first.get('/wp-admin/profile.php');
    expect(html).toContain('Firefox on Linux');
    expect(html).toContain('127.0.0.1');
    expect(html.match(/This device/g)).toHaveLength(1);
    const sessions = await site.inContext(() => site.site.sessions.wpGetAllSessions(1));
    expect(sessions).toHaveLength(3);
    const firefox = sessions.find(({ ua }) => ua === FIREFOX)?.verifier ?? '';
    expect((await first.post('/wp-admin/profile.php', { action: 'end-session', session: firefox })).status).toBe(303);
    expect(await site.inContext(() => site.site.sessions.wpGetAllSessions(1))).toHaveLength(2);
    await first.get('/wp-admin/profile.php');
    await first.post('/wp-admin/profile.php', { action: 'end-other-sessions' });
    expect([await isLoggedIn(first.cookies()), await isLoggedIn(second.cookies())]).toEqual([true, false]);
  });

  test('cannot be ended by another user who knows its verifier', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const [session] = await site.inContext(() => site.site.sessions.wpGetAllSessions(1));
    const { verifier } = assertDefined(session);
    expect(await site.inContext(() => site.site.sessions.wpDestroySession(verifier, 2))).toBe(false);
    expect(await isLoggedIn(admin.cookies())).toBe(true);
  });

  test('is not recreated by a running request after it was ended', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await admin.get('/wp-admin/profile.php');
    site.site.hooks.addAction('profile_update', () => site.site.sessions.wpDestroyAllSessions(1));
    // The screen adds a notice after the session has been deleted.
    await admin.post('/wp-admin/profile.php', { action: 'update', email: 'admin@example.test', locale: '' });
    site.site.hooks.removeAllActions('profile_update');
    expect(await site.site.db()('sessions').select('sid')).toEqual([]);
    expect(await isLoggedIn(admin.cookies())).toBe(false);
  });

  test('disappears from the list after a password change, and with its account', async () => {
    const id = await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'otto',
        user_email: 'otto@example.test',
        user_pass: 'a quiet evening',
        role: 'editor',
      }),
    );
    const otto = visitor(site.url);
    await otto.logIn('otto', 'a quiet evening');
    expect(await site.inContext(() => site.site.sessions.wpGetAllSessions(Number(id)))).toHaveLength(1);
    await site.inContext(() => site.site.users.wpSetPassword('a quieter evening', Number(id)));
    expect(await site.inContext(() => site.site.sessions.wpGetAllSessions(Number(id)))).toEqual([]);
    await site.inContext(() => site.site.users.wpDeleteUser(Number(id)));
    expect(
      await site.site
        .db()('sessions')
        .where({ user_id: Number(id) }),
    ).toEqual([]);
  });

  test('is not listed after expiry, and shows its last use', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    const listAt = (days: number) =>
      runInContext(createContext('test', 1), () =>
        createSessionTokens({
          db: site.site.db,
          users: site.site.users,
          now: () => Date.now() + days * 86_400_000,
        }).wpGetAllSessions(),
      );
    expect([(await listAt(1)).length, (await listAt(3)).length]).toEqual([1, 0]);
    await site.site.db()('sessions').update({ seen_at: '2001-02-03 04:05:06' });
    expect((await listAt(0))[0]?.lastSeen).toBe(Date.parse('2001-02-03T04:05:06Z') / 1000);
    await admin.get('/wp-admin/');
    expect((await listAt(0))[0]?.lastSeen).toBeGreaterThan(Date.parse('2001-02-03T04:05:06Z') / 1000);
  });
});

test.each([
  [FIREFOX, 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  ['curl/8.5.0', '', ''],
])('recognizes the device of a session from user agent %j', (ua, browser, system) => {
  expect(deviceOf(ua)).toEqual({ browser, system });
});
