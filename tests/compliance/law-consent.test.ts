import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSpelling } from '../../plugins/compliance/privacy/spellings.js';
import { defaultEngines } from '../kit/databases.js';
import { ADMIN } from '../kit/site.js';
import { bootRealShop, type RealShop, checkedBoxes } from './real-shop.js';

const CLI = join(__dirname, '../../core/cli/plinth.mjs');

interface LoggedConsent {
  location: string;
  purpose: string;
  email: string;
  accepted: number;
  label_version: string;
  user_id: number;
}

describe.each(defaultEngines)('consents, proof and personal data on %s', (engine) => {
  let shop: RealShop;
  let mug: number;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    mug = await shop.save({ name: 'Mug', sku: 'MUG' });
    await shop.rest('POST', '/shop/v1/settings/checkout', { marketing_checkbox_enabled: true });
  });
  afterAll(() => shop?.close());

  const emails = (): string[] => {
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '='),
      );
  };
  const plinth = (...args: string[]): Promise<{ code: number | null; text: string }> => {
    const { dataDir, databaseUrl } = shop.site.config as { dataDir: string; databaseUrl?: string };
    const env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      SITE_URL: shop.url,
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    };
    return new Promise((done) => {
      const child = spawn(process.execPath, [CLI, ...args], { env });
      let text = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (bytes: Buffer) => void (text += bytes.toString()));
      child.on('close', (code) => done({ code, text }));
    });
  };
  const log = (email: string): Promise<LoggedConsent[]> =>
    shop.site.db()<LoggedConsent>('compliance_consents').where({ purpose: 'marketing', email }).orderBy('id').select();
  const wayOut = (email: string) =>
    shop.inContext(() =>
      shop.scope.services.get('compliance.commercial_emails').getUnsubscribeLink(email, 'marketing'),
    );
  async function agree(email: string): Promise<void> {
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), billing_email: email });
  }

  it('law 15 withdraws marketing consent by one click without login, and records it', async () => {
    await agree('Ewa@Example.test');
    expect(await wayOut('jan@example.test')).toBeUndefined();
    const unsubscribe = await wayOut('ewa@example.test');
    expect(unsubscribe?.headers).toEqual({
      'List-Unsubscribe': `<${unsubscribe?.url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(unsubscribe?.url).not.toContain('ewa');
    await shop.inContext(() =>
      shop.scope.mail({
        to: 'ewa@example.test',
        subject: 'News',
        html: '<p>New mugs</p>',
        headers: { ...unsubscribe?.headers, From: 'thief@example.test' },
      }),
    );
    const email = emails().at(-1) ?? '';
    expect(email.replace(/\r?\n /g, ' ')).toContain(`List-Unsubscribe: <${unsubscribe?.url}>`);
    expect(email).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(email).toContain(`<a href="${unsubscribe?.url}">Withdraw this consent</a>`);
    expect(email).not.toContain('thief@');

    // Link scanners open the link with GET, which must not unsubscribe.
    expect(await (await fetch(unsubscribe?.url ?? '')).text()).toContain('I agree to receive commercial information');
    expect(await wayOut('EWA@example.test')).toBeDefined();
    // A mail client sends the POST request of RFC 8058, without cookie and nonce.
    const post = (url: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await post((unsubscribe?.url ?? '').replace(/.\/$/, (end) => (end === '0/' ? '1/' : '0/')))).status).toBe(
      404,
    );
    expect(await wayOut('ewa@example.test')).toBeDefined();
    expect((await post(unsubscribe?.url ?? '')).status).toBe(200);
    expect(await wayOut('ewa@example.test')).toBeUndefined();
    expect((await post(unsubscribe?.url ?? '')).status).toBe(200);
    const [granted, withdrawn, ...others] = await log('Ewa@Example.test');
    expect([granted, withdrawn, others]).toMatchObject([
      { location: 'checkout', accepted: 1 },
      { location: 'email', accepted: 0, label_version: granted?.label_version },
      [],
    ]);
  });

  it('law 15 fires an action for consent given or withdrawn, after it is stored', async () => {
    const events: [string, string, string, boolean][] = [];
    const listen = (name: 'given' | 'withdrawn') =>
      shop.scope.addAction(`compliance/consent_${name}`, async ({ purpose, email, location }) => {
        events.push([name, email, location, (await wayOut(email)) !== undefined]);
        expect(purpose).toBe('marketing');
      });
    listen('given');
    listen('withdrawn');
    const buyer = await shop.atCheckout(mug);
    await shop.order(buyer, { ...checkedBoxes(buyer.last?.text ?? ''), billing_email: 'Iga@example.test' });
    const unsubscribe = await wayOut('iga@example.test');
    for (const _click of [1, 2]) await fetch(unsubscribe?.url ?? '', { method: 'POST' });
    const refusing = await shop.atCheckout(mug);
    const required = checkedBoxes(refusing.last?.text ?? '', (box) => box.required);
    await shop.order(refusing, { ...required, billing_email: 'iga@example.test' });
    expect(events).toEqual([
      ['given', 'Iga@example.test', 'checkout', true],
      ['withdrawn', 'Iga@example.test', 'email', false],
    ]);
  });

  it('law 15 lets a customer withdraw consent in the account and give it again', async () => {
    const email = 'ola@example.test';
    await agree(email);
    await shop.inContext(() =>
      shop.site.users.wpInsertUser({
        user_login: 'ola',
        user_pass: ADMIN.password,
        user_email: email,
        role: 'customer',
      }),
    );
    const ola = shop.shopper();
    await ola.logIn('ola', ADMIN.password);
    const page = await ola.get('/account/consents/');
    // The text that was agreed to, marked with its language on pages in any language.
    expect(page.text).toContain(' lang="en">I agree to receive commercial information');
    expect(page.text).toContain(email);
    const done = await ola.submit({}, {}, 'purpose');
    expect(done.text).toContain('Your consent has been withdrawn, and we have recorded when.');
    expect(done.text).toContain('You have no consents to withdraw.');
    expect(await wayOut(email)).toBeUndefined();
    expect((await log(email)).map(({ location, accepted }) => [location, accepted])).toEqual([
      ['checkout', 1],
      ['account', 0],
    ]);
    await agree(email);
    expect(await wayOut(email)).toBeDefined();
  });

  it('law 09 emails chain anchors to the owner; compliance verify exits 1 after tampering', async () => {
    const db = shop.site.db();
    await db('compliance_consents').update({ created_at: '2026-01-01 12:00:00' });
    const day = (): Promise<unknown> =>
      shop.inContext(async () => {
        await shop.site.hooks.doAction('compliance/anchor');
        await shop.site.cron.runJobs();
      });
    const hashEmails = (): string[] =>
      emails().filter((email) => /compliance verify, followed by a hash/.test(email.replace(/\s+/g, ' ')));
    await day();
    const [email, ...others] = hashEmails();
    const { consents_hash: head } = await db('compliance_anchors').first<{
      consents_hash: string;
    }>('consents_hash');
    expect([others, email?.includes(head)]).toEqual([[], true]);
    await day();
    expect(hashEmails()).toHaveLength(1);
    const owner = await shop.admin();
    expect((await owner.get('/wp-admin/admin.php?page=compliance-consents&export=csv')).text).toContain(head);

    expect(await plinth('compliance', 'verify', head)).toMatchObject({ code: 0, text: expect.stringContaining(head) });
    expect((await plinth('compliance', 'verify', 'f'.repeat(64))).code).toBe(1);
    const newest = (await db('compliance_consents').orderBy('id', 'desc').first()) as { id: number };
    await db('compliance_consents').where({ id: newest.id }).delete();
    const verification = await plinth('compliance', 'verify');
    expect([verification.code, verification.text]).toEqual([1, expect.stringContaining('The consent log was changed')]);
    await day();
    expect(hashEmails()).toHaveLength(2);
    await db('compliance_consents').insert(newest);
  });

  it.each([
    ['site', 'pl_PL', ''],
    ['account', 'en_US', 'pl_PL'],
  ])('law 09 writes to the owner in the language of the %s', async (_source, site, own) => {
    const subjects: string[] = [];
    const undo = shop.site.hooks.addFilter(
      'pre_wp_mail',
      (_none, email) => subjects.push((email as { subject: string }).subject) > 0,
      10,
      2,
    );
    const db = shop.site.db();
    await shop.inContext(async () => {
      await shop.site.options.updateOption('WPLANG', site);
      await shop.scope.updateUserMeta(1, 'locale', own);
      await db('compliance_anchors').delete();
      await db('compliance_verified_head').update({ consents_until: 0, consents: 0, consents_hash: '' });
      shop.scope.switchToLocale('en_US');
      await shop.site.hooks.doAction('compliance/anchor');
      await shop.site.cron.runJobs();
      await shop.site.options.updateOption('WPLANG', '');
      await shop.scope.updateUserMeta(1, 'locale', '');
    });
    undo();
    expect(subjects).toContain('Skróty zapisów zgód i oświadczeń');
  });

  it('law 29 names ignored request fields in the X-Plinth-Ignored header', async () => {
    const ignored = async (method: string, path: string, body?: unknown): Promise<[number, string | null]> => {
      const { status, headers } = await shop.rest(method, `/shop/v1${path}`, body);
      return [status, headers.get('x-plinth-ignored')];
    };
    const [box] = (await shop.rest('GET', '/shop/v1/checkboxes')).body.checkboxes as { id: number }[];
    expect(await ignored('PUT', `/checkboxes/${box?.id}`, { enabled: true, requierd: true, 'ż\r\nX': 1 })).toEqual([
      200,
      'requierd, %C5%BC%0D%0AX',
    ]);
    expect(await ignored('PUT', `/checkboxes/${box?.id}`, { enabled: true })).toEqual([200, null]);
    expect(await ignored('GET', '/search?q=mug&limt=3&_fields=results')).toEqual([200, 'limt']);
    const company = { company_name: 'Firma', company_address: 'Prosta 1', email: 'a@example.test' };
    expect(await ignored('POST', '/legal-pages/generate', { type: 'terms', ...company, colour: 'red' })).toEqual([
      201,
      'colour',
    ]);
    expect(await ignored('POST', '/legal-pages/generate', { type: 'terms', ...company })).toEqual([200, null]);
    const { id } = (await shop.rest('GET', '/shop/v1/legal-pages')).body.pages[0] as { id: number };
    await shop.inContext(() => shop.site.content.wpUpdatePost({ id, post_status: 'publish' }));
    expect(await ignored('POST', '/legal-pages/generate', { type: 'terms', ...company })).toEqual([
      200,
      'company_name, company_address, email',
    ]);
    expect(
      await ignored('POST', '/wizard/complete', { steps_completed: ['company_info', 'invented'], step: 1 }),
    ).toEqual([200, 'step, steps_completed[invented]']);
    expect(
      (await shop.rest('POST', '/shop/v1/wizard/complete', { steps_completed: ['checkboxes'] })).body.steps,
    ).toMatchObject({ invented: true });
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, 1]));
    expect((await ignored('PUT', `/checkboxes/${box?.id}`, many))[1]?.split(', ')).toHaveLength(21);
  });

  it('law 28 exports and erases a person under every email spelling, keeping required records', async () => {
    expect(
      [
        ['jan@shop.test', 'Jan+shop@Shop.test'],
        ['JAN@shop.test', 'jan@shop.test'],
        ['jan+a@shop.test', 'jan@shop.test'],
        ['jan@shop.test', 'jan+x@evil.test'],
        ['jan@shop.test', 'jan+x@evil@shop.test'],
        ['ja_@shop.test', 'jan@shop.test'],
      ].map(([requested = '', stored = '']) => isSpelling(requested, stored)),
    ).toEqual([true, true, false, false, false, false]);
    await agree('Jan+Shop@Example.test');
    await agree('jan@example.test');
    await agree('jana@example.test');
    await shop.inContext(() => shop.site.cron.runJobs());
    const id = Number(
      await shop.inContext(() =>
        shop.site.users.wpInsertUser({
          user_login: 'jan',
          user_pass: ADMIN.password,
          user_email: 'JAN@example.test',
          role: 'customer',
        }),
      ),
    );
    await shop.shopper().logIn('jan', ADMIN.password);
    const db = shop.site.db();
    const canceled = await db('store_orders').where({ email: 'jan+shop@example.test' }).first<{
      id: number;
    }>('id');
    await shop.inContext(() => shop.scope.services.get('store.orders').setStatus(canceled.id, 'cancelled'));

    const { text } = await plinth('compliance', 'export', 'jan@example.test', '--format=json');
    const kinds = (JSON.parse(text) as { kind: string; text: string }[]).map(({ kind }) => kind);
    expect([...new Set(kinds)].sort()).toEqual([
      'audit-log',
      'compliance-orders',
      'consent',
      'mail-log',
      'sessions',
      'store-emails',
      'store-orders',
      'wordpress-user',
    ]);
    expect([kinds.filter((kind) => kind === 'store-orders').length, text.includes('jana@example.test')]).toEqual([
      2,
      false,
    ]);

    const erased = await plinth('compliance', 'erase', 'jan@example.test');
    expect([erased.code, erased.text]).toEqual([0, expect.stringContaining('1 order stays unchanged')]);
    expect(erased.text).toMatch(/\d+ records? of (?:an email|emails) about (?:an order|orders)/);
    expect(await db('store_orders').where({ email: '' }).pluck('id')).toEqual([canceled.id]);
    expect((await db('store_orders').where({ email: 'jan@example.test' })).length).toBe(1);
    // The email address is needed to withdraw, and is removed only with the order's customer data.
    expect(await db('compliance_orders').where('email', 'like', 'jan%').orderBy('email').pluck('email')).toEqual([
      'jan@example.test',
      'jana@example.test',
    ]);
    for (const table of ['compliance_consents', 'mail_log'])
      expect([table, JSON.stringify(await db(table)).match(/jan(?:\+shop)?@example/gi)]).toEqual([table, null]);
    expect(JSON.stringify(await db('compliance_consents'))).toContain('jana@example.test');
    expect(await shop.inContext(() => shop.scope.wpGetAllSessions(id))).toEqual([]);
    expect((await plinth('compliance', 'verify')).code).toBe(0);
  });

  it('law 18 sends author reasons without the reporter, the reporter the decision, logs both', async () => {
    const reporter = shop.shopper();
    await reporter.get('/report/');
    await reporter.submit(
      {},
      {
        declaration_url: 'https://example.test/review-7',
        declaration_reason: 'It insults me.',
        declaration_name: 'Rita Reporter',
        declaration_email: 'rita@example.test',
        declaration_good_faith: '1',
      },
      'declaration_url',
    );
    await reporter.submit({ confirm: '1' }, {}, 'declaration_url');
    const owner = await shop.admin();
    const decide = async (fields: Record<string, string>): Promise<string> => {
      await owner.get('/wp-admin/admin.php?page=compliance-declarations&kind=report');
      return (await owner.submit({ decide: 'accepted' }, fields, 'author_email')).text;
    };
    expect(await decide({ decision: '', author_email: 'writer@example.test' })).toContain(
      'Enter the reasons: the law requires them in a decision on a report.',
    );
    const typo = await decide({ decision: 'It breaks our rules on reviews.', author_email: 'writer@' });
    expect([typo.includes('It breaks our rules on reviews.'), typo.includes('value="writer@"')]).toEqual([true, true]);
    expect(
      await decide({ decision: 'It breaks our rules on reviews.', author_email: 'writer@example.test' }),
    ).toContain('Decision saved. We are emailing it to rita@example.test');
    await shop.inContext(() => shop.site.cron.runJobs());
    const to = (email: string): string =>
      emails()
        .filter((message) => new RegExp(`^To: ${email}$`, 'm').test(message))
        .at(-1) ?? '';
    const statement = to('writer@example.test').replace(/\s+/g, ' ');
    for (const text of [
      'https://example.test/review-7',
      'It breaks our rules on reviews.',
      'This decision was made by a person',
      'appeal within six months',
    ])
      expect([text, statement.includes(text)]).toEqual([text, true]);
    expect(/rita|insults/i.exec(statement)).toBeNull();
    expect(to('rita@example.test')).toContain('It breaks our rules on reviews.');
    const logged = (await shop.site
      .db()('audit_log')
      .whereIn('action', ['compliance.declaration_decided', 'compliance.reasons_stated'])
      .pluck('action')) as string[];
    expect(logged.sort()).toEqual(['compliance.declaration_decided', 'compliance.reasons_stated']);
  });
});
