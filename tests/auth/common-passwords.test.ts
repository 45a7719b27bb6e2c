import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dictionary } from '@zxcvbn-ts/language-common';
import { createPasswordRules } from '../../core/auth/password-rules.js';
import { here } from '../cli/ways.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

const GOOD = 'seven quiet lanterns';

describe('rules for new passwords', () => {
  const { passwordProblem } = createPasswordRules({
    options: { getOption: async <T>() => 'Kwiaciarnia Róża' as T },
    translate: (text) => text,
  });
  const codeOf = async (password: string): Promise<unknown> =>
    (await passwordProblem(password, { login: 'anna-nowak', email: 'anna.maria@example.test' }))?.getErrorCode();

  test.each([
    ['password', 'password_common'],
    ['Password1', 'password_common'],
    ['  QWERTY123 ', 'password_common'],
    ['ｐａｓｓｗｏｒｄ', 'password_common'],
    ['anna-nowak', 'password_is_name'],
    ['ANNA.MARIA', 'password_is_name'],
    ['anna.maria@example.test', 'password_is_name'],
    ['kwiaciarnia róża', 'password_is_name'],
    ['1234567', 'password_too_short'],
    ['ąęśćżźó', 'password_too_short'],
    [GOOD, undefined],
    ['aaaa bbbb', undefined],
    ['abcdefg\u{1f339}', undefined],
  ])('judge %j as %s', async (password, code) => {
    expect(await codeOf(password)).toBe(code);
  });

  test('compare with more than ten thousand common passwords of sufficient length', () => {
    expect(new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8)).size).toBeGreaterThan(10_000);
  });
});

describe.each(defaultEngines)('common passwords (%s)', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine, shop: true });
  });
  afterAll(() => site.close());

  test('are refused on the profile, by REST and at shop registration, with advice', async () => {
    const admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
    await admin.get('/wp-admin/profile.php');
    const profile = await admin.post('/wp-admin/profile.php', {
      action: 'update',
      email: 'a@example.test',
      current_pass: ADMIN.password,
      pass1: 'Password1',
      locale: '',
    });
    expect([profile.status, profile.html]).toEqual([400, expect.stringContaining('one of the most common passwords')]);
    await admin.get('/wp-admin/user-new.php');
    const created = await admin.post('/wp-admin/user-new.php', {
      user_login: 'ewelina',
      email: 'ewelina@example.test',
      role: 'editor',
      pass1: 'ewelina1',
    });
    expect([created.status, created.html]).toEqual([303, '']);
    await admin.get('/wp-admin/user-new.php');
    const common = await admin.post('/wp-admin/user-new.php', {
      user_login: 'ewelina3',
      email: 'ewelina3@example.test',
      role: 'editor',
      pass1: 'Password1',
    });
    expect([common.status, common.html]).toEqual([400, expect.stringContaining('one of the most common passwords')]);
    await admin.get('/wp-admin/user-new.php');
    const named = await admin.post('/wp-admin/user-new.php', {
      user_login: 'ewelina2',
      email: 'ewelina2@example.test',
      role: 'editor',
      pass1: 'Ewelina2',
    });
    expect([named.status, named.html]).toEqual([
      400,
      expect.stringContaining('Usernames, addresses, and site names are guessed first.'),
    ]);
    const nonce = (await admin.get('/wp-admin/admin-ajax.php?action=rest-nonce')).html;
    const rest = await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
      method: 'POST',
      headers: { cookie: admin.cookies(), 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'sunshine1' }),
    });
    expect([rest.status, ((await rest.json()) as { code: string }).code]).toEqual([400, 'rest_user_invalid_password']);
    const shopper = visitor(site.url);
    await shopper.get('/register/');
    const registered = await shopper.post('/register/', {
      register_email: 'new@example.test',
      register_password: 'qwertyuiop',
    });
    expect([registered.status, registered.html]).toEqual([
      422,
      expect.stringContaining('one of the most common passwords'),
    ]);
    expect(await site.inContext(() => site.site.users.emailExists('new@example.test'))).toBe(false);
  });

  test('still work for an existing account', async () => {
    await site.inContext(() =>
      site.site.users.wpInsertUser({
        user_login: 'oldtimer',
        user_email: 'old@example.test',
        user_pass: 'password',
        role: 'subscriber',
      }),
    );
    await visitor(site.url).logIn('oldtimer', 'password');
  });
});

test('refuses a common password on the command line and creates no user', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
  const plinth = here({ DATA_DIR: folder });
  expect(await plinth('core', 'install', '--admin_password=password1')).toMatchObject({
    code: 1,
    error: expect.stringContaining('one of the most common passwords'),
  });
  await plinth('core', 'install', `--admin_password=${GOOD}`);
  expect(await plinth('user', 'create', 'jan', 'jan@example.com', '--user_pass=qwerty123')).toMatchObject({
    code: 1,
    error: expect.stringContaining('one of the most common passwords'),
  });
  expect((await plinth('user', 'list', '--format=json')).out).not.toContain('"jan"');
  rmSync(folder, { recursive: true, force: true });
});
