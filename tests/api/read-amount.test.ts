import { parseAmount } from '../../core/api/index.js';

describe('readAmount', () => {
  it.each([
    ['12', 2, 1200],
    ['12.5', 2, 1250],
    ['12,50', 2, 1250],
    [' 0,99 ', 2, 99],
    ['-3.10', 2, -310],
    ['1 200', 2, 120_000],
    ['1 234,50', 2, 123_450],
    ['1\u00a0234,50', 2, 123_450],
    ['1\u202f234\u202f567,5', 2, 123_456_750],
    ["1'234.50", 2, 123_450],
    ['1,234.50', 2, 123_450],
    ['1.234,50', 2, 123_450],
    ['1,234,567', 2, 123_456_700],
    ['1.234.567,89', 2, 123_456_789],
    ['1,000', 0, 1000],
    ['1000', 0, 1000],
    ['1.234', 3, 1234],
    ['1,234.567', 3, 1_234_567],
  ])('reads %s with %d decimals', (text, digits, minor) => {
    expect(parseAmount(text, digits)).toEqual({ minor });
  });

  it.each([
    ['1,000', ['1.00', '1000.00']],
    ['2.000', ['2.00', '2000.00']],
    ['1,599', ['1.599', '1599.00']],
    ['999,000', ['999.00', '999000.00']],
  ])('reports %s as ambiguous', (text, readings) => {
    expect(parseAmount(text, 2)).toEqual({ problem: 'ambiguous', interpretations: readings });
  });

  it.each([
    ['0,500', 2],
    ['0.990', 2],
    ['1234,000', 2],
    ['12.5000', 2],
    ['1 000,000', 2],
    ['12.5', 0],
    ['1.2345', 3],
  ])('rejects %s for having more than %d decimals', (text, digits) => {
    expect(parseAmount(text, digits)).toEqual({ problem: 'decimals' });
  });

  it.each([
    '',
    '-',
    'abc',
    '12,',
    ',50',
    '1,,2',
    '1.2.3',
    '12 34',
    '1 2345',
    '1,23,456',
    '1e3',
    '12 zł',
    '1234567890123',
  ])('rejects malformed amount %s', (text) => {
    expect(parseAmount(text, 2)).toEqual({ problem: 'malformed' });
  });
});
