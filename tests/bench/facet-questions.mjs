export const SOURCES = ['category', 'brand', 'material', 'color', 'size', 'stock', 'on_sale'];
export const PER_PAGE = 12;

/** Up to four facets, usually those of one product so that there are results; sometimes a price range. */
export function drawQueries(records, count, randomStream) {
  const random = randomStream(77);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, (_, i) => {
    const { values } = pick(records).docs[0];
    const facets = [...SOURCES]
      .sort(() => random() - 0.5)
      .filter((source) => values[source]?.length > 0)
      .slice(0, i % 5);
    const selections = facets.map((source) => ({
      key: source,
      source,
      operator: 'or',
      values: [
        ...new Set([
          pick(values[source]),
          ...(random() < 0.4 ? [pick(pick(records).docs[0].values[source] ?? values[source])] : []),
        ]),
      ],
    }));
    const low = 100 * Math.floor(random() * 100);
    return {
      selections,
      scope: [],
      search: '',
      perPage: PER_PAGE,
      page: 1,
      ranges: random() < 0.25 ? [{ key: 'price', source: 'price', min: low, max: low + 15_000 }] : [],
      sort: pick(['', 'popularity', 'rating', 'date', 'price', 'price-desc']),
      counts: SOURCES.map((source) => ({ key: source, source })),
      bounds: [{ key: 'price', source: 'price' }],
    };
  });
}

export const plain = (counts) =>
  Object.fromEntries([...counts].map(([key, values]) => [key, Object.fromEntries(values)]));

/** Copy of a value with sorted keys, for comparison as text. */
export const sorted = (value) =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, one]) => [key, sorted(one)]),
      )
    : value;

/** Adapts results of the in-memory engine to the format of the other sides. */
export function memorySide(engine) {
  return (query) => {
    const { found, hits, counts, bounds } = engine.query(query);
    const { min, max } = bounds.get('price') ?? { min: null, max: null };
    return { found, ids: hits.map(({ id }) => id), counts: plain(counts), min, max };
  };
}

/** Products with one variation each and without texts. */
export const plainRecords = (records) =>
  records.map((record) => ({ ...record, docs: record.docs.slice(0, 1), text: { name: '', codes: [], other: '' } }));

/** Elapsed time in milliseconds. */
export async function clocked(work) {
  const started = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - started) / 1e6;
}
