import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';
import { createContext, runInContext } from '../../core/context/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createOptions } from '../../core/options/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { createObjectCache } from '../../core/cache/index';

const LONG = 'x'.repeat(192);

describe.each(allEngines)('option with an overlong name on %s', (engine) => {
  let scratch: ScratchDatabase;
  let options: ReturnType<typeof createOptions>;
  const reported: string[] = [];

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
    const hooks = createHooks();
    const formatting = createFormatting({ hooks, homeUrl: 'http://plinth.test', shortcodeTags: () => [] });
    options = createOptions({
      db: scratch.db,
      hooks,
      formatting,
      cache: createObjectCache(),
      onTooLong: (name) => void reported.push(name),
    });
  });
  afterAll(() => scratch.drop());

  const request = <T>(work: () => Promise<T>): Promise<T> => runInContext(createContext('request'), work);

  it('exists for the current request only and is reported', async () => {
    expect(
      await request(async () => [
        await options.addOption(LONG, 'v'),
        await options.getOption(LONG),
        await options.updateOption(LONG, 'w'),
        await options.getOption(LONG),
        await options.deleteOption(LONG),
      ]),
    ).toEqual([true, 'v', false, 'v', false]);
    expect(reported).toEqual([LONG]);
    expect(await request(() => options.getOption(LONG))).toBe(false);
  });

  it('never overwrites the option with the truncated name', async () => {
    const cut = LONG.slice(0, 191);
    await request(() => options.addOption(cut, 'mine'));
    await request(() => options.updateOption(LONG, 'theirs'));
    expect(await request(() => options.getOption(cut))).toBe('mine');
    expect(await scratch.db()('options').where('name', 'like', 'xxx%').pluck('value')).toEqual(['mine']);
  });
});
