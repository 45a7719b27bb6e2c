import { setTimeout } from 'node:timers/promises';
import { busy, isContended, isLockWait } from './outage.js';

/** How work is done again that the database refused because somebody else was at the same rows, or at the same file. */
export interface Retry {
  /** @throws PlinthError `db_busy` when the work never came through; anything else as it was thrown */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether somebody waits now for the next try. */
  isWaiting(): boolean;
}

/** Tries at most, and milliseconds after the first one failed in which another may begin. */
interface Bound {
  readonly tries: number;
  readonly ms: number;
}

interface RetryOptions extends Bound {
  /** Where the database says at once that somebody else was first; as for everything else when absent. */
  readonly conflicts?: Bound;
}

/** As long as somebody who orders waits; each time one of those who stand in each other's way comes through. */
const CONFLICTS: Bound = { tries: Infinity, ms: 10_000 };
/** A server lets each try that waits for rows wait for seconds. */
export const ROWS: RetryOptions = { tries: 6, ms: 2000, conflicts: CONFLICTS };
/** A single statement has waited long enough when it waited once. */
export const STATEMENT: RetryOptions = { tries: 1, ms: 0, conflicts: CONFLICTS };
/** SQLite says at once that somebody else writes. */
export const FILE: RetryOptions = { tries: Infinity, ms: 10_000 };

/** Milliseconds before the second try at most; each further one may wait for twice as long, up to the longest. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** What time it is, in milliseconds, how it passes, and a number from 0 to 1 by chance. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
  chance(): number;
}

const OWN_CLOCK: Clock = { now: () => performance.now(), wait: (ms) => setTimeout(ms), chance: Math.random };

export function createRetry(options: RetryOptions, { now, wait, chance }: Clock = OWN_CLOCK): Retry {
  let waiting = 0;
  return {
    async run(work) {
      let failedAt: number | undefined;
      for (let tries = 1; ; tries++) {
        try {
          return await work();
        } catch (error) {
          if (!isContended(error)) throw error;
          failedAt ??= now();
          const bound = isLockWait(error) ? options : (options.conflicts ?? options);
          if (tries >= bound.tries || now() >= failedAt + bound.ms) throw busy(error);
        }
        waiting++;
        // By chance, so that those who stood in each other's way do not meet again.
        await wait(chance() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))).finally(() => waiting--);
      }
    },
    isWaiting: () => waiting > 0,
  };
}
