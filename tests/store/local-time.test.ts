import {
  dayStart,
  parseLocalEnd,
  parseFileTime,
  localDay,
  siteZone,
  toFileTime,
  toLocalInput,
} from '../../plugins/store/time/local-time.js';

describe('local times in forms and files', () => {
  it.each([
    ['2026-12-01', 'Europe/Warsaw', undefined],
    ['2026-12-01 00:00:00', 'Europe/Warsaw', '2026-11-30 23:00:00'],
    ['2026-07-31 23:59:59', 'Europe/Warsaw', '2026-07-31 21:59:59'],
    ['2026-12-01T00:00', 'America/New_York', '2026-12-01 05:00:00'],
    ['2026-12-01 00:00:00Z', 'Europe/Warsaw', '2026-12-01 00:00:00'],
    ['2026-12-01 00:00:00 +01:00', 'America/New_York', '2026-11-30 23:00:00'],
    ['', 'UTC', null],
    ['2026-02-30 10:00:00', 'UTC', undefined],
    ['tomorrow', 'UTC', undefined],
  ])('parses %s in a file in %s as %s', (text, zone, utc) => {
    expect(parseFileTime(text, zone)).toBe(utc);
  });

  it.each([
    ['2026-11-30 23:20:00', 'Europe/Warsaw', '2026-12-01 00:20:00 +01:00', '2026-12-01'],
    ['2026-07-31 21:59:59', 'Europe/Warsaw', '2026-07-31 23:59:59 +02:00', '2026-07-31'],
    ['2026-12-01 03:00:00', 'America/New_York', '2026-11-30 22:00:00 -05:00', '2026-11-30'],
  ])('converts %s in %s to %s and back', (utc, zone, text, day) => {
    expect([toFileTime(utc, zone), parseFileTime(text, zone), localDay(utc, zone)]).toEqual([text, utc, day]);
  });

  it('keeps a sale end at 23:59 as end of day when saved again', () => {
    const end = parseLocalEnd('2026-07-20T23:59', 'Europe/Warsaw');
    expect(end).toBe('2026-07-20 21:59:59');
    expect(toLocalInput(end ?? null, 'Europe/Warsaw')).toBe('2026-07-20T23:59');
    expect(parseLocalEnd('2026-07-20T12:00', 'Europe/Warsaw')).toBe('2026-07-20 10:00:00');
    expect(parseLocalEnd('', 'UTC')).toBeNull();
  });

  it('starts a day in the site’s time zone, by name or UTC offset', async () => {
    expect(dayStart('2026-07-01', 'Europe/Warsaw')).toBe('2026-06-30 22:00:00');
    const zoneOf = (options: Readonly<Record<string, unknown>>) =>
      siteZone(async (name, fallback) => options[name] ?? fallback);
    expect(await zoneOf({ timezone_string: 'Europe/Warsaw' })).toBe('Europe/Warsaw');
    expect(await zoneOf({ gmt_offset: -3.5 })).toBe('UTC-3:30');
    expect(await zoneOf({ timezone_string: 'Nowhere' })).toBe('UTC');
  });
});
