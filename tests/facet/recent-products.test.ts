import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import { createRecentProducts } from '../../plugins/facet/engine/recent-products';
import { createDictionary } from '../../plugins/facet/engine/dictionary';
import { prepareRecord } from '../../plugins/facet/engine/prepared-record';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

describe('recent products list', () => {
  const dictionary = createDictionary();
  const prepared = (count: number, firstId = 1) =>
    randomRecords(count, 5, firstId).map((record) => prepareRecord(record, dictionary, textSearch));

  it('rebuilds at most sixteen products per change in over 93 percent of changes', () => {
    const recent = createRecentProducts(dictionary, textSearch);
    let previous: unknown[] = [];
    const sizes: number[] = [];
    for (const record of prepared(1000)) {
      recent.apply([record], []);
      sizes.push(
        recent
          .segments()
          .filter((segment) => !previous.includes(segment))
          .reduce((sum, { products }) => sum + products, 0),
      );
      previous = [...recent.segments()];
    }
    expect(sizes.filter((size) => size <= 16).length).toBeGreaterThan(1000 * 0.93);
    expect(sizes.filter((size) => size > 200).length).toBeLessThan(1000 / 100);
    expect(recent.segments().length).toBeLessThanOrEqual(3);
    expect(recent.count()).toBe(1000);
  });

  it('contains a product once however often it changes, and none removed', () => {
    const recent = createRecentProducts(dictionary, textSearch);
    const records = prepared(60);
    for (let round = 0; round < 3; round++) for (const record of records) recent.apply([record], []);
    recent.apply(
      [],
      records.slice(0, 10).map(({ id }) => id),
    );
    expect(recent.count()).toBe(50);
    expect(recent.segments().reduce((sum, { liveProducts }) => sum + liveProducts, 0)).toBe(50);
  });

  it('finds changed products like any others, up to a few hundred', async () => {
    const engine = createMemoryEngine({ texts: textSearch });
    await engine.build(
      (async function* () {
        yield randomRecords(500, 3);
      })(),
    );
    for (const record of randomRecords(300, 8, 400)) await engine.apply({ upserts: [record], removals: [] });
    const fresh = createMemoryEngine({ texts: textSearch });
    await fresh.build(
      (async function* () {
        yield [...randomRecords(500, 3).slice(0, 399), ...randomRecords(300, 8, 400)];
      })(),
    );
    const engineQuery = {
      selections: [],
      ranges: [],
      scope: [],
      search: '',
      sort: 'price' as const,
      page: 2,
      perPage: 40,
      counts: ['color', 'brand', 'category'].map((source) => ({ key: source, source })),
      bounds: [{ key: 'price', source: 'price' }],
    };
    const [actual, expected] = [await engine.query(engineQuery), await fresh.query(engineQuery)];
    expect({
      ...actual,
      counts: new Map([...actual.counts].map(([key, counts]) => [key, Object.fromEntries(counts)])),
    }).toEqual({
      ...expected,
      counts: new Map([...expected.counts].map(([key, counts]) => [key, Object.fromEntries(counts)])),
    });
  });
});
