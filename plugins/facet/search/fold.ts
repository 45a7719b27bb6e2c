import { foldText, recalled } from 'plinth';

const names = new Map<string, string>();
const MOST_NAMES = 10_000;

/** Names of values as searches compare them; every page shows hundreds of them, so ten thousand are kept in memory at most. */
export function foldName(name: string): string {
  return recalled(names, MOST_NAMES, name, () => foldText(name));
}

/** The words of a folded text. */
export function wordsOf(folded: string): string[] {
  return folded.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A folded SKU or GTIN without its hyphens and dots, so that fragments match however they are typed. */
export function compact(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}]+/gu, '');
}
