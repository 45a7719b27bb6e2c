import { coreMigrations } from '../../core/db/core-migrations/index.js';
import { migrate } from '../../core/db/migrate.js';
import { createCron } from '../../core/jobs/index.js';
import { createHooks } from '../../core/hooks/index.js';
import { allEngines, scratchDatabase } from '../kit/databases.js';

const DAY = 86_400;
const NOON = Date.UTC(2028, 0, 10, 12) / 1000;

describe.each(allEngines)('a clock that is set back, on %s', (engine) => {
  let scratch: Awaited<ReturnType<typeof scratchDatabase>>;
  let now = NOON;
  const site = () => {
    const hooks = createHooks();
    hooks.addFilter('cron_schedules', () => ({ minutely: { interval: 60, display: 'Each minute' } }));
    return createCron({
      db: scratch.db,
      hooks,
      invoke: async (_owner, _what, work) => work(),
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

  it('leaves nothing that recurs waiting for longer than its interval, and keeps its time of day', async () => {
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

  it('leaves what was planned for later, what happens once, and small differences of nodes as they are', async () => {
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

  it('makes one of two that come to the same moment', async () => {
    now = NOON + 3 * DAY;
    await site().wpScheduleEvent(now + 3600, 'daily', 'twins');
    now = NOON;
    await site().wpScheduleEvent(NOON + 3600, 'daily', 'twins');
    await site().runDueEvents();
    expect(await planned('twins')).toEqual([NOON + 3600]);
  });
});
