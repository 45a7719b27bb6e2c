import { scheduleMaintenance } from '../../core/app/maintenance-schedule.js';
import { scheduleUpdateChecks } from '../../core/jobs/index.js';
import { defaultEngines } from '../kit/databases.js';
import { bootSite, type TestSite } from '../kit/site.js';
import { assertDefined } from '../kit/assert-defined.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');

describe.each(defaultEngines)('daily maintenance on %s', (engine) => {
  let running: TestSite;
  const count = async (table: string): Promise<number> => {
    const [{ n }] = (await running.site.db()(table).count({ n: '*' })) as [{ n: number | string }];
    return Number(n);
  };

  beforeAll(async () => {
    running = await bootSite({ engine });
  });
  afterAll(() => running.close());

  it('is scheduled once, however many nodes schedule it', async () => {
    const { site, inContext } = running;
    await Promise.all([inContext(() => scheduleMaintenance(site)), inContext(() => scheduleMaintenance(site))]);
    await inContext(() => scheduleMaintenance(site));
    const planned = (await site.cron.getCronEvents()).filter(({ hook }) => hook === 'plinth_maintenance');
    expect(planned).toMatchObject([{ schedule: 'daily', args: [] }]);
    expect(assertDefined(planned[0]?.timestamp) * 1000).toBeGreaterThan(Date.now());
    expect(assertDefined(planned[0]?.timestamp) * 1000).toBeLessThan(Date.now() + 2 * DAY_MS);
  });

  it('schedules WordPress’s update check hooks twice daily, once for all nodes', async () => {
    const { site, inContext } = running;
    const now = Date.UTC(2031, 4, 1, 13);
    await Promise.all([
      inContext(() => scheduleUpdateChecks(site, now)),
      inContext(() => scheduleUpdateChecks(site, now)),
    ]);
    await inContext(() => scheduleUpdateChecks(site, now + DAY_MS));
    const planned = (await site.cron.getCronEvents()).filter(({ hook }) =>
      /^wp_(?:version_check|update_(?:plugins|themes))$/.test(hook),
    );
    expect(
      planned.map(({ hook, schedule, timestamp }) => [hook, schedule, new Date(timestamp * 1000).toISOString()]).sort(),
    ).toEqual(
      ['wp_update_plugins', 'wp_update_themes', 'wp_version_check'].map((hook) => [
        hook,
        'twicedaily',
        '2031-05-02T00:40:00.000Z',
      ]),
    );
  });

  it('removes expired rows from all tables and keeps the others', async () => {
    const { site, inContext } = running;
    const { db, options, cron, passwords } = site;
    await inContext(async () => {
      await db()('sessions').insert([
        { sid: 'old', sess: '{}', expired: inDays(-1) },
        { sid: 'new', sess: '{}', expired: inDays(1) },
      ]);
      await db()('rate_limits').insert([
        { name: 'old', hits: 3, ends_at: Date.now() - 1000 },
        { name: 'new', hits: 3, ends_at: Date.now() + 60_000 },
      ]);
      await db()('locks').insert([
        { name: 'dead', owner: 'gone', expires_at: Date.now() - 2 * DAY_MS },
        { name: 'alive', owner: 'here', expires_at: Date.now() + 60_000 },
      ]);
      const job = {
        queue: 'q',
        payload: '1',
        attempts: 1,
        progress: 0,
        total: 0,
        error: '',
        run_at: inDays(-100),
        created_at: inDays(-100),
      };
      await db()('jobs').insert([
        { ...job, state: 'done', updated_at: inDays(-8) },
        { ...job, state: 'dead', updated_at: inDays(-91) },
        { ...job, state: 'dead', updated_at: inDays(-89) },
        { ...job, state: 'done', updated_at: inDays(-6) },
        { ...job, state: 'waiting', updated_at: inDays(-400) },
      ]);
      const error = { plugin: 'p', code: 'c', message: 'm', stack: '', count: 1, first_at: inDays(-200) };
      await db()('plugin_errors').insert([
        { ...error, entry: 'old', last_at: inDays(-91) },
        { ...error, entry: 'new', last_at: inDays(-1) },
      ]);
      await passwords.createApplicationPassword(1, { name: 'kept' });
      await passwords.createApplicationPassword(4711, { name: 'of nobody' });
      await options.setTransient('old', 'x', 1);
      await options.updateOption('_transient_timeout_old', 1);
      await options.setTransient('new', 'y', 3600);

      await db()('cron_events').where({ hook: 'plinth_maintenance' }).update({ timestamp: 1_000_000 });
      expect((await cron.runDueEvents()).map(({ hook }) => hook)).toContain('plinth_maintenance');
    });
    expect(await db()('sessions').pluck('sid')).toEqual(['new']);
    expect(await db()('rate_limits').pluck('name')).toEqual(['new']);
    expect((await db()('locks').pluck('name')) as string[]).toEqual(['alive']);
    expect((await db()('jobs').orderBy('updated_at').pluck('state')) as string[]).toEqual(['waiting', 'dead', 'done']);
    expect(await db()('plugin_errors').pluck('entry')).toEqual(['new']);
    expect(await db()('application_passwords').pluck('name')).toEqual(['kept']);
    expect(await options.getTransient('new')).toBe('y');
    expect(await db()('options').whereIn('name', ['_transient_old', '_transient_timeout_old']).pluck('name')).toEqual(
      [],
    );
    expect(await count('users')).toBe(1);
    expect((await cron.getCronEvents()).filter(({ hook }) => hook === 'plinth_maintenance')).toHaveLength(1);
  });
});
