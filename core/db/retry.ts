import { setTimeout } from 'node:timers/promises';
import { busyError, isContention, isLockTimeout } from './outage.js';

/** Retries a function that the database rejected because of a conflict over the same rows or file. */
export interface Retry {
  /** @throws PlinthError `db_busy` if all attempts failed; other errors are rethrown */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether any function waits for its next attempt. */
  isWaiting(): boolean;
}

/** Maximum number of attempts, and number of milliseconds after the first failure in which another one may start. */
interface RetryLimits {
  readonly maxAttempts: number;
  readonly ms: number;
}

interface RetryOptions extends RetryLimits {
  /** Limits if the database reports a conflict immediately; without them, the general limits apply. */
  readonly conflicts?: RetryLimits;
}

/** As long as a customer waits for an order. In each round, one of the conflicting transactions succeeds. */
const CONFLICT_LIMITS: RetryLimits = { maxAttempts: Infinity, ms: 10_000 };
/** For transactions on a server, where each attempt may wait for row locks for seconds. */
export const SERVER_RETRY: RetryOptions = { maxAttempts: 6, ms: 2000, conflicts: CONFLICT_LIMITS };
/** For single statements on a server, which are not retried after they have waited for a lock. */
export const STATEMENT_RETRY: RetryOptions = { maxAttempts: 1, ms: 0, conflicts: CONFLICT_LIMITS };
/** For SQLite, which reports immediately that another process is writing. */
export const FILE_RETRY: RetryOptions = { maxAttempts: Infinity, ms: 10_000 };

/** Maximum milliseconds before the second attempt. It doubles with each further attempt, up to `LONGEST_PAUSE_MS`. */
const FIRST_DELAY_MS = 20;
const LONGEST_PAUSE_MS = 100;

/** The current time in milliseconds, a delay, and random numbers between 0 and 1. Tests replace them. */
export interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
  random(): number;
}

const SYSTEM_CLOCK: Clock = { now: () => performance.now(), wait: (ms) => setTimeout(ms), random: Math.random };

export function createRetry(options: RetryOptions, { now, wait, random }: Clock = SYSTEM_CLOCK): Retry {
  let waitingCount = 0;
  return {
    async run(work) {
      let failedAt: number | undefined;
      for (let attempt = 1; ; attempt++) {
        try {
          return await work();
        } catch (error) {
          if (!isContention(error)) throw error;
          failedAt ??= now();
          const bound = isLockTimeout(error) ? options : (options.conflicts ?? options);
          if (attempt >= bound.maxAttempts || now() >= failedAt + bound.ms) throw busyError(error);
        }
        waitingCount++;
        // The delay is random, so that conflicting transactions do not collide again.
        await wait(random() * Math.min(LONGEST_PAUSE_MS, FIRST_DELAY_MS * 2 ** (attempt - 1))).finally(
          () => waitingCount--,
        );
      }
    },
    isWaiting: () => waitingCount > 0,
  };
}
