import type { HookState } from '../hook-state.js';
import type { Trace } from './trace.js';

/** Hook activity during a period of time. */
export interface HookActivity {
  /** Hooks fired, with their counts, sorted by name. */
  readonly fired: readonly { readonly hook: string; readonly times: number }[];
  /** Owners whose callbacks ran, slowest first; the host's own have an empty owner. */
  readonly callbackRuns: readonly {
    readonly hook: string;
    readonly owner: string;
    readonly runs: number;
    readonly ms: number;
  }[];
}

/** Records hook activity in the whole process until the returned function is called. */
export function recordActivity(states: ReadonlyMap<string, HookState>, trace: Trace): () => HookActivity {
  const before = new Map([...states].map(([name, state]) => [name, state.fired + state.filtered]));
  const earlier = new Map(trace.report().map((tally) => [tally, { runs: tally.runs, ms: tally.ms }]));
  return () => ({
    fired: [...states]
      .map(([hook, state]) => ({ hook, times: state.fired + state.filtered - (before.get(hook) ?? 0) }))
      .filter(({ times }) => times > 0)
      .sort((a, b) => (a.hook < b.hook ? -1 : 1)),
    callbackRuns: trace
      .report()
      .map((tally) => ({
        hook: tally.hook,
        owner: tally.owner,
        runs: tally.runs - (earlier.get(tally)?.runs ?? 0),
        ms: tally.ms - (earlier.get(tally)?.ms ?? 0),
      }))
      .filter(({ runs }) => runs > 0)
      .sort((a, b) => b.ms - a.ms),
  });
}
