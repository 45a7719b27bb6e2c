import { normalizeForSearch } from 'plinth';

/** Maximum length of an index entry, in characters. The rest of a longer search token is compared with the texts. */
const MAX_PART_LENGTH = 24;
/**
 * Maximum length of a word, in characters. Longer words are split into chunks that overlap by an index entry, so that
 * no substring is lost.
 */
const MAX_WORD_LENGTH = 100;
/** Last Unicode character: a prefix followed by it sorts after all texts with that prefix. */
export const LAST_CHARACTER = '\u{10ffff}';

/** Splits a normalized text at spaces and line breaks into unique words. */
export function splitWords(text: string): string[] {
  return [...new Set(text.split(/[ \n]/).filter(Boolean).flatMap(splitLongWord))];
}

function splitLongWord(word: string): string[] {
  if (word.length <= MAX_WORD_LENGTH) return [word];
  const characters = [...word];
  const chunks: string[] = [];
  for (
    let offset = 0;
    offset === 0 || offset + MAX_PART_LENGTH < characters.length;
    offset += MAX_WORD_LENGTH - MAX_PART_LENGTH
  )
    chunks.push(characters.slice(offset, offset + MAX_WORD_LENGTH).join(''));
  return chunks;
}

/**
 * Returns all suffixes of a word, truncated to the length of an index entry. Every substring of the word is a prefix of
 * a suffix.
 */
export function suffixesOf(word: string): string[] {
  const characters = [...word];
  return [...new Set(characters.map((_, index) => characters.slice(index, index + MAX_PART_LENGTH).join('')))];
}

/**
 * Returns the range of index entries of words that contain a text; the end is exclusive. If the text is longer than an
 * index entry, the range is that of words that contain its beginning.
 */
export function indexRange(text: string): readonly [from: string, to: string] {
  const part = firstCharacters(text, MAX_PART_LENGTH);
  return [part, part + LAST_CHARACTER];
}

/** Whether a text is no longer than an index entry, so that the index finds exactly the words that contain it. */
export function isWithinPart(text: string): boolean {
  return [...text].length <= MAX_PART_LENGTH;
}

/** Returns the first characters of a text. */
export function firstCharacters(text: string, length = MAX_WORD_LENGTH): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

/** Normalizes a text for search, as a single line with single spaces. */
export function normalizeLine(text: string): string {
  return normalizeForSearch(text).replace(/\s+/gu, ' ').trim();
}

/** Normalizes a term name for search, truncated to the length of its column. */
export function normalizeTermName(name: string): string {
  return [...normalizeLine(name)].slice(0, 1000).join('');
}
