import type { Counters } from './counters.js';

/** Milliseconds the first is left alone after it failed. */
const PAUSE_MS = 5_000;

/** Counts in the first place, and in the second while the first does not answer: a limit must neither fall nor lock everybody out. */
export function fallbackCounters(first: Counters, second: Counters, now: () => number = Date.now): Counters {
  let awayUntil = 0;
  async function either<T>(ask: (counters: Counters) => Promise<T>): Promise<T> {
    if (now() < awayUntil) return ask(second);
    try {
      return await ask(first);
    } catch {
      // Every single try would else wait for it.
      awayUntil = now() + PAUSE_MS;
      return ask(second);
    }
  }

  return {
    hit: (name, seconds) => either((counters) => counters.hit(name, seconds)),
    read: (name) => either((counters) => counters.read(name)),
    async clear(name) {
      await Promise.allSettled(now() < awayUntil ? [second.clear(name)] : [first.clear(name), second.clear(name)]);
    },
  };
}
