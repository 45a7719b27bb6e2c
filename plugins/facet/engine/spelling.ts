import type { ParsedSearch, TextIndex } from './segment.js';

/** Maximum edit distance of a correction. */
const MAX_EDIT_DISTANCE = 2;

/** Replaces unknown words of a search with the nearest known word. Of equally near words, the most frequent is used. */
export function findCorrection(texts: readonly TextIndex[], { parts }: ParsedSearch): string | undefined {
  let changed = false;
  const words = parts
    .flatMap(([original]) => original?.tokens ?? [])
    .map((word) => {
      const candidates = new Map<string, { distance: number; products: number }>();
      for (const text of texts) {
        for (const similar of text.findSimilar(word))
          candidates.set(similar.word, {
            distance: similar.distance,
            products: (candidates.get(similar.word)?.products ?? 0) + similar.products,
          });
      }
      if (candidates.has(word)) return word;
      const [best] = [...candidates].sort(
        ([a, x], [b, y]) => x.distance - y.distance || y.products - x.products || (a < b ? -1 : 1),
      );
      if (!best || best[1].distance > MAX_EDIT_DISTANCE) return word;
      changed = true;
      return best[0];
    });
  return changed ? words.join(' ') : undefined;
}

/** Returns completions of a phrase whose last word is still being typed. */
export function findCompletions(texts: readonly TextIndex[], phrase: string, limit: number): readonly string[] {
  const prefix = /[\p{L}\p{N}]+$/u.exec(phrase)?.[0] ?? '';
  if (prefix === '') return [];
  const products = new Map<string, number>();
  for (const text of texts)
    for (const match of text.findByPrefix(prefix))
      if (match.word !== prefix) products.set(match.word, (products.get(match.word) ?? 0) + match.products);
  const before = phrase.slice(0, phrase.length - prefix.length);
  return [...products]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => before + word);
}
