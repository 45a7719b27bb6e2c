import type { OwnerContext } from '../owner-context.js';

/** How often callbacks of one plugin ran on one hook, and how long they took. */
export interface Tally {
  readonly hook: string;
  readonly owner: string;
  /** Number of runs of the hook in which the plugin's callbacks took part. */
  runs: number;
  /** Total milliseconds, extrapolated from the timed runs. */
  ms: number;
  /** The longest timed run in milliseconds. */
  maxMs: number;
  /** Sampling interval: the first run and then one in this many is timed. */
  readonly sampleInterval: number;
  /** The owner context of its callbacks when the hook is not nested in another one. */
  ownerContext?: OwnerContext;
}

/** Reading the clock costs more than many callbacks do, so not every run is timed. */
const TIMED_EVERY = 16;

export interface Trace {
  tally(hook: string, owner: string): Tally;
  /** Returns every tally so far, slowest first. */
  report(): Tally[];
  reset(): void;
}

/**
 * Creates the tallies of one site.
 * @param every sampling interval in runs; 1 where exactness is worth the cost
 */
export function createTrace(every = TIMED_EVERY): Trace {
  const tallies = new Map<string, Tally>();
  return {
    tally(hook, owner) {
      const key = `${owner}\n${hook}`;
      let tally = tallies.get(key);
      if (!tally) {
        tally = { hook, owner, runs: 0, ms: 0, maxMs: 0, sampleInterval: every };
        tallies.set(key, tally);
      }
      return tally;
    },
    report: () => [...tallies.values()].filter((tally) => tally.runs > 0).sort((a, b) => b.ms - a.ms),
    reset() {
      for (const tally of tallies.values()) Object.assign(tally, { runs: 0, ms: 0, maxMs: 0 } satisfies Partial<Tally>);
    },
  };
}

/**
 * Ends one plugin's run and starts counting another's, with a single reading of the clock.
 * @param started when the ending run began, -1 when it is not timed
 * @returns when the other one began, -1 when it is not to be timed
 */
export function switchTally(from: Tally | undefined, started: number, to: Tally | undefined): number {
  const timed = to !== undefined && to.runs++ % to.sampleInterval === 0;
  if (started < 0 && !timed) return -1;
  const now = performance.now();
  if (from && started >= 0) {
    const ms = now - started;
    from.ms += ms * from.sampleInterval;
    if (ms > from.maxMs) from.maxMs = ms;
  }
  return timed ? now : -1;
}
