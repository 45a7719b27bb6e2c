import { formatDateTime, formatDay } from '../../plugins/compliance/time/format-time.js';

describe('formatMoment', () => {
  const spaced = (text: string): string => text.replace(/\s/g, ' ');

  it('formats by language and time zone, including daylight saving time', () => {
    expect(formatDateTime('2026-11-24 00:49:12', { zone: 'Europe/Warsaw', locale: 'pl_PL', to: 'second' })).toBe(
      '24 listopada 2026 01:49:12',
    );
    expect(formatDateTime('2026-07-24 22:49:12', { zone: 'Europe/Warsaw', locale: 'pl_PL', to: 'minute' })).toBe(
      '25 lipca 2026 00:49',
    );
    expect(spaced(formatDateTime('2026-11-24 13:49:12', { zone: 'UTC', locale: 'en_US', to: 'second' }))).toBe(
      'November 24, 2026 at 1:49:12 PM',
    );
  });

  it('accepts a UTC offset as time zone', () => {
    expect(formatDateTime('2026-11-24 22:00:00', { zone: 'UTC+5:30', locale: 'pl_PL', to: 'second' })).toBe(
      '25 listopada 2026 03:30:00',
    );
  });

  it('formats only the day when asked', () => {
    expect(formatDateTime('2026-11-24 23:30:00', { zone: 'Europe/Warsaw', locale: 'pl_PL', to: 'day' })).toBe(
      '25 listopada 2026',
    );
  });

  it('writes the month of a day in the right case', () => {
    expect(formatDay('2026-05-05 12:00:00', 'pl_PL')).toBe('5 maja 2026');
    expect(formatDay('2026-05-05 12:00:00', 'en_US')).toBe('May 5, 2026');
  });
});
