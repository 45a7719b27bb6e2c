/**
 * Compares alternatives by processor time of this process, in interleaved rounds. Compare their results before calling it.
 * @param {Record<string, () => unknown>} sides functions to run, by name; promises are awaited
 * @param {{runs: number, rounds?: number}} options calls per side and round; number of measured rounds
 * @returns {Promise<Record<string, number>>} nanoseconds per call, median of the rounds
 */
export async function compare(sides, { runs, rounds = 9 }) {
  const answers = [];
  for (const run of Object.values(sides)) answers.push(JSON.stringify((await run()) ?? null));
  if (new Set(answers).size > 1) throw new Error(`The sides disagree: ${answers.join(' / ')}`);
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  // The first two rounds warm up.
  for (let round = -2; round < rounds; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const time = run() instanceof Promise ? await timeLater(run, runs) : timeNow(run, runs);
      if (round >= 0) times[name].push(time);
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[Math.floor(list.length / 2)]]),
  );
}

function timeNow(run, runs) {
  const started = process.cpuUsage();
  for (let i = 0; i < runs; i++) run();
  return since(started) / runs;
}

async function timeLater(run, runs) {
  const started = process.cpuUsage();
  for (let i = 0; i < runs; i++) await run();
  return since(started) / runs;
}

/** Nanoseconds of processor time of this process; unaffected by other processes. */
function since(started) {
  const { user, system } = process.cpuUsage(started);
  return (user + system) * 1000;
}

export const rounded = (value) => Math.round(value * 100) / 100;
export const shownNs = (ns) =>
  Object.entries(ns)
    .map(([name, value]) => `${name} ${value.toFixed(0)} ns`)
    .join(', ');
