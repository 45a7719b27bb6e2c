import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/migrate.js';
import { createCron } from '../../core/jobs/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { allEngines, scratchDatabase } from '../kit/databases.js';

const DAY = 86_400;
const NOON = Date.UTC(2028, 0, 10, 12) / 1000;

describe.each(allEngines)('system clock set back on %s', (engine) => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let now = NOON;
  const site = () => {
    const hooks = createHooks();
    hooks.addFilter('cron_schedules', () => ({ minutely: { interval: 60, display: 'Each minute' } }));
    return createCron({
      db: scratch.db,
      hooks,
      runLogged: async (_owner, _what, work) => work(),
      now: () => now * 1000,
    });
  };
  const planned = async (hook: string): Promise<number[]> =>
    (await site().getCronEvents()).filter((event) => event.hook === hook).map(({ timestamp }) => timestamp);

  beforeAll(async () => {
    scratch = await scratchDatabase(engine);
    await migrate(scratch.db, 'core', coreMigrations);
  });
  afterAll(() => scratch.drop());

  it('reschedules recurring events within their interval at the same time of day', async () => {
    await site().wpScheduleEvent(NOON - 30, 'minutely', 'prices');
    await site().wpScheduleEvent(NOON + 3600, 'daily', 'clean_up');
    now = NOON + 3 * DAY;
    await site().runDueEvents();
    expect(await planned('prices')).toEqual([now + 30]);
    expect(await planned('clean_up')).toEqual([NOON + 3 * DAY + 3600]);
    now = NOON + 10;
    await site().runDueEvents();
    expect(await planned('prices')).toEqual([NOON + 30]);
    expect(await planned('clean_up')).toEqual([NOON + 3600]);
    now = NOON + 31;
    expect((await site().runDueEvents()).map(({ hook }) => hook)).toEqual(['prices']);
  });

  it('leaves far planned events, single events and small clock differences unchanged', async () => {
    now = NOON;
    await site().wpScheduleEvent(NOON + 9 * DAY, 'daily', 'newsletter');
    now = NOON + 3 * DAY;
    await site().wpScheduleSingleEvent(NOON + 5 * DAY, 'birthday');
    now = NOON;
    await site().runDueEvents();
    expect([await planned('newsletter'), await planned('birthday')]).toEqual([[NOON + 9 * DAY], [NOON + 5 * DAY]]);
    now = NOON + 300;
    await site().wpScheduleEvent(NOON + 6 * DAY, 'daily', 'report');
    now = NOON;
    await site().runDueEvents();
    expect(await planned('report')).toEqual([NOON + 6 * DAY]);
  });

  it('merges two recurring events that fall on the same time', async () => {
    now = NOON + 3 * DAY;
    await site().wpScheduleEvent(now + 3600, 'daily', 'twins');
    now = NOON;
    await site().wpScheduleEvent(NOON + 3600, 'daily', 'twins');
    await site().runDueEvents();
    expect(await planned('twins')).toEqual([NOON + 3600]);
  });
});
