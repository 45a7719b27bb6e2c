import { parseNumber } from '../../core/api/index.js';

describe('parseNumber', () => {
  it.each([
    ['5', 5],
    [' -3 ', -3],
    ['0,5', 0.5],
    ['.5', 0.5],
    ['0.250', 0.25],
    ['1 000', 1000],
    ['1\u00a0234,5', 1234.5],
    ['1,234.567', 1234.567],
    ['1.234.567', 1_234_567],
    ['1.2340', 1.234],
    ['1234,567', 1234.567],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text)).toEqual({ value });
  });

  it.each([
    ['1,000', ['1', '1000']],
    ['1.000', ['1', '1000']],
    ['-2,500', ['-2.5', '-2500']],
    ['12,345', ['12.3450', '12345']],
  ])('reports %s as ambiguous', (text, interpretations) => {
    expect(parseNumber(text)).toEqual({ problem: 'ambiguous', interpretations });
    for (const interpretation of interpretations) expect(parseNumber(interpretation)).toHaveProperty('value');
  });

  it.each(['', '-', 'five', '1e3', '0x10', 'Infinity', '1,2,3', '1 2', '5.', '1234567890123'])('rejects %s', (text) => {
    expect(parseNumber(text)).toEqual({ problem: 'malformed' });
  });

  it('reads a point as decimal in the notation of programs, and a comma never silently', () => {
    expect(parseNumber('1.234', { pointIsDecimal: true })).toEqual({ value: 1.234 });
    expect(parseNumber('1,234', { pointIsDecimal: true })).toMatchObject({ problem: 'ambiguous' });
  });
});
