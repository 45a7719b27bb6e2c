import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { readConfig, secretKey } from '../../core/app/config.js';
import { createSite } from '../../core/app/site.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { createRecoveryCodes, createSecretBox, createTotp } from '../../core/auth/two-factor/index.js';
import { here } from '../cli/ways.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Page, visitor, type Visitor } from '../kit/visitor.js';

const PASSWORD = 'seven quiet lanterns';
const codeAt = (secret: string, milliseconds: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: milliseconds });

describe.each(defaultEngines)('two-factor authentication (%s)', (engine) => {
  let site: TestSite;
  let personCount = 0;
  beforeAll(async () => {
    site = await bootSite({ engine });
  });
  afterAll(() => site.close());
  // All requests come from the same IP address.
  beforeEach(async () => void (await site.site.db()('rate_limits').delete()));

  async function person(role = 'editor'): Promise<{ id: number; login: string }> {
    const login = `person${++personCount}`;
    const id = await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: login,
        user_email: `${login}@example.test`,
        user_pass: PASSWORD,
        role,
      }),
    );
    return { id: Number(id), login };
  }
  /** A user with TOTP whose current code has not been used. */
  async function withApp(
    role = 'editor',
  ): Promise<{ id: number; login: string; secret: string; codes: readonly string[] }> {
    const user = await person(role);
    const secret = site.site.twoFactor.totp.newSecret();
    const added = await site.inContext(() => site.site.twoFactor.addTotp(user.id, secret, codeAt(secret, Date.now())));
    await rest(user.id);
    return { ...user, secret, codes: added?.codes ?? [] };
  }
  const rest = async (id: number): Promise<unknown> =>
    site.site.db()('totp_secrets').where({ user_id: id }).decrement('last_step', 10);
  async function password(
    login: string,
    browser: Visitor = visitor(site.url),
    fields: Record<string, string> = {},
  ): Promise<{ browser: Visitor; page: Page }> {
    await browser.get('/wp-login.php');
    return { browser, page: await browser.post('/wp-login.php', { log: login, pwd: PASSWORD, ...fields }) };
  }
  async function step(browser: Visitor, method: string, code: string): Promise<Page> {
    await browser.get(`/wp-login.php?action=two-factor&way=${method}`);
    return browser.post('/wp-login.php?action=two-factor', { way: method, code });
  }
  const isIn = async (browser: Visitor): Promise<boolean> =>
    (await browser.get('/wp-admin/profile.php')).status === 200;
  async function emails(login: string): Promise<string[]> {
    await site.inContext(() => site.site.cron.runJobs());
    const rows = await site.site
      .db()('mail_log')
      .where({ recipients: `${login}@example.test` })
      .orderBy('id')
      .select<{ file: string }[]>('file');
    return Promise.all(
      rows.map(async ({ file }) => ((await site.site.mail.readMailFile(file)) ?? '').replace(/=\r?\n/g, '')),
    );
  }

  test('asks for a code after the correct password and before any session exists', async () => {
    const { login, secret } = await withApp();
    const { browser, page } = await password(login, undefined, { redirect_to: '/wp-admin/profile.php?from=here' });
    expect([page.status, page.location]).toEqual([302, '/wp-login.php?action=two-factor']);
    expect(await isIn(browser)).toBe(false);
    expect((await step(browser, 'totp', '000000')).html).toContain('The code is incorrect or was already used.');
    expect(await isIn(browser)).toBe(false);
    const done = await step(browser, 'totp', codeAt(secret, Date.now()));
    expect([done.status, done.location]).toEqual([302, '/wp-admin/profile.php?from=here']);
    expect(await isIn(browser)).toBe(true);
  });

  test('responds to a wrong password like an account without a second factor', async () => {
    const [{ login }, plain] = [await withApp(), await person()];
    const shape = async (log: string): Promise<unknown> => {
      const response = await fetch(`${site.url}/wp-login.php`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ log, pwd: 'wrong password' }),
      });
      return [response.status, response.headers.getSetCookie(), (await response.text()).replaceAll(log, '')];
    };
    expect(await shape(login)).toEqual(await shape(plain.login));
  });

  test('requires the password first and changes the session ID', async () => {
    const { login, secret } = await withApp();
    expect((await visitor(site.url).get('/wp-login.php?action=two-factor')).location).toBe(
      '/wp-login.php?step=expired',
    );
    const { browser } = await password(login);
    const before = browser.cookies();
    await step(browser, 'totp', codeAt(secret, Date.now()));
    const old = await fetch(`${site.url}/wp-admin/profile.php`, { redirect: 'manual', headers: { cookie: before } });
    expect(old.status).toBe(302);
    expect(await isIn(browser)).toBe(true);
  });

  test('ends a pending login when the password changes', async () => {
    const { id, login, secret } = await withApp();
    const { browser } = await password(login);
    await site.inContext(() => site.site.users.wpSetPassword('another long password', id));
    expect((await step(browser, 'totp', codeAt(secret, Date.now()))).location).toBe('/wp-login.php?step=expired');
    expect(await isIn(browser)).toBe(false);
  });

  test('accepts a code once, tolerates one step of drift, and rejects older codes', async () => {
    const time = { now: 1_900_000_000_000 };
    const box = createSecretBox('a key of this test');
    const totp = createTotp({ db: site.site.db, box, now: () => time.now });
    const { id } = await person();
    const secret = totp.newSecret();
    expect(await totp.enroll(id, secret, codeAt(secret, time.now - 90_000))).toBe(false);
    expect(await totp.enroll(id, secret, codeAt(secret, time.now))).toBe(true);
    expect(await totp.verify(id, codeAt(secret, time.now))).toBe(false);
    time.now += 60_000;
    expect(await Promise.all([1, 2, 3].map(() => totp.verify(id, codeAt(secret, time.now))))).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    expect(await totp.verify(id, codeAt(secret, time.now - 30_000))).toBe(false);
    expect(await totp.verify(id, codeAt(secret, time.now + 30_000))).toBe(true);
    time.now += 300_000;
    for (const offset of [-60_000, 60_000])
      expect(await totp.verify(id, codeAt(secret, time.now + offset))).toBe(false);
    expect(await totp.verify(id, codeAt(secret, time.now - 30_000))).toBe(true);
    expect(await totp.verify(id, ` ${codeAt(secret, time.now).replace(/^.../, '$& ')} `)).toBe(true);
    // The test vector of RFC 6238; apps display its last six digits.
    const vector = Secret.fromUTF8('12345678901234567890').base32;
    time.now = 59_000;
    expect(await totp.enroll(id, vector, '287082')).toBe(true);
  });

  test('encrypts the TOTP secret with a key outside the database', async () => {
    const { id, secret } = await withApp();
    const dump =
      JSON.stringify(await site.site.db()('totp_secrets').select('*')) +
      JSON.stringify(await site.site.db()('options').select('*')) +
      JSON.stringify(await site.site.db()('sessions').select('*'));
    expect(dump).not.toContain(secret);
    expect(dump).not.toContain(secretKey(site.site.config));
    const row = await site.site.db()('totp_secrets').where({ user_id: id }).first<{ secret: string }>('secret');
    expect(site.site.box.decrypt(row.secret, `totp|${id}`)).toBe(secret);
    expect(site.site.box.decrypt(row.secret, `totp|${id + 1}`)).toBeUndefined();
    expect(createSecretBox('another key').decrypt(row.secret, `totp|${id}`)).toBeUndefined();
  });

  test('refuses further codes after five wrong ones, also after starting again', async () => {
    const { login, secret } = await withApp();
    const { browser } = await password(login);
    for (let index = 0; index < 5; index++) expect((await step(browser, 'totp', '12345')).status).toBe(200);
    const rejected = await step(browser, 'totp', codeAt(secret, Date.now()));
    expect(rejected.location).toBe('/wp-login.php?step=toomany');
    expect((await browser.get(rejected.location)).html).toContain('Too many failed attempts');
    // Logging in again does not reset the counter.
    await password(login, browser);
    expect((await step(browser, 'recovery', 'aaaa-bbbb-cccc-dddd')).location).toBe('/wp-login.php?step=toomany');
    expect(await isIn(browser)).toBe(false);
  });

  test('accepts each recovery code once and notifies the user by email', async () => {
    const { id, login, codes } = await withApp();
    expect(codes).toHaveLength(10);
    expect(JSON.stringify(await site.site.db()('recovery_codes').where({ user_id: id }))).not.toContain(
      codes[0]?.replaceAll('-', ''),
    );
    const { browser } = await password(login);
    expect((await browser.get('/wp-login.php?action=two-factor')).html).toContain('way=recovery');
    expect((await step(browser, 'recovery', ` ${codes[0]?.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(302);
    expect((await browser.get('/wp-admin/profile.php')).html).toContain('You used a recovery code. Codes left: 9.');
    const secondLogin = await password(login);
    expect((await step(secondLogin.browser, 'recovery', codes[0] ?? '')).html).toContain(
      'The recovery code is incorrect or was already used.',
    );
    expect((await emails(login)).at(-1)).toContain('Codes left: 9');
    const recovery = createRecoveryCodes(site.site.db);
    expect(await recovery.use(id + 1, codes[1] ?? '')).toBe(false);
    const fresh = await recovery.renew(id);
    expect([await recovery.use(id, codes[1] ?? ''), await recovery.use(id, fresh[0] ?? '')]).toEqual([false, true]);
  });

  test('requires the password for setup, renewal and removal, and emails each change', async () => {
    const { login, id } = await person();
    const { browser } = await password(login);
    const screen = '/wp-admin/two-factor.php';
    const send = async (fields: Record<string, string>): Promise<Page> => {
      await browser.get(screen);
      return browser.post(screen, fields);
    };
    expect((await send({ action: 'begin-app', current_pass: 'wrong' })).status).toBe(400);
    expect((await browser.get(screen)).html).not.toContain('<svg class="qr"');
    expect((await send({ action: 'begin-app', current_pass: PASSWORD })).status).toBe(303);
    const { html } = await browser.get(screen);
    expect(html).toContain('<svg class="qr"');
    const secret = (/id="totp-secret"[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await send({ action: 'confirm-app', code: '000000' })).status).toBe(400);
    expect(await site.site.twoFactor.isOn(id)).toBe(false);
    const on = await send({ action: 'confirm-app', code: codeAt(secret, Date.now()) });
    expect(on.html.match(/[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/g)).toHaveLength(10);
    expect((await browser.get(screen)).html).not.toMatch(/[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/);
    expect((await send({ action: 'renew-codes', current_pass: 'wrong' })).status).toBe(400);
    expect((await send({ action: 'renew-codes', current_pass: PASSWORD })).html).toMatch(
      /[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/,
    );
    expect((await send({ action: 'remove-app', current_pass: '' })).status).toBe(400);
    expect(await site.site.twoFactor.isOn(id)).toBe(true);
    expect((await send({ action: 'remove-app', current_pass: PASSWORD })).status).toBe(303);
    expect(await site.site.twoFactor.listMethods(id)).toEqual({ totp: false, passkeys: 0, recovery: 0 });
    expect((await password(login)).page.location).toBe('/wp-admin/');
    const written = (await emails(login)).map((email) => /was added|were generated|was removed/.exec(email)?.[0]);
    expect(written).toEqual(['was added', 'were generated', 'was removed']);
    // The common email layout with a plain text part, and with the owner in Reply-To.
    const [first = ''] = await emails(login);
    expect(first).toMatch(/^Reply-To: .+@/m);
    expect(first).toContain('Content-Type: text/plain');
    expect(first).toMatch(/class=3D"email-layout"[^]*Check your login settings/);
  });

  test('must be set up before the first session when the role requires it', async () => {
    await site.site.options.updateOption('require_second_factor_author', '1');
    const { login, id } = await person('author');
    const { browser, page } = await password(login);
    expect(page.location).toBe('/wp-login.php?action=two-factor-setup');
    expect(await isIn(browser)).toBe(false);
    const { html } = await browser.get(page.location);
    const secret = (/id="totp-secret"[^>]*>([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
    expect(JSON.stringify(await site.site.db()('sessions').select('sess'))).not.toContain(secret);
    expect((await browser.post(page.location, { code: '000000' })).html).toContain(
      'Incorrect code. Check the clock on your device',
    );
    expect(await isIn(browser)).toBe(false);
    await browser.get(page.location);
    const done = await browser.post(page.location, { code: codeAt(secret, Date.now()) });
    expect(done.html.match(/[a-z2-9]{4}(?:-[a-z2-9]{4}){3}/g)).toHaveLength(10);
    expect(done.html).toContain('/wp-admin/');
    expect(await isIn(browser)).toBe(true);
    await rest(id);
    expect((await password(login)).page.location).toBe('/wp-login.php?action=two-factor');
    await site.site.options.updateOption('require_second_factor_author', '0');
    expect((await password((await person('author')).login)).page.location).toBe('/wp-admin/');
    site.site.hooks.addFilter('plinth/two_factor_required', () => true);
    expect((await password((await person('subscriber')).login)).page.location).toBe(
      '/wp-login.php?action=two-factor-setup',
    );
    site.site.hooks.removeAllFilters('plinth/two_factor_required');
  });

  test('exempts application passwords, but blocks account passwords over Basic auth', async () => {
    const { id, login } = await withApp();
    expect(await site.inContext(() => site.site.plugins.activatePlugin('basic-auth'))).toBeNull();
    const restStatus = async (name: string, pass: string): Promise<number> =>
      (
        await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
          headers: { authorization: `Basic ${Buffer.from(`${name}:${pass}`).toString('base64')}` },
        })
      ).status;
    expect([await restStatus((await person()).login, PASSWORD), await restStatus(login, PASSWORD)]).toEqual([200, 401]);
    const created = await site.inContext(() => site.site.passwords.createApplicationPassword(id, { name: 'Program' }));
    expect(await restStatus(login, 'password' in created ? created.password : '')).toBe(200);
    await site.site.options.updateOption('require_second_factor_author', '1');
    expect(await restStatus((await person('author')).login, PASSWORD)).toBe(401);
    await site.site.options.updateOption('require_second_factor_author', '0');
    await site.inContext(() => site.site.plugins.deactivatePlugins('basic-auth'));
  });

  test('can be reset for another user only by someone who may edit them', async () => {
    const [lost, other] = [await withApp(), await person()];
    const path = `/wp-admin/user-edit.php?user_id=${lost.id}`;
    const { browser } = await password(other.login);
    await browser.get('/wp-admin/profile.php');
    expect((await browser.post(path, { action: 'reset-second-factor' })).status).toBe(403);
    expect(await site.site.twoFactor.isOn(lost.id)).toBe(true);
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await admin.get(path);
    expect((await admin.post(path, { action: 'reset-second-factor' })).status).toBe(303);
    expect(await site.site.twoFactor.listMethods(lost.id)).toEqual({ totp: false, passkeys: 0, recovery: 0 });
    expect((await emails(lost.login)).at(-1)).toContain('turned off two-factor authentication for your account');
  });

  test('deletes all factors with the account', async () => {
    const { id } = await withApp();
    await site.inContext(() => site.site.users.wpDeleteUser(id));
    for (const table of ['totp_secrets', 'recovery_codes', 'passkeys'])
      expect(await site.site.db()(table).where({ user_id: id })).toEqual([]);
  });
});

test('resets two-factor authentication of a user from the command line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
  const plinth = here({ DATA_DIR: folder });
  await plinth('core', 'install', `--admin_password=${PASSWORD}`);
  expect((await plinth('user', 'two-factor', 'reset', 'admin')).out).toBe(
    'admin does not use two-factor authentication.',
  );
  const site = await createSite(
    readConfig(join(__dirname, '../..'), { DATA_DIR: folder, LOG_LEVEL: 'silent' }, folder),
  );
  const secret = site.twoFactor.totp.newSecret();
  await runInContext(createContext('test'), () => site.twoFactor.addTotp(1, secret, codeAt(secret, Date.now())));
  expect((await plinth('user', 'two-factor', 'reset', 'admin')).out).toBe(
    'Two-factor authentication is turned off for admin, who is notified by email.',
  );
  expect(await site.twoFactor.listMethods(1)).toEqual({ totp: false, passkeys: 0, recovery: 0 });
  await site.close();
  expect(await plinth('user', 'two-factor', 'reset', 'nobody')).toMatchObject({ code: 1 });
  rmSync(folder, { recursive: true, force: true });
});
