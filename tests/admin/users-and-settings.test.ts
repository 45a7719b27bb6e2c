import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('users, settings and tools in the admin (%s)', (engine) => {
  let site: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    site = await bootSite({ engine });
    admin = visitor(site.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => site?.close());

  const account = { user_login: 'ola', email: 'ola@example.com', pass1: 'ola-long-pass', role: 'editor' };

  it('creates a user once, refuses duplicates, and keeps typed values on errors', async () => {
    await admin.get('/wp-admin/user-new.php');
    const rejected = await admin.post('/wp-admin/user-new.php', {
      ...account,
      email: 'not-an-address',
      first_name: 'Ola',
    });
    expect(rejected.status).toBe(400);
    expect(rejected.html).toContain('value="Ola"');
    expect((await admin.post('/wp-admin/user-new.php', account)).status).toBe(303);
    await admin.get('/wp-admin/user-new.php');
    expect((await admin.post('/wp-admin/user-new.php', { ...account, email: 'other@example.com' })).html).toContain(
      'already exists',
    );
    expect((await admin.get('/wp-admin/users.php?s=ola')).html).toContain('ola@example.com');
  });

  it('shows an application password once, accepts it, and rejects it after revocation', async () => {
    await admin.get('/wp-admin/profile.php');
    const created = await admin.post('/wp-admin/profile.php', {
      action: 'create-password',
      password_name: 'My program',
    });
    const secret = /class="secret" readonly value="([^"]+)"/.exec(created.html)?.[1] ?? '';
    const me = async (): Promise<number> =>
      (
        await fetch(`${site.url}/wp-json/wp/v2/users/me`, {
          headers: { authorization: `Basic ${Buffer.from(`${ADMIN.login}:${secret}`).toString('base64')}` },
        })
      ).status;
    expect(created.html).toMatch(/data-label="Created">\w+ \d+, \d{4}<[^]*data-label="Last used">Never</);
    expect(await me()).toBe(200);
    const listed = await admin.get('/wp-admin/profile.php');
    expect(listed.html).toContain('My program');
    expect(listed.html).not.toContain(secret);
    expect(listed.html).toMatch(/data-label="Last used">\w+ \d+, \d{4} <span class="muted">127\.0\.0\.1</);
    const uuid = /name="uuid" value="([^"]+)"/.exec(listed.html)?.[1] ?? '';
    await admin.post('/wp-admin/profile.php', { action: 'revoke-password', uuid });
    expect(await me()).toBe(401);
  });

  it('requires the current password for changing one’s own password', async () => {
    const ola = visitor(site.url);
    await ola.logIn('ola', account.pass1);
    await ola.get('/wp-admin/profile.php');
    const fields = { action: 'update', email: 'ola@example.com', display_name: 'Ola', pass1: 'a-newer-pass' };
    const rejected = await ola.post('/wp-admin/profile.php', { ...fields, current_pass: 'wrong' });
    expect(rejected.html).toContain('Your current password is incorrect');
    await visitor(site.url).logIn('ola', account.pass1);
    await ola.post('/wp-admin/profile.php', { ...fields, current_pass: account.pass1 });
    await visitor(site.url).logIn('ola', 'a-newer-pass');
  });

  it('denies an editor creating users and raising their own role', async () => {
    const ola = visitor(site.url);
    await ola.logIn('ola', 'a-newer-pass');
    expect((await ola.get('/wp-admin/user-new.php')).status).toBe(403);
    await ola.get('/wp-admin/profile.php');
    await ola.post('/wp-admin/profile.php', {
      action: 'update',
      email: 'ola@example.com',
      display_name: 'Ola',
      role: 'administrator',
    });
    const user = await site.inContext(() => site.site.users.getUserBy('login', 'ola'));
    expect(user && user.roles).toEqual(['editor']);
  });

  it('saves general settings all or none, and keeps typed values on errors', async () => {
    const settings = {
      blogname: 'Sklep',
      blogdescription: 'x',
      admin_email: 'owner@example.com',
      WPLANG: '',
      timezone_string: 'Europe/Warsaw',
      date_format: 'j F Y',
      time_format: 'H:i',
      start_of_week: '1',
      emails_per_address: '20',
    };
    await admin.get('/wp-admin/options-general.php');
    const rejected = await admin.post('/wp-admin/options-general.php', { ...settings, admin_email: 'nobody' });
    expect(rejected.status).toBe(400);
    expect(rejected.html).toContain('value="Sklep"');
    expect(await site.inContext(() => site.site.options.getOption('blogname'))).toBe('Plinth');
    expect(
      (await admin.post('/wp-admin/options-general.php', { ...settings, 'site_languages[]': 'xx_XX' })).status,
    ).toBe(400);
    expect(
      (await admin.post('/wp-admin/options-general.php', { ...settings, 'site_languages[]': 'pl_PL' })).status,
    ).toBe(303);
    expect(await site.inContext(() => site.site.options.getOption('site_languages'))).toEqual(['pl_PL']);
    expect(await site.inContext(() => site.site.options.getOption('blogname'))).toBe('Sklep');
  });

  it('remembers a visitor’s language, and redirects only within the site', async () => {
    const anna = visitor(site.url);
    const redirect = await anna.get('/?wp_lang=pl_PL&x=1');
    expect([redirect.status, redirect.location]).toEqual([302, '/?x=1']);
    expect((await anna.get('/')).html).toContain('<html lang="pl"');
    expect((await visitor(site.url).get('/')).html).toContain('<html lang="en"');
    const sly = await fetch(`${site.url}//evil.example/?wp_lang=pl_PL`, { redirect: 'manual' });
    expect(sly.headers.get('location')).toBe('/evil.example/');
  });

  it('shows site health and escaped logged emails, and deletes scheduled events', async () => {
    expect((await admin.get('/wp-admin/site-health.php')).html).toMatch(
      engine === 'mysql' ? /MariaDB\/MySQL responds in/ : /SQLite responds in/,
    );
    await site.inContext(() =>
      site.site.mail.wpMail({
        to: 'klient@example.com',
        subject: 'Zamówienie nr 1',
        html: '<p>Dziękujemy <script>bad()</script></p>',
      }),
    );
    const log = await admin.get('/wp-admin/mail-log.php');
    expect(log.html).toContain('Zamówienie nr 1');
    const email = await admin.get(`/wp-admin/${/mail-log\.php\?file=[^"]+/.exec(log.html)?.[0] ?? ''}`);
    expect(email.html).toContain('Dziękujemy');
    expect(email.html).not.toContain('<script>bad');
    await site.inContext(() =>
      site.site.cron.wpScheduleSingleEvent(Math.floor(Date.now() / 1000) + 3600, 'my_event', ['a']),
    );
    const events = await admin.get('/wp-admin/events.php');
    const key = /name="event" value="(my_event[^"]+)"/.exec(events.html)?.[1]?.replaceAll('&quot;', '"') ?? '';
    await admin.post('/wp-admin/events.php', { action: 'delete', event: key });
    expect(await site.inContext(() => site.site.cron.wpNextScheduled('my_event', ['a']))).toBe(false);
  });
});
