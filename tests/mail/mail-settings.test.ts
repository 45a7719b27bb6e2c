import { defaultEngines } from '../kit/databases.js';
import { type MailServer, openMailServer } from '../kit/mail-server.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { type Visitor, visitor } from '../kit/visitor.js';

const SCREEN = '/wp-admin/options-mail.php';

describe.each(defaultEngines)('mail settings screen on %s', (engine) => {
  let server: MailServer;
  let test: TestSite;
  let owner: Visitor;
  let password = 'right';
  beforeAll(async () => {
    server = await openMailServer({
      reply: (command) => {
        if (command.startsWith('EHLO')) return '250-tests\r\n250 AUTH PLAIN';
        if (!command.startsWith('AUTH PLAIN')) return undefined;
        return Buffer.from(command.slice(11), 'base64').toString('utf8') === `\0shop\0${password}`
          ? '235 welcome'
          : '535 5.7.8 Wrong password';
      },
    });
    test = await bootSite({ engine });
    owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
  });
  afterAll(async () => {
    await test.close();
    await server.close();
  });

  /** Submits the form and follows the redirect. */
  async function send(fields: Record<string, string>) {
    await owner.get(SCREEN);
    const response = await owner.post(SCREEN, fields);
    return response.status === 303 ? owner.get(SCREEN) : response;
  }
  const save = (more: Record<string, string>) =>
    send({
      host: '127.0.0.1',
      port: new URL(server.url).port,
      security: 'none',
      user: 'shop',
      password: '',
      from: '',
      ...more,
    });
  const sendTest = (to: string) => send({ do: 'test', test_to: to });
  const read = () => test.inContext(() => test.site.mailServer.read());

  it('warns that emails are only saved until a mail server is configured', async () => {
    expect((await owner.get(SCREEN)).html).toContain('Emails are not sent: they are only saved in the mail folder.');
    expect((await sendTest('anna@example.test')).html).toContain('The test email was only saved in the mail folder');
    expect((await owner.get('/wp-admin/site-health.php')).html).toContain('href="options-mail.php"');
  });

  it('rejects an invalid server and keeps the entered values', async () => {
    const { html } = await save({ host: 'https://mail.example.com/x', port: '0', from: 'nobody' });
    for (const text of [
      'Enter only the server name',
      'Enter a whole number from 1 to 65535',
      'Enter a complete email address',
      'value="https://mail.example.com/x"',
    ])
      expect(html).toContain(text);
    expect((await read()).host).toBe('');
  });

  it('sends emails through the configured server and shows the server’s error', async () => {
    await save({ password: 'wrong', from: 'shop@example.test' });
    expect((await sendTest('anna@example.test')).html).toContain('535 5.7.8 Wrong password');
    await save({ password: 'right', from: 'shop@example.test' });
    expect((await sendTest('anna@example.test')).html).toContain('Test email sent to anna@example.test.');
    expect(server.commands.filter((command) => command.startsWith('MAIL FROM')).at(-1)).toContain(
      '<shop@example.test>',
    );
    expect((await test.inContext(() => test.site.mail.log(1)))[0]).toMatchObject({
      state: 'sent',
      recipients: 'anna@example.test',
    });
  });

  it('encrypts and hides the password and clears it when the host changes', async () => {
    await save({ password: 'right' });
    const stored = JSON.stringify(await test.site.db()('options').where({ name: 'mail_server' }).first('value'));
    expect(stored).toContain('encryptedPassword');
    expect(stored).not.toContain('"right');
    expect((await owner.get(SCREEN)).html).not.toContain('value="right"');
    await save({ from: 'other@example.test' });
    expect(await read()).toMatchObject({ from: 'other@example.test', password: 'right' });
    expect((await save({ host: 'elsewhere.example.test' })).html).toContain('without a password');
    expect((await read()).password).toBe('');
    password = 'right';
  });

  it('returns 403 to users other than administrators', async () => {
    await test.inContext(() =>
      test.site.users.wpInsertUser({
        user_login: 'edith',
        user_email: 'e@example.com',
        user_pass: 'a long editor password',
        role: 'editor',
      }),
    );
    const editor = visitor(test.url);
    await editor.logIn('edith', 'a long editor password');
    expect((await editor.get(SCREEN)).status).toBe(403);
  });
});
