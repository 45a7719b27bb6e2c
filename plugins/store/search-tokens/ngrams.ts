import { normalizeForSearch } from 'plinth';

/** Length of an indexed part, in characters; the rest of a search token is compared with the texts. */
const PART = 24;
/**
 * Maximum length of a word, in characters; a longer one is split into several, which overlap by a part so that no part
 * is lost.
 */
const MAX_WORD_LENGTH = 100;
/** Sorts after every text with the same beginning. */
export const LAST = '\u{10ffff}';

/** Returns the distinct words of normalized text, separated by spaces and line breaks. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.split(/[ \n]/).filter(Boolean).flatMap(inPieces))];
}

function inPieces(word: string): string[] {
  if (word.length <= MAX_WORD_LENGTH) return [word];
  const characters = [...word];
  const chunks: string[] = [];
  for (let at = 0; at === 0 || at + PART < characters.length; at += MAX_WORD_LENGTH - PART)
    chunks.push(characters.slice(at, at + MAX_WORD_LENGTH).join(''));
  return chunks;
}

/**
 * Returns all suffixes of a word, each truncated to the length of a part: every substring of the word is the beginning
 * of one of them.
 */
export function partsOf(word: string): string[] {
  const characters = [...word];
  return [...new Set(characters.map((_, at) => characters.slice(at, at + PART).join('')))];
}

/**
 * Returns the range of parts of words that contain a text, end exclusive; for a text longer than a part, of words that
 * contain its beginning.
 */
export function rangeOf(text: string): readonly [from: string, to: string] {
  const part = firstCharacters(text, PART);
  return [part, part + LAST];
}

/** Whether the parts alone identify the words that contain a text. */
export function isWithinPart(text: string): boolean {
  return [...text].length <= PART;
}

/** Returns the first characters of a text. */
export function firstCharacters(text: string, length = MAX_WORD_LENGTH): string {
  return text.length <= length ? text : [...text].slice(0, length).join('');
}

/** Returns a text normalized for search, in one line with single spaces. */
export function foldedLine(text: string): string {
  return normalizeForSearch(text).replace(/\s+/gu, ' ').trim();
}

/** Returns a term name normalized for search, truncated to the length of its column. */
export function normalizedTerm(name: string): string {
  return [...foldedLine(name)].slice(0, 1000).join('');
}
