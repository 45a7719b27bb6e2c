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
  const typed = phrase.split(' ').filter((part) => wordsOf(part).length > 0);
  const silent = new Set(stopWords.map(normalizeForSearch));
  const telling = typed.filter((part) => !silent.has(part));
  return { phrase, parts: partsOf(telling.length > 0 ? telling : typed, synonyms) };
}

function partsOf(typed: readonly string[], synonyms: SearchTerms['synonyms']): SearchPart[] {
  const groups =
    typed.length === 0
      ? []
      : synonyms.map((group) => group.map((phrase) => normalizeForSearch(phrase).trim().split(/\s+/)));
  const parts: SearchPart[] = [];
  for (let at = 0; at < typed.length;) {
    const { length, others } = longestAt(typed, at, groups);
    parts.push([
      { typed: typed.slice(at, at + length), cost: 0 },
      ...others.map((words) => ({ typed: words, cost: SYNONYM_COST })),
    ]);
    at += length;
  }
  return parts;
}

/** Returns the longest phrase with synonyms at a position, and its synonyms. */
function longestAt(
  typed: readonly string[],
  at: number,
  groups: readonly (readonly (readonly string[])[])[],
): { length: number; others: (readonly string[])[] } {
  const isThere = (words: readonly string[]): boolean => words.every((word, i) => typed[at + i] === word);
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
    others: groups.filter((group) => group.some(same)).flatMap((group) => group.filter((words) => !same(words))),
  };
}
