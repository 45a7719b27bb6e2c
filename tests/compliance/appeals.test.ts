import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultEngines } from '../kit/databases.js';
import type { Browser } from '../store/shopper.js';
import { bootRealShop, type RealShop } from './real-shop.js';
import type { DeclarationKind } from '../../plugins/compliance/declarations/tables.js';

const SCREEN = '/wp-admin/admin.php?page=compliance-declarations';
const REPORT = {
  declaration_url: 'https://shop.example.test/product/mug/',
  declaration_reason: 'A stolen picture.',
  declaration_name: 'Ewa Próbna',
  declaration_email: 'ewa@example.test',
  declaration_good_faith: '1',
};

describe.each(defaultEngines)('appeals against decisions on reports (%s)', (engine) => {
  let shop: RealShop;
  let admin: Browser;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
    mkdirSync(join(shop.site.config.dataDir, 'mail'), { recursive: true });
    admin = await shop.admin();
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    await emails();
    readCount = readdirSync(join(shop.site.config.dataDir, 'mail')).length;
  });

  let readCount = 0;
  /** Emails sent during this test. */
  async function emails(): Promise<string[]> {
    await shop.inContext(() => shop.site.cron.runJobs());
    const folder = join(shop.site.config.dataDir, 'mail');
    return readdirSync(folder)
      .sort()
      .slice(readCount)
      .map((name) =>
        readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '='),
      );
  }
  const emailTo = async (address: string, pattern: RegExp): Promise<string> =>
    (await emails()).find((email) => new RegExp(`^To: ${address}$`, 'm').test(email) && pattern.test(email)) ?? '';
  const pathIn = (text: string): string => /\/report\/case\/[0-9a-f]{40}\//.exec(text)?.[0] ?? '';
  const rows = (kind: DeclarationKind): Promise<{ id: number; status: string; statement: string; late: number }[]> =>
    shop.site.db()('compliance_declarations').where({ kind }).orderBy('id');

  async function report(fields = {}): Promise<{ id: number; path: string }> {
    const guest = shop.shopper();
    await guest.get('/report/');
    await guest.submit({}, { ...REPORT, ...fields }, 'declaration_url');
    const { text } = await guest.submit({ confirm: '1' }, {}, 'declaration_url');
    return { id: (await rows('report')).at(-1)?.id ?? 0, path: pathIn(text) };
  }
  async function decide(id: number, decision: string, fields: Record<string, string>): Promise<string> {
    await admin.get(SCREEN);
    return (
      await admin.post(SCREEN, {
        _wpnonce: admin.form('_wpnonce').fields._wpnonce ?? '',
        declaration: String(id),
        decide: decision,
        ...fields,
      })
    ).text;
  }
  async function appeal(path: string, grounds: string): Promise<Browser> {
    const person = shop.shopper();
    await person.get(path);
    await person.submit({}, { appeal_grounds: grounds }, 'appeal_grounds');
    return person;
  }

  it('lets the reporter see the status, appeal once without account and get the decision', async () => {
    const { id, path } = await report();
    expect(path).not.toBe('');
    const person = shop.shopper();
    expect((await person.get(path)).text).toContain('We are reviewing your report.');
    expect((await person.get(path)).text).not.toContain('appeal_grounds');
    expect(pathIn(await emailTo('ewa@example.test', /We have received your report/))).toBe(path);

    await decide(id, 'rejected', { decision: 'The picture is ours.' });
    expect(pathIn(await emailTo('ewa@example.test', /The picture is ours/))).toBe(path);
    const open = (await person.get(path)).text;
    for (const text of [
      'We have not accepted your report.',
      'The picture is ours.',
      'appeal_grounds',
      'A stolen picture.',
    ])
      expect(open).toContain(text);
    const empty = await person.submit({}, { appeal_grounds: ' ' }, 'appeal_grounds');
    expect([empty.status, empty.text]).toEqual([422, expect.stringContaining('Explain why you disagree.')]);
    await person.submit({}, { appeal_grounds: 'I took it <b>myself</b>.' }, 'appeal_grounds');
    expect(person.last?.text).toContain('Received; we are reviewing it again');
    expect(person.last?.text).toContain('I took it &lt;b&gt;myself&lt;/b&gt;.');
    expect(person.last?.text).not.toContain('appeal_grounds');
    expect(await emailTo('ewa@example.test', /We have received your appeal/)).not.toBe('');
    expect((await emails()).filter((email) => /^Subject: .*Someone has appealed a decision/m.test(email))).toHaveLength(
      1,
    );

    const [sent] = (await rows('appeal')).slice(-1);
    expect(await decide(sent?.id ?? 0, 'accepted', { decision: '' })).toContain(
      'Enter the reasons: the law requires them in a decision on an appeal.',
    );
    await decide(sent?.id ?? 0, 'accepted', { decision: 'You are right.', author_email: 'author@example.test' });
    expect((await person.get(path)).text).toContain('We have granted your appeal and changed our decision.');
    expect(await emailTo('ewa@example.test', /You are right/)).toContain('granted your appeal');
    expect((await rows('report')).find((row) => row.id === id)?.status).toBe('accepted');
    // The author of the content is told the reason, but not who reported it.
    const emailText = await emailTo('author@example.test', /You are right/);
    expect(emailText).not.toMatch(/Ewa|ewa@|stolen/);
    expect(pathIn(emailText)).not.toBe(path);
  });

  it('lets the author of removed content appeal, and informs the reporter', async () => {
    const { id, path } = await report();
    await decide(id, 'accepted', { decision: 'Not yours.', author_email: 'writer@example.test' });
    const own = pathIn(await emailTo('writer@example.test', /Not yours/));
    const page = (await shop.shopper().get(own)).text;
    expect(page).toContain('We have removed your content or restricted its visibility.');
    expect(page).not.toMatch(/Ewa|ewa@|A stolen picture/);
    // An accepted report cannot be appealed.
    expect((await shop.shopper().get(path)).text).not.toContain('appeal_grounds');
    await appeal(own, 'It is mine.');
    const [sent] = (await rows('appeal')).slice(-1);
    await decide(sent?.id ?? 0, 'accepted', { decision: 'It is theirs.' });
    expect((await shop.shopper().get(own)).text).toContain('The restriction on your content has been lifted.');
    expect(await emailTo('ewa@example.test', /It is theirs/)).toContain('We have not accepted your report.');
    expect((await shop.shopper().get(path)).text).toContain('appeal_grounds');
    expect((await admin.get(`${SCREEN}&kind=appeal`)).text).toContain('Author of the content');
  });

  it('stores a duplicate appeal once, in the chain, and marks late ones', async () => {
    const { id, path } = await report({ declaration_email: '', declaration_name: '' });
    await decide(id, 'rejected', { decision: 'No.' });
    const before = (await rows('appeal')).length;
    const people = [shop.shopper(), shop.shopper()];
    for (const person of people) await person.get(path);
    await shop.site
      .db()('compliance_report_cases')
      .where({ declaration_id: id })
      .update({ decided_at: '2020-01-31 10:00:00' });
    expect((await people[0]?.get(path))?.text).toContain('The six-month period for an appeal ended on July 31, 2020.');
    await Promise.all(people.map((person) => person.submit({}, { appeal_grounds: 'Again.' }, 'appeal_grounds')));
    const stored = await rows('appeal');
    expect([stored.length - before, stored.at(-1)?.late]).toEqual([1, 1]);
    expect((await admin.get(`${SCREEN}&kind=late`)).text).toContain('Again.');
    expect((await admin.get(SCREEN)).text).toContain('Declaration records verified.');
  });

  it('returns 404 for a guessed case URL, and disables caching and indexing', async () => {
    for (const path of [`/report/case/${'0'.repeat(40)}/`, '/report/case/x/', "/report/case/'--/"])
      expect([path, (await shop.shopper().get(path)).status]).toEqual([path, 404]);
    const { id, path } = await report();
    const visit = await shop.shopper().get(path);
    expect([
      visit.headers.get('cache-control'),
      visit.headers.get('referrer-policy'),
      /noindex/.test(visit.text),
    ]).toEqual(['private, no-store', 'same-origin', true]);
    // Without a decision there is nothing to appeal.
    const early = await shop.shopper().post(path, { appeal_grounds: 'x' });
    expect(early.status).toBe(422);
    expect((await rows('appeal')).filter(({ statement }) => statement.includes(`"report":"${id}"`))).toEqual([]);
  });
});
