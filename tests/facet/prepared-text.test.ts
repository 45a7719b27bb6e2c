import { normalizeForSearch } from '../../core/api/normalize-for-search';
import { wordsOf } from '../../plugins/facet/search/normalize';
import { prepareText } from '../../plugins/facet/search/prepared-text';
import { randomStream } from './random-records';

const random = randomStream(23);
const LETTERS = [...'abcxyzŁŻóęßÆİıŉǅ12-.,/\u00a0\u0301\u0323Σσςﬁ한あ\u00a8Ω'];
const randomText = (length: number): string =>
  Array.from({ length }, () => (random() < 0.2 ? ' ' : LETTERS[Math.floor(random() * LETTERS.length)])).join('');

describe('text preparation', () => {
  it('returns each word of the full texts once with its position', () => {
    for (let i = 0; i < 3000; i++) {
      const [name, other, code] = [randomText(12), randomText(30), randomText(5)];
      const expected = new Map(wordsOf(normalizeForSearch(name)).map((word) => [word, 1]));
      for (const word of wordsOf(normalizeForSearch(`${other} ${code}`)))
        expected.set(word, (expected.get(word) ?? 0) | 2);
      const { words, fieldMasks } = prepareText({ name, codes: [code], other });
      expect([name, other, code, new Map(words.map((word, index) => [word, fieldMasks[index]])), words.length]).toEqual(
        [name, other, code, expected, expected.size],
      );
    }
  });

  it('normalizes letter by letter as whole texts are normalized', () => {
    for (let code = 0; code < 0x250; code++) {
      const letter = String.fromCharCode(code);
      // With a character outside the European alphabets, the text is normalized as a whole.
      expect(normalizeForSearch(`x${letter}`)).toBe(normalizeForSearch(`x${letter}あ`).slice(0, -1));
    }
  });
});
