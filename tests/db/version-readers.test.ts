import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { pooledVersionReader, sqliteVersionReader } from '../../core/db/version-readers.js';
import { migrate, openDatabase } from '../../core/db/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

const otherReader = { read: () => Promise.resolve([[1, 99]] as const), close: () => undefined };

describe.each(allEngines)('write counter on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());

  it('returns committed values, also during a transaction that changes them', async () => {
    const read = async (): Promise<number | undefined> => new Map(await scratch.db.versionReader.read()).get(2);
    const before = await read();
    await scratch.db.transaction(async () => {
      await scratch.db()('table_versions').where({ id: 2 }).increment('version', 1);
      if (engine === 'sqlite') expect(await read()).toBe(before);
    });
    expect(await read()).toBe((before ?? 0) + 1);
    expect(new Map(await pooledVersionReader(scratch.db(), engine).read())).toEqual(
      new Map(await scratch.db.versionReader.read()),
    );
  });
});

describe('write counter of a SQLite file', () => {
  it('reads again only after any connection wrote', async () => {
    const scratch = await scratchDatabase('sqlite');
    await migrate(scratch.db, 'core', coreMigrations);
    const counters = sqliteVersionReader(scratch.file, otherReader);
    const read = async (): Promise<readonly (readonly [number, number])[]> => counters.read();
    const first = await read();
    expect(await read()).toBe(first);
    await scratch.db()('table_versions').where({ id: 2 }).increment('version', 1);
    const second = await read();
    expect(new Map(second).get(2)).toBe((new Map(first).get(2) ?? 0) + 1);
    // A second connection to the same file.
    const other = openDatabase({ file: scratch.file });
    await other()('table_versions').where({ id: 2 }).increment('version', 1);
    await other.destroy();
    expect(new Map(await read()).get(2)).toBe((new Map(first).get(2) ?? 0) + 2);
    counters.close();
    await scratch.drop();
  });
});

describe('write counter of an unreadable file', () => {
  it('falls back to the connection pool', async () => {
    const scratch = await scratchDatabase('sqlite');
    const file = join(scratch.file, '..', 'none.sqlite');
    writeFileSync(
      file,
      'This is no database, and longer than the head of one would have to be for somebody to notice it at once. '.repeat(
        20,
      ),
    );
    const counters = sqliteVersionReader(file, otherReader);
    expect(await counters.read()).toEqual([[1, 99]]);
    expect(await counters.read()).toEqual([[1, 99]]);
    counters.close();
    await scratch.drop();
  });
});
