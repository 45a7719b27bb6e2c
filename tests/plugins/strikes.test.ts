import { PlinthError } from '../../core/api/index.js';
import {
  createPluginErrors,
  type PluginErrorOptions,
  type PluginErrors,
} from '../../core/plugins/isolation/plugin-errors.js';
import { scratchDatabase, type ScratchDatabase } from '../kit/databases.js';
import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/index.js';

const MINUTE = 60_000;

describe('late plugin errors', () => {
  let scratch: ScratchDatabase;
  let time: number;
  let out: string[];
  beforeEach(async () => {
    scratch = await scratchDatabase('sqlite');
    await migrate(scratch.db, 'core', coreMigrations);
    time = Date.UTC(2028, 1, 29, 23, 55);
    out = [];
  });
  afterEach(() => scratch.drop());

  const createErrorLog = (more: Partial<PluginErrorOptions> = {}): PluginErrors =>
    createPluginErrors({
      db: scratch.db,
      log: { error: () => undefined, warn: () => undefined },
      onErrorLimit: (plugin) => out.push(plugin),
      now: () => time,
      ...more,
    });
  const late = (pluginErrors: PluginErrors, error: unknown = new Error('broken'), plugin = 'shop'): void =>
    pluginErrors.recordUncaught(plugin, 'later', error);

  it('pause a plugin at the third within ten minutes', async () => {
    const pluginErrors = createErrorLog();
    late(pluginErrors);
    await pluginErrors.flush();
    time += 9 * MINUTE;
    late(pluginErrors);
    expect(out).toEqual([]);
    time += MINUTE - 1;
    late(pluginErrors);
    expect(out).toEqual(['shop']);
    late(pluginErrors);
    late(pluginErrors);
    expect(out).toEqual(['shop']);
    await pluginErrors.flush();
    expect(await pluginErrors.list('shop')).toMatchObject([
      { count: 5, entry: 'later', first_at: '2028-02-29 23:55:00', last_at: '2028-03-01 00:04:59' },
    ]);
  });

  it('further apart than the window pause nothing', async () => {
    const pluginErrors = createErrorLog();
    for (let n = 0; n < 10; n++) {
      late(pluginErrors);
      time += 5 * MINUTE;
    }
    expect(out).toEqual([]);
    await pluginErrors.flush();
  });

  it('from outages and refusals do not count', async () => {
    const pluginErrors = createErrorLog();
    late(pluginErrors);
    late(pluginErrors, new PlinthError('db_unreachable', 'The database is gone.', { kind: 'outage' }));
    late(pluginErrors, Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    late(pluginErrors, new PlinthError('refused', 'No.', { kind: 'refusal' }));
    late(pluginErrors);
    expect(out).toEqual([]);
    late(pluginErrors);
    expect(out).toEqual(['shop']);
    await pluginErrors.flush();
    expect((await pluginErrors.list()).map(({ message }) => message)).toEqual(['broken']);
  });

  it('count per plugin and never pause a required plugin', async () => {
    const pluginErrors = createErrorLog({ neverPaused: ['store'] });
    for (const plugin of ['store', 'shop', 'store', 'other', 'store', 'shop'])
      late(pluginErrors, new Error('broken'), plugin);
    expect(out).toEqual([]);
    await pluginErrors.flush();
    expect((await pluginErrors.list('store'))[0]).toMatchObject({ count: 3 });
  });

  it('reset by clearing the plugin, not by clearing one entry', async () => {
    const pluginErrors = createErrorLog();
    late(pluginErrors);
    late(pluginErrors);
    await pluginErrors.clear('shop');
    late(pluginErrors);
    late(pluginErrors);
    await pluginErrors.clear('shop', 'hook x');
    expect(out).toEqual([]);
    late(pluginErrors);
    expect(out).toEqual(['shop']);
    await pluginErrors.flush();
  });
});
