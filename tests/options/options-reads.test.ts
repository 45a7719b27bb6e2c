import { type HookApi } from '../../core/api/index.js';
import { migrate } from '../../core/db/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createOptions } from '../../core/options/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { createObjectCache } from '../../core/cache/index';

describe.each(allEngines)('reading options on %s', (engine) => {
  let scratch: ScratchDatabase;
  let hooks: HookApi;
  let options: ReturnType<typeof createOptions>;

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  beforeEach(async () => {
    hooks = createHooks();
    options = createOptions({
      db: scratch.db,
      hooks,
      formatting: createFormatting({ hooks, homeUrl: 'http://plinth.test', shortcodeTags: () => [] }),
      cache: createObjectCache(),
    });
    await options.updateOption('colors', { sky: ['blue', 'gray'] });
    await options.getOption('colors');
  });
  afterAll(() => scratch.drop());

  it('protects the stored value from changes by filters and plugins', async () => {
    const undo = hooks.addFilter('option_colors', (stored) => {
      const value = stored as { sky: string[] };
      value.sky.push('red');
      return value;
    });
    expect(await options.getOption('colors')).toEqual({ sky: ['blue', 'gray', 'red'] });
    undo();
    (await options.getOption<{ sky: string[] }>('colors')).sky.push('green');
    ((await options.getOptions(['colors'])).colors as { sky: string[] }).sky.push('black');
    expect(await options.getOption('colors')).toEqual({ sky: ['blue', 'gray'] });
  });
});
