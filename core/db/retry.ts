import { setTimeout } from 'node:timers/promises';
import { busy, isContended, isLockWait } from './outage.js';

/** Retries work that the database rejected because of a conflict over the same rows or file. */
export interface Retry {
  /** @throws PlinthError `db_busy` if all attempts failed; other errors are rethrown */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether any work is waiting for its next attempt. */
  isWaiting(): boolean;
}

/** Maximum number of attempts, and milliseconds after the first failure within which another may start. */
interface Bound {
  readonly maxAttempts: number;
  readonly ms: number;
}

interface RetryOptions extends Bound {
  /** Limits if the database reports a conflict immediately; the general limits when absent. */
  readonly conflicts?: Bound;
}

/** As long as a customer would wait for an order; in each round one of the conflicting transactions succeeds. */
const CONFLICTS: Bound = { maxAttempts: Infinity, ms: 10_000 };
/** Each attempt may wait for row locks for seconds on the server. */
export const ROWS: RetryOptions = { maxAttempts: 6, ms: 2000, conflicts: CONFLICTS };
/** A single statement is not retried after waiting for a lock. */
export const STATEMENT: RetryOptions = { maxAttempts: 1, ms: 0, conflicts: CONFLICTS };
/** SQLite reports immediately that another process is writing. */
export const FILE: RetryOptions = { maxAttempts: Infinity, ms: 10_000 };

/** Maximum milliseconds before the second attempt; it doubles with each further attempt up to the maximum. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** The current time in milliseconds, a delay, and a random number from 0 to 1. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
  random(): number;
}

const OWN_CLOCK: Clock = { now: () => performance.now(), wait: (ms) => setTimeout(ms), random: Math.random };

export function createRetry(options: RetryOptions, { now, wait, random }: Clock = OWN_CLOCK): Retry {
  let waiting = 0;
  return {
    async run(work) {
      let failedAt: number | undefined;
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!isContended(error)) throw error;
          failedAt ??= now();
          const bound = isLockWait(error) ? options : (options.conflicts ?? options);
          if (attempt >= bound.maxAttempts || now() >= failedAt + bound.ms) throw busy(error);
        }
        waiting++;
        // Random, so that conflicting transactions do not collide again.
        await wait(random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))).finally(() => waiting--);
      }
    },
    isWaiting: () => waiting > 0,
  };
}
