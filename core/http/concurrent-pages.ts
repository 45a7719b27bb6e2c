import type { Response } from 'express';
import { LRUCache } from 'lru-cache';

/** Milliseconds during which concurrent requests for an uncacheable page do not wait for each other. */
const UNCACHEABLE_MS = 30_000;
const MAX_UNCACHEABLE = 5000;

/** The pages being made, so that concurrent requests for a page wait for one that can be cached. */
export interface ConcurrentPages {
  /** Resolves when the page that another request is making is finished; undefined if none is being made. */
  wait(key: string): Promise<void> | undefined;
  /** Records that a page is being made, until {@link finish} or the end of its response. */
  start(key: string, response: Response): void;
  /**
   * Lets waiting requests continue.
   * @param isCached whether they will find the page in the cache; otherwise the next ones do not wait
   */
  finish(key: string, response: Response, isCached: boolean): void;
}

export function createConcurrentPages(): ConcurrentPages {
  const pending = new Map<string, Promise<void>>();
  const uncacheable = new LRUCache<string, true>({ max: MAX_UNCACHEABLE, ttl: UNCACHEABLE_MS });
  const finishes = new WeakMap<Response, () => void>();
  return {
    wait: (key) => pending.get(key),
    start(key, response) {
      if (uncacheable.has(key) || pending.has(key)) return;
      const finished = new Promise<void>((resolve) => {
        const finish = (): void => {
          pending.delete(key);
          finishes.delete(response);
          resolve();
        };
        finishes.set(response, finish);
        response.once('close', () => finishes.get(response)?.());
      });
      pending.set(key, finished);
    },
    finish(key, response, isCached) {
      if (isCached) uncacheable.delete(key);
      else uncacheable.set(key, true);
      finishes.get(response)?.();
    },
  };
}
