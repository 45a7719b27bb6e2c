const ROUNDS = 9;
const RUNS = 40_000;

/** Nanoseconds per call of each side, as medians over interleaved rounds; answers are compared first. */
function compare(sides) {
  const answers = Object.values(sides).map((run) => JSON.stringify(run() ?? null));
  if (new Set(answers).size > 1) throw new Error(`The sides disagree: ${answers.join(' / ')}`);
  const times = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, run] of Object.entries(sides)) {
      const started = process.hrtime.bigint();
      for (let i = 0; i < RUNS; i++) run();
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - started) / RUNS);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, list.sort((a, b) => a - b)[Math.floor(list.length / 2)]]));
}

const shown = (ns) => Object.entries(ns).map(([name, value]) => `${name} ${value.toFixed(0)} ns`).join(', ');
const round = (value) => Math.round(value * 100) / 100;

/** Hooks against `@wordpress/hooks` and tapable, with blame and trace off and on. */
export function hookBenches({ createHooks, load }) {
  const wordpress = load('@wordpress/hooks');
  const { SyncWaterfallHook } = load('tapable');
  const add = (value) => value + 1;

  function sides(count) {
    const off = createHooks({ blame: false });
    const on = createHooks();
    const peer = wordpress.createHooks();
    const tap = new SyncWaterfallHook(['value']);
    for (let i = 0; i < count; i++) {
      const callback = (value) => add(value);
      off.add('bench', callback, 10, 1, 'plugin');
      on.add('bench', callback, 10, 1, 'plugin');
      peer.addFilter('bench', `ns/c${i}`, callback);
      tap.tap(`c${i}`, callback);
    }
    return {
      off: () => off.applyFilters('bench', 1),
      on: () => on.applyFilters('bench', 1),
      wordpress: () => peer.applyFilters('bench', 1),
      tapable: () => (count === 0 ? 1 : tap.call(1)),
    };
  }

  const bench = (name, count, side, bar) => ({
    name,
    run() {
      const ns = compare(sides(count));
      const ratio = round(ns.wordpress / ns[side]);
      return { ratio, bar, holds: ratio >= bar, note: `@wordpress/hooks ÷ Plinth, ${count} callbacks, blame and trace ${side}: ${shown(ns)}` };
    },
  });

  return [
    bench('hooks-1-off', 1, 'off', 4),
    bench('hooks-10-off', 10, 'off', 4),
    bench('hooks-1-on', 1, 'on', 1),
    bench('hooks-10-on', 10, 'on', 1),
    {
      name: 'hooks-none',
      run() {
        const ns = compare(sides(0));
        return { ratio: round(25 / ns.on), bar: 1, holds: ns.on < 25, note: `25 ns ÷ a filter without callbacks: ${shown(ns)}` };
      },
    },
  ];
}
