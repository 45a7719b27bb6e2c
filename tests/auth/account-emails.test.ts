import { defaultEngines } from '../kit/databases.js';
import { bootSite, activatePlugin, type TestSite } from '../kit/site.js';

describe.each(defaultEngines)('account change emails on %s', (engine) => {
  let site: TestSite;
  let id = 0;

  beforeEach(async () => {
    site = await bootSite({ engine });
    id = Number(
      await site.inContext(() =>
        site.site.users.wpInsertUser({
          user_login: 'ewa',
          user_email: 'ewa@example.test',
          user_pass: 'a long password',
          role: 'subscriber',
          locale: 'pl_PL',
        }),
      ),
    );
  });
  afterEach(() => site.close());

  async function emails(): Promise<{ to: string; text: string }[]> {
    await site.inContext(() => site.site.cron.runJobs());
    const rows = await site.site.db()('mail_log').orderBy('id').select<
      {
        recipients: string;
        file: string;
      }[]
    >('recipients', 'file');
    return Promise.all(
      rows.map(async ({ recipients, file }) => ({
        to: recipients,
        text: ((await site.site.mail.readMailFile(file)) ?? '')
          .replace(/=\r?\n/g, '')
          .replace(/(?:=[0-9A-F]{2})+/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8')),
      })),
    );
  }
  const update = (input: object): Promise<unknown> =>
    site.inContext(() => site.site.users.wpUpdateUser({ id, ...input }));

  it('go to the previous address in the account’s language and the email layout', async () => {
    await update({ user_pass: 'another password', user_email: 'new@example.test' });
    const written = await emails();
    expect(written.map(({ to }) => to)).toEqual(['ewa@example.test', 'ewa@example.test']);
    expect(written[0]?.text).toMatch(/^Reply-To: .+@/m);
    expect(written[0]?.text).toMatch(
      /Content-Type: text\/plain[^]*Zmieniono hasło do Twojego konta\.[^]*<html lang="pl[^]*class="email-layout"/,
    );
    expect(written[1]?.text).toContain('Zmieniono adres e-mail Twojego konta.');
    expect(written[1]?.text).not.toContain('new@example.test');
  });

  it('are not sent without changes, or for a password set by a reset link', async () => {
    await update({ display_name: 'Ewa', user_email: 'ewa@example.test' });
    await site.inContext(() => site.site.users.wpSetPassword('chosen by a key', id));
    expect(await emails()).toEqual([]);
  });

  it('can be disabled and rewritten by plugins', async () => {
    await activatePlugin(site, 'own', {
      'index.js': `export default { boot(scope) {
      scope.addFilter('send_email_change_email', () => false);
      scope.addFilter('password_change_email', (letter, user) => ({ ...letter, subject: 'Mine', message: 'For ' + user.user_login }), 10, 2);
    } };`,
    });
    await update({ user_pass: 'another password', user_email: 'new@example.test' });
    const written = await emails();
    expect(written).toHaveLength(1);
    expect(written[0]?.text).toMatch(/Subject: Mine[^]*For ewa/);
    expect(written[0]?.text).not.toContain('email-layout');
  });
});
