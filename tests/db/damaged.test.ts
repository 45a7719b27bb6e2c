import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { assertReachable, openDatabase, quickCheck } from '../../core/db/index.js';

/** Bytes of a database with several pages. */
function healthyDatabase(): Buffer {
  const file = join(mkdtempSync(join(tmpdir(), 'plinth-healthy-')), 'site.sqlite');
  const db = new DatabaseSync(file);
  db.exec('create table t (a text); insert into t values (hex(zeroblob(9000)))');
  db.close();
  const bytes = readFileSync(file);
  rmSync(dirname(file), { recursive: true });
  return bytes;
}

describe('damaged database file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-damaged-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a file that is no database', Buffer.alloc(8192, 'x')],
    ['a valid header followed by garbage', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8176, 1)])],
    ['a truncated file', healthyDatabase().subarray(0, 6000)],
  ])('fails as db_damaged with a hint about backups: %s', async (_how, bytes) => {
    const file = join(folder, 'site.sqlite');
    writeFileSync(file, bytes);
    const db = openDatabase({ file });
    await expect(assertReachable(db)).rejects.toMatchObject({
      code: 'db_damaged',
      message: expect.stringContaining('damaged') as string,
      hint: expect.stringContaining('backup') as string,
    });
    await db.destroy();
  });

  it('is found by the quick check of its pages, once a day', async () => {
    const file = join(folder, 'site.sqlite');
    const bytes = healthyDatabase();
    writeFileSync(file, bytes);
    let now = 0;
    const healthy = openDatabase({ file });
    expect(await quickCheck(healthy, () => now)).toEqual({ damage: '', isComplete: true });
    await healthy.destroy();
    // The second page is the root of the table's B-tree.
    const damagedFile = join(folder, 'damaged.sqlite');
    writeFileSync(damagedFile, bytes.fill(0xff, 4096, 4200));
    const damaged = openDatabase({ file: damagedFile });
    const first = quickCheck(damaged, () => now);
    expect((await first).damage).toMatch(/malformed|Tree|page/i);
    expect(quickCheck(damaged, () => now)).toBe(first);
    now += 25 * 3_600_000;
    const second = quickCheck(damaged, () => now);
    expect(second).not.toBe(first);
    await second;
    await damaged.destroy();
  });
});
