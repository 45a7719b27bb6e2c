import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';

const UPDATES = 400;
/** Maximum milliseconds to update one product, by size of the catalog. */
const SIZES = [
  { name: 'facet-update-100k', products: 100_000, barMs: 0.5 },
  { name: 'facet-update-1m', products: 1_000_000, barMs: 1 },
];
const PENDING = [1, 999];
const ASKED = {
  selections: [],
  ranges: [],
  scope: [],
  search: '',
  sort: 'price',
  page: 1,
  perPage: 12,
  counts: ['stock', 'brand', 'category'].map((source) => ({ key: source, source })),
  bounds: [{ key: 'price', source: 'price' }],
};

const answerOf = (engine) => {
  const { found, hits, counts, bounds } = engine.query(ASKED);
  return JSON.stringify([found, hits, [...counts].map(([key, values]) => [key, [...values].sort()]), [...bounds]]);
};

/** Update of a product's stock and price, with few and with many pending changes; results are then compared with a rebuilt index. */
export function benches({ root, load }) {
  return SIZES.map(({ name, products, barMs }) => ({
    name,
    /** Runs only when named: it fills an engine with a million products. */
    large: products > 100_000,
    async run() {
      const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
      const records = randomRecords(products, 9).map((record) => ({
        ...record,
        docs: record.docs.slice(0, 1),
        text: { ...record.text, other: '' },
      }));
      const engine = createMemoryEngine({ texts: textSearch });
      await engine.build(inBatches(records));
      const bytes = engine.stats().bytes() / products;
      const random = randomStream(3);
      function change() {
        const at = Math.floor(random() * products);
        const { docs, ...record } = records[at];
        const stock = random() < 0.5 ? 'instock' : 'outofstock';
        records[at] = {
          ...record,
          docs: docs.map((doc) => ({
            values: { ...doc.values, stock: [stock] },
            numbers: { ...doc.numbers, price: 100 * Math.ceil(random() * 300) },
          })),
        };
        return records[at];
      }
      const update = () => engine.apply({ upserts: [change()], removals: [] });
      const medians = [];
      for (const pending of PENDING) {
        while (engine.stats().pending < pending) update();
        const times = [];
        for (let i = 0; i < UPDATES; i++) {
          const upserts = [change()];
          const started = process.hrtime.bigint();
          engine.apply({ upserts, removals: [] });
          times.push(Number(process.hrtime.bigint() - started) / 1e6);
        }
        medians.push({ pending, p50: median(times), p99: times.sort((a, b) => a - b)[Math.floor(UPDATES * 0.99)] });
      }
      const fresh = createMemoryEngine({ texts: textSearch });
      await fresh.build(inBatches(records));
      if (answerOf(engine) !== answerOf(fresh))
        throw new Error('After the updates the engine answers otherwise than one made anew.');
      const ratio = rounded(barMs / Math.max(...medians.map(({ p50 }) => p50)));
      return {
        ratio,
        bar: 1,
        holds: ratio >= 1,
        note: `${barMs} ms ÷ the median of ${UPDATES} updates at ${products} products, the slower of: ${medians.map(({ pending, p50, p99 }) => `from ${pending} pending ${ms(p50)} (p99 ${ms(p99)})`).join(', ')}; ${Math.round(bytes)} bytes per product by its own figures, texts included; answers as one made anew`,
      };
    },
  }));
}
