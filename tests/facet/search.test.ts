import { SCORE, createTextIndex } from '../../plugins/facet/search/text-index';
import { createTypoIndex, withinDistance } from '../../plugins/facet/search/typo-index';

const TEXTS = [
  { name: 'Łóżko dębowe', codes: ['LZ-100/a', '5901234123457'], other: 'Sypialnia Meble' },
  { name: 'Stolik do łóżka', codes: ['ST-7'], other: '' },
  { name: 'Żółw ceramiczny ﬁgurka', codes: ['ZW9'], other: 'czerwony ogród' },
  { name: 'Koszula 100% bawełna', codes: [], other: 'czerwona L_XL' },
];
const index = createTextIndex(TEXTS);
const found = (words: string, tolerant = false): number[] => [...index.match(words, tolerant)].flatMap((score, i) => (score > 0 ? [i] : []));

describe('the search', () => {
  it.each([
    ['lozko', [0]], ['ŁÓŻK', [0, 1]], ['zolw', [2]], ['figurka', [2]], ['czerwon', [2, 3]],
    ['lozko meble', [0]], ['meble stolik', []], ['do lozka', [1]], ['bawelna koszula', [3]],
  ])('finds “%s” without regard to case, diacritics and ligatures, all words', (words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  it.each([['lz100a', [0]], ['LZ-100', [0]], ['z-10', [0]], ['34123', [0]], ['w9', [2]], ['st-7', [1]]])('finds the code fragment “%s”', (words, expected) => {
    expect(found(words)).toEqual(expected);
  });

  it('takes signs as they are', () => {
    expect(found('%')).toEqual([3]);
    expect(found('100%')).toEqual([0, 3]);
    expect(found('_')).toEqual([]);
    expect(found('   ')).toEqual([]);
  });

  it('W8 forgives typing errors only when it is told to, and still wants all words', () => {
    expect(found('lozkp')).toEqual([]);
    expect(found('lozkp', true)).toEqual([0, 1]);
    expect(found('dembowe lozko', true)).toEqual([0]);
    expect(found('bawlena', true)).toEqual([3]);
    expect(found('bawlena meble', true)).toEqual([]);
  });

  it('W7 finds more than 200 products', () => {
    const many = createTextIndex(Array.from({ length: 700 }, (_, i) => ({ name: `red shirt ${i}`, codes: [], other: '' })));
    expect(many.match('red shi', false).filter((score) => score > 0)).toHaveLength(700);
  });

  it('puts a code before the start of a name before a name before the rest', () => {
    const scores = (words: string): number[] => [...index.match(words, false)];
    expect(scores('st-7')[1]).toBe(SCORE.code);
    expect(scores('stolik')[1]).toBe(SCORE.nameStart);
    expect(scores('dębowe')[0]).toBe(SCORE.name);
    expect(scores('ogrod')[2]).toBe(SCORE.other);
  });

  it('looks a word with errors up as fully as comparing it with every word would', () => {
    const words = ['lampa', 'lampka', 'klamra', 'szafka', 'szafa', 'krzeslo', 'krzeselko', 'dywanik', 'dywan', 'fotel', 'hotel', 'motel', 'regal'];
    const typos = createTypoIndex(words);
    for (const typed of ['lampa', 'lapma', 'lamp', 'krzselo', 'krzeslko', 'dywn', 'rgeal', 'kotel', 'szfka', 'dywanki']) {
      const limit = typed.length < 6 ? 1 : 2;
      const expected = words.flatMap((word, i) => (withinDistance(typed, word, limit) ? [i] : []));
      expect([...typos.near(typed)].sort((a, b) => a - b).map((i) => words[i])).toEqual(expected.map((i) => words[i]));
    }
  });
});
