import { formatNumber } from '../../core/api/index.js';

describe('a number in a language', () => {
  it.each([0, 7, 999, 1000, 1234.5, 1_234_567, -3, 0.5, 2.345678, 1e21, Number.NaN])(
    'is written as the language writes %s',
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

  it('refuses what is no language', () => {
    expect(() => formatNumber(1, 'no such language')).toThrow(RangeError);
  });
});
