import { PlinthError } from '../../core/api/index.js';
import { createPluginErrors, type PluginErrorOptions, type PluginErrors } from '../../core/plugins/plugin-errors.js';
import { scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';

const MINUTE = 60_000;

describe('late plugin errors', () => {
  let scratch: ScratchDatabase;
  let at: number;
  let out: string[];
  beforeEach(async () => {
    scratch = await scratchDatabase('sqlite');
    await migrate(scratch.db, 'core', coreMigrations);
    at = Date.UTC(2028, 1, 29, 23, 55);
    out = [];
  });
  afterEach(() => scratch.drop());

  const made = (more: Partial<PluginErrorOptions> = {}): PluginErrors =>
    createPluginErrors({
      db: scratch.db,
      log: { error: () => undefined, warn: () => undefined },
      onStrikeOut: (plugin) => out.push(plugin),
      now: () => at,
      ...more,
    });
  const late = (faults: PluginErrors, error: unknown = new Error('broken'), plugin = 'shop'): void =>
    faults.recordLate(plugin, 'later', error);

  it('pause a plugin at the third within ten minutes', async () => {
    const faults = made();
    late(faults);
    await faults.settle();
    at += 9 * MINUTE;
    late(faults);
    expect(out).toEqual([]);
    at += MINUTE - 1;
    late(faults);
    expect(out).toEqual(['shop']);
    late(faults);
    late(faults);
    expect(out).toEqual(['shop']);
    await faults.settle();
    expect(await faults.list('shop')).toMatchObject([
      { count: 5, place: 'later', first_at: '2028-02-29 23:55:00', last_at: '2028-03-01 00:04:59' },
    ]);
  });

  it('further apart than the window pause nothing', async () => {
    const faults = made();
    for (let n = 0; n < 10; n++) {
      late(faults);
      at += 5 * MINUTE;
    }
    expect(out).toEqual([]);
    await faults.settle();
  });

  it('from outages and refusals do not count', async () => {
    const faults = made();
    late(faults);
    late(faults, new PlinthError('db_unreachable', 'The database is gone.', { kind: 'outage' }));
    late(faults, Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    late(faults, new PlinthError('refused', 'No.', { kind: 'refusal' }));
    late(faults);
    expect(out).toEqual([]);
    late(faults);
    expect(out).toEqual(['shop']);
    await faults.settle();
    expect((await faults.list()).map(({ message }) => message)).toEqual(['broken']);
  });

  it('count per plugin and never pause a required plugin', async () => {
    const faults = made({ kept: ['store'] });
    for (const plugin of ['store', 'shop', 'store', 'other', 'store', 'shop'])
      late(faults, new Error('broken'), plugin);
    expect(out).toEqual([]);
    await faults.settle();
    expect((await faults.list('store'))[0]).toMatchObject({ count: 3 });
  });

  it('reset by clearing the plugin, not by clearing one entry', async () => {
    const faults = made();
    late(faults);
    late(faults);
    await faults.clear('shop');
    late(faults);
    late(faults);
    await faults.clear('shop', 'hook x');
    expect(out).toEqual([]);
    late(faults);
    expect(out).toEqual(['shop']);
    await faults.settle();
  });
});
