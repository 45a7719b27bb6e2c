import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const LOG = '/wp-admin/mail-log.php';
const ERASE = '/wp-admin/erase-personal-data.php';

describe.each(defaultEngines)('email log screen (%s)', (engine) => {
  let test: TestSite;
  let admin: Visitor;
  beforeAll(async () => {
    test = await bootSite({ engine });
    admin = visitor(test.url);
    await admin.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(() => test?.close());

  const days = (): Promise<unknown> =>
    test.inContext(() => test.site.options.getOption<unknown>('mail_days', 'not chosen'));
  const write = (to: string, subject: string): Promise<unknown> =>
    test.inContext(() => test.site.mail.wpMail({ to, subject, html: `<p>Hello ${to}</p>` }));
  /** Link to an email in the log; empty if there is none. */
  const linkTo = async (subject: string): Promise<string> =>
    new RegExp(`href="(mail-log\\.php\\?file=[^"]+)">${subject}`).exec((await admin.get(LOG)).html)?.[1] ?? '';

  it('saves the number of days to store emails and rejects invalid numbers', async () => {
    expect((await admin.get(LOG)).html).toMatch(/name="mail_days" value="365" min="1" max="3650" required/);
    for (const value of ['0', '3651', '1.5', '-7', 'x', '']) {
      await admin.get(LOG);
      await admin.submitForm({ mail_days: value });
      expect((await admin.get(LOG)).html).toContain('Enter a whole number from 1 to 3650.');
    }
    expect(await days()).toBe('not chosen');
    await admin.submitForm({ mail_days: '30' });
    const { html } = await admin.get(LOG);
    expect(html).toContain('Settings saved.');
    expect(html).toContain('name="mail_days" value="30"');
    expect(Number(await days())).toBe(30);
  });

  it('rejects the form without a valid nonce', async () => {
    await admin.get(LOG);
    expect((await admin.post(LOG, { mail_days: '1', _wpnonce: 'stale' })).status).toBe(403);
    expect(Number(await days())).toBe(30);
  });

  it('hides emails of an erased person and keeps all others', async () => {
    await write('ann@example.com', 'To Ann');
    await write('bob@example.com', 'To Bob');
    const [ann, bob] = [await linkTo('To Ann'), await linkTo('To Bob')];
    expect((await admin.get(`/wp-admin/${ann}`)).html).toContain('Hello ann@example.com');
    const id = await test.inContext(async () =>
      Number(
        await test.site.privacy.api.wpCreateUserRequest('ann@example.com', 'remove_personal_data', {}, 'confirmed'),
      ),
    );
    await admin.get(ERASE);
    await admin.post(ERASE, { action: 'fulfill', 'request_id[]': String(id) });
    // The screen has started the job, so it may already be running.
    for (let attempt = 0; attempt < 400 && (await linkTo('To Ann')) !== ''; attempt++) {
      await test.inContext(() => test.site.cron.runJobs());
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect([await linkTo('To Ann'), await linkTo('To Bob')]).toEqual(['', bob]);
    expect((await admin.get(`/wp-admin/${ann}`)).status).toBe(404);
    expect((await admin.get(`/wp-admin/${bob}`)).html).toContain('Hello bob@example.com');
  });
});
