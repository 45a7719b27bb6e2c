import fc from 'fast-check';
import { createMemoryEngine, type MemoryEngine } from '../../plugins/facet/engine/memory-engine';
import { getNearness, type Boosts } from '../../plugins/facet/engine/boosts';
import type { EngineQuery, FacetRecord } from '../../plugins/facet/engine/types';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

const RECORDS = randomRecords(400, 7);
const BASE_QUERY: EngineQuery = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: '',
  page: 1,
  perPage: 7,
  counts: [{ key: 'brand', source: 'brand' }],
  bounds: [],
};

async function* batches(records: readonly FacetRecord[]): AsyncGenerator<readonly FacetRecord[]> {
  yield records;
}

/** An engine with one large segment, and small segments of changed products. */
async function buildEngine(): Promise<MemoryEngine> {
  const engine = createMemoryEngine({ texts: textSearch });
  await engine.build(batches(RECORDS.slice(0, 350)));
  for (const record of [...RECORDS.slice(350), ...RECORDS.slice(0, 20)])
    await engine.apply({ upserts: [record], removals: [] });
  return engine;
}

/** All ids of a list, over all of its pages. */
async function pagesOf(engine: MemoryEngine, query: EngineQuery): Promise<number[]> {
  const { pages } = await engine.query(query);
  const ids: number[] = [];
  for (let page = 1; page <= pages; page++)
    ids.push(...(await engine.query({ ...query, page })).hits.map(({ id }) => id));
  return ids;
}

const idOf = (i: number): number => assertDefined(RECORDS[i]?.id);
const touching = (by: 1 | -1, source: string, ...values: string[]): Boosts['boosts'][number] => ({
  direction: by,
  targets: [{ source, values }],
});
const having = (source: string, value: string): ReadonlySet<number> =>
  new Set(RECORDS.filter(({ docs }) => docs.some((doc) => doc.values[source]?.includes(value))).map(({ id }) => id));

describe('merchandising rule placement', () => {
  let engine: MemoryEngine;
  let plain: number[];
  let brand: string;

  beforeAll(async () => {
    engine = await buildEngine();
    plain = await pagesOf(engine, BASE_QUERY);
    brand = assertDefined([...engine.values('brand').keys()][0]);
  });

  it('pins a product at its position and moves nothing else', async () => {
    const pinned = plain[100];
    const list = await pagesOf(engine, {
      ...BASE_QUERY,
      placement: { pins: [{ position: 3, product: assertDefined(pinned) }], boosts: [] },
    });
    const others = plain.filter((id) => id !== pinned);
    expect(list).toEqual([...others.slice(0, 2), pinned, ...others.slice(2)]);
  });

  it('leaves no gap for a missing product and puts late pins last', async () => {
    const [missing, existing] = [9_999_999, plain[5]];
    const scope = [{ key: '', source: 'brand', values: [brand], operator: 'or' as const }];
    const within = await pagesOf(engine, { ...BASE_QUERY, scope });
    const list = await pagesOf(engine, {
      ...BASE_QUERY,
      scope,
      placement: {
        pins: [
          { position: 1, product: missing },
          { position: 90_000, product: assertDefined(within[0]) },
        ],
        boosts: [],
      },
    });
    expect(list).toEqual([...within.slice(1), within[0]]);
    expect(list.includes(assertDefined(existing))).toBe(within.includes(assertDefined(existing)));
  });

  it('raises and lowers products, each group in its order; the first rule wins', async () => {
    const branded = having('brand', brand);
    const inStock = having('stock', 'instock');
    const list = await pagesOf(engine, {
      ...BASE_QUERY,
      placement: { pins: [], boosts: [touching(1, 'brand', brand), touching(-1, 'stock', 'instock')] },
    });
    const [up, rest, down] = [
      plain.filter((id) => branded.has(id)),
      plain.filter((id) => !branded.has(id) && !inStock.has(id)),
      plain.filter((id) => !branded.has(id) && inStock.has(id)),
    ];
    expect([up.length, rest.length, down.length].every((count) => count > 0)).toBe(true);
    expect(list).toEqual([...up, ...rest, ...down]);
  });

  it('changes neither results nor counts nor an order that a shopper chose', async () => {
    const rules: Boosts = {
      pins: [{ position: 1, product: assertDefined(plain[50]) }],
      boosts: [touching(1, 'brand', brand)],
    };
    const [without, within] = [await engine.query(BASE_QUERY), await engine.query({ ...BASE_QUERY, placement: rules })];
    expect([within.found, within.pages, [...within.counts]]).toEqual([
      without.found,
      without.pages,
      [...without.counts],
    ]);
    for (const sort of ['price', 'price-desc', 'date', 'rating', 'popularity'] as const)
      expect((await engine.query({ ...BASE_QUERY, sort, placement: rules })).hits).toEqual(
        (await engine.query({ ...BASE_QUERY, sort })).hits,
      );
  });

  it('keeps the nearest match first in a search and boosts equally near ones', async () => {
    const record = (id: number, name: string, shade: string): FacetRecord => ({
      ...assertDefined(RECORDS[0]),
      id,
      order: { ...assertDefined(RECORDS[0]).order, name, rating: 5 - id },
      text: { name, codes: [], other: '' },
      docs: [{ values: { shade: [shade] }, numbers: { price: 100 } }],
    });
    const small = createMemoryEngine({ texts: textSearch });
    await small.apply({
      upserts: [
        record(1, 'lampa czarna', 'black'),
        record(2, 'duza lampa', 'white'),
        record(3, 'lampy biurowe', 'white'),
        record(4, 'lampa zielona', 'green'),
      ],
      removals: [],
    });
    const search = { ...BASE_QUERY, search: 'lampa', sort: 'relevance' as const, counts: [] };
    const plainly = await pagesOf(small, search);
    expect(
      await pagesOf(small, { ...search, placement: { pins: [], boosts: [touching(1, 'shade', 'white')] } }),
    ).toEqual([2, ...plainly.filter((id) => id !== 2)]);
    expect(plainly.at(-1)).toBe(3);
    expect(getNearness(64)).toBeGreaterThan(getNearness(63));
  });

  it('applies to a product that changes', async () => {
    const own = await buildEngine();
    const rules: Boosts = { pins: [], boosts: [touching(1, 'brand', 'Brand new')] };
    const before = await pagesOf(own, { ...BASE_QUERY, placement: rules });
    expect(before).toEqual(plain);
    const last = RECORDS.find(({ id }) => id === plain.at(-1)) ?? RECORDS[0];
    await own.apply({
      upserts: [
        {
          ...assertDefined(last),
          docs: assertDefined(last?.docs.map((doc) => ({ ...doc, values: { ...doc.values, brand: ['Brand new'] } }))),
        },
      ],
      removals: [],
    });
    expect(await pagesOf(own, { ...BASE_QUERY, placement: rules })).toEqual([
      last?.id,
      ...plain.filter((id) => id !== last?.id),
    ]);
  });

  it('lists every product once, whatever the rules and page size', async () => {
    const pins = fc
      .uniqueArray(
        fc.record({
          position: fc.integer({ min: 1, max: 500 }),
          product: fc
            .integer({ min: 0, max: RECORDS.length + 5 })
            .map((i) => (i < RECORDS.length ? idOf(i) : 9_000_000 + i)),
        }),
        { maxLength: 12, selector: ({ product }) => product },
      )
      .map((list) => list.sort((a, b) => a.position - b.position));
    const lifts = fc.array(
      fc.record({
        direction: fc.constantFrom<1 | -1>(1, -1),
        targets: fc.tuple(
          fc.record({
            source: fc.constantFrom('brand', 'stock', 'color'),
            values: fc.constantFrom(['instock'], [brand], ['Red', 'Blue']),
          }),
        ),
      }),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(pins, lifts, fc.constantFrom(5, 12, 96), async (own, raised, perPage) => {
        const list = await pagesOf(engine, { ...BASE_QUERY, perPage, placement: { pins: own, boosts: raised } });
        expect([...list].sort((a, b) => a - b)).toEqual([...plain].sort((a, b) => a - b));
      }),
      { numRuns: 40, seed: 3 },
    );
  });
});
