import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmailLog, type EmailLog } from '../../core/mail/index.js';
import { fileNamePrefix } from '../../core/mail/email-log.js';
import { defaultEngines, type ScratchDatabase } from '../kit/databases.js';
import { createSiteRecordTables } from '../../core/db/core-migrations/007-site-records.js';
import { withTables } from '../kit/tables.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2028, 1, 29, 2);

describe.each(defaultEngines)('email log on %s', (engine) => {
  let scratch: ScratchDatabase;
  let folder: string;
  let days: unknown;
  let emailLog: EmailLog;
  beforeAll(async () => {
    scratch = await withTables(engine, 'core', [createSiteRecordTables]);
  });
  afterAll(() => scratch.drop());
  beforeEach(async () => {
    await scratch.db()('mail_log').delete();
    folder = join(mkdtempSync(join(tmpdir(), 'plinth-mail-')), 'mail');
    days = undefined;
    emailLog = createEmailLog({
      db: scratch.db,
      folder,
      now: () => NOW,
      options: { getOption: (async (_name: string, fallback: unknown) => days ?? fallback) as never },
    });
  });
  afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

  const daysAgo = (age: number): number => NOW - age * DAY_MS;
  async function email(
    age: number,
    { to = 'anna@example.test', text = 'Hello.', logged = true } = {},
  ): Promise<string> {
    const name = `${fileNamePrefix(daysAgo(age))}-abc${readdirSync(folder).length}.eml`;
    writeFileSync(
      join(folder, name),
      `From: shop@example.test\nTo: ${to}\nSubject: Order\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n${Buffer.from(text).toString('base64')}\n`,
    );
    if (logged)
      await scratch
        .db()('mail_log')
        .insert({
          at: new Date(daysAgo(age)).toISOString().slice(0, 19).replace('T', ' '),
          recipients: to,
          subject: 'Order',
          state: 'filed',
          error: '',
          file: name,
        });
    return name;
  }
  const files = (): string[] => readdirSync(folder).sort();
  const logged = async (): Promise<string[]> => scratch.db()('mail_log').orderBy('id').pluck('file');

  it('deletes emails with their files after a year or the configured days', async () => {
    mkdirSync(folder);
    const [oldId, unloggedId, recentId] = [await email(366), await email(400, { logged: false }), await email(364)];
    writeFileSync(join(folder, 'notes.txt'), 'mine');
    expect(await emailLog.prune()).toEqual({ emails: 1, files: 2 });
    expect([files(), await logged()]).toEqual([[recentId, 'notes.txt'].sort(), [recentId]]);
    expect(files()).not.toEqual(expect.arrayContaining([oldId, unloggedId]));
    expect(await emailLog.prune()).toEqual({ emails: 0, files: 0 });
    days = '30';
    expect(await emailLog.prune()).toEqual({ emails: 1, files: 1 });
    for (days of ['', 0, -5, 'x', 1.5]) expect([days, await emailLog.days()]).toEqual([days, 365]);
  });

  it('deletes the files that mention an erased person, in any case and encoding', async () => {
    mkdirSync(folder);
    const [own, about, other] = [
      await email(1, { to: 'Anna <ANNA@Example.test>' }),
      await email(2, { to: 'shop@example.test', text: 'Zażółć: anna@example.test ordered.' }),
      await email(3, { to: 'jan@example.test' }),
    ];
    expect(await emailLog.deleteByEmail(' anna@EXAMPLE.test')).toBe(2);
    expect(files()).toEqual([other]);
    expect(files()).not.toEqual(expect.arrayContaining([own, about]));
    expect(await logged()).toEqual(['', '', other]);
    expect([await emailLog.deleteByEmail('anna@example.test'), await emailLog.deleteByEmail('')]).toEqual([0, 0]);
  });

  it('works without a mail folder', async () => {
    expect([await emailLog.prune(), await emailLog.deleteByEmail('anna@example.test')]).toEqual([
      { emails: 0, files: 0 },
      0,
    ]);
  });
});
