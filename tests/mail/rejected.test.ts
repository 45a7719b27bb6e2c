import { PlinthError } from '../../core/api/index.js';
import type { MailRecord } from '../../core/mail/index.js';
import { defaultEngines } from '../kit/databases.js';
import { type MailServer, type MailScript, openMailServer } from '../kit/mail-server.js';
import { ADMIN, bootSite, activatePlugin, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';
import { assertDefined } from '../kit/assert-defined.js';

/** Response to EHLO that offers authentication. */
const greeting = (command: string): string | undefined =>
  command.startsWith('EHLO') ? '250-tests\r\n250 AUTH PLAIN' : undefined;

const PLUGIN = `module.exports = { boot(scope) {
  scope.registerJob('writer/needed', () => scope.mail({ to: 'anna@example.test', subject: 'Needed', text: 'Hello', required: true }));
} };`;

const replyTo = (verb: RegExp, reply: string): MailScript => ({
  reply: (command) => (verb.test(command) ? reply : undefined),
});
const LONG = `550-${'x'.repeat(400)}\r\n550 ${'y'.repeat(400)}`;

/** Behavior of the mail server, and the resulting state of the email. */
const ENDINGS: Readonly<Record<string, readonly [MailScript, MailRecord['state'], RegExp]>> = {
  'no such mailbox': [replyTo(/^RCPT/, '550 5.1.1 No such user'), 'refused', /^550 5\.1\.1 No such user$/],
  'a sender that it does not know': [replyTo(/^MAIL/, '553 5.7.1 Not you'), 'refused', /^553 5\.7\.1 Not you$/],
  'a text that it takes for spam': [{ receive: () => '554 5.7.1 Spam' }, 'refused', /^554 5\.7\.1 Spam$/],
  'a refusal of many lines and words': [replyTo(/^RCPT/, LONG), 'refused', /^550-x{400} 550 y{91}$/],
  'a mailbox that is busy': [replyTo(/^RCPT/, '450 4.2.0 Greylisted'), 'failed', /^450 4\.2\.0 Greylisted$/],
  'a text that it cannot store now': [{ receive: () => '452 4.3.1 Full' }, 'failed', /^452 4\.3\.1 Full$/],
  'a sender who did not log in': [replyTo(/^MAIL/, '530 5.7.0 Authentication required'), 'failed', /^530 /],
  'a wrong password': [
    {
      reply: (command) => greeting(command) ?? (command.startsWith('AUTH') ? '535 5.7.8 Wrong password' : undefined),
    },
    'failed',
    /^535 /,
  ],
  'nothing, and hangs up': [replyTo(/^MAIL/, '421 4.3.2 Going down'), 'failed', /^421 /],
};

describe.each(defaultEngines)('email to a mail server on %s', (engine) => {
  let server: MailServer;
  let test: TestSite;
  let script: MailScript = {};
  beforeAll(async () => {
    server = await openMailServer({
      reply: (command) => script.reply?.(command),
      receive: (email) => script.receive?.(email) ?? '250 kept',
    });
    test = await bootSite({
      engine,
      smtpUrl: server.url.replace('//', '//shop:secret@'),
      setup: {
        name: 'a plugin that needs its letters',
        run: (young) => activatePlugin(young, 'writer', { 'index.js': PLUGIN }),
      },
    });
  });
  afterAll(async () => {
    await test.close();
    await server.close();
  });
  beforeEach(() => {
    script = {};
  });

  /** Adds a successful login to the behavior a test defines. */
  const loggedIn = (serverScript: MailScript): MailScript => ({
    ...serverScript,
    reply: (command) =>
      serverScript.reply?.(command) ?? greeting(command) ?? (command.startsWith('AUTH') ? '235 welcome' : undefined),
  });
  const send = (email: { to?: string | string[]; required?: boolean } = {}): Promise<boolean> =>
    test.inContext(() => test.site.mail.wpMail({ to: 'anna@example.test', subject: 'Hello', text: 'Hello', ...email }));
  const thrown = async (): Promise<PlinthError> =>
    (await send({ required: true }).catch((error: unknown) => error)) as PlinthError;
  const logged = async (): Promise<MailRecord | undefined> => (await test.inContext(() => test.site.mail.log(1)))[0];
  const countAttempts = (): number => server.commands.filter((command) => command.startsWith('MAIL FROM')).length;

  it.each(Object.keys(ENDINGS))('that meets %s is logged as refused or failed accordingly', async (name) => {
    const [serverScript, state, pattern] = assertDefined(ENDINGS[name]);
    script = loggedIn(serverScript);
    expect(await send()).toBe(false);
    expect(await logged()).toMatchObject({ state, error: expect.stringMatching(pattern), file: '' });

    const error = await thrown();
    expect(error).toBeInstanceOf(PlinthError);
    expect(error).toMatchObject(
      state === 'refused'
        ? { code: 'mail_refused', kind: 'refusal', final: true, details: { response: expect.stringMatching(pattern) } }
        : { code: 'mail_not_sent', kind: 'outage', final: false, status: 503 },
    );
  });

  it('without recipients is refused before contacting the server', async () => {
    script = loggedIn({});
    const before = countAttempts();
    expect(await send({ to: '' })).toBe(false);
    expect(await logged()).toMatchObject({ state: 'refused' });
    expect(countAttempts()).toBe(before);
  });

  it('reaches the accepted recipient and logs the rejected one', async () => {
    script = loggedIn(replyTo(/^RCPT TO:<bad@/, '550 5.1.1 No such user'));
    const before = server.emails.length;
    expect(await send({ to: ['anna@example.test', 'bad@example.test'], required: true })).toBe(true);
    expect(server.emails.length).toBe(before + 1);
    expect(await logged()).toMatchObject({ state: 'sent', error: 'bad@example.test: 550 5.1.1 No such user' });
  });

  it('counts as refused when all recipients are, failed when one is deferred', async () => {
    script = loggedIn(replyTo(/^RCPT/, '550 5.1.1 No such user'));
    await send({ to: ['anna@example.test', 'bad@example.test'] });
    expect(await logged()).toMatchObject({ state: 'refused' });
    script = loggedIn({
      reply(command) {
        if (!command.startsWith('RCPT')) return undefined;
        return command.includes('<bad@') ? '550 5.1.1 No such user' : '451 4.3.0 Later';
      },
    });
    await send({ to: ['anna@example.test', 'bad@example.test'] });
    expect(await logged()).toMatchObject({ state: 'failed', error: '451 4.3.0 Later' });
  });

  it('fails its job on permanent refusal, retries temporary ones, without plugin errors', async () => {
    const job = async (reply: string): Promise<{ state: string; attempts: number; error: string; tried: number }> => {
      script = loggedIn(replyTo(/^RCPT/, reply));
      const before = countAttempts();
      const id = await test.inContext(() => test.site.cron.enqueueJob('writer/needed'));
      for (let round = 0; round < 3; round++) {
        await test.inContext(() => test.site.cron.runJobs());
        await test.site.db()('jobs').where({ id }).update({ run_at: '2001-01-01 00:00:00' });
      }
      const { state, attempts, error } = (await test.site.cron.getJob(id)) ?? { state: 'gone', attempts: 0, error: '' };
      await test.site.db()('jobs').where({ id }).delete();
      return { state, attempts, error, tried: countAttempts() - before };
    };
    expect(await job('550 5.1.1 No such user')).toEqual({
      state: 'dead',
      attempts: 1,
      tried: 1,
      error: 'The mail server refused the email "Needed": 550 5.1.1 No such user',
    });
    expect(await job('451 4.3.0 Later')).toMatchObject({ state: 'waiting', attempts: 3, tried: 3 });
    await test.site.plugins.pluginErrors.flush();
    expect(await test.inContext(() => test.site.plugins.pluginErrors.list())).toEqual([]);
  });

  it('appears in the email log and Site Health, refused apart from failed', async () => {
    const owner = visitor(test.url);
    await owner.logIn(ADMIN.login, ADMIN.password);
    const page = async (path: string): Promise<string> =>
      (await fetch(`${test.url}/wp-admin/${path}`, { headers: { cookie: owner.cookies() } })).text();
    await test.site.db()('mail_log').delete();
    script = loggedIn({});
    await send();
    script = loggedIn(replyTo(/^RCPT TO:<bad@/, '550 5.1.1 No such user'));
    await send({ to: ['anna@example.test', 'bad@example.test'] });
    expect(await page('site-health.php')).toContain('Emails are sent through your mail server.');
    await send({ to: 'bad@example.test' });
    const log = await page('mail-log.php');
    for (const text of ['Rejected by the mail server', 'Sent, but not to all recipients', '550 5.1.1 No such user'])
      expect(log).toContain(text);
    expect(await page('site-health.php')).toContain('The mail server permanently rejected 1 of the last 20 emails.');
    script = loggedIn(replyTo(/^RCPT/, '451 4.3.0 Later'));
    await send();
    expect(await page('mail-log.php')).toContain('Failed');
    expect(await page('site-health.php')).toContain('1 of the last 20 emails could not be sent.');
  });
});
