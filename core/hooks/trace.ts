import type { OwnerContext } from './owner-context.js';

/** How often callbacks of one plugin ran on one hook, and how long they took. */
export interface Tally {
  readonly hook: string;
  readonly owner: string;
  /** Runs of the hook in which the plugin's callbacks took part. */
  runs: number;
  /** Milliseconds in all, extrapolated from the runs that were timed. */
  ms: number;
  /** The longest timed run in milliseconds. */
  worst: number;
  /** One run in this many is timed, and the first. */
  readonly every: number;
  /** Under which its callbacks run when the hook runs inside no other. */
  ownerContext?: OwnerContext;
}

/** Reading the clock costs more than many callbacks do, so not every run is timed. */
const TIMED_EVERY = 16;

export interface Trace {
  tally(hook: string, owner: string): Tally;
  /** Every tally so far, slowest first. */
  report(): Tally[];
  reset(): void;
}

/** Keeps the tallies of one site. @param every one run in so many is timed; 1 where exactness is worth it */
export function createTrace(every = TIMED_EVERY): Trace {
  const tallies = new Map<string, Tally>();
  return {
    tally(hook, owner) {
      const key = `${owner}\n${hook}`;
      let tally = tallies.get(key);
      if (!tally) {
        tally = { hook, owner, runs: 0, ms: 0, worst: 0, every };
        tallies.set(key, tally);
      }
      return tally;
    },
    report: () => [...tallies.values()].filter((tally) => tally.runs > 0).sort((a, b) => b.ms - a.ms),
    reset() {
      for (const tally of tallies.values()) Object.assign(tally, { runs: 0, ms: 0, worst: 0 });
    },
  };
}

/**
 * Ends a plugin's run and counts another's, with one reading of the clock for both.
 * @param started when the run that ends began, -1 when it is not timed
 * @returns when the other one began, -1 when it is not to be timed
 */
export function turn(from: Tally | undefined, started: number, to: Tally | undefined): number {
  const timed = to !== undefined && to.runs++ % to.every === 0;
  if (started < 0 && !timed) return -1;
  const now = performance.now();
  if (from && started >= 0) {
    const ms = now - started;
    from.ms += ms * from.every;
    if (ms > from.worst) from.worst = ms;
  }
  return timed ? now : -1;
}
