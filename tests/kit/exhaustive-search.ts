import type {
  CatalogTerm,
  ExactSearchQuery,
  FoundProducts,
  ProductRecord,
} from '../../plugins/store/contract/index.js';
import { normalizeLine } from '../../plugins/store/search-tokens/ngrams.js';

/** Returns the exact search results, by comparing each product with the query. */
export function searchExhaustively(
  records: readonly ProductRecord[],
  terms: readonly CatalogTerm[],
  query: ExactSearchQuery,
): FoundProducts {
  const byId = new Map(terms.map((term) => [term.id, term]));
  const phrase = normalizeLine(query.text);
  const words = [...new Set(phrase.split(' '))].filter((word) => word !== '');
  const categories = query.categoryId === undefined ? undefined : withDescendants(query.categoryId, byId);
  if (words.length === 0) return { ids: [], total: 0 };
  const found = records.flatMap((record) => {
    if (categories && !record.termIds.some((id) => categories.has(id))) return [];
    if (query.buyable && record.stock === 'outofstock') return [];
    const rank = rankOf(record, byId, phrase, words, query);
    return rank === undefined ? [] : [{ record, rank }];
  });
  const soldOut = ({ stock }: ProductRecord): number => (stock === 'outofstock' ? 1 : 0);
  found.sort(
    (a, b) =>
      a.rank - b.rank ||
      soldOut(a.record) - soldOut(b.record) ||
      b.record.rating - a.record.rating ||
      a.record.id - b.record.id,
  );
  return { ids: found.slice(0, query.limit).map(({ record }) => record.id), total: found.length };
}

/** Ranks: exact code, name starts with the phrase, name contains all tokens, other fields. */
function rankOf(
  record: ProductRecord,
  terms: ReadonlyMap<number, CatalogTerm>,
  phrase: string,
  words: readonly string[],
  query: ExactSearchQuery,
): number | undefined {
  const name = normalizeLine(record.name);
  const codes = [record, ...record.variations]
    .flatMap(({ sku, gtin }) => [sku, gtin])
    .filter((code) => code !== '')
    .map(normalizeLine);
  const texts = [
    name,
    normalizeLine(record.shortDescription.replace(/<[^>]*>/g, ' ')),
    ...(query.codes ? codes : []),
    ...(query.terms ? record.termIds.map((id) => normalizeLine(terms.get(id)?.name ?? '')) : []),
  ];
  if (query.codes && codes.includes(phrase)) return 0;
  if (!words.every((word) => texts.some((text) => text.includes(word)))) return undefined;
  if (name.startsWith(phrase)) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

/** Returns a category and all its descendants; empty when it does not exist. */
function withDescendants(id: number, terms: ReadonlyMap<number, CatalogTerm>): ReadonlySet<number> {
  const found = new Set<number>();
  if (terms.get(id)?.taxonomy !== 'product_cat') return found;
  found.add(id);
  for (let before = 0; before < found.size;) {
    before = found.size;
    for (const term of terms.values()) if (found.has(term.parentId)) found.add(term.id);
  }
  return found;
}
