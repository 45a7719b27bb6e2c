import { formatNumber } from '../../core/api/index.js';

describe('formatNumber', () => {
  it.each([0, 7, 999, 1000, 1234.5, 1_234_567, -3, 0.5, 2.345678, 1e21, Number.NaN])(
    'formats %s as Intl.NumberFormat does for each locale',
    (value) => {
      for (const [locale, tag] of [
        ['pl_PL', 'pl-PL'],
        ['en_US', 'en-US'],
        ['ar_EG', 'ar-EG'],
      ] as const) {
        expect(formatNumber(value, locale)).toBe(
          new Intl.NumberFormat(tag, { maximumFractionDigits: 3 }).format(value),
        );
        expect(formatNumber(value, locale, 0)).toBe(
          new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(value),
        );
      }
    },
  );

  it('throws RangeError for an invalid locale', () => {
    expect(() => formatNumber(1, 'no such language')).toThrow(RangeError);
  });
});
