import fc from 'fast-check';
import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { RankedProduct, Ranking } from '../../plugins/facet/engine/custom-types';
import type { EngineQuery } from '../../plugins/facet/engine/types';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

const ALL: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: '',
  page: 1,
  perPage: 7,
  counts: [],
  bounds: [],
};
const score = ({ rating, price, published }: RankedProduct): number =>
  Math.round(rating) * 10 + (price % 7) - (published % 3);
const ranking = (passing: boolean, of = score): Ranking => ({
  isPerSelection: passing,
  scores: (count, productAt) => Float64Array.from({ length: count }, (_, i) => of(productAt(i))),
});

describe('custom order of an extension', () => {
  let engine: MemoryEngine;
  const records = randomRecords(400, 9);

  beforeAll(async () => {
    engine = createMemoryEngine({ texts: textSearch });
    await engine.build(
      (async function* () {
        yield records.slice(0, 350);
      })(),
    );
    await engine.apply({ upserts: records.slice(330), removals: [5] });
  });

  it('sorts alike with and without caching, on every page', async () => {
    const sharedRanking = ranking(false);
    const query = fc.record({
      brand: fc.constantFrom('', 'b0', 'b1', 'b7', 'gone'),
      search: fc.constantFrom('', 'stol', 'lozko'),
      page: fc.integer({ min: 1, max: 70 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ brand, search, page }) => {
        const engineQuery = {
          ...ALL,
          search,
          page,
          selections: brand === '' ? [] : [{ key: 'brand', source: 'brand', values: [brand], operator: 'or' as const }],
        };
        expect((await engine.query({ ...engineQuery, ranking: ranking(true) })).hits).toEqual(
          (await engine.query({ ...engineQuery, ranking: sharedRanking })).hits,
        );
      }),
    );
  });

  it('scores only found products, with their values and relevance', async () => {
    const scored: RankedProduct[] = [];
    const { found, hits } = await engine.query({
      ...ALL,
      search: 'stol',
      selections: [{ key: 'brand', source: 'brand', values: ['b0'], operator: 'or' }],
      ranking: ranking(true, (product) => (scored.push(product), product.relevance)),
    });
    expect(scored).toHaveLength(found);
    expect(found).toBeGreaterThan(3);
    expect(hits).toHaveLength(Math.min(7, found));
    expect(
      scored.every(
        (candidate) =>
          candidate.has('brand', 'b0') &&
          !candidate.has('brand', 'b1') &&
          !candidate.has('brand', 'gone') &&
          !candidate.has('gone', 'b0') &&
          candidate.relevance > 0 &&
          candidate.relevance <= 1,
      ),
    ).toBe(true);
  });

  it('finds nothing without matches', async () => {
    expect(await engine.query({ ...ALL, search: 'xyzxyz', ranking: ranking(true) })).toMatchObject({
      found: 0,
      hits: [],
    });
  });
});
