import type { ReadSearch, TextIndex } from './segment.js';

/** Maximum edit distance of a correction. */
const MAX_WRONG = 2;

/** Replaces unknown words of a search by the nearest known word; ties are resolved by frequency. */
export function correctionOf(texts: readonly TextIndex[], { parts }: ReadSearch): string | undefined {
  let changed = false;
  const words = parts
    .flatMap(([asTyped]) => asTyped?.tokens ?? [])
    .map((word) => {
      const known = new Map<string, { distance: number; products: number }>();
      for (const text of texts) {
        for (const near of text.findSimilar(word))
          known.set(near.word, {
            distance: near.distance,
            products: (known.get(near.word)?.products ?? 0) + near.products,
          });
      }
      if (known.has(word)) return word;
      const [best] = [...known].sort(
        ([a, one], [b, other]) => one.distance - other.distance || other.products - one.products || (a < b ? -1 : 1),
      );
      if (!best || best[1].distance > MAX_WRONG) return word;
      changed = true;
      return best[0];
    });
  return changed ? words.join(' ') : undefined;
}

/** Returns completions of a phrase whose last word is still being typed. */
export function completionsOf(texts: readonly TextIndex[], phrase: string, limit: number): readonly string[] {
  const last = /[\p{L}\p{N}]+$/u.exec(phrase)?.[0] ?? '';
  if (last === '') return [];
  const products = new Map<string, number>();
  for (const text of texts)
    for (const known of text.findByPrefix(last))
      if (known.word !== last) products.set(known.word, (products.get(known.word) ?? 0) + known.products);
  const before = phrase.slice(0, phrase.length - last.length);
  return [...products]
    .sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([word]) => before + word);
}
