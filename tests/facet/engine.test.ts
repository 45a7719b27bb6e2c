import fc from 'fast-check';
import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery, FacetRecord, Sort } from '../../plugins/facet/engine/types';
import { textSearch } from '../../plugins/facet/search/text-index';
import { bruteForce } from './brute-force';
import { withAnyDocument } from './engine-queries';
import { randomRecords } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

async function engineOf(records: readonly FacetRecord[]): Promise<MemoryEngine> {
  const engine = createMemoryEngine({ texts: textSearch });
  await engine.build(
    (async function* () {
      yield records;
    })(),
  );
  return engine;
}

const SOURCES = ['category', 'brand', 'material', 'color', 'size', 'stock', 'on_sale'];
const COUNTS = SOURCES.map((source) => ({ key: source, source }));
const BOUNDS = ['price', 'weight'].map((source) => ({ key: source, source }));
const VALUES: Record<string, string[]> = {
  category: ['c0', 'c1', 'c0.0', 'c0.0.1', 'c2.1', 'c9', 'c9.1', 'gone'],
  brand: ['b0', 'b1', 'b2', 'b7', 'b11'],
  material: ['m0', 'm1', 'm2', 'm5'],
  color: ['k0', 'k1', 'k2', 'k6'],
  size: ['s0', 's1', 's4'],
  stock: ['instock', 'outofstock'],
  on_sale: ['yes'],
};

const selection = fc.constantFrom(...SOURCES).chain((source) =>
  fc.record({
    key: fc.constant(source),
    source: fc.constant(source),
    values: fc.uniqueArray(fc.constantFrom(...assertDefined(VALUES[source])), { minLength: 1, maxLength: 3 }),
    operator: fc.constantFrom<'or' | 'and'>('or', 'or', 'or', 'and'),
  }),
);
const range = fc.constantFrom('price', 'weight').chain((source) =>
  fc.record({
    key: fc.constant(source),
    source: fc.constant(source),
    min: fc.option(fc.integer({ min: 0, max: source === 'price' ? 20000 : 300 })),
    max: fc.option(fc.integer({ min: 0, max: source === 'price' ? 30000 : 500 })),
  }),
);
const plainQuery: fc.Arbitrary<EngineQuery> = fc.record({
  selections: fc.uniqueArray(selection, { maxLength: 4, selector: ({ key }) => key }),
  ranges: fc.uniqueArray(range, { maxLength: 2, selector: ({ key }) => key }),
  scope: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.constant([{ key: '', source: 'category', values: ['c0'], operator: 'or' as const }]) },
  ),
  search: fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    fc.constantFrom('lozko', 'krz', 'stol deb', 'ŁÓŻKO małe', 'krzselo', 'b1', 'sku-12', '%'),
  ),
  sort: fc.constantFrom<Sort>('', 'popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'),
  page: fc.integer({ min: 1, max: 30 }),
  perPage: fc.constantFrom(1, 12, 96),
  counts: fc.constant(COUNTS),
  bounds: fc.constant(BOUNDS),
});
const query = fc
  .tuple(plainQuery, fc.oneof(fc.constant<string[]>([]), fc.subarray(SOURCES)))
  .map(([one, sources]) => withAnyDocument(one, sources));

async function expectSameResult(
  engine: MemoryEngine,
  records: readonly FacetRecord[],
  engineQuery: EngineQuery,
): Promise<void> {
  const result = await engine.query(engineQuery);
  const expected = bruteForce(records, engineQuery);
  expect({
    found: result.found,
    ids: result.hits.map(({ id }) => id),
    prices: result.hits.map(({ price }) => price),
    versions: result.hits.map(({ variations: versions }) => versions && [...versions]),
    counts: Object.fromEntries([...result.counts].map(([key, counts]) => [key, Object.fromEntries(counts)])),
    bounds: Object.fromEntries(result.bounds),
  }).toEqual(expected);
}

describe('memory engine', () => {
  const records = randomRecords(2503, 7);

  it('returns the same for 250 random queries as a brute-force search', async () => {
    const engine = await engineOf(records);
    await fc.assert(
      fc.asyncProperty(query, (engineQuery) => expectSameResult(engine, records, engineQuery)),
      { numRuns: 250, seed: 11 },
    );
  });

  it('C8 returns the same after any changes as a fresh build', async () => {
    const engine = await engineOf(records);
    const now = new Map(records.map((record) => [record.id, record]));
    for (let round = 0; round < 12; round++) {
      const upserts = [
        ...randomRecords(40, 100 + round, 1 + round * 300),
        ...randomRecords(5, 200 + round, 9000 + round * 3),
      ];
      const removals = [2 + round * 11, 2500 - round, 9000 + round, 123_456];
      const remaining = upserts.filter(({ id }) => !removals.includes(id));
      await engine.apply({ upserts: remaining, removals });
      for (const id of removals) now.delete(id);
      for (const record of remaining) now.set(record.id, record);
    }
    const left = [...now.values()];
    await fc.assert(
      fc.asyncProperty(query, (engineQuery) => expectSameResult(engine, left, engineQuery)),
      { numRuns: 100, seed: 12 },
    );
    expect(engine.stats().products).toBe(left.length);
    for (const source of SOURCES)
      expect(engine.coverage(source)).toBe(
        left.filter(({ docs }) => docs.some((doc) => (doc.values[source] ?? []).length > 0)).length,
      );
  });

  it('C1 finds as many products as the count beside a value promised', async () => {
    const engine = await engineOf(records);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(...SOURCES), async (engineQuery, source) => {
        const counts = (await engine.query(engineQuery)).counts.get(source) ?? new Map<string, number>();
        const own = engineQuery.selections.find(({ key }) => key === source);
        const anyDocument = engineQuery.counts.find(({ key }) => key === source)?.anyDocument ?? false;
        for (const [value, count] of [...counts].slice(0, 4)) {
          const values = own?.operator === 'and' ? [...new Set([...own.values, value])] : [value];
          const selections = [
            ...engineQuery.selections.filter(({ key }) => key !== source),
            { key: source, source, values, operator: own?.operator ?? ('or' as const), anyDocument },
          ];
          expect((await engine.query({ ...engineQuery, selections })).found).toBe(count);
        }
      }),
      { numRuns: 60, seed: 13 },
    );
  });

  it('matches color, size and stock on the same variation', async () => {
    const shirt = assertDefined(randomRecords(1, 3)[0]);
    const doc = (version: number, color: string, size: string, stock: string, price: number) => ({
      values: { color: [color], size: [size], stock: [stock] },
      numbers: { price },
      variation: version,
    });
    const engine = await engineOf([
      {
        ...shirt,
        docs: [
          doc(7, 'red', 'S', 'instock', 3900),
          doc(8, 'red', 'M', 'outofstock', 3900),
          doc(9, 'blue', 'M', 'instock', 4900),
        ],
      },
    ]);
    const queryValues = (values: Record<string, string>) =>
      engine.query({
        selections: Object.entries(values).map(([source, value]) => ({
          key: source,
          source,
          values: [value],
          operator: 'or' as const,
        })),
        ranges: [],
        scope: [],
        search: '',
        sort: '',
        page: 1,
        perPage: 10,
        counts: COUNTS,
        bounds: BOUNDS,
      });
    expect((await queryValues({ color: 'red', size: 'M' })).found).toBe(1);
    expect((await queryValues({ color: 'red', size: 'M', stock: 'instock' })).found).toBe(0);
    expect((await queryValues({ color: 'blue', size: 'M' })).hits).toEqual([
      { id: shirt?.id, price: 4900, variations: [9] },
    ]);
    expect((await queryValues({ color: 'red' })).hits).toEqual([{ id: shirt?.id, price: 3900, variations: [7, 8] }]);
    expect((await queryValues({})).hits).toEqual([{ id: shirt?.id, price: 3900 }]);
    expect(
      Object.fromEntries((await queryValues({ stock: 'instock', color: 'red' })).counts.get('size') ?? []),
    ).toEqual({
      S: 1,
    });
  });

  it('W14 responds to a page past the end with the last page', async () => {
    const engine = await engineOf(records.slice(0, 30));
    const result = await engine.query({
      selections: [],
      ranges: [],
      scope: [],
      search: '',
      sort: '',
      page: 999,
      perPage: 12,
      counts: [],
      bounds: [],
    });
    expect(result).toMatchObject({ page: 3, pages: 3 });
    expect(result.hits).toHaveLength(6);
  });

  it('handles queries on an empty catalog', async () => {
    const engine = await engineOf([]);
    const result = await engine.query({
      selections: [{ key: 'color', source: 'color', values: ['k1'], operator: 'or' }],
      ranges: [{ key: 'price', source: 'price', min: 1, max: 2 }],
      scope: [],
      search: 'x',
      sort: 'price',
      page: 1,
      perPage: 12,
      counts: COUNTS,
      bounds: BOUNDS,
    });
    expect(result).toMatchObject({ found: 0, page: 1, pages: 1, hits: [] });
  });
});
