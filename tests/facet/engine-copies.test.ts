import fc from 'fast-check';
import { mapSeries } from '../../core/api/index';
import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineCopy, EngineQuery, FacetRecord, Sort } from '../../plugins/facet/engine/types';
import { packParts, unpackParts } from '../../plugins/facet/index/packed-parts';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

const newEngine = (): MemoryEngine => createMemoryEngine({ texts: textSearch });

async function engineOf(records: readonly FacetRecord[]): Promise<MemoryEngine> {
  const engine = newEngine();
  await engine.build(
    (async function* () {
      yield records;
    })(),
  );
  return engine;
}

/** Serializes and restores a copy, as a file would. */
function stored(copy: EngineCopy): EngineCopy {
  const { description, buffers: chunks } = packParts(copy.parts);
  return { parts: unpackParts(JSON.parse(JSON.stringify(description)), Buffer.concat(chunks)) as object };
}

async function filledWith(copy: EngineCopy): Promise<MemoryEngine> {
  const engine = newEngine();
  await engine.copies?.fill(copy);
  return engine;
}

const SOURCES = ['category', 'brand', 'material', 'color', 'size', 'stock', 'on_sale'];
const VALUES = ['c0', 'c1', 'c0.0', 'b0', 'b7', 'm1', 'k2', 's1', 'instock', 'yes', 'gone'];
const query: fc.Arbitrary<EngineQuery> = fc.record({
  selections: fc.array(
    fc.record({
      key: fc.constantFrom('a', 'b'),
      source: fc.constantFrom(...SOURCES),
      values: fc.uniqueArray(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 3 }),
      operator: fc.constantFrom<'or' | 'and'>('or', 'and'),
    }),
    { maxLength: 2 },
  ),
  ranges: fc.array(
    fc.record({
      key: fc.constant('price'),
      source: fc.constant('price'),
      min: fc.option(fc.integer({ min: 0, max: 20000 })),
      max: fc.option(fc.integer({ min: 0, max: 30000 })),
    }),
    { maxLength: 1 },
  ),
  scope: fc.constant([]),
  search: fc.constantFrom('', '', 'lozko', 'krz', 'krzselo', 'sku-12', 'b1', 'dębowe stół', '%'),
  sort: fc.constantFrom<Sort>('', 'popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'),
  page: fc.integer({ min: 1, max: 30 }),
  perPage: fc.constantFrom(1, 12, 96),
  counts: fc.constant(SOURCES.map((source) => ({ key: source, source }))),
  bounds: fc.constant(['price', 'weight'].map((source) => ({ key: source, source, quantiles: 100 }))),
});

const WORDS = ['krzes', 'krzselo', 'loz', 'stol deb', 'xyz'];
const wordsOf = (engine: MemoryEngine): Promise<unknown[]> =>
  mapSeries(WORDS, async (word) => [
    await engine.suggest(word, [], 8),
    engine.completions?.(word, 8),
    engine.correction?.(word),
  ]);

// Sizes with and without pair tables, and with and without SKU fragments.
describe.each([0, 1, 300, 3000])('engine restored from a copy of %d products', (count) => {
  const records = randomRecords(count, 11);
  const changed = randomRecords(40, 23, Math.max(1, count - 20));
  const removals = [2, 7, count - 30, 5_000_000];

  it('responds like the original, also after the same changes to both', async () => {
    const engine = await engineOf(records);
    const other = await filledWith(stored(engine.copies?.take() as EngineCopy));
    const compare = async (): Promise<void> => {
      expect(await wordsOf(other)).toEqual(await wordsOf(engine));
      await fc.assert(
        fc.asyncProperty(query, async (engineQuery) => {
          expect(await other.query(engineQuery)).toEqual(await engine.query(engineQuery));
        }),
        { numRuns: 60 },
      );
      for (const source of SOURCES) expect(other.values(source)).toEqual(engine.values(source));
      expect({ ...other.stats(), bytes: 0 }).toEqual({ ...engine.stats(), bytes: 0 });
    };
    await compare();
    for (const item of [engine, other]) await item.apply({ upserts: changed, removals });
    await compare();
  });

  it('contains the state when the copy was taken, despite later changes', async () => {
    const [engine, before] = [await engineOf(records), await engineOf(records)];
    const copy = engine.copies?.take() as EngineCopy;
    await engine.apply({ upserts: changed, removals });
    const other = await filledWith(stored(copy));
    await fc.assert(
      fc.asyncProperty(query, async (engineQuery) => {
        expect(await other.query(engineQuery)).toEqual(await before.query(engineQuery));
      }),
      { numRuns: 40 },
    );
    expect({ ...other.stats(), bytes: 0 }).toEqual({ ...before.stats(), bytes: 0 });
  });
});

it('restores packed parts unchanged, with typed arrays as views on the bytes', () => {
  const value = {
    a: [1, -0.5, null, true, 'ą', ''],
    long: ['x'.repeat(300), 'ł😀'.repeat(300)],
    lists: new Map<string | number, unknown>([
      ['f', Float64Array.of(1.5, NaN)],
      [3, Uint8Array.of(1, 2, 3)],
      ['sub', new Uint32Array([9, 8, 7, 6]).subarray(1, 3)],
      ['none', new Uint16Array(0)],
    ]),
    deep: { small: Float32Array.of(0.25) },
  };
  const { description, buffers: chunks } = packParts(value);
  const bytes = Buffer.concat(chunks);
  const back = unpackParts(JSON.parse(JSON.stringify(description)), bytes) as typeof value;
  expect(back).toEqual(value);
  expect((back.lists.get('f') as Float64Array).buffer).toBe(bytes.buffer);
});
