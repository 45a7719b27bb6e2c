import type { Breaker } from '../../hooks/index.js';
import { bypassCaching } from '../../cache/index.js';

/** Number of errors within the window that open a circuit breaker. */
export const FAILURE_THRESHOLD = 3;
const WINDOW_MS = 10 * 60_000;
/** Maximum pause of a circuit breaker, in milliseconds. */
const MAX_PAUSE_MS = 30 * 60_000;
/** How long a circuit breaker stays open, in milliseconds: the first time, the second time, and from then on. */
const PAUSE_DURATIONS_MS = [60_000, 5 * 60_000, MAX_PAUSE_MS] as const;
/** Milliseconds after which a trial call that has not reported its result is repeated. */
const TRIAL_TIMEOUT_MS = 60_000;

/**
 * Circuit breaker of one entry: opens after three errors in ten minutes; a trial call follows after 1, 5 and 30
 * minutes.
 */
export interface EntryBreaker extends Breaker {
  readonly plugin: string;
  readonly entryName: string;
  /** Unix time in milliseconds until which the circuit breaker is open; 0 while it is closed. */
  readonly openUntil: number;
  /** Counts an error; returns true if that opened the circuit breaker. */
  recordFailure(): boolean;
  /** Closes the circuit breaker and clears its history. */
  reset(): void;
}

/** Called when a circuit breaker opened (with the Unix time in milliseconds until which it is open) or closed (0). */
type OnStateChange = (plugin: string, entryName: string, openUntil: number) => void;

function createBreaker(
  plugin: string,
  entryName: string,
  onStateChange: OnStateChange,
  now: () => number,
): EntryBreaker {
  let failureTimes: number[] = [];
  let openCount = 0;
  let openUntil = 0;
  // Every pause lasts at least as long as a trial call, so this never has to be reset.
  let lastTrialAt = -Infinity;

  function close(): void {
    openCount = openUntil = 0;
    failureTimes = [];
    onStateChange(plugin, entryName, 0);
  }

  return {
    plugin,
    entryName,
    get openUntil() {
      return openUntil;
    },
    allows() {
      if (openUntil === 0) return true;
      const time = now();
      // A page made without the entry, or with its trial call, must not be cached for visitors who come when it works
      // again.
      bypassCaching('a circuit breaker is open');
      if (time < openUntil || time - lastTrialAt < TRIAL_TIMEOUT_MS) return false;
      lastTrialAt = time;
      return true;
    },
    recordSuccess() {
      if (openUntil > 0) close();
    },
    recordFailure() {
      const time = now();
      // Calls started before it opened may still fail.
      if (openUntil > time) return false;
      failureTimes = [...failureTimes.filter((earlier) => earlier > time - WINDOW_MS), time];
      if (openUntil === 0 && failureTimes.length < FAILURE_THRESHOLD) return false;
      openUntil = time + (PAUSE_DURATIONS_MS[openCount] ?? MAX_PAUSE_MS);
      openCount++;
      onStateChange(plugin, entryName, openUntil);
      return true;
    },
    reset() {
      if (openUntil > 0 || failureTimes.length > 0) close();
    },
  };
}

/** The circuit breakers of one process, for displaying and resetting them. */
interface Breakers {
  /** Creates a circuit breaker for an entry that failed for the first time. */
  create(plugin: string, entryName: string): EntryBreaker;
  /** Closes the circuit breakers of a plugin, or of one of its entries. */
  reset(plugin: string, entryName?: string): void;
}

export function createBreakers(onStateChange: OnStateChange, now: () => number = Date.now): Breakers {
  const breakers = new Set<EntryBreaker>();
  return {
    create(plugin, entryName) {
      const breaker = createBreaker(plugin, entryName, onStateChange, now);
      breakers.add(breaker);
      return breaker;
    },
    reset(plugin, entryName) {
      for (const breaker of breakers) {
        if (breaker.plugin === plugin && (entryName === undefined || breaker.entryName === entryName)) breaker.reset();
      }
    },
  };
}
