import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeMailbox } from '../../core/limits/index.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN, bootSite, type TestSite } from '../kit/site.js';
import { visitor } from '../kit/visitor.js';

describe('mailboxOf', () => {
  it.each([
    ['Anna@Example.test', 'anna@example.test'],
    ['anna+shop@example.test', 'anna@example.test'],
    [' anna@example.test ', 'anna@example.test'],
    ['an.na@example.test', 'an.na@example.test'],
  ])('maps address %s to mailbox %s', (address, mailbox) => {
    expect(normalizeMailbox(address)).toBe(mailbox);
  });
});

describe.each(defaultEngines)('limit of emails per mailbox on %s', (engine) => {
  let site: TestSite;
  beforeAll(async () => {
    site = await bootSite({ engine });
  });
  afterAll(() => site.close());

  it('caps password reset emails to one mailbox without changing the response', async () => {
    await site.inContext(() => site.site.options.updateOption('emails_per_address', 3));
    const responses = new Set<string>();
    for (let number = 0; number < 6; number++) {
      // As if each request came from a different network.
      await site.site.db()('rate_limits').where('name', 'like', 'login:%').orWhere('name', 'like', 'lost:%').delete();
      const guest = visitor(site.url);
      await guest.get('/wp-login.php?action=lostpassword');
      const { status, location } = await guest.post('/wp-login.php?action=lostpassword', {
        user_login: ADMIN.login,
      });
      responses.add(`${status} ${location}`);
    }
    expect([...responses]).toEqual(['302 /wp-login.php?checkemail=confirm']);
    await site.inContext(() => site.site.cron.runJobs());
    expect(readdirSync(join(site.site.config.dataDir, 'mail'))).toHaveLength(3);
    expect((await site.site.emailLimit.consumeEmailLimit('somebody.else@example.test')).allowed).toBe(true);
  });
});
