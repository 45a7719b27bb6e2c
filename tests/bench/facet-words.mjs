/** Syllables make a vocabulary of some ten thousand words, Polish letters among them. */
const SYLLABLES = ['krze', 'sło', 'łóż', 'ko', 'lam', 'pa', 'sza', 'fa', 'dę', 'bo', 'wy', 'ma', 'ły', 'czer', 'wo', 'ny', 'stół', 'oak', 'ta', 'ble', 'wood', 'en', 'mug', 'lin', 'bla', 'ket', 'żół', 'gar', 'den', 'soft'];

/** Gives records a name of two words and eight others. @returns them, and words that stand in names */
export function drawTexts(records, random) {
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
  const texts = records.map((record) => ({ ...record, text: { name: `${word()} ${word()} ${record.id}`, codes: [], other: Array.from({ length: 8 }, word).join(' ') } }));
  return { records: texts, words: [...new Set(texts.slice(0, 5000).flatMap(({ text }) => text.name.split(' ').slice(0, 2)))] };
}

/** A word with its third and fourth letter changed round. */
export const swapped = (word) => word.slice(0, 2) + word[3] + word[2] + word.slice(4);
