/** Syllables for a vocabulary of about ten thousand words, including Polish letters. */
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

/** Gives records a name of two words and a text of eight more. @returns the records and words that occur in names */
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
 * Gives records texts with a realistic word distribution: 2,500 words of which few are frequent, names of three words, descriptions of 12 to 29.
 * @returns the records, and search words with the frequency they have in names
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
  // Approximately a Zipf distribution.
  const word = () => all[Math.floor(VOCABULARY ** random()) - 1];
  const words = (count) => Array.from({ length: count }, word).join(' ');
  const texts = records.map((record) => ({
    ...record,
    text: { name: `${words(3)} ${record.id}`, codes: [], other: words(12 + Math.floor(random() * 18)) },
  }));
  return { records: texts, words: texts.slice(0, 5000).flatMap(({ text }) => text.name.split(' ').slice(0, 3)) };
}

/** A word with its third and fourth letters transposed. */
export const swapped = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
