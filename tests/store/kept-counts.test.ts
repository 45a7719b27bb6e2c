import { createKeptCounts } from '../../plugins/store/catalogue/kept-counts.js';
import { catalogueMigrations } from '../../plugins/store/migrations/catalogue.js';
import { createChangeLog } from '../../plugins/store/catalogue/change-log.js';
import { engines, type ScratchDatabase, scratchDatabase } from '../kit/databases.js';

describe.each(engines)('counts of products, on %s', (engine) => {
  let scratch: ScratchDatabase;
  let there = 0;
  let asked = 0;

  beforeEach(async () => {
    scratch = await scratchDatabase(engine);
    for (const migration of catalogueMigrations) await migration.up(scratch.db);
    [there, asked] = [3, 0];
  });
  afterEach(() => scratch.drop());

  const parts = () => {
    const changes = createChangeLog({ db: scratch.db, doAction: () => Promise.resolve() });
    return { changes, counts: createKeptCounts({ db: scratch.db, changes }) };
  };
  const ask = (): Promise<number> => {
    asked++;
    return Promise.resolve(there);
  };

  it('are asked for once, each for itself, until a product changes', async () => {
    const { changes, counts } = parts();
    expect([await counts.count('all', ask), await counts.count('all', ask), await counts.count('drafts', ask), asked]).toEqual([3, 3, 3, 2]);
    there = 4;
    await changes.append([7]);
    expect([await counts.count('all', ask), await counts.count('all', ask), asked]).toEqual([4, 4, 3]);
  });

  it('are not kept of a transaction that came to nothing', async () => {
    const { changes, counts } = parts();
    await expect(scratch.db.transaction(async () => {
      await changes.append([7]);
      there = 9;
      expect(await counts.count('all', ask)).toBe(9);
      throw new Error('no');
    })).rejects.toThrow('no');
    there = 3;
    expect(await counts.count('all', ask)).toBe(3);
    there = 5;
    await changes.append([8]);
    expect(await counts.count('all', ask)).toBe(5);
  });

  it('are forgotten when more questions come than are remembered', async () => {
    const { counts } = parts();
    for (let question = 0; question <= 500; question++) await counts.count(`${question}`, ask);
    await counts.count('0', ask);
    expect(asked).toBe(502);
  });
});
