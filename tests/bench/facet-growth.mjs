import { rounded } from './compare.mjs';
import { inBatches, loadEngine, ms } from './facet-engine.mjs';
import { drawQueries, memorySide, plainRecords, SOURCES, sorted } from './facet-questions.mjs';

const SIZES = [100_000, 1_000_000];
const QUERIES = 100;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const BAR = 12;
/** Queries whose results are verified against a linear scan before measuring. */
const CHECKED = 3;

/** Total and counts, computed by a linear scan over all products. */
function byHand(records, { selections, ranges }) {
  const passes = ({ docs: [doc] }, skip) =>
    selections.every(
      ({ key, source, values }) => key === skip || values.some((value) => doc.values[source]?.includes(value)),
    ) && ranges.every(({ key, min, max }) => key === skip || (doc.numbers.price >= min && doc.numbers.price <= max));
  const counts = Object.fromEntries(SOURCES.map((source) => [source, {}]));
  let found = 0;
  for (const record of records) {
    if (passes(record)) found++;
    for (const source of SOURCES)
      if (passes(record, source))
        for (const value of record.docs[0].values[source] ?? [])
          counts[source][value] = (counts[source][value] ?? 0) + 1;
  }
  return { found, counts };
}

/** Effect of ten times as many products: the same queries on two engines in turns, by mean time. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-growth-1m',
      /** Runs only when named: it fills an engine with a million products. */
      large: true,
      async run() {
        const { createMemoryEngine, textSearch, randomRecords, randomStream } = loadEngine(root, load);
        const sides = [];
        let queries = [];
        for (const size of SIZES) {
          const records = plainRecords(randomRecords(size, 9));
          const engine = createMemoryEngine({ texts: textSearch });
          await engine.build(inBatches(records));
          if (queries.length === 0) queries = drawQueries(records, QUERIES, randomStream);
          const ask = memorySide(engine);
          for (const query of queries.slice(-CHECKED)) {
            const { found, counts } = ask(query);
            if (JSON.stringify(sorted({ found, counts })) !== JSON.stringify(sorted(byHand(records, query))))
              throw new Error(`At ${size} products the engine is wrong about ${JSON.stringify(query)}.`);
          }
          sides.push({ engine, total: 0 });
        }
        for (let round = -1; round < ROUNDS; round++) {
          for (const query of queries) {
            for (const side of sides) {
              const started = process.hrtime.bigint();
              side.engine.query(query);
              if (round >= 0) side.total += Number(process.hrtime.bigint() - started) / 1e6;
            }
          }
        }
        const means = sides.map(({ total }) => total / (QUERIES * ROUNDS));
        const ratio = rounded(means[1] / means[0]);
        return {
          ratio,
          bar: BAR,
          holds: ratio <= BAR,
          note: `mean time of ${QUERIES} queries at 1,000,000 products ÷ at 100,000, at most: ${means.map(ms).join(' and ')}; ${CHECKED} of them counted by hand at both sizes`,
        };
      },
    },
  ];
}
