import { migrate } from '../../core/db/index.js';
import { decodeTermNames } from '../../core/db/core-migrations/019-term-names.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(allEngines)('core tables on %s', (engine) => {
  let scratch: ScratchDatabase;
  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());

  it('run their migrations again without errors', async () => {
    for (const step of coreMigrations) await step.up(scratch.db);
    expect(await migrate(scratch.db, 'core', coreMigrations)).toEqual([]);
  });

  it('decode quotes in term names exactly once', async () => {
    const db = scratch.db;
    const names = (): Promise<string[]> => db()('terms').orderBy('term_id').pluck('name');
    for (const name of ['rock&#039;n&#039;roll', '&quot;Q&quot; &amp; R&amp;D', 'plain', '5&quot; &lt; 6&#039;'])
      await db()('terms').insert({ name, slug: String(name.length), term_group: 0 });
    const clean = ["rock'n'roll", '"Q" &amp; R&amp;D', 'plain', '5" &lt; 6\''];
    for (let run = 0; run < 2; run++) {
      await decodeTermNames.up(db);
      expect(await names()).toEqual(clean);
    }
    await db()('terms').delete();
  });

  it('match option names regardless of case', async () => {
    const db = scratch.db;
    await db()('options').insert({ name: 'Site_Name', value: 'x', autoload: 'on' });
    expect(await db()('options').where({ name: 'site_name' }).pluck('name')).toEqual(['Site_Name']);
    await expect(db()('options').insert({ name: 'SITE_NAME', value: 'x', autoload: 'on' })).rejects.toThrow();
  });
});
