import { createClock } from '../../plugins/compliance/time/clock.js';
import { formatDay } from '../../plugins/compliance/time/format-time.js';
import { createCheckboxStatistics } from '../../plugins/compliance/consents/statistics.js';
import { createConsentLog } from '../../plugins/compliance/consents/consents.js';
import { createScans } from '../../plugins/compliance/checks/scans.js';
import { defaultEngines } from '../kit/databases.js';
import { bootRealShop, type RealShop } from './real-shop.js';

/** A zone whose day is not the UTC day, at any time. */
const ZONE = new Date().getUTCHours() >= 12 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';
const MIDNIGHT = Date.parse('2026-06-30T22:30:00Z');
const clockAt = (ms: number) =>
  createClock(
    { getOption: async <T>(name: string) => (name === 'timezone_string' ? 'Europe/Warsaw' : '') as T },
    () => ms,
  );

describe('the site’s day of the clock', () => {
  it('begins at midnight in the site’s time zone', async () => {
    const clock = clockAt(MIDNIGHT);
    expect([await clock.day(), await clock.day(-1), await clock.startOf('2026-07-01')]).toEqual([
      '2026-07-01',
      '2026-06-30',
      '2026-06-30 22:00:00',
    ]);
    expect(formatDay(await clock.local('2026-06-30 22:30:00'), 'en_US')).toBe('July 1, 2026');
    expect(formatDay('2026-07-01', 'en_US')).toBe('July 1, 2026');
  });
});

describe.each(defaultEngines)('the site’s day in statistics and files (%s)', (engine) => {
  let shop: RealShop;
  beforeAll(async () => {
    shop = await bootRealShop(engine);
  });
  afterAll(() => shop?.close());

  it('counts checkboxes, consents and scans by the site’s day', async () => {
    const db = shop.site.db;
    const [before, after] = [clockAt(MIDNIGHT - 3_600_000), clockAt(MIDNIGHT)];
    await shop.inContext(async () => {
      const statistics = (clock: typeof before) => createCheckboxStatistics({ db, clock });
      await statistics(before).count([{ id: 901, accepted: true }]);
      await statistics(after).count([{ id: 901, accepted: false }]);
      expect((await statistics(after).totals(1)).get(901)).toEqual({ shown: 1, accepted: 0 });
      expect((await statistics(after).dailyTotals(2)).map(({ day, shown }) => [day, shown])).toEqual([
        ['2026-06-30', 1],
        ['2026-07-01', 1],
      ]);
      for (const clock of [before, after])
        await createScans({ db, clock }).save({
          live: true,
          results: [],
          coverage: { browser: '', pages: 0, rendered: 0, locales: [] },
        });
      expect((await createScans({ db, clock: after }).scores(2)).map(({ day }) => day)).toEqual(
        expect.arrayContaining(['2026-06-30', '2026-07-01']),
      );
      const log = (clock: typeof before) => createConsentLog({ db, clock, doAction: async () => undefined });
      const consent = {
        checkboxId: 901,
        purpose: 'x',
        location: 'test',
        orderId: 0,
        userId: 0,
        email: 'a@example.test',
      };
      const empty = { accepted: true, labelVersion: '', pageVersion: null, ip: '' };
      for (const clock of [before, after]) await log(clock).add([{ ...consent, ...empty }]);
      expect(await log(after).count({ location: 'test', days: 1 })).toBe(1);
      expect(await log(after).count({ location: 'test', days: 2 })).toBe(2);
    });
  });

  it('names exported files after the site’s day', async () => {
    await shop.inContext(() => shop.site.options.updateOption('timezone_string', ZONE));
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE }).format(new Date());
    const owner = await shop.admin();
    const nameOf = ({ headers }: { headers: Headers }): string =>
      /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '';
    for (const [address, name] of [
      ['audit-log.php?export=csv', `audit-log-${today}.csv`],
      ['admin.php?page=compliance-consents&export=csv', `consents-${today}.csv`],
      ['admin.php?page=compliance&export=csv', `compliance-${today}.csv`],
      ['admin.php?page=compliance&export=json', `compliance-${today}.json`],
    ] as const)
      expect(nameOf(await owner.get(`/wp-admin/${address}`))).toBe(name);
    expect(await shop.inContext(() => shop.site.exports.fileName())).toContain(`.${today}.xml`);
  });
});
