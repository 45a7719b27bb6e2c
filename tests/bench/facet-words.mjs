/** Syllables make a vocabulary of some ten thousand words, Polish letters among them. */
const SYLLABLES = [
  'krze',
  'sło',
  'łóż',
  'ko',
  'lam',
  'pa',
  'sza',
  'fa',
  'dę',
  'bo',
  'wy',
  'ma',
  'ły',
  'czer',
  'wo',
  'ny',
  'stół',
  'oak',
  'ta',
  'ble',
  'wood',
  'en',
  'mug',
  'lin',
  'bla',
  'ket',
  'żół',
  'gar',
  'den',
  'soft',
];

/** Gives records a name of two words and eight others. @returns them, and words that stand in names */
export function drawTexts(records, random) {
  const word = () =>
    Array.from({ length: 2 + Math.floor(random() * 2) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join(
      '',
    );
  const texts = records.map((record) => ({
    ...record,
    text: { name: `${word()} ${word()} ${record.id}`, codes: [], other: Array.from({ length: 8 }, word).join(' ') },
  }));
  return {
    records: texts,
    words: [...new Set(texts.slice(0, 5000).flatMap(({ text }) => text.name.split(' ').slice(0, 2)))],
  };
}

const VOCABULARY = 2500;

/**
 * Gives records texts as shops have them: a vocabulary of 2,500 words of which few are frequent, names of three words and descriptions of 12 to 29.
 * @returns them, and words as people type them: those that stand in names, as often as they stand there
 */
export function drawShopTexts(records, random) {
  const vocabulary = new Set();
  while (vocabulary.size < VOCABULARY)
    vocabulary.add(
      Array.from(
        { length: 2 + Math.floor(random() * 2) },
        () => SYLLABLES[Math.floor(random() * SYLLABLES.length)],
      ).join(''),
    );
  const all = [...vocabulary];
  // As often as one by its rank, roughly.
  const word = () => all[Math.floor(VOCABULARY ** random()) - 1];
  const words = (count) => Array.from({ length: count }, word).join(' ');
  const texts = records.map((record) => ({
    ...record,
    text: { name: `${words(3)} ${record.id}`, codes: [], other: words(12 + Math.floor(random() * 18)) },
  }));
  return { records: texts, words: texts.slice(0, 5000).flatMap(({ text }) => text.name.split(' ').slice(0, 3)) };
}

/** A word with its third and fourth letter changed round. */
export const swapped = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
