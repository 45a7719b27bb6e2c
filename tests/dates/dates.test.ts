import { createDates } from '../../core/dates/index.js';
import type { DatesApi } from '../../core/api/index.js';
import { bootSite } from '../kit/site.js';
import { defaultEngines } from '../kit/databases.js';

const MOMENT = 1767323045; // 2 January 2026, 03:04:05 UTC

function datesIn(zone: string, offset: number | string = 0, locale = 'en_US', now = MOMENT): DatesApi {
  const stored: Record<string, unknown> = { timezone_string: zone, gmt_offset: offset };
  return createDates({
    options: { getOption: async <T>(name: string) => stored[name] as T },
    hooks: { applyFilters: (_name: string, value: unknown) => value } as never,
    locale: () => locale,
    now: () => now * 1000,
  });
}

describe('date formatting', () => {
  it('formats month and day names in the request’s language and grammatical case', async () => {
    const polish = datesIn('Europe/Warsaw', 0, 'pl_PL');
    expect(await polish.wpDate('l, j F Y', MOMENT)).toBe('piątek, 2 stycznia 2026');
    expect(await polish.wpDate('F Y', MOMENT)).toBe('styczeń 2026');
    expect(await polish.wpDate('F j, Y', MOMENT)).toBe('stycznia 2, 2026');
    expect(await polish.wpDate('D j M', MOMENT)).toBe('pt. 2 sty');
    expect(await datesIn('UTC').wpDate('l, jS F Y', MOMENT)).toBe('Friday, 2nd January 2026');
  });

  it('formats machine-readable times independently of language', async () => {
    const polish = datesIn('Europe/Warsaw', 0, 'pl_PL');
    expect(await polish.getDateFromGmt('2026-01-02 03:04:05', 'D, d M Y H:i')).toBe('Fri, 02 Jan 2026 04:04');
    expect(await polish.mysql2date('F', '2026-01-02 03:04:05', false)).toBe('January');
    expect(await polish.currentTime('l')).toBe('Friday');
  });

  // Recorded from WordPress 7.1.1: option, local time to UTC, UTC to local time, at both daylight saving changes.
  it.each([
    [
      'Europe/Warsaw',
      '',
      '2026-03-29 02:30:00',
      '2026-03-29 01:30:00',
      '2026-03-29 04:30:00',
      '2026-03-29T03:30:00+02:00',
      1774755000,
    ],
    [
      'Europe/Warsaw',
      '',
      '2026-10-25 02:30:00',
      '2026-10-25 01:30:00',
      '2026-10-25 03:30:00',
      '2026-10-25T02:30:00+01:00',
      1792895400,
    ],
    [
      '',
      '-3.5',
      '2026-07-02 23:30:00',
      '2026-07-03 03:00:00',
      '2026-07-02 20:00:00',
      '2026-07-02T23:30:00-03:30',
      1783035000,
    ],
    [
      '',
      '5.75',
      '2026-01-02 03:04:05',
      '2026-01-01 21:19:05',
      '2026-01-02 08:49:05',
      '2026-01-02T03:04:05+05:45',
      1767323045,
    ],
  ])(
    'converts in zone "%s" with offset "%s" the time %s as WordPress does',
    async (zone, offset, date, utc, local, iso, seconds) => {
      const dates = datesIn(zone, offset);
      expect(await dates.getGmtFromDate(date)).toBe(utc);
      expect(await dates.getDateFromGmt(date)).toBe(local);
      expect(await dates.mysql2date('c', date)).toBe(iso);
      expect(await dates.mysql2date('G', date)).toBe(seconds);
    },
  );

  it('returns the current time and a timestamp shifted by the zone offset', async () => {
    const dates = datesIn('', '2');
    expect(await dates.wpTimezoneString()).toBe('+02:00');
    expect(await dates.currentTime('mysql')).toBe('2026-01-02 05:04:05');
    expect(await dates.currentTime('mysql', true)).toBe('2026-01-02 03:04:05');
    expect(await dates.currentTime('timestamp')).toBe(MOMENT + 7200);
    expect(await dates.dateI18n('H:i', MOMENT + 7200)).toBe('05:04');
    expect(await dates.wpDate('H:i', MOMENT, 'America/New_York')).toBe('22:04');
    expect(await dates.wpDate('Y', 'soon')).toBe(false);
    // One second before midnight in Warsaw, on a leap day.
    expect(
      await datesIn('Europe/Warsaw', 0, 'en_US', Date.UTC(2028, 1, 29, 22, 59, 59) / 1000).wpDate('Y-m-d', null),
    ).toBe('2028-02-29');
    expect(
      await datesIn('Europe/Warsaw', 0, 'en_US', Date.UTC(2028, 1, 29, 23, 0, 0) / 1000).wpDate('Y-m-d', null),
    ).toBe('2028-03-01');
    expect(await dates.mysql2date('Y', '')).toBe(false);
  });
});

describe.each(defaultEngines)('date format setting on %s', (engine) => {
  it('formats page dates in the chosen format, or in the language’s default', async () => {
    const test = await bootSite({ engine });
    try {
      const { content, options, refresh } = test.site;
      const id = await test.inContext(() =>
        content.wpInsertPost({
          post_title: 'Dated',
          post_status: 'publish',
          post_content: 'x',
          post_date: '2026-01-03 01:30:00',
          post_date_gmt: '2026-01-02 23:30:00',
        }),
      );
      const shownDate = async (language: string): Promise<string> =>
        /<time[^>]*>([^<]*)</.exec(
          await (await fetch(`${test.url}/?p=${Number(id)}`, { headers: { cookie: `wp_lang=${language}` } })).text(),
        )?.[1] ?? '';
      expect([await shownDate('en_US'), await shownDate('pl_PL')]).toEqual(['January 3, 2026', '3 stycznia 2026']);
      await test.inContext(async () => {
        await options.updateOption('date_format', 'l j F Y');
        await options.updateOption('timezone_string', '');
        await options.updateOption('gmt_offset', '2');
        await refresh();
      });
      expect([await shownDate('en_US'), await shownDate('pl_PL')]).toEqual([
        'Saturday 3 January 2026',
        'sobota 3 stycznia 2026',
      ]);
    } finally {
      await test.close();
    }
  });
});
