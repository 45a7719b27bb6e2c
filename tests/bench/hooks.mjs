import path from 'node:path';
import { compare, rounded, shownNs } from './compare.mjs';

/** Hooks compared with `@wordpress/hooks` and tapable: filters and actions, sync and async, with owner context and trace on and off. */
export function benches({ root, load }) {
  const { createHooks } = load(path.join(root, 'dist/core/hooks/index.js'));
  const wordpress = load('@wordpress/hooks');
  const { SyncWaterfallHook, SyncHook, AsyncSeriesWaterfallHook, AsyncSeriesHook } = load('tapable');

  function sides({ kind, count, later, owners }) {
    const filter = kind === 'filter';
    const off = createHooks({ ownerContext: false });
    const on = createHooks();
    const peer = wordpress.createHooks();
    const tap = filter
      ? new (later ? AsyncSeriesWaterfallHook : SyncWaterfallHook)(['value'])
      : new (later ? AsyncSeriesHook : SyncHook)(['value']);
    let seen = 0;
    for (let i = 0; i < count; i++) {
      // A function per callback, as in real use: a shared one would be inlined.
      const work = filter ? (value) => value + 1 : (value) => void (seen += value);
      const callback = later ? async (value) => work(value) : work;
      for (const hooks of [off, on])
        hooks.add('bench', callback, 10, 1, owners === 1 ? 'plugin' : `plugin${i % owners}`);
      if (filter) peer.addFilter('bench', `ns/c${i}`, callback);
      else peer.addAction('bench', `ns/c${i}`, callback);
      if (later) tap.tapPromise(`c${i}`, callback);
      else tap.tap(`c${i}`, callback);
    }
    const run = (hooks) => (filter ? () => hooks.applyFilters('bench', 1) : () => hooks.doAction('bench', 1));
    const method = `${filter ? 'applyFilters' : 'doAction'}${later ? 'Async' : ''}`;
    const ofPeer = () => peer[method]('bench', 1);
    const call = later ? () => tap.promise(1) : () => tap.call(1);
    const ofTap = count === 0 ? () => (filter ? 1 : undefined) : call;
    return { off: run(off), on: run(on), wordpress: ofPeer, tapable: ofTap };
  }

  const bench = (name, side, bar, what) => ({
    name: `hooks-${name}-${side}`,
    async run() {
      const ns = await compare(sides(what), { runs: what.later ? 4000 : 40_000 });
      const ratio = rounded(ns.wordpress / ns[side]);
      const words = [
        `${what.count} ${what.later ? 'asynchronous ' : ''}callbacks`,
        what.owners > 1 ? `of ${what.owners} plugins` : '',
        what.kind,
      ]
        .filter(Boolean)
        .join(' ');
      return {
        ratio,
        bar,
        holds: ratio >= bar,
        note: `@wordpress/hooks ÷ Plinth, ${words}, owner context and trace ${side}: ${shownNs(ns)}`,
      };
    },
  });
  const both = (name, what) => [bench(name, 'off', 4, what), bench(name, 'on', 1, what)];

  return [
    ...both('1', { kind: 'filter', count: 1, later: false, owners: 1 }),
    ...both('10', { kind: 'filter', count: 10, later: false, owners: 1 }),
    ...both('10-owners', { kind: 'filter', count: 10, later: false, owners: 10 }),
    ...both('action-1', { kind: 'action', count: 1, later: false, owners: 1 }),
    ...both('action-10', { kind: 'action', count: 10, later: false, owners: 1 }),
    ...both('async-1', { kind: 'filter', count: 1, later: true, owners: 1 }).map(withoutFactor),
    ...both('async-10', { kind: 'filter', count: 10, later: true, owners: 1 }).map(withoutFactor),
    ...both('action-async-10', { kind: 'action', count: 10, later: true, owners: 1 }).map(withoutFactor),
    {
      name: 'hooks-none',
      async run() {
        const ns = await compare(sides({ kind: 'filter', count: 0, later: false, owners: 1 }), { runs: 40_000 });
        return {
          ratio: rounded(25 / ns.on),
          bar: 1,
          holds: ns.on < 25,
          note: `25 ns ÷ a filter without callbacks: ${shownNs(ns)}`,
        };
      },
    },
  ];
}

/** Awaiting dominates and costs both sides the same, so asynchronous callbacks have no maximum ratio. */
function withoutFactor(bench) {
  return { ...bench, run: async () => bench.run().then((result) => ({ ...result, bar: 1, holds: result.ratio >= 1 })) };
}
