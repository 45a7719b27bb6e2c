import { andThen, mapInOrder, type HookApi } from '../../core/api/index.js';
import { migrate } from '../../core/db/index.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { createFormatting } from '../../core/formatting/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { createObjectCache, createOptions } from '../../core/options/index.js';
import { allEngines, scratchDatabase, type ScratchDatabase } from '../kit/databases.js';

describe.each(allEngines)('optionNow() on %s', (engine) => {
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
    await options.updateOption('colours', { sky: ['blue', 'grey'] });
    await options.getOption('colours');
  });
  afterAll(() => scratch.drop());

  it('returns an option in memory synchronously', () => {
    expect(options.optionNow('colours')).toEqual({ sky: ['blue', 'grey'] });
  });

  it('returns a promise for an option that is not in memory', async () => {
    const asked = options.optionNow('no_such_option', 'none');
    expect(asked).toBeInstanceOf(Promise);
    expect([await asked, options.optionNow('no_such_option', 'none')]).toEqual(['none', 'none']);
  });

  it('returns a promise when a filter is asynchronous', async () => {
    hooks.addFilter('option_colours', async () => 'filtered');
    const asked = options.optionNow('colours');
    expect(asked).toBeInstanceOf(Promise);
    expect([await asked, await options.getOption('colours')]).toEqual(['filtered', 'filtered']);
  });

  it('protects the stored value from changes by filters and plugins', async () => {
    const undo = hooks.addFilter('option_colours', (stored) => {
      const value = stored as { sky: string[] };
      value.sky.push('red');
      return value;
    });
    expect(options.optionNow('colours')).toEqual({ sky: ['blue', 'grey', 'red'] });
    undo();
    (await options.getOption<{ sky: string[] }>('colours')).sky.push('green');
    ((await options.getOptions(['colours'])).colours as { sky: string[] }).sky.push('black');
    expect(options.optionNow('colours')).toEqual({ sky: ['blue', 'grey'] });
  });

  it('works with andThen() and mapInOrder(), synchronously when possible', async () => {
    expect(andThen(options.optionNow<{ sky: string[] }>('colours'), ({ sky }) => sky[0])).toBe('blue');
    const question = scratch.db()('options').where({ name: 'colours' }).pluck<string[]>('name') as unknown as Promise<
      string[]
    >;
    expect(await andThen(question, (names) => names.length)).toBe(1);
    expect(await mapInOrder([1, 2, 3], (n) => (n === 2 ? Promise.resolve(n * 10) : n))).toEqual([1, 20, 3]);
  });
});
