import { itemAt } from '../engine/array-access.js';
import { stemIndexOf } from './stem-index.js';
import { distanceBetween, typoIndexOf } from './typo-index.js';
import type { WordBuckets } from './word-hashes.js';

/** Cost of another form of the word. */
const STEM_COST = 1;
/** Cost per wrong, extra or missing letter, higher than that of another form. */
const LETTER_COST = 3;

/** A word of a vocabulary by number, with its distance from another one. */
export interface WordMatch {
  readonly number: number;
  readonly distance: number;
}

/** Looks up words of a vocabulary. */
export interface WordLookup {
  /** Returns the range of words that begin with a text: from the first number, inclusive, to the second, exclusive. */
  prefixRange(prefix: string): [from: number, to: number];
  /** Returns other words that a token matches besides those that begin with it, nearest first. */
  findOtherMatches(token: string, tolerant: boolean): WordMatch[];
  /** Returns words that a word may be a misspelling of, with their edit distances. */
  findCorrections(word: string): WordMatch[];
  readonly bytes: number;
}

/** The indexes used for lookups. */
export interface WordParts {
  readonly vocabulary: readonly string[];
  readonly typos: WordBuckets;
  readonly stems: WordBuckets;
}

export function createWordLookup({ vocabulary, ...parts }: WordParts): WordLookup {
  const typos = typoIndexOf(vocabulary, parts.typos);
  const stems = stemIndexOf(vocabulary, parts.stems);

  const findMisspelled = (word: string): WordMatch[] =>
    typos.findSimilar(word).map((number) => ({ number, distance: distanceBetween(word, itemAt(vocabulary, number)) }));

  function findNear(token: string): WordMatch[] {
    return findMisspelled(token)
      .map(({ number, distance }) => ({ number, distance: LETTER_COST * distance }))
      .filter(({ distance }) => distance > 0);
  }

  return {
    findCorrections: findMisspelled,
    prefixRange: (prefix) => [lowerBound(vocabulary, prefix), lowerBound(vocabulary, `${prefix}\uffff`)],
    findOtherMatches: (token, tolerant) =>
      [
        ...stems.findInflected(token).map((number) => ({ number, distance: STEM_COST })),
        ...(tolerant ? findNear(token) : []),
      ].sort((a, b) => a.distance - b.distance),
    bytes: typos.bytes + stems.bytes,
  };
}

function lowerBound(words: readonly string[], word: string): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(words, middle) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
