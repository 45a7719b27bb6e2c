import { isCalendarDay } from '../../core/api/index.js';

describe('isCalendarDay', () => {
  it.each(['2026-12-31', '2024-02-29', '2000-02-29', '1970-01-01'])('accepts %s', (text) => {
    expect(isCalendarDay(text)).toBe(true);
  });

  it.each([
    '2026-02-29',
    '2026-02-30',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-5',
    '2026-12-31 10:00',
    '2026-12-31T00:00',
    ' 2026-12-31',
    '',
    'soon',
    20261231,
    null,
    undefined,
  ])('rejects %p', (value) => {
    expect(isCalendarDay(value)).toBe(false);
  });
});
