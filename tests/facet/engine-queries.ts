import fc from 'fast-check';
import type { Boosts } from '../../plugins/facet/engine/boosts';
import type { EngineQuery, Sort } from '../../plugins/facet/engine/types';
import { fakeCatalog, product, smallShop, variation } from './fake-catalog';
import { randomStream } from './random-records';
import { assertDefined } from '../kit/assert-defined.js';

const SOURCES = [
  'tax:product_cat',
  'tax:product_brand',
  'tax:pa_color',
  'tax:pa_size',
  'stock',
  'on_sale',
  'rating',
  'field:label',
  'field:washable',
];
const VALUES: Readonly<Record<string, readonly string[]>> = {
  'tax:product_cat': ['1', '2', '3', '4', '5', '99'],
  'tax:product_brand': ['10', '11'],
  'tax:pa_color': ['20', '21', '22', '23'],
  'tax:pa_size': ['30', '31'],
  stock: ['instock', 'outofstock'],
  on_sale: ['yes'],
  rating: ['1', '3', '4'],
  'field:label': ['Bio', 'Fair'],
  'field:washable': ['yes', 'no'],
};
export const BOUNDS = ['price', 'field:weight'].map((source) => ({ key: source, source }));

const selection = fc.constantFrom(...SOURCES).chain((source) =>
  fc.record({
    key: fc.constant(source),
    source: fc.constant(source),
    values: fc.uniqueArray(fc.constantFrom(...assertDefined(VALUES[source])), { minLength: 1, maxLength: 2 }),
    operator: fc.constantFrom<'or' | 'and'>('or', 'or', 'and'),
  }),
);
const range = fc.constantFrom('price', 'field:weight').chain((source) =>
  fc.record({
    key: fc.constant(source),
    source: fc.constant(source),
    min: fc.option(fc.integer({ min: 0, max: 5000 })),
    max: fc.option(fc.integer({ min: 0, max: 90_000 })),
  }),
);
const touch = fc.oneof(
  fc.record({ products: fc.uniqueArray(fc.integer({ min: 1, max: 180 }), { maxLength: 4 }) }),
  fc.constantFrom('tax:product_cat', 'tax:product_brand', 'tax:pa_color', 'stock', 'on_sale').chain((source) =>
    fc.record({
      source: fc.constant(source),
      values: fc.uniqueArray(fc.constantFrom(...assertDefined(VALUES[source])), { minLength: 1, maxLength: 2 }),
    }),
  ),
  fc.record({ since: fc.constantFrom(0, Date.UTC(2026, 0, 4) / 1000, Date.UTC(2027, 0, 1) / 1000) }),
);
const placement: fc.Arbitrary<Boosts> = fc.record({
  pins: fc
    .uniqueArray(fc.record({ position: fc.integer({ min: 1, max: 20 }), product: fc.integer({ min: 1, max: 180 }) }), {
      maxLength: 5,
      selector: ({ product: id }) => id,
    })
    .map((pins) => pins.sort((a, b) => a.position - b.position)),
  boosts: fc.array(
    fc.record({ direction: fc.constantFrom<1 | -1>(1, -1), targets: fc.array(touch, { minLength: 1, maxLength: 2 }) }),
    { maxLength: 3 },
  ),
});
const plainQuery: fc.Arbitrary<EngineQuery> = fc.record({
  selections: fc.uniqueArray(selection, { maxLength: 3, selector: ({ key }) => key }),
  ranges: fc.uniqueArray(range, { maxLength: 1, selector: ({ key }) => key }),
  scope: fc.oneof(
    { weight: 4, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.constant([{ key: '', source: 'tax:product_cat', values: ['1'], operator: 'or' as const }]),
    },
  ),
  search: fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    fc.constantFrom('lozko', 'krzeslo', 'krzselo', 'koszula red', 'sku-7', 'v-6'),
  ),
  sort: fc.constantFrom<Sort>('', 'popularity', 'rating', 'date', 'price', 'price-desc', 'relevance'),
  page: fc.integer({ min: 1, max: 5 }),
  perPage: fc.constantFrom(3, 12),
  counts: fc.constant(SOURCES.map((source) => ({ key: source, source }))),
  bounds: fc.constant(BOUNDS),
  placement: fc.option(placement, { nil: undefined }),
});

/** Facets that require all of their selected values, which the variations of a product may have together. */
const anyDocument = fc.oneof(fc.constant<string[]>([]), fc.subarray(SOURCES));
/** Queries that all engines support. */
export const query: fc.Arbitrary<EngineQuery> = fc
  .tuple(plainQuery, anyDocument)
  .map(([one, sources]) => withAnyDocument(one, sources));

/** Products of all kinds: with and without variations, terms, ratings and fields. */
function products(count: number) {
  const random = randomStream(17);
  const pick = <T>(list: readonly T[]): T => assertDefined(list[Math.floor(random() * list.length)]);
  return Array.from({ length: count }, (_, i) => {
    const id = 100 + i;
    const [colors, sizes] = [
      [20, 21, 22],
      [30, 31],
    ];
    const variations =
      random() < 0.3
        ? Array.from({ length: 1 + Math.floor(random() * 3) }, (_one, v) =>
            variation(
              id * 10 + v,
              100 * Math.ceil(random() * 900),
              pick(['instock', 'outofstock'] as const),
              random() < 0.8 ? [pick(colors), pick(sizes)] : [pick(sizes)],
            ),
          )
        : [];
    return product(id, {
      name: `${pick(['Łóżko', 'Krzesło', 'Koszula', 'Lampa'])} ${pick(['duże', 'małe', 'red'])} ${i}`,
      price: 100 * Math.ceil(random() * 900),
      onSale: random() < 0.2,
      stock: pick(['instock', 'outofstock', 'onbackorder'] as const),
      rating: Math.floor(random() * 11) / 2,
      ratingCount: i % 7,
      sales: i % 11,
      position: i % 5,
      publishedAt: `2026-01-0${1 + (i % 9)} 00:00:00`,
      termIds: [
        pick([1, 2, 3, 4, 5]),
        ...(random() < 0.6 ? [pick([10, 11])] : []),
        ...(random() < 0.5 ? [pick([20, 21, 22, 23])] : []),
      ],
      fields: {
        ...(random() < 0.5 ? { weight: Math.floor(random() * 3000) } : {}),
        ...(random() < 0.4 ? { label: pick(['Bio', 'Fair']) } : {}),
        ...(random() < 0.4 ? { washable: random() < 0.5 } : {}),
      },
      variations,
    });
  });
}

/** A catalog with the names and products that these queries use. */
export function questionedCatalog() {
  const catalog = fakeCatalog([...smallShop(), ...products(160)]);
  catalog.allFields.push(
    { key: 'weight', label: 'Weight', type: 'number' },
    { key: 'label', label: 'Label', type: 'text' },
    { key: 'washable', label: 'Washable', type: 'boolean' },
  );
  return catalog;
}

/** Returns a query whose facets of some sources require all values, on any variation of a product. */
export function withAnyDocument(engineQuery: EngineQuery, sources: readonly string[]): EngineQuery {
  const mark = <T extends { readonly source: string }>(one: T): T =>
    sources.includes(one.source) ? { ...one, anyDocument: true } : one;
  return {
    ...engineQuery,
    counts: engineQuery.counts.map(mark),
    selections: engineQuery.selections.map((one) =>
      sources.includes(one.source) ? { ...mark(one), operator: 'and' } : one,
    ),
  };
}
