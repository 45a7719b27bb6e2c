import { normalizeForSearch, memoize } from 'plinth';

const normalizedNames = new Map<string, string>();
const MAX_NAMES = 10_000;

/** Normalizes names of values for searching. Every page shows hundreds of them, so up to ten thousand are cached. */
export function normalizeName(name: string): string {
  return memoize(normalizedNames, MAX_NAMES, name, () => normalizeValueName(name));
}

/** Phones type a curly apostrophe where names have a straight one, or the other way round. */
const APOSTROPHES = /[\u2018\u2019\u02bc\u2032`]/g;

/** Normalizes the name of a value, or a text to find it by. */
export const normalizeValueName = (text: string): string => normalizeForSearch(text).replace(APOSTROPHES, "'");

/** Returns the tokens of a normalized text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns a normalized SKU or GTIN without punctuation, so that fragments match however they are typed. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Spells normalized words as in the given texts: `lozko` as `łóżko`. Words that occur in none of them are not changed.
 */
export function restoreSpelling(folded: string, texts: readonly string[]): string {
  const spellings = new Map<string, string>();
  for (const text of texts) {
    for (const word of text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
      if (!spellings.has(normalizeForSearch(word))) spellings.set(normalizeForSearch(word), word.toLowerCase());
  }
  return folded
    .split(' ')
    .map((word) => spellings.get(word) ?? word)
    .join(' ');
}
