import { PerformanceObserver } from 'node:perf_hooks';
import { rounded } from './compare.mjs';
import { loadEngine, ms } from './facet-engine.mjs';

const PRODUCTS = 100_000;
const GOAL_MS = 50;
const BUILDS = 3;
const BATCH = 50;

/** How long building the engine blocks the event loop, and the share of garbage collection. */
export function benches({ root, load }) {
  return [
    {
      name: 'facet-loop-100k',
      async run() {
        const { createMemoryEngine, textSearch, randomRecords } = loadEngine(root, load);
        // Generated lazily: the index loader does not hold on to its records.
        const records = async function* () {
          for (let from = 0; from < PRODUCTS; from += BATCH) yield randomRecords(BATCH, 9 + from, 1 + from);
        };
        const collections = [];
        const observer = new PerformanceObserver((list) =>
          collections.push(
            ...list.getEntries().map(({ startTime, duration }) => ({ from: startTime, to: startTime + duration })),
          ),
        );
        observer.observe({ entryTypes: ['gc'] });
        const runs = [];
        for (let build = 0; build < BUILDS; build++)
          runs.push(await watched(() => createMemoryEngine({ texts: textSearch }).build(records())));
        await new Promise((resolve) => setTimeout(resolve, 50));
        observer.disconnect();
        const stretches = runs.flatMap((run) => run.stretches).sort((a, b) => b.to - b.from - (a.to - a.from));
        const longest = stretches[0];
        const collected = collections
          .filter(({ from, to }) => to > longest.from && from < longest.to)
          .reduce((sum, { from, to }) => sum + Math.min(to, longest.to) - Math.max(from, longest.from), 0);
        const ratio = rounded(GOAL_MS / (longest.to - longest.from));
        const next = stretches
          .slice(1, 4)
          .map(({ from, to }) => ms(to - from))
          .join(', ');
        return {
          ratio,
          bar: 1,
          holds: ratio >= 1,
          note: `${GOAL_MS} ms ÷ the longest stretch of ${BUILDS} builds of ${PRODUCTS} products: ${ms(longest.to - longest.from)}, of which ${ms(collected)} garbage collection; the next ${next}; a build takes ${runs.map(({ took }) => `${(took / 1000).toFixed(1)} s`).join(', ')}`,
        };
      },
    },
  ];
}

/** Measures how long each turn of the event loop was blocked. */
async function watched(work) {
  const stretches = [];
  let last = performance.now();
  const started = last;
  let going = true;
  const turn = () => {
    const now = performance.now();
    stretches.push({ from: last, to: now });
    last = now;
    if (going) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  going = false;
  turn();
  return { stretches, took: performance.now() - started };
}
