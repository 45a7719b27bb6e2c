import { normalizeForSearch } from 'plinth';
import type { ParsedSearch, SearchPart } from '../engine/segment.js';
import type { SearchTerms } from '../engine/types.js';
import { wordsOf } from './normalize.js';

/** Cost of a match by a synonym, the same as by another form of the word. */
const SYNONYM_COST = 1;

/**
 * Tokenizes a search. Stop words are removed unless there are no other words, and every remaining part also matches its
 * synonyms.
 */
export function parseSearch(
  search: string,
  { synonyms, stopWords }: SearchTerms = { synonyms: [], stopWords: [] },
): ParsedSearch {
  const phrase = normalizeForSearch(search).trim().replace(/\s+/g, ' ');
  const searchWords = phrase.split(' ').filter((part) => wordsOf(part).length > 0);
  const stopWordSet = new Set(stopWords.map(normalizeForSearch));
  const significantWords = searchWords.filter((part) => !stopWordSet.has(part));
  return { phrase, parts: partsOf(significantWords.length > 0 ? significantWords : searchWords, synonyms) };
}

function partsOf(searchWords: readonly string[], synonyms: SearchTerms['synonyms']): SearchPart[] {
  const groups =
    searchWords.length === 0
      ? []
      : synonyms.map((group) => group.map((phrase) => normalizeForSearch(phrase).trim().split(/\s+/)));
  const parts: SearchPart[] = [];
  for (let position = 0; position < searchWords.length;) {
    const { length, synonyms: alternatives } = longestPhraseAt(searchWords, position, groups);
    parts.push([
      { tokens: searchWords.slice(position, position + length), cost: 0 },
      ...alternatives.map((words) => ({ tokens: words, cost: SYNONYM_COST })),
    ]);
    position += length;
  }
  return parts;
}

/** Returns the longest phrase with synonyms at a position, and its synonyms. */
function longestPhraseAt(
  searchWords: readonly string[],
  position: number,
  groups: readonly (readonly (readonly string[])[])[],
): { length: number; synonyms: (readonly string[])[] } {
  const matchesHere = (words: readonly string[]): boolean =>
    words.every((word, i) => searchWords[position + i] === word);
  const length = Math.max(
    1,
    ...groups
      .flat()
      .filter(matchesHere)
      .map((words) => words.length),
  );
  const isLongest = (words: readonly string[]): boolean => words.length === length && matchesHere(words);
  return {
    length,
    synonyms: groups
      .filter((group) => group.some(isLongest))
      .flatMap((group) => group.filter((words) => !isLongest(words))),
  };
}
