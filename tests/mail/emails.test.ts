import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { bootSite, type TestSite } from '../kit/site.js';

const PLUGIN = `module.exports = { boot(scope) {
  scope.registerJob('letters/one', () => scope.mail({ to: 'anna@example.test', subject: () => scope.__('Hello'), locale: 'pl_PL', view: 'hello', data: { name: 'Anna <b>' } }));
} };`;

const SELLER = {
  company_name: 'Sklep <Łąka>',
  company_address: 'Prosta 1\n00-001 Warszawa',
  company_email: 'sklep@example.test',
  company_phone: '+48 22 000 00 00',
  company_nip: '1234563218',
};

describe('email of a plugin', () => {
  let site: TestSite;
  let email: Email;

  beforeAll(async () => {
    site = await bootSite({ shop: true });
    site.addPlugin('letters', {
      'index.js': PLUGIN,
      'views/mail/hello.hbs':
        '<h1>{{__ "Hello"}}</h1><p>{{name}}</p>{{> email-button url="https://example.com/?a=1&b=2" text="Look"}}',
      'languages/letters-pl_PL.po':
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr "Cześć"\n',
    });
    await site.site
      .db()('compliance_settings')
      .insert(Object.entries(SELLER).map(([name, value]) => ({ name, value: JSON.stringify(value) })));
    await site.inContext(async () => {
      const error = await site.site.plugins.activatePlugin('letters');
      if (error) throw new Error(error.getErrorMessage());
      await site.site.cron.enqueueJob('letters/one');
      await site.site.cron.runJobs();
    });
    const folder = join(site.site.config.dataDir, 'mail');
    email = await PostalMime.parse(readFileSync(join(folder, readdirSync(folder)[0] ?? '')));
  });
  afterAll(() => site.close());

  it('uses the recipient’s language for subject and text', () => {
    expect(email.subject).toBe('Cześć');
    expect(email.html).toContain('<html lang="pl">');
    expect(email.html).toContain('<title>Cześć</title>');
    expect(email.html).toContain('<h1>Cześć</h1>');
  });

  it('matches the contact form in showing the seller’s details', async () => {
    const page = await (await fetch(`${site.url}/contact/`)).text();
    expect(page).toContain(
      'Sklep &lt;Łąka&gt;, Prosta 1, 00-001 Warszawa<br>sklep@example.test · tel. +48 22 000 00 00',
    );
  });

  it('uses a light and dark layout without external resources', () => {
    expect(email.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(email.html).toContain('Anna &lt;b&gt;');
    expect(email.html).toContain('href="https://example.com/?a&#x3D;1&amp;b&#x3D;2"');
    expect(email.html).not.toMatch(/<img|<link|<script|url\(/);
  });

  it('shows the seller’s details in the HTML and the text part', () => {
    for (const part of [email.html?.replaceAll('&lt;', '<').replaceAll('&gt;', '>'), email.text]) {
      expect(part).toContain('Sklep <Łąka>, Prosta 1, 00-001 Warszawa');
      expect(part).toContain('sklep@example.test · tel. +48 22 000 00 00');
      expect(part).toContain('NIP 1234563218');
    }
    expect(email.text).toMatch(
      /^Plinth \(http.*\)\n\nCześć\n\nAnna <b>\n\nLook \(https:\/\/example\.com\/\?a=1&b=2\)\n/,
    );
  });
});
