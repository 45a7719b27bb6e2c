import type { FacetDocument, FacetRecord } from '../../plugins/facet/engine/types';
import { assertDefined } from '../kit/assert-defined.js';

/** Seeded random numbers between 0 and 1. */
export function randomStream(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 4294967296;
  };
}

const NOUNS = ['Łóżko', 'Krzesło', 'Stół', 'Lampa', 'Szafa', 'Półka', 'Dywan', 'Fotel'];
const ADJECTIVES = ['czerwone', 'dębowe', 'małe', 'duże', 'wełniane', 'stalowe'];

/** Products with a category tree, brands, several values, variations and numbers. */
export function randomRecords(count: number, seed: number, firstId = 1): FacetRecord[] {
  const random = randomStream(seed);
  const pick = (n: number): number => Math.floor(random() ** 1.6 * n);
  return Array.from({ length: count }, (_, i): FacetRecord => {
    const id = firstId + i;
    const root = pick(5);
    const middle = pick(4);
    const category = new Set([`c${root}`, `c${root}.${middle}`, `c${root}.${middle}.${pick(3)}`]);
    if (random() < 0.2) ['c9', `c9.${pick(3)}`].forEach((key) => category.add(key));
    const shared: Record<string, string[]> = { category: [...category] };
    if (random() < 0.8) shared.brand = [`b${pick(12)}`];
    if (random() < 0.5) shared.material = [...new Set(Array.from({ length: 1 + pick(3) }, () => `m${pick(6)}`))];
    const numbers: Record<string, number> = random() < 0.6 ? { weight: pick(500) } : {};
    const doc = (): FacetDocument => ({
      values: {
        ...shared,
        color: [`k${pick(7)}`],
        size: [`s${pick(5)}`],
        stock: [random() < 0.8 ? 'instock' : 'outofstock'],
        ...(random() < 0.2 ? { on_sale: ['yes'] } : {}),
      },
      numbers: { ...numbers, price: 100 * (1 + pick(300)) },
    });
    const docs = Array.from({ length: random() < 0.35 ? 2 + pick(5) : 1 }, doc).sort(
      (a, b) => assertDefined(a.numbers.price) - assertDefined(b.numbers.price),
    );
    const versions = docs.map((entry, index): FacetDocument =>
      docs.length > 1 ? { ...entry, variation: 10 * id + index } : entry,
    );
    const name = `${NOUNS[pick(NOUNS.length)]} ${ADJECTIVES[pick(ADJECTIVES.length)]} ${pick(400)}`;
    return {
      id,
      docs: versions,
      order: {
        position: pick(20),
        name,
        rating: pick(11) / 2,
        ratingCount: pick(50),
        sales: pick(1000),
        published: 1_700_000_000 + pick(5000),
        available: docs.some((d) => d.values.stock?.[0] === 'instock'),
      },
      text: { name, codes: [`SKU-${id}`], other: `${shared.brand?.[0] ?? ''} meble` },
    };
  });
}
