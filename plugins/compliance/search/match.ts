import type { SearchEntry } from './entry.js';
import { fold } from './fold.js';
import type { Snapshot } from './search-index.js';

export interface SearchQuery {
  readonly phrase: string;
  readonly limit: number;
  /** Category and its descendants; undefined: all. */
  readonly category?: number;
  /** Only what can be bought. */
  readonly inStock?: boolean;
  /** Whether SKU and GTIN are looked at. */
  readonly codes: boolean;
  /** Whether brand, categories, tags and attributes are looked at. */
  readonly terms: boolean;
}

export interface Matches {
  /** Best first, at most `limit`. */
  readonly ids: readonly number[];
  readonly total: number;
}

/** Exact code, name starts with the phrase, name holds all words, other fields. */
const RANKS = 4;

/** Finds what holds every word of a phrase; one walk over the products, already in the order of equals. */
export function findMatches({ entries, terms }: Snapshot, query: SearchQuery): Matches {
  const phrase = fold(query.phrase);
  const words = [...new Set(phrase.split(' '))].filter((word) => word !== '');
  const category = query.category === undefined ? undefined : withDescendants(query.category, terms);
  const ranked: number[][] = Array.from({ length: RANKS }, () => []);
  let total = 0;
  if (words.length === 0) return { ids: [], total: 0 };
  for (const entry of entries) {
    if (category && !entry.termIds.some((id) => category.has(id))) continue;
    if (query.inStock === true && !entry.available) continue;
    const rank = rankOf(entry, phrase, words, query);
    if (rank === undefined) continue;
    total++;
    if (ranked[rank].length < query.limit) ranked[rank].push(entry.id);
  }
  return { ids: ranked.flat().slice(0, query.limit), total };
}

function rankOf(entry: SearchEntry, phrase: string, words: readonly string[], { codes, terms }: SearchQuery): number | undefined {
  const holds = (word: string): boolean =>
    entry.name.includes(word) || (codes && entry.codeText.includes(word)) || (terms && entry.termText.includes(word)) || entry.description.includes(word);
  if (codes && entry.codes.includes(phrase)) return 0;
  if (!words.every(holds)) return undefined;
  if (entry.name.startsWith(phrase)) return 1;
  return words.every((word) => entry.name.includes(word)) ? 2 : 3;
}

/** A category and all below it; empty when there is no such category. */
function withDescendants(id: number, terms: Snapshot['terms']): ReadonlySet<number> {
  const found = new Set<number>();
  if (terms.get(id)?.taxonomy !== 'product_cat') return found;
  found.add(id);
  let before = 0;
  while (before < found.size) {
    before = found.size;
    for (const term of terms.values()) if (found.has(term.parentId)) found.add(term.id);
  }
  return found;
}
