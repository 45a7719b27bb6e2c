import { normalizeForSearch } from '../../core/api/normalize-for-search';
import { assertDefined } from '../kit/assert-defined.js';
import { createMemoryEngine } from '../../plugins/facet/engine/memory-engine';
import { textSearch } from '../../plugins/facet/search/text-index';
import { randomRecords } from './random-records';

const PRODUCTS = 100_000;

it('needs at most 240 bytes per product with one document, orders included', async () => {
  const engine = createMemoryEngine({ texts: textSearch });
  // As in a shop, the order by name corresponds to the names that search finds.
  const records = randomRecords(PRODUCTS, 9).map(({ docs: [doc], order, ...rest }) => ({
    ...rest,
    docs: [{ values: assertDefined(doc).values, numbers: assertDefined(doc).numbers }],
    order: { ...order, name: normalizeForSearch(order.name) },
  }));
  await engine.build(
    (async function* () {
      for (let offset = 0; offset < PRODUCTS; offset += 1000) yield records.slice(offset, offset + 1000);
    })(),
  );
  await engine.query({
    selections: [],
    ranges: [{ key: 'price', source: 'price', min: 1000, max: 9000 }],
    scope: [],
    search: 'lozko',
    sort: 'relevance',
    page: 1,
    perPage: 12,
    counts: [{ key: 'color', source: 'color' }],
    bounds: [{ key: 'price', source: 'price' }],
  });
  expect(engine.stats().bytes() / PRODUCTS).toBeLessThanOrEqual(240);
});
