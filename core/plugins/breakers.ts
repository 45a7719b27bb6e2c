import { noteOnce } from '../context/track-dependencies.js';
import type { Breaker } from '../hooks/index.js';

/** Faults within the window that open an entry. */
export const STRIKES = 3;
const WINDOW_MS = 10 * 60_000;
/** How long an entry is left alone: the first time, the second, and from then on. */
const LONGEST_PAUSE_MS = 30 * 60_000;
const PAUSES_MS = [60_000, 5 * 60_000, LONGEST_PAUSE_MS] as const;
/** A try that never told how it ended is made again after this long. */
const TRY_MS = 60_000;

/** The breaker of one entry: closed while it is well, open after three faults in ten minutes, and tried again after 1, 5 and 30 minutes. */
export interface EntryBreaker extends Breaker {
  readonly plugin: string;
  readonly place: string;
  /** Milliseconds since 1970 until which it is left alone; 0 while it is closed. */
  readonly openUntil: number;
  /** Counts a fault; true when that opened it. */
  failed(): boolean;
  /** Closes it, as if nothing had been. */
  reset(): void;
}

/** Told that an entry opened (until when, milliseconds since 1970) or closed (0). */
type OnTurn = (plugin: string, place: string, openUntil: number) => void;

function createBreaker(plugin: string, place: string, onTurn: OnTurn, now: () => number): EntryBreaker {
  let faults: number[] = [];
  let opened = 0;
  let openUntil = 0;
  // Every opening lasts at least as long as a try, so that it never has to be forgotten.
  let triedAt = -Infinity;

  function close(): void {
    opened = openUntil = 0;
    faults = [];
    onTurn(plugin, place, 0);
  }

  return {
    plugin,
    place,
    get openUntil() {
      return openUntil;
    },
    allows() {
      if (openUntil === 0) return true;
      const at = now();
      // What is made without it, or with its first try, is not for those who come when it works again.
      noteOnce('a part of it is left alone');
      if (at < openUntil || at - triedAt < TRY_MS) return false;
      triedAt = at;
      return true;
    },
    worked() {
      if (openUntil > 0) close();
    },
    failed() {
      const at = now();
      // What was called before it opened may still fail.
      if (openUntil > at) return false;
      faults = [...faults.filter((earlier) => earlier > at - WINDOW_MS), at];
      if (openUntil === 0 && faults.length < STRIKES) return false;
      openUntil = at + (PAUSES_MS[opened] ?? LONGEST_PAUSE_MS);
      opened++;
      onTurn(plugin, place, openUntil);
      return true;
    },
    reset() {
      if (openUntil > 0 || faults.length > 0) close();
    },
  };
}

/** The breakers of one process, for those who look and those who have mended something. */
interface Breakers {
  /** A breaker for an entry that failed for the first time. */
  make(plugin: string, place: string): EntryBreaker;
  /** Closes those of a plugin, or of one of its entries. */
  reset(plugin: string, place?: string): void;
}

export function createBreakers(onTurn: OnTurn, now: () => number = Date.now): Breakers {
  const made = new Set<EntryBreaker>();
  return {
    make(plugin, place) {
      const breaker = createBreaker(plugin, place, onTurn, now);
      made.add(breaker);
      return breaker;
    },
    reset(plugin, place) {
      for (const breaker of made) {
        if (breaker.plugin === plugin && (place === undefined || breaker.place === place)) breaker.reset();
      }
    },
  };
}
