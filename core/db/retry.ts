import { setTimeout as wait } from 'node:timers/promises';
import { busy, isContended } from './outage.js';

/** Tries at most, and milliseconds after the first one failed in which another may begin: each may wait for seconds. */
const TRIES = 6;
const PATIENCE_MS = 2000;
/** Milliseconds before the second try at most; each further one may wait for twice as long. */
const FIRST_PAUSE_MS = 20;

/**
 * Does work again that the database ended because somebody else was at the same rows.
 * @throws PlinthError `db_busy` when it never came through; anything else as it was thrown
 */
export async function untilFree<T>(work: () => Promise<T>): Promise<T> {
  let latest = Infinity;
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isContended(error)) throw error;
      if (tries >= TRIES || performance.now() >= latest) throw busy(error);
      latest = Math.min(latest, performance.now() + PATIENCE_MS);
      // By chance, so that those who stood in each other's way do not meet again.
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  }
}
