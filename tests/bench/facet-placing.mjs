import { rounded } from './compare.mjs';
import { inBatches, loadEngine, median, ms } from './facet-engine.mjs';
import { drawQueries, plainRecords } from './facet-questions.mjs';

const PRODUCTS = 100_000;
const QUERIES = 30;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const BAR = 2;
const PINS = 12;

/** Cost of ordering rules (pins, a boost and a bury) compared with the same list without rules. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-placing-100k',
      async run() {
        const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
        const records = plainRecords(randomRecords(PRODUCTS, 9));
        const engine = createMemoryEngine({ texts: textSearch });
        await engine.build(inBatches(records));
        const queries = drawQueries(records, QUERIES, randomStream).map((query) => ({ ...query, sort: '' }));
        const rules = () => ({
          pins: Array.from({ length: PINS }, (_, i) => ({ position: 1 + 3 * i, product: records[i * 997].id })),
          boosts: [
            { direction: 1, targets: [{ source: 'brand', values: [...engine.values('brand').keys()].slice(0, 2) }] },
            { direction: -1, targets: [{ source: 'stock', values: ['outofstock'] }] },
          ],
        });
        const placement = rules();
        const foundOf = ({ found, counts }) =>
          JSON.stringify([found, [...counts].map(([key, values]) => [key, [...values]])]);
        for (const query of queries)
          if (foundOf(engine.query(query)) !== foundOf(engine.query({ ...query, placement })))
            throw new Error('Rules change what is found.');
        const times = queries.map(() => ({ plain: [], placed: [] }));
        for (let round = -1; round < ROUNDS; round++) {
          queries.forEach((query, i) => {
            for (const [name, asked] of Object.entries({ plain: query, placed: { ...query, placement } })) {
              const started = process.hrtime.bigint();
              engine.query(asked);
              if (round >= 0) times[i][name].push(Number(process.hrtime.bigint() - started) / 1e6);
            }
          });
        }
        const started = process.hrtime.bigint();
        engine.query({ ...queries[0], placement: rules() });
        const first = Number(process.hrtime.bigint() - started) / 1e6;
        const [plain, placed] = [times.map((time) => median(time.plain)), times.map((time) => median(time.placed))];
        const ratio = rounded(median(placed.map((time, i) => time / plain[i])));
        return {
          ratio,
          bar: BAR,
          holds: ratio <= BAR,
          note: `list with ${PINS} pins, a boost and a bury ÷ the same without, at most, median of ${QUERIES} queries on ${PRODUCTS} products: ${ms(median(placed))} and ${ms(median(plain))}; the first question under new rules ${ms(first)}; found and counts equal`,
        };
      },
    },
  ];
}
