import supertest from 'supertest';
import { defaultEngines } from '../kit/databases.js';
import { createLoginSite, type LoginSite } from '../kit/login-site.js';

describe.each(defaultEngines)('login screen on %s', (engine) => {
  let site: LoginSite;
  beforeEach(async () => {
    site = await createLoginSite({ engine });
  });
  afterEach(() => site.drop());

  const logIn = (fields: Record<string, string> = {}) =>
    supertest(site.app)
      .post('/wp-login.php')
      .type('form')
      .send({ log: 'edith', pwd: 'edith-pass', ...fields });
  const sessionOf = (headers: Record<string, unknown>): string =>
    ((headers['set-cookie'] as string[] | undefined) ?? [])
      .map((line) => line.split(';')[0])
      .find((line) => line?.startsWith('wordpress_logged_in_')) ?? '';

  test('opens a session for a correct password and redirects to the admin', async () => {
    const response = await logIn();
    expect(response.status).toBe(302);
    expect(response.headers.location).toBe('http://plinth.test/wp-admin/');
    const nonce = await supertest(site.app)
      .get('/wp-admin/admin-ajax.php?action=rest-nonce')
      .set('Cookie', sessionOf(response.headers));
    expect(nonce.text).toMatch(/^[0-9a-f]{10}$/);
  });

  test('opens no session for a wrong password and escapes the typed login', async () => {
    const response = await logIn({ log: '"><script>', pwd: 'no' });
    expect(response.status).toBe(200);
    expect(sessionOf(response.headers)).toBe('');
    expect(response.text).toContain('role="alert"');
    expect(response.text).not.toContain('"><script>');
    expect(response.text).not.toContain('Test <Site>');
  });

  test('sets an HttpOnly SameSite cookie, lasting two weeks with Remember Me', async () => {
    const line = async (fields: Record<string, string>): Promise<string> =>
      ((await logIn(fields)).headers['set-cookie'] as unknown as string[]).find((cookie) =>
        cookie.startsWith('wordpress_logged_in_'),
      ) ?? '';
    expect(await line({})).toMatch(/HttpOnly; SameSite=Lax$/);
    const expires = /Expires=([^;]+)/.exec(await line({ rememberme: 'forever' }))?.[1] ?? '';
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(13.9 * 86_400_000);
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'http://plinth.test@evil.example/',
    '/\t/evil.example',
  ])('does not redirect to %j after login', async (target) => {
    expect((await logIn({ redirect_to: target })).headers.location).toBe('http://plinth.test/wp-admin/');
  });

  test('refuses login with an explanation when the browser sends no test cookie', async () => {
    const rejected = await logIn({ testcookie: '1' });
    expect(rejected.status).toBe(200);
    expect(sessionOf(rejected.headers)).toBe('');
    expect(rejected.text).toContain('Allow cookies for this site');
    const form = await supertest(site.app).get('/wp-login.php');
    const sent = (form.headers['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0]).join('; ');
    expect(form.text).toContain('name="testcookie" value="1"');
    const response = await supertest(site.app)
      .post('/wp-login.php')
      .set('Cookie', sent)
      .type('form')
      .send({ log: 'edith', pwd: 'edith-pass', testcookie: '1' });
    expect(response.status).toBe(302);
  });

  test('redirects to the requested page of the site', async () => {
    expect((await logIn({ redirect_to: '/about/?a=1' })).headers.location).toBe('/about/?a=1');
  });

  test('refuses even the correct password with 429 after five failures', async () => {
    for (let attempt = 0; attempt < 5; attempt++) expect((await logIn({ pwd: 'wrong' })).status).toBe(200);
    const rejected = await logIn();
    expect(rejected.status).toBe(429);
    expect(sessionOf(rejected.headers)).toBe('');
  });

  test('requires a nonce for logout and ends the session', async () => {
    const cookie = sessionOf((await logIn()).headers);
    const confirmation = await supertest(site.app).get('/wp-login.php?action=logout').set('Cookie', cookie);
    expect(confirmation.status).toBe(403);
    const nonce = /name="_wpnonce" value="(\w+)"/.exec(confirmation.text)?.[1] ?? '';
    const out = await supertest(site.app)
      .post('/wp-login.php?action=logout')
      .type('form')
      .send({ _wpnonce: nonce })
      .set('Cookie', cookie);
    expect(out.headers.location).toBe('http://plinth.test/wp-login.php?loggedout=true');
    const after = await supertest(site.app).get('/wp-admin/admin-ajax.php?action=rest-nonce').set('Cookie', cookie);
    expect(after.status).toBe(400);
  });

  test('resets a password by an emailed link once and ends old sessions', async () => {
    const cookie = sessionOf((await logIn()).headers);
    await supertest(site.app)
      .post('/wp-login.php?action=lostpassword')
      .type('form')
      .send({ user_login: 'edith@example.test' });
    expect(site.emails).toEqual([]);
    await site.runJobs();
    const link = /http\S+action=rp\S+/.exec(site.emails[0]?.text ?? '')?.[0] ?? '';
    const form = await supertest(site.app).get(new URL(link).pathname + new URL(link).search);
    const key = /name="rp_key" value="([^"]+)"/.exec(form.text)?.[1] ?? '';
    const choose = (pass: string) =>
      supertest(site.app)
        .post('/wp-login.php?action=resetpass')
        .type('form')
        .send({ rp_key: key, login: 'edith', pass1: pass, pass2: pass });
    expect((await choose('short')).status).toBe(200);
    expect((await choose('a new password')).headers.location).toContain('password=changed');
    expect((await choose('another password')).headers.location).toContain('error=invalidkey');
    expect((await logIn({ pwd: 'a new password' })).status).toBe(302);
    expect(
      (await supertest(site.app).get('/wp-admin/admin-ajax.php?action=rest-nonce').set('Cookie', cookie)).status,
    ).toBe(400);
  });

  test('responds to a password reset alike for known and unknown accounts', async () => {
    const requestReset = (name: string) =>
      supertest(site.app).post('/wp-login.php?action=lostpassword').type('form').send({ user_login: name });
    const [known, unknown] = [await requestReset('edith'), await requestReset('nobody')];
    expect([unknown.status, unknown.headers.location, unknown.text]).toEqual([
      known.status,
      known.headers.location,
      known.text,
    ]);
    await site.runJobs();
    expect(site.emails).toHaveLength(1);
  });

  test('lets visitors register only when the setting allows it', async () => {
    const url = '/wp-login.php?action=register';
    expect((await supertest(site.app).get(url)).headers.location).toBe(
      'http://plinth.test/wp-login.php?registration=disabled',
    );
    await site.options.updateOption('users_can_register', 1);
    const form = await supertest(site.app).get(url);
    const _wpnonce = /name="_wpnonce" value="(\w+)"/.exec(form.text)?.[1] ?? '';
    const fields = { user_login: 'newcomer', user_email: 'new@example.test' };
    expect((await supertest(site.app).post(url).type('form').send(fields)).text).toContain(
      'This form has expired. Submit it again.',
    );
    expect(
      (
        await supertest(site.app)
          .post(url)
          .type('form')
          .send({ ...fields, _wpnonce })
      ).headers.location,
    ).toContain('checkemail=registered');
    await site.runJobs();
    expect(site.emails[0]?.to).toBe('new@example.test');
    expect(await site.users.usernameExists('newcomer')).not.toBe(false);
  });

  test('responds to a registration alike for new and existing accounts, informing the owner', async () => {
    await site.options.updateOption('users_can_register', 1);
    const url = '/wp-login.php?action=register';
    const _wpnonce = /name="_wpnonce" value="(\w+)"/.exec((await supertest(site.app).get(url)).text)?.[1] ?? '';
    const register = async (user_login: string, user_email: string): Promise<unknown> => {
      const { status, headers, text } = await supertest(site.app)
        .post(url)
        .type('form')
        .send({ user_login, user_email, _wpnonce });
      return [status, headers.location, headers['set-cookie'], text];
    };
    const fresh = await register('newcomer', 'new@example.test');
    expect(await register('edith', 'other@example.test')).toEqual(fresh);
    expect(await register('newer', 'EDITH@example.test')).toEqual(fresh);
    await site.runJobs();
    expect(site.emails.map(({ to, subject }) => [to, subject])).toEqual([
      ['new@example.test', '[Test <Site>] Login Details'],
      ['other@example.test', '[Test <Site>] Login Details'],
      ['edith@example.test', '[Test <Site>] You already have an account'],
    ]);
    expect(await site.users.emailExists('other@example.test')).toBe(await site.users.usernameExists('edith2'));
    expect(site.emails[1]?.text).toContain('edith2');
    expect(await site.users.usernameExists('newer')).toBe(false);
  });

  test('limits wrong reset keys, but not repeated use of the right one', async () => {
    await supertest(site.app).post('/wp-login.php?action=lostpassword').type('form').send({ user_login: 'edith' });
    await site.runJobs();
    const key = /key=([\w-]+)/.exec(site.emails[0]?.text ?? '')?.[1] ?? '';
    const open = async (resetKey: string): Promise<string> =>
      (await supertest(site.app).get(`/wp-login.php?action=rp&key=${resetKey}&login=Edith`)).headers.location ?? 'form';
    for (let index = 0; index < 7; index++) expect(await open(key)).toBe('form');
    for (let index = 0; index < 5; index++) expect(await open(`wrong${index}`)).toContain('error=invalidkey');
    expect(await open('wrong')).toContain('error=toomanykeys');
    expect(await open(key)).toContain('error=toomanykeys');
  });
});
