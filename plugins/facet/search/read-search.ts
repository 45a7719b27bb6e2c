import { normalizeForSearch } from 'plinth';
import type { ReadSearch, SearchPart } from '../engine/segment.js';
import type { SearchTerms } from '../engine/types.js';
import { wordsOf } from './normalize.js';

/** Cost of a match by a synonym, the same as by another form of the word. */
const SYNONYM_COST = 1;

/**
 * Tokenizes a search: stop words are removed unless there are no other words, and every remaining part also matches its
 * synonyms.
 */
export function readSearch(
  search: string,
  { synonyms, stopWords }: SearchTerms = { synonyms: [], stopWords: [] },
): ReadSearch {
  const phrase = normalizeForSearch(search).trim().replace(/\s+/g, ' ');
  const searchWords = phrase.split(' ').filter((part) => wordsOf(part).length > 0);
  const silent = new Set(stopWords.map(normalizeForSearch));
  const telling = searchWords.filter((part) => !silent.has(part));
  return { phrase, parts: partsOf(telling.length > 0 ? telling : searchWords, synonyms) };
}

function partsOf(searchWords: readonly string[], synonyms: SearchTerms['synonyms']): SearchPart[] {
  const groups =
    searchWords.length === 0
      ? []
      : synonyms.map((group) => group.map((phrase) => normalizeForSearch(phrase).trim().split(/\s+/)));
  const parts: SearchPart[] = [];
  for (let at = 0; at < searchWords.length;) {
    const { length, synonyms: others } = longestAt(searchWords, at, groups);
    parts.push([
      { tokens: searchWords.slice(at, at + length), cost: 0 },
      ...others.map((words) => ({ tokens: words, cost: SYNONYM_COST })),
    ]);
    at += length;
  }
  return parts;
}

/** Returns the longest phrase with synonyms at a position, and its synonyms. */
function longestAt(
  searchWords: readonly string[],
  at: number,
  groups: readonly (readonly (readonly string[])[])[],
): { length: number; synonyms: (readonly string[])[] } {
  const isThere = (words: readonly string[]): boolean => words.every((word, i) => searchWords[at + i] === word);
  const length = Math.max(
    1,
    ...groups
      .flat()
      .filter(isThere)
      .map((words) => words.length),
  );
  const same = (words: readonly string[]): boolean => words.length === length && isThere(words);
  return {
    length,
    synonyms: groups.filter((group) => group.some(same)).flatMap((group) => group.filter((words) => !same(words))),
  };
}
