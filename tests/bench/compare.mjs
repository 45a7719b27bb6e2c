/**
 * Times sides against each other, in the process's own processor time: interleaved rounds in one process, answers compared first.
 * @param {Record<string, () => unknown>} sides what to run, by name; a promise is awaited
 * @param {{runs: number, rounds?: number}} options runs of a side in a round; rounds that count
 * @returns {Promise<Record<string, number>>} nanoseconds per run, the median of the rounds
 */
export async function compare(sides, { runs, rounds = 9 }) {
  const answers = [];
  for (const run of Object.values(sides)) answers.push(JSON.stringify((await run()) ?? null));
  if (new Set(answers).size > 1) throw new Error(`The sides disagree: ${answers.join(' / ')}`);
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  // Two rounds to warm up.
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

/** Nanoseconds of processor time; what others on the machine take meanwhile does not count. */
function since(started) {
  const { user, system } = process.cpuUsage(started);
  return (user + system) * 1000;
}

export const rounded = (value) => Math.round(value * 100) / 100;
export const shownNs = (ns) =>
  Object.entries(ns)
    .map(([name, value]) => `${name} ${value.toFixed(0)} ns`)
    .join(', ');
