import { normalizeForSearch, memoize } from 'plinth';

const names = new Map<string, string>();
const MAX_NAMES = 10_000;

/** Names of values as searches compare them; every page shows hundreds of them, so ten thousand are kept in memory at most. */
export function foldName(name: string): string {
  return memoize(names, MAX_NAMES, name, () => normalizeForSearch(name));
}

/** The words of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded SKU or GTIN without its hyphens and dots, so that fragments match however they are typed. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Writes folded words as texts that have them do: `lozko` as `łóżko`. What none of them has stays as it is. */
export function spelledAs(folded: string, texts: readonly string[]): string {
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
