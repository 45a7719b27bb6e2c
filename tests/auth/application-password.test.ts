import { isWpError } from '../../core/api/index.js';
import { chunkPassword } from '../../core/auth/application-passwords.js';
import { defaultEngines } from '../kit/databases.js';
import { createWebSite, type WebSite } from '../kit/web-site.js';
import supertest from 'supertest';

describe.each(defaultEngines)('application passwords on %s', (engine) => {
  let site: WebSite;
  let password: string;
  let uuid: string;
  beforeEach(async () => {
    site = await createWebSite({ engine });
    await site.users.wpInsertUser({
      user_login: 'edith',
      user_pass: 'edith-pass',
      user_email: 'edith@example.test',
      role: 'editor',
    });
    site.rest.registerRestRoute('shop/v1', '/mine', {
      callback: () => 'mine',
      permissionCallback: () => site.roles.currentUserCan('edit_posts'),
    });
    const created = await site.passwords.createApplicationPassword(1, { name: 'Robot' });
    if (isWpError(created)) throw new Error(created.getErrorMessage());
    ({ password } = created);
    uuid = created.item.uuid;
  });
  afterEach(() => site.drop());

  const request = (user: string, secret: string) => supertest(site.app).get('/wp-json/shop/v1/mine').auth(user, secret);

  test('authenticate REST requests by login or email, with or without spaces', async () => {
    expect(password).toMatch(/^[A-Za-z0-9]{24}$/);
    expect((await request('edith', password)).status).toBe(200);
    expect((await request('edith@example.test', chunkPassword(password))).body).toBe('mine');
  });

  test('exist in the database only as a hash', async () => {
    const rows = await site.db()<{ password: string }>('application_passwords');
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(password);
    expect(JSON.stringify(await site.passwords.getUserApplicationPasswords(1))).not.toContain(rows[0]?.password);
  });

  test('record the time and IP address of last use', async () => {
    expect((await site.passwords.getUserApplicationPassword(1, uuid))?.lastUsed).toBeNull();
    await request('edith', password);
    const used = await site.passwords.getUserApplicationPassword(1, uuid);
    expect(used?.lastUsed).toBeGreaterThan(Date.now() / 1000 - 60);
    expect(used?.lastIp).toBe('127.0.0.1');
  });

  test.each([
    ['edith', 'edith-pass', 'incorrect_password'],
    ['edith', 'x'.repeat(24), 'incorrect_password'],
    ['ghost', 'x', 'invalid_username'],
    ['ghost@example.test', 'x', 'invalid_email'],
  ])('respond to %s with %s: 401 %s on a plugin route', async (user, secret, code) => {
    const response = await request(user, secret);
    expect([response.status, (response.body as { code: string }).code]).toEqual([401, code]);
  });

  test('stop working when deleted or disabled by the filter', async () => {
    const off = site.hooks.addFilter('wp_is_application_passwords_available', () => false);
    expect(((await request('edith', password)).body as { code: string }).code).toBe('application_passwords_disabled');
    off();
    expect((await request('edith', password)).status).toBe(200);
    expect(await site.passwords.deleteApplicationPassword(1, uuid)).toBe(true);
    expect((await request('edith', password)).status).toBe(401);
  });

  test('need a unique and non-empty name', async () => {
    const codes = [];
    for (const name of ['robot', '  ']) {
      const created = await site.passwords.createApplicationPassword(1, { name });
      codes.push(isWpError(created) ? created.getErrorCode() : created.item.name);
    }
    expect(codes).toEqual(['application_password_duplicate_name', 'application_password_empty_name']);
  });
});
