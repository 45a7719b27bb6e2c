import fc from 'fast-check';
import { createCounter, findExtremes } from '../../plugins/facet/engine/count';
import { hasBit, type Bitset } from '../../plugins/facet/engine/bitset';
import { createDictionary, type Dictionary } from '../../plugins/facet/engine/dictionary';
import { matchDocuments } from '../../plugins/facet/engine/match';
import { prepareRecord } from '../../plugins/facet/engine/prepared-record';
import type { Segment } from '../../plugins/facet/engine/segment';
import { createSegmentBuilder, removeProduct } from '../../plugins/facet/engine/segment-builder';
import type {
  EngineQuery,
  FacetDocument,
  FacetRecord,
  RangeSelection,
  Selection,
} from '../../plugins/facet/engine/types';
import { runSync } from '../../plugins/facet/engine/work';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

type CountQuery = Pick<EngineQuery, 'selections' | 'ranges' | 'scope'>;

interface Shop {
  readonly segment: Segment;
  readonly dictionary: Dictionary;
  readonly records: readonly FacetRecord[];
}

const SOURCES = ['category', 'brand', 'material', 'color', 'size', 'stock', 'on_sale'];
const EMPTY_QUERY: CountQuery = { selections: [], ranges: [], scope: [] };

function shopOf(records: readonly FacetRecord[], isRemoved: (record: FacetRecord) => boolean = () => false): Shop {
  const dictionary = createDictionary();
  const builder = createSegmentBuilder(dictionary, textSearch);
  for (const record of records) builder.add(prepareRecord(record, dictionary, textSearch));
  const segment = runSync(builder.finish());
  for (const record of records) if (isRemoved(record)) removeProduct(segment, record.id);
  return { segment, dictionary, records: records.filter((record) => !isRemoved(record)) };
}

const shops = new Map<string, Shop>();
/** Created on first use and shared by all tests. */
function shop(name: keyof typeof SHOPS): Shop {
  const known = shops.get(name) ?? SHOPS[name]();
  shops.set(name, known);
  return known;
}
const SHOPS = {
  'a few products': () => shopOf(randomRecords(60, 11)),
  'products, some taken out': () => shopOf(randomRecords(400, 12), ({ id }) => id % 5 === 0),
  'products of one option': () => shopOf(randomRecords(300, 13).filter(({ docs }) => docs.length === 1)),
  'products of several options': () => shopOf(randomRecords(400, 14).filter(({ docs }) => docs.length > 1)),
  'so many that pairs are known': () => shopOf(randomRecords(1600, 15), ({ id }) => id % 50 === 0),
};
const NAMES = Object.keys(SHOPS) as (keyof typeof SHOPS)[];

const pick = (key: string, values: readonly string[], operator: 'or' | 'and' = 'or'): Selection => ({
  key,
  source: key,
  values,
  operator,
});
const span = (key: string, min: number | null, max: number | null): RangeSelection => ({ key, source: key, min, max });

function holds(doc: FacetDocument, { source, values, operator }: Selection): boolean {
  const own = doc.values[source] ?? [];
  return operator === 'and'
    ? values.every((value) => own.includes(value))
    : values.some((value) => own.includes(value));
}

/** The variations that match, grouped by product, found by checking each one. */
function matching({ records }: Shop, { selections, ranges, scope }: CountQuery, skip?: string): FacetDocument[][] {
  const fits = (doc: FacetDocument): boolean =>
    [...scope, ...selections.filter(({ key }) => key !== skip)].every((candidate) => holds(doc, candidate)) &&
    ranges
      .filter(({ key }) => key !== skip)
      .every(
        ({ source, min, max }) =>
          (doc.numbers[source] ?? NaN) >= (min ?? -Infinity) && (doc.numbers[source] ?? NaN) <= (max ?? Infinity),
      );
  return records.map(({ docs }) => docs.filter(fits));
}

function plainCounts(testShop: Shop, query: CountQuery, key: string): Record<string, number> {
  const own = query.selections.find((candidate) => candidate.key === key);
  const counts: Record<string, number> = {};
  for (const docs of matching(testShop, query, own?.operator === 'and' ? undefined : key)) {
    for (const value of new Set(docs.flatMap((doc) => doc.values[key] ?? []))) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

function counts(
  { segment, dictionary }: Shop,
  query: CountQuery,
  keys: readonly string[] = SOURCES,
): Record<string, Record<string, number>> {
  const counter = createCounter(segment, matchDocuments(segment, dictionary, query, undefined));
  return Object.fromEntries(
    keys.map((key) => {
      const counted = counter.count(key, assertDefined(segment.valueRanges[dictionary.sourceNumber(key)]));
      return [
        key,
        Object.fromEntries(
          dictionary
            .keys(key)
            .map((value, local) => [value, counted[local] ?? 0] as const)
            .filter(([, count]) => count > 0),
        ),
      ];
    }),
  );
}

const plain = (testShop: Shop, query: CountQuery): Record<string, Record<string, number>> =>
  Object.fromEntries(SOURCES.map((key) => [key, plainCounts(testShop, query, key)]));
const sizeOf = (bits: Bitset, segment: Segment): number =>
  Array.from({ length: segment.docs }, (_, doc) => doc).filter((doc) => hasBit(bits, doc)).length;

const VALUES: Record<string, string[]> = {
  category: ['c0', 'c1', 'c0.0', 'c0.0.1', 'c9.1', 'gone'],
  brand: ['b0', 'b1', 'b7', 'b11'],
  material: ['m0', 'm1', 'm5'],
  color: ['k0', 'k1', 'k6'],
  size: ['s0', 's1', 's4'],
  stock: ['instock', 'outofstock'],
  on_sale: ['yes'],
};
const selection = fc
  .constantFrom(...SOURCES)
  .chain((source) =>
    fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...assertDefined(VALUES[source])), { minLength: 1, maxLength: 3 }),
        fc.constantFrom<'or' | 'and'>('or', 'or', 'and'),
      )
      .map(([values, operator]) => pick(source, values, operator)),
  );
const range = fc
  .tuple(
    fc.constantFrom('price', 'weight'),
    fc.option(fc.integer({ min: 0, max: 9000 })),
    fc.option(fc.integer({ min: 0, max: 30_000 })),
  )
  .map(([key, min, max]) => (key === 'price' ? span(key, min, max) : span(key, min && min / 50, max && max / 50)));
const queryArbitrary: fc.Arbitrary<CountQuery> = fc.record({
  selections: fc.uniqueArray(selection, { maxLength: 3, selector: ({ key }) => key }),
  ranges: fc.uniqueArray(range, { maxLength: 2, selector: ({ key }) => key }),
  scope: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom([pick('category', ['c0'])], [pick('category', ['c0']), pick('stock', ['instock'])]),
    },
  ),
});

describe.each(NAMES)('facet counting: %s', (name) => {
  it('C2 counts the products under everything else that was chosen', () => {
    fc.assert(
      fc.property(queryArbitrary, (query) => {
        expect(counts(shop(name), query)).toEqual(plain(shop(name), query));
      }),
      { seed: 21, numRuns: 60 },
    );
  });

  it.each<[string, CountQuery]>([
    ['nothing', EMPTY_QUERY],
    ['one value', { ...EMPTY_QUERY, selections: [pick('color', ['k0'])] }],
    ['one value of an AND facet', { ...EMPTY_QUERY, selections: [pick('color', ['k0'], 'and')] }],
    ['one value as the scope', { ...EMPTY_QUERY, scope: [pick('category', ['c0'])] }],
    [
      'a scope and the same value as selection',
      { ...EMPTY_QUERY, scope: [pick('category', ['c0'])], selections: [pick('category', ['c0'])] },
    ],
    ['several values of one facet', { ...EMPTY_QUERY, selections: [pick('color', ['k0', 'k1'])] }],
    ['several values of an AND facet', { ...EMPTY_QUERY, selections: [pick('material', ['m0', 'm1'], 'and')] }],
    ['the same value twice', { ...EMPTY_QUERY, selections: [pick('color', ['k0', 'k0'])] }],
    [
      'values of three facets',
      { ...EMPTY_QUERY, selections: [pick('color', ['k0']), pick('size', ['s0', 's1']), pick('stock', ['instock'])] },
    ],
    ['a value that no product has', { ...EMPTY_QUERY, selections: [pick('brand', ['gone'])] }],
    ['two values, only one of which has products', { ...EMPTY_QUERY, selections: [pick('brand', ['gone', 'b0'])] }],
    [
      'two values of an AND facet, one without products',
      { ...EMPTY_QUERY, selections: [pick('brand', ['b0', 'gone'], 'and')] },
    ],
    ['a value of an unknown source', { ...EMPTY_QUERY, selections: [pick('unheard', ['x'])] }],
    ['nearly all', { ...EMPTY_QUERY, ranges: [span('price', 200, null)] }],
    ['very few', { ...EMPTY_QUERY, ranges: [span('price', 15_000, 15_500)] }],
    ['a range without bounds', { ...EMPTY_QUERY, ranges: [span('price', null, null)] }],
    ['a range of a number that some products lack', { ...EMPTY_QUERY, ranges: [span('weight', 0, null)] }],
    ['a range of an unknown source', { ...EMPTY_QUERY, ranges: [span('unheard', 0, null)] }],
    [
      'two ranges and a value',
      {
        ...EMPTY_QUERY,
        ranges: [span('price', 0, 9000), span('weight', 0, 100)],
        selections: [pick('stock', ['instock'])],
      },
    ],
  ])('counts correctly when a visitor chose %s', (_what, query) => {
    expect(counts(shop(name), query)).toEqual(plain(shop(name), query));
  });

  it('returns the same counts repeatedly and in any order', () => {
    const { segment } = shop(name);
    const totals = [...segment.singleTotals, ...segment.groupTotals];
    for (const query of [
      EMPTY_QUERY,
      { ...EMPTY_QUERY, ranges: [span('price', null, null)] },
      { ...EMPTY_QUERY, selections: [pick('color', ['k0', 'k1'])] },
    ]) {
      const backwards = counts(shop(name), query, [...SOURCES].reverse());
      expect(counts(shop(name), query)).toEqual(backwards);
      expect(counts(shop(name), query)).toEqual(plain(shop(name), query));
    }
    expect([...segment.singleTotals, ...segment.groupTotals]).toEqual(totals);
  });
});

describe.each(NAMES)('numeric range: %s', (name) => {
  const ends = (docs: readonly FacetDocument[], source: string): { min: number; max: number } | null => {
    const numbers = docs.map((doc) => doc.numbers[source]).filter((number) => number !== undefined);
    return numbers.length === 0 ? null : { min: Math.min(...numbers), max: Math.max(...numbers) };
  };
  const same = (query: CountQuery): void => {
    const { segment, dictionary } = shop(name);
    const matches = matchDocuments(segment, dictionary, query, undefined);
    for (const source of ['price', 'weight', 'unheard']) {
      expect([source, findExtremes(segment, source, matches.all.bits)]).toEqual([
        source,
        ends(matching(shop(name), query).flat(), source),
      ]);
      expect([source, findExtremes(segment, source, matches.scope)]).toEqual([
        source,
        ends(matching(shop(name), { ...EMPTY_QUERY, scope: query.scope }).flat(), source),
      ]);
    }
  };

  it('spans the numbers of the matching documents', () => {
    fc.assert(fc.property(queryArbitrary, same), { seed: 22, numRuns: 60 });
  });

  it.each<[string, CountQuery]>([
    ['all', EMPTY_QUERY],
    ['none', { ...EMPTY_QUERY, selections: [pick('brand', ['gone'])] }],
    ['few', { ...EMPTY_QUERY, selections: [pick('category', ['c9.2']), pick('color', ['k6'])] }],
    ['products of one price', { ...EMPTY_QUERY, ranges: [span('price', 100, 100)] }],
  ])('returns the right bounds for %s', (_which, query) => same(query));
});

describe.each(NAMES)('document matching: %s', (name) => {
  const sizes = (query: CountQuery): void => {
    const { segment, dictionary } = shop(name);
    const { all, scope, withoutFacet } = matchDocuments(segment, dictionary, query, undefined);
    const size = (bits: Bitset): number => sizeOf(bits, segment);
    expect(size(all.bits)).toBe(matching(shop(name), query).flat().length);
    expect(size(scope)).toBe(matching(shop(name), { ...EMPTY_QUERY, scope: query.scope }).flat().length);
    // Facets with operator AND keep their own selection; all others are counted without it.
    expect([...withoutFacet.keys()].sort()).toEqual(
      [...query.selections.filter(({ operator }) => operator === 'or'), ...query.ranges].map(({ key }) => key).sort(),
    );
    for (const [key, { bits }] of withoutFacet)
      expect([key, size(bits)]).toEqual([key, matching(shop(name), query, key).flat().length]);
  };

  it('returns documents that fit scope and facets, and per facet the others', () => {
    fc.assert(fc.property(queryArbitrary, sizes), { seed: 23, numRuns: 40 });
  });

  it('includes only products found by the search', () => {
    const { segment, dictionary, records } = shop(name);
    const scores = Uint8Array.from({ length: segment.products }, (_, ordinal) =>
      assertDefined(segment.productIds[ordinal]) % 3 === 0 ? 1 : 0,
    );
    const query = { ...EMPTY_QUERY, scope: [pick('stock', ['instock'])], selections: [pick('color', ['k0', 'k1'])] };
    const { all, scope } = matchDocuments(segment, dictionary, query, scores);
    const found = matching({ ...shop(name), records: records.filter(({ id }) => id % 3 === 0) }, query).flat().length;
    expect([sizeOf(all.bits, segment), sizeOf(scope, segment)]).toEqual([
      found,
      matching(shop(name), { ...EMPTY_QUERY, scope: query.scope }).flat().length,
    ]);
    const counter = createCounter(segment, matchDocuments(segment, dictionary, EMPTY_QUERY, scores));
    const stretch = segment.valueRanges[dictionary.sourceNumber('color')];
    const expected = plainCounts(
      { ...shop(name), records: records.filter(({ id }) => id % 3 === 0) },
      EMPTY_QUERY,
      'color',
    );
    expect(
      Object.fromEntries(
        dictionary
          .keys('color')
          .map((value, local) => [value, counter.count('color', assertDefined(stretch))[local]])
          .filter(([, count]) => Number(count) > 0),
      ),
    ).toEqual(expected);
  });
});

describe('border between single-variation and multi-variation products', () => {
  it.each([30, 31, 32, 33, 63, 64, 65])('counts correctly after %i single-variation products', (singles) => {
    const all = randomRecords(300, 18);
    const testShop = shopOf([
      ...all.filter(({ docs }) => docs.length === 1).slice(0, singles),
      ...all.filter(({ docs }) => docs.length > 1).slice(0, 40),
    ]);
    expect(testShop.segment.singles).toBe(singles);
    for (const item of [
      EMPTY_QUERY,
      { ...EMPTY_QUERY, ranges: [span('price', 300, null)] },
      { ...EMPTY_QUERY, ranges: [span('price', 8000, null)] },
      { ...EMPTY_QUERY, selections: [pick('color', ['k0', 'k2'])] },
    ]) {
      expect(counts(testShop, item)).toEqual(plain(testShop, item));
    }
  });
});

describe('value added after its segment', () => {
  it('matches no product of the segment and no other value', () => {
    const { segment, dictionary, records } = shopOf(randomRecords(50, 17));
    const next = dictionary.intern('brand', 'new').local;
    const last = segment.valueRanges[dictionary.sourceNumber('brand')];
    expect(next).toBe(last?.size);
    const query = { ...EMPTY_QUERY, selections: [pick('brand', ['new'])] };
    expect(sizeOf(matchDocuments(segment, dictionary, query, undefined).all.bits, segment)).toBe(0);
    dictionary.intern('later', 'x');
    expect(
      sizeOf(
        matchDocuments(segment, dictionary, { ...EMPTY_QUERY, selections: [pick('later', ['x'])] }, undefined).all.bits,
        segment,
      ),
    ).toBe(0);
    expect(counts({ segment, dictionary, records }, query, ['color'])).toEqual({ color: {} });
  });
});
