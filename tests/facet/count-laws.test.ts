import fc from 'fast-check';
import { assertDefined } from '../kit/assert-defined.js';
import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import type { EngineQuery, FacetRecord, RangeSelection, Selection } from '../../plugins/facet/engine/types';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

const SOURCES = ['category', 'brand', 'material', 'color', 'size', 'stock', 'on_sale'];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  category: ['c0', 'c1', 'c0.0', 'c9', 'c9.1', 'gone'],
  brand: ['b0', 'b1', 'b7'],
  material: ['m0', 'm1', 'm5'],
  color: ['k0', 'k1', 'k6'],
  size: ['s0', 's1', 's4'],
  stock: ['instock', 'outofstock'],
  on_sale: ['yes'],
};
const COUNTS = SOURCES.map((source) => ({ key: source, source }));
const BOUNDS = ['price', 'weight'].map((source) => ({ key: source, source }));

type Choice = Pick<EngineQuery, 'selections' | 'ranges' | 'search'>;

const selectionOf = (sources: readonly string[], operators: readonly Selection['operator'][]) =>
  fc.constantFrom(...sources).chain((source) =>
    fc.record({
      key: fc.constant(source),
      source: fc.constant(source),
      values: fc.uniqueArray(fc.constantFrom(...assertDefined(VALUES[source])), { minLength: 1, maxLength: 3 }),
      operator: fc.constantFrom(...operators),
    }),
  );
const range: fc.Arbitrary<RangeSelection> = fc.constantFrom('price', 'weight').chain((source) =>
  fc.record({
    key: fc.constant(source),
    source: fc.constant(source),
    min: fc.option(fc.integer({ min: 0, max: source === 'price' ? 20_000 : 300 })),
    max: fc.option(fc.integer({ min: 0, max: source === 'price' ? 30_000 : 500 })),
  }),
);
const choiceOf = (sources: readonly string[], operators: readonly Selection['operator'][] = ['or', 'and']) =>
  fc.record({
    selections: fc.uniqueArray(selectionOf(sources, operators), { maxLength: 3, selector: ({ key }) => key }),
    ranges: fc.uniqueArray(range, { maxLength: 2, selector: ({ key }) => key }),
    search: fc.constantFrom('', '', '', 'lozko', 'krz', 'stol deb'),
  });

async function engineOf(records: readonly FacetRecord[]): Promise<MemoryEngine> {
  const engine = createMemoryEngine({ texts: textSearch });
  await engine.build(
    (async function* () {
      yield records;
    })(),
  );
  return engine;
}

async function runChoice(engine: MemoryEngine, choice: Choice) {
  const result = await engine.query({
    scope: [],
    sort: 'price',
    page: 1,
    perPage: 24,
    counts: COUNTS,
    bounds: BOUNDS,
    ...choice,
  });
  return {
    found: result.found,
    ids: result.hits.map(({ id }) => id),
    counts: Object.fromEntries([...result.counts].map(([key, counts]) => [key, Object.fromEntries(counts)])),
    bounds: Object.fromEntries(result.bounds),
  };
}

describe('the count laws of the filter engine', () => {
  const records = randomRecords(1203, 31);
  let engine: MemoryEngine;
  beforeAll(async () => {
    engine = await engineOf(records);
  });

  it('C4 sums the counts of a single-valued facet to the number found without it', async () => {
    // With one variation per product, each product has exactly one color, size and stock status.
    const simple = await engineOf(records.filter(({ docs }) => docs.length === 1));
    await fc.assert(
      fc.asyncProperty(choiceOf(SOURCES, ['or']), fc.constantFrom('color', 'size', 'stock'), async (choice, facet) => {
        const { counts } = await runChoice(simple, choice);
        const without = { ...choice, selections: choice.selections.filter(({ key }) => key !== facet) };
        const sum = Object.values(assertDefined(counts[facet])).reduce((all, count) => all + count, 0);
        expect(sum).toBe((await runChoice(simple, without)).found);
      }),
      { numRuns: 150, seed: 41 },
    );
  });

  it('C5 returns the same in whatever order facets and values were selected', async () => {
    const shuffled = choiceOf(SOURCES).chain((choice) =>
      fc.record({
        choice: fc.constant(choice),
        again: fc.record({
          selections: fc
            .shuffledSubarray(choice.selections, { minLength: choice.selections.length })
            .map((some) => some.map((entry) => ({ ...entry, values: [...entry.values].reverse() }))),
          ranges: fc.shuffledSubarray(choice.ranges, { minLength: choice.ranges.length }),
          search: fc.constant(choice.search),
        }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(shuffled, async ({ choice, again: reordered }) => {
        expect(await runChoice(engine, reordered)).toEqual(await runChoice(engine, choice));
      }),
      { numRuns: 150, seed: 42 },
    );
  });

  it('C6 never finds more with another facet, nor fewer with another OR value', async () => {
    await fc.assert(
      fc.asyncProperty(
        choiceOf(SOURCES),
        selectionOf(SOURCES, ['or', 'and']),
        fc.constantFrom(...SOURCES),
        fc.nat(),
        async (choice, added, facet, index) => {
          const { found } = await runChoice(engine, choice);
          if (!choice.selections.some(({ key }) => key === added.key))
            expect(
              (await runChoice(engine, { ...choice, selections: [...choice.selections, added] })).found,
            ).toBeLessThanOrEqual(found);
          const values = assertDefined(VALUES[facet]);
          const more = assertDefined(values[index % values.length]);
          const existing = choice.selections.find(({ key, operator }) => key === facet && operator === 'or');
          if (!existing) return;
          const selections = choice.selections.map((selection) =>
            selection === existing ? { ...selection, values: [...new Set([...selection.values, more])] } : selection,
          );
          expect((await runChoice(engine, { ...choice, selections })).found).toBeGreaterThanOrEqual(found);
        },
      ),
      { numRuns: 300, seed: 43 },
    );
  });
});
