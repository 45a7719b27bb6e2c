import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe.each(defaultEngines)('one-time password of the first start on %s', (engine) => {
  let test: TestSite;
  beforeAll(async () => {
    test = await bootSite({ engine });
  });
  afterAll(() => test.close());

  it('restricts the owner to the profile until a new password is set', async () => {
    const email = await test.inContext(() => test.site.options.getOption<string>('admin_email'));
    expect(email).toMatch(/@localhost\.localdomain$/);
    await test.inContext(() => test.site.initialPassword.mark(1));
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    expect((await owner.get('/wp-admin/options-general.php')).location).toContain('/wp-admin/profile.php');
    const { html } = await owner.get('/wp-admin/profile.php');
    expect(html).toContain('Set your own password and email address first.');
    const fields = {
      action: 'update',
      email: 'owner@example.test',
      display_name: 'Owner',
      current_pass: ADMIN.password,
    };
    await owner.post('/wp-admin/profile.php', fields);
    expect((await owner.get('/wp-admin/')).location).toContain('/wp-admin/profile.php');
    expect(await test.inContext(() => test.site.options.getOption('admin_email'))).toBe('owner@example.test');
    const secondBrowser = visitor(test.url);
    await secondBrowser.logIn(ADMIN.login, ADMIN.password);
    await owner.get('/wp-admin/profile.php');
    await owner.post('/wp-admin/profile.php', { ...fields, pass1: 'a much better password 42' });
    // The session that changes the password continues; all other sessions of the account end.
    expect((await owner.get('/wp-admin/')).status).toBe(200);
    expect((await secondBrowser.get('/wp-admin/')).location).toContain('wp-login.php');
    const otherBrowser = visitor(test.url);
    await otherBrowser.logIn(ADMIN.login, 'a much better password 42');
    expect((await otherBrowser.get('/wp-admin/')).status).toBe(200);
  });
});
