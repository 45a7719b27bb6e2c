import { normalizeForSearch } from '../../core/api/index.js';
import type { TextFields } from '../../plugins/facet/engine/types';
import { compact, wordsOf } from '../../plugins/facet/search/normalize';
import { SCORE } from '../../plugins/facet/search/text-index';
import { createTypoIndex, isWithinDistance } from '../../plugins/facet/search/typo-index';
import { runSync } from '../../plugins/facet/engine/work';
import { parseSearch } from '../../plugins/facet/search/read-search';
import { stemsOf } from '../../plugins/facet/search/stems';
import { randomRecords } from './random-records';
import { textIndexOf } from './text-index-of';

const TEXTS = [
  { name: 'Łóżko dębowe', codes: ['LZ-100/a', '5901234123457'], other: 'Sypialnia Meble' },
  { name: 'Stolik do łóżka', codes: ['ST-7'], other: '' },
  { name: 'Żółw ceramiczny ﬁgurka', codes: ['ZW9'], other: 'czerwony ogród' },
  { name: 'Koszula 100% bawełna', codes: [], other: 'czerwona L_XL' },
];
const index = textIndexOf(TEXTS);
const found = (text: string, tolerant = false): number[] =>
  [...index.match(parseSearch(text), tolerant)].flatMap((score, i) => (score > 0 ? [i] : []));

/** 0 if a word starts with the token, 1 if a word is another form of it, otherwise Infinity. */
function farness(words: readonly string[], token: string): number {
  if (words.some((word) => word.startsWith(token))) return 0;
  return words.some((word) => stemsOf(word).some((stem) => stemsOf(token).includes(stem))) ? 1 : Infinity;
}

/** The score of one product, calculated from its texts. */
function plainScore({ name, codes, other }: TextFields, search: string): number {
  const phrase = normalizeForSearch(search);
  const compacts = codes.map((code) => compact(normalizeForSearch(code)));
  const [inName, anywhere] = [
    wordsOf(normalizeForSearch(name)),
    wordsOf(normalizeForSearch([name, other, ...codes].join(' '))),
  ];
  if (compact(phrase) !== '' && compacts.includes(compact(phrase))) return SCORE.code;
  const parts = phrase.split(' ').filter((part) => wordsOf(part).length > 0);
  const found = parts.map((part) => {
    const far = wordsOf(part).map((token) => farness(anywhere, token));
    const named = wordsOf(part).every((token, i) => farness(inName, token) === far[i]);
    const cost = far.reduce((sum, entry) => sum + entry, 0);
    return cost > 0 && compact(part).length > 1 && compacts.some((code) => code.includes(compact(part)))
      ? { cost: 0, named: false }
      : { cost, named };
  });
  const cost = found.reduce((sum, part) => sum + part.cost, 0);
  if (cost === Infinity || (parts.length === 0 && !normalizeForSearch(name).includes(phrase))) return 0;
  const byName = found.every(({ named }) => named) ? SCORE.name : SCORE.other;
  return (normalizeForSearch(name).startsWith(phrase) ? SCORE.nameStart : byName) - 4 * cost;
}

describe('text search', () => {
  it.each([
    ['lozko', [0, 1]],
    ['ŁÓŻK', [0, 1]],
    ['zolw', [2]],
    ['figurka', [2]],
    ['czerwon', [2, 3]],
    ['lozko meble', [0]],
    ['meble stolik', []],
    ['do lozka', [1]],
    ['bawelna koszula', [3]],
    ['stoliki', [1]],
    ['koszule bawelny', [3]],
    ['łóżek', [0, 1]],
  ])('finds “%s” ignoring case, diacritics and ligatures, requiring all words', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['lz100a', [0]],
    ['LZ-100', [0]],
    ['z-10', [0]],
    ['34123', [0]],
    ['w9', [2]],
    ['st-7', [1]],
  ])('finds the code fragment “%s”', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('matches symbols literally', () => {
    expect(found('%')).toEqual([3]);
    expect(found('100%')).toEqual([0, 3]);
    expect(found('_')).toEqual([]);
    expect(found('   ')).toEqual([]);
  });

  it('W8 tolerates typos only when enabled, and still requires all words', () => {
    expect(found('lozkp')).toEqual([]);
    expect(found('lozkp', true)).toEqual([0, 1]);
    expect(found('dembowe lozko', true)).toEqual([0]);
    expect(found('bawlena', true)).toEqual([3]);
    expect(found('bawlena meble', true)).toEqual([]);
  });

  it.each([600, 2500])('scores %d products like a full scan for all kinds of phrases', (count) => {
    const texts = randomRecords(count, 21).map(({ id, text }, i) => ({
      ...text,
      codes: [`SKU-${id}`, ...(i % 3 === 0 ? [`59012${id * 7919}`] : []), ...(i % 50 === 0 ? ['K', 'Ż7/ß'] : [])],
    }));
    const many = textIndexOf(texts);
    for (const phrase of [
      'krzesła',
      'łóżek małych',
      'lampy',
      'szafami',
      'k',
      'łóż',
      'lozko',
      'małe łóżko',
      'de',
      'sku-12',
      '12',
      '012',
      'u-3',
      'sku1',
      '59012',
      'ż7',
      '7ss',
      'krzesło dębowe 1',
      'meble b1',
      '0',
      '-',
      'sto',
      'st meb',
      'łóżko czerwone',
      'sku-7',
      'k u',
    ]) {
      expect([phrase, ...many.match(parseSearch(phrase), false)]).toEqual([
        phrase,
        ...texts.map((text) => plainScore(text, phrase)),
      ]);
    }
  });

  it('caches the last four searches separately and counts their memory', () => {
    const textIndex = textIndexOf(TEXTS);
    const search = (text: string, tolerant = false): Uint8Array => textIndex.match(parseSearch(text), tolerant);
    const [bytes, first] = [textIndex.bytes(), search('łóżko')];
    expect(search('LOZKO')).toBe(first);
    expect(search('łóżko', true)).not.toBe(first);
    expect(textIndex.bytes()).toBeGreaterThan(bytes);
    for (const text of ['stolik', 'ogród', 'koszula']) search(text);
    expect(search('łóżko')).not.toBe(first);
    expect([...search('łóżko')]).toEqual([...first]);
  });

  it('W7 finds more than 200 products', () => {
    const many = textIndexOf(Array.from({ length: 700 }, (_, i) => ({ name: `red shirt ${i}`, codes: [], other: '' })));
    expect(many.match(parseSearch('red shi'), false).filter((score) => score > 0)).toHaveLength(700);
  });

  it('scores codes above name starts, names and other text', () => {
    const scores = (text: string): number[] => [...index.match(parseSearch(text), false)];
    expect(scores('st-7')[1]).toBe(SCORE.code);
    expect(scores('stolik')[1]).toBe(SCORE.nameStart);
    expect(scores('dębowe')[0]).toBe(SCORE.name);
    expect(scores('ogrod')[2]).toBe(SCORE.other);
  });

  it('finds the same misspelled words as comparing with every word', () => {
    const words = [
      'lampa',
      'lampka',
      'klamra',
      'szafka',
      'szafa',
      'krzeslo',
      'krzeselko',
      'dywanik',
      'dywan',
      'fotel',
      'hotel',
      'motel',
      'regal',
    ];
    const typos = runSync(createTypoIndex(words));
    for (const input of [
      'lampa',
      'lapma',
      'lamp',
      'krzselo',
      'krzeslko',
      'dywn',
      'rgeal',
      'kotel',
      'szfka',
      'dywanki',
    ]) {
      const limit = input.length < 6 ? 1 : 2;
      const expected = words.flatMap((word, i) => (isWithinDistance(input, word, limit) ? [i] : []));
      expect([...typos.findSimilar(input)].sort((a, b) => a - b).map((i) => words[i])).toEqual(
        expected.map((i) => words[i]),
      );
    }
  });
});
