import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertReachable, openDatabase } from '../../core/db/index.js';

describe('damaged database file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-damaged-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each([
    ['a file that is no database', Buffer.alloc(8192, 'x')],
    ['a valid header followed by garbage', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(8176, 1)])],
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
});
