import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { clocked, drawQueries, memorySide, PER_PAGE, plainRecords, SOURCES, sorted } from './facet-questions.mjs';
import { loadPeer } from './peer.mjs';

const PRODUCTS = 100_000;
const QUERIES = 30;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const BAR = 40;
const MANY = 100_000;
const ORDERS = {
  '': [
    ['position', 'name', 'id'],
    ['asc', 'asc', 'asc'],
  ],
  popularity: [
    ['sales', 'id'],
    ['desc', 'asc'],
  ],
  rating: [
    ['rating', 'ratingCount', 'id'],
    ['desc', 'desc', 'asc'],
  ],
  date: [
    ['published', 'id'],
    ['desc', 'asc'],
  ],
  price: [
    ['price', 'id'],
    ['asc', 'asc'],
  ],
  'price-desc': [
    ['price', 'id'],
    ['desc', 'asc'],
  ],
};

/** The same catalog in `itemsjs`; the counts of each facet ignore its own selection. */
function createPeer(itemsjs, records) {
  const rows = records.map(({ id, order, docs: [doc] }) => ({
    ...order,
    id,
    price: doc.numbers.price,
    ...Object.fromEntries(SOURCES.map((source) => [source, [...(doc.values[source] ?? [])]])),
  }));
  const peer = itemsjs(rows, {
    sortings: Object.fromEntries(
      Object.entries(ORDERS).map(([name, [field, order]]) => [`by ${name}`, { field, order }]),
    ),
    aggregations: Object.fromEntries(
      SOURCES.map((source) => [source, { conjunction: false, size: MANY, sort: 'key' }]),
    ),
  });
  return ({ selections, sort }) => {
    const { pagination, data } = peer.search({
      per_page: PER_PAGE,
      page: 1,
      sort: `by ${sort}`,
      filters: Object.fromEntries(selections.map(({ source, values }) => [source, values])),
    });
    const counts = Object.fromEntries(
      SOURCES.map((source) => [
        source,
        Object.fromEntries(
          data.aggregations[source].buckets
            .filter(({ doc_count: count }) => count > 0)
            .map(({ key, doc_count: count }) => [key, count]),
        ),
      ]),
    );
    return { found: pagination.total, ids: data.items.map(({ id }) => id), counts };
  };
}

/** The filter engine compared with `itemsjs`, without price ranges, which `itemsjs` does not support. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-itemsjs-100k',
      /** Runs only when named: it needs a package that is not a dependency of the site. */
      large: true,
      async run() {
        const itemsjs = await loadPeer('itemsjs');
        const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
        const records = plainRecords(randomRecords(PRODUCTS, 9));
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const peer = createPeer(itemsjs, records);
        const whole = memorySide(engine);
        const memory = (query) => {
          const { found, ids, counts } = whole(query);
          return { found, ids, counts };
        };
        const queries = drawQueries(records, QUERIES, randomStream).map((query) => ({
          ...query,
          ranges: [],
          bounds: [],
        }));
        for (const query of queries)
          if (JSON.stringify(sorted(memory(query))) !== JSON.stringify(sorted(peer(query))))
            throw new Error(`The sides disagree about ${JSON.stringify(query)}.`);
        const times = queries.map(() => ({ memory: [], peer: [] }));
        for (let round = -1; round < ROUNDS; round++) {
          for (const [i, query] of queries.entries()) {
            for (const [side, ask] of Object.entries({ memory, peer })) {
              const time = await clocked(() => ask(query));
              if (round >= 0) times[i][side].push(time);
            }
          }
        }
        const [own, theirs] = [times.map((time) => median(time.memory)), times.map((time) => median(time.peer))];
        const ratio = rounded(median(theirs.map((time, i) => time / own[i])));
        return {
          ratio,
          bar: BAR,
          holds: ratio >= BAR,
          note: `itemsjs ÷ engine, median of ${QUERIES} queries on ${PRODUCTS} products, pages and counts of 7 facets equal: engine ${ms(median(own))}, itemsjs ${ms(median(theirs))}; by sums ${rounded(theirs.reduce((a, b) => a + b) / own.reduce((a, b) => a + b))}`,
        };
      },
    },
  ];
}
