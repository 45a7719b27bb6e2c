import { encodePhpJson } from '../../core/formatting/php/php-json.js';
import { seeded } from '../kit/seeded.js';

const textOf = (value: unknown): string => (encodePhpJson(value) as { text: string }).text;

describe('PHP-compatible JSON encoding', () => {
  it.each([
    ['a/b', String.raw`"a\/b"`],
    ['zażółć', String.raw`"za\u017c\u00f3\u0142\u0107"`],
    ['😀', String.raw`"\ud83d\ude00"`],
    ['\u007f\u0080', '"\u007f\\u0080"'],
    ['\u2028\uffff', String.raw`"\u2028\uffff"`],
    ['', '""'],
  ])('encodes %j', (value, written) => {
    expect(textOf(value)).toBe(written);
  });

  it('emits ASCII with escaped slashes that parses back, at any length', () => {
    const by = seeded(7);
    const units = ['/', '"', '\\', 'a', 'ł', '😀', '\ud800', '\n', '\u2029', '<', 'zwykłe słowa '];
    for (const length of [0, 1, 30, 16_383, 16_384, 16_385, 70_000]) {
      const value = {
        text: Array.from({ length }, () => by.pick(units)).join(''),
        list: [1, null, true, `${length}/`],
      };
      const written = textOf(value);
      expect(JSON.parse(written)).toEqual(value);
      expect(/[^\n -\u007f]|[^\\]\//.exec(written)).toBeNull();
    }
  });
});
