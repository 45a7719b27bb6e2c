import type { Database, PlinthError } from '../../core/api/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { contended, holder } from './contention.js';

// These tests wait in real time; `timeouts.test.ts` tests the same with a simulated clock.
describe.each(allEngines)('database on %s', (engine) => {
  let scratch: ScratchDatabase;
  let db: Database;

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    db = scratch.db;
  });
  afterEach(() => scratch.drop());

  it('gives up a constantly contended transaction as db_busy', async () => {
    let attempts = 0;
    const failure: unknown = await db
      .transaction(() => Promise.reject(Object.assign(contended(engine), { tries: ++attempts })))
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'db_busy',
      kind: 'outage',
      status: 503,
      cause: { tries: attempts },
    } satisfies Partial<PlinthError>);
    expect(attempts).toBeGreaterThan(1);
    // SQLite fails immediately instead of waiting a few seconds at each attempt.
    expect(attempts).toBeLessThan(10_000);
  });
});

describe('SQLite file locked by another process', () => {
  let scratch: ScratchDatabase;
  let db: Database;

  beforeEach(async () => {
    scratch = await scratchDatabase('sqlite');
    db = scratch.db;
    await db.createTable('things', (table) => void table.string('name', 100));
    await db()('things').insert({ name: 'before' });
  });
  afterEach(() => scratch.drop());

  it('fails as db_busy when not free in time, with nothing stored', async () => {
    const { released } = await holder(scratch.file, 14_000);
    const failures = await Promise.all([
      db
        .transaction(async () => void (await db()('things').insert({ name: 'in a transaction' })))
        .catch((error: unknown) => error),
      db()('things')
        .insert({ name: 'alone' })
        .catch((error: unknown) => error),
    ]);
    for (const failure of failures)
      expect(failure).toMatchObject({
        code: 'db_busy',
        kind: 'outage',
        status: 503,
        cause: { code: 'ERR_SQLITE_ERROR' },
      });
    await released;
    expect(await db()('things').pluck('name')).toEqual(['before']);
  });
});
